import endings from 'tlds' with { type: 'json' }

const pictograph = '\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?'

/** Emoji of several characters, some of which are invisible: joined ones ('👨‍👩‍👧', '🧔‍♂️'), keycaps, flags of parts of a country. */
const emoji = `\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{2,6}\\u{e007f}|${pictograph}(?:\\u200d${pictograph})*|[\\d#*]\\ufe0f\\u20e3`

/**
 * Invisible or reordering characters: zero-width and bidirectional ones, variation selectors, tags, private use, and the blank
 * characters that Unicode does not count as white space. With them two names look the same, or a name reads as another text.
 */
const invisible = '[\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{Co}\\u2800]'

const emojiOrInvisible = new RegExp(`(${emoji})|${invisible}`, 'gu')

/** One line of visible characters with single spaces: names appear in headings, subjects and greetings of emails. May be empty. */
export function normalizeName(name: string): string {
  return name
    .replaceAll(emojiOrInvisible, '$1')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

export const NAME_WITH_WEB_ADDRESS = 'O nome não pode ter o endereço de um site.'

/** The message for a name that is blank or not allowed; undefined for a valid one. The same in the server and in forms. */
export function findNameProblem(name: string, blank: string): string | undefined {
  const clean = normalizeName(name)
  if (!clean) return blank
  return hasWebAddress(clean) ? NAME_WITH_WEB_ADDRESS : undefined
}

/** By its form alone: with a scheme, with www, or a number in place of a name. */
const marked = /:\/\/|https?:|www\d?\.|\[[\da-f]*:[\da-f:.]*\]/iu
const numeric = /(?<![\w.])(?:0x[\da-f]+|0?\d{1,3})(?:\.(?:0x[\da-f]+|0?\d{1,3})){3}(?![\w.])/iu

/** Words with dots between them, and whether a path follows. */
const dotted =
  /(?<![\p{L}\p{M}\p{N}.-])(?<labels>(?:[\p{L}\p{M}\p{N}-]+\.)+)(?<ending>xn--[\w-]+|[\p{L}\p{M}]{2,})(?![\p{L}\p{M}\p{N}])(?<path>(?::\d+)?\/)?(?<rest>\s\p{L})?/gu

const knownEndings = new Set(endings)

/** Endings of sites that are words of Portuguese: 'N.Sra.do Carmo', 'Av.de Maio'. */
const prepositions = new Set(['de', 'do', 'no', 'na', 'as'])
const abbreviation = /^\p{Lu}\p{L}{0,3}$/u

const isCapitalized = (word: string) => /^\p{Lu}(?:\p{Ll}|\p{M})*$/u.test(word)

/**
 * Whether a normalized name contains a web address, in other forms of its characters too. Email programs turn it into a link. An ending
 * of a site is none in a name that is written as one: 'João.Br', 'Lu.Net'; with a path it is.
 */
export function hasWebAddress(name: string): boolean {
  const text = name.normalize('NFKC').replaceAll('。', '.')
  if (marked.test(text) || numeric.test(text)) return true
  return [...text.matchAll(dotted)].some(({ groups = {} }) => isSite(groups))
}

function isSite({ labels = '', ending = '', path, rest }: Record<string, string | undefined>): boolean {
  const words = labels.slice(0, -1).split('.')
  const last = words.at(-1) ?? ''
  const isKnown = (word: string) => knownEndings.has(word.toLowerCase()) || /^xn--/i.test(word)
  // The form of a company is no site, although 'ltda' is an ending.
  if ([...words, ending].some((word) => /^ltda$/i.test(word))) return false
  if (path) return isKnown(ending) || ending === ending.toLowerCase()
  if (!isKnown(ending)) return false
  if (/^com$/i.test(ending) || (words.length > 1 && isKnown(last))) return true
  if (prepositions.has(ending) && abbreviation.test(last) && rest) return false
  return ![...words, ending].every(isCapitalized)
}

/** Whether the text is an email address, which people who know no better name are called by in other programs. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:.]{2,}$/u.test(text)
}

const invisibles = new RegExp(invisible, 'gu')

/** An address as it is stored and compared: pasted ones may have spaces around them and invisible characters inside. */
export function normalizeEmail(email: string): string {
  return email.normalize('NFC').replaceAll(invisibles, '').trim()
}
