import { foldText } from '../places/place-names.ts'

/** One word, number, hour or date of a sentence, in the form that the grammar reads: '15h' is '15:00'. */
export type SentenceToken = { form: string; from: number; to: number; isTaken: boolean }

const CLOCK = String.raw`(?<![\d/,.])(?<hour>[01]?\d|2[0-4])(?: ?(?:horas?|hrs?|hs|h)(?: ?(?<after>[0-5]\d)(?! ?(?:reais|contos?|pilas?|paus?)))?(?![a-z\d/])|:(?<minute>[0-5]\d)h?(?!\d))`
const token = new RegExp(
  [
    String.raw`(?<zip>(?<!\d)\d{5}-\d{3}(?!\d)|(?<!\d)\d{8}(?!\d))`,
    String.raw`(?<date>(?<!\d)\d{1,2}\/\d{1,2}(?:\/(?:\d{4}|\d{2}))?(?!\d))`,
    CLOCK,
    String.raw`(?<money>r\$)`,
    String.raw`(?<decimal>\d+[.,]\d{1,2}(?!\d))`,
    String.raw`(?<dash>(?<=[\dh] ?)-(?= ?\d))`,
    String.raw`(?<plus>\+)`,
    String.raw`(?<number>\d+(?=reais|conto|h|min))`,
    String.raw`(?<word>[a-z\d]+)`,
  ].join('|'),
  'g',
)

/** `text` must be in NFC. */
export function toTokens(text: string): SentenceToken[] {
  return [...foldText(text).matchAll(token)].map((match) => {
    const from = match.index
    return { form: toForm(match[0], match.groups ?? {}), from, to: from + match[0].length, isTaken: false }
  })
}

function toForm(text: string, { zip, hour, after, minute, decimal }: Record<string, string | undefined>): string {
  if (zip) return zip.replace('-', '')
  if (hour) return `${hour}:${after ?? minute ?? '00'}`
  return decimal ? text.replace(',', '.') : text
}

/** The tokens as one text, in which patterns look for phrases; a phrase that was found is taken out of it. */
export class SentenceText {
  readonly tokens: readonly SentenceToken[]
  #text = ''
  readonly #starts: number[] = []

  constructor(tokens: readonly SentenceToken[]) {
    this.tokens = tokens
    this.#text = ' '
    for (const { form } of tokens) {
      this.#starts.push(this.#text.length)
      this.#text += `${form} `
    }
  }

  /** The groups of the first such phrase. */
  take(phrase: RegExp): string[] | undefined {
    const match = phrase.exec(this.#text)
    if (!match) return undefined
    this.takeTokens(this.#starts.indexOf(match.index), match[0].split(' ').length)
    return [...match].map((group) => group ?? '')
  }

  takeTokens(first: number, count: number) {
    for (let index = first; index < first + count; index++) {
      const token = this.tokens[index] as SentenceToken
      const start = this.#starts[index] as number
      token.isTaken = true
      const end = start + token.form.length
      this.#text = this.#text.slice(0, start) + '_'.repeat(token.form.length) + this.#text.slice(end)
    }
  }

  /** Sequences of tokens that nothing has taken. */
  listRest(): { first: number; count: number }[] {
    const rest: { first: number; count: number }[] = []
    for (const [index, { isTaken }] of this.tokens.entries()) {
      const last = rest.at(-1)
      if (isTaken) continue
      if (last && last.first + last.count === index) last.count++
      else rest.push({ first: index, count: 1 })
    }
    return rest
  }
}

/** A pattern of whole tokens, joined by single spaces. */
export function phrase(source: string): RegExp {
  return new RegExp(`(?<= )(?:${source})(?= )`)
}
