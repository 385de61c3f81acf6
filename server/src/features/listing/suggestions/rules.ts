import type { SentenceFilters, SuggestionMatch } from '@na-regua/contract/suggestions'
import { countEdits, foldText, maxTyposOf, type ParsedSentence } from '@na-regua/search'
import type { SearchedTexts } from './queries.ts'

/** Kilometres around a place of a sentence: streets and neighbourhoods are near, a city is as wide as any search. */
export const PLACE_RADIUS = 5
export const WIDEST_SEARCH = 50

export function toSentenceFilters(sentence: ParsedSentence): SentenceFilters {
  const { service, freeOn, freeFrom, freeUntil, place, priceMin, priceMax, ratingMin, orderBy } = sentence
  return {
    service: service ?? null,
    freeOn: freeOn ?? null,
    freeFrom: freeFrom ?? null,
    freeUntil: freeUntil ?? null,
    place: place ?? null,
    priceMin: priceMin ?? null,
    priceMax: priceMax ?? null,
    openNow: sentence.openNow ?? false,
    walkIns: sentence.walkIns ?? false,
    maxWait: sentence.maxWait ?? null,
    ratingMin: ratingMin ?? null,
    features: sentence.features ?? [],
    orderBy: orderBy ?? null,
    text: sentence.text ?? '',
  }
}

/** Whether a list by filters says more than a search for the words. */
export function hasListFilters({ text: _, place, service, ...filters }: ParsedSentence): boolean {
  return Object.keys(filters).length > 0 || (service !== undefined && place !== undefined)
}

const SHORT_WORD = 3

type Explained = SuggestionMatch & { words: ReadonlySet<string> }

/**
 * Which texts of a barbershop have the words, those with most of them first: each says something that the ones before do not. Of equal
 * services the cheapest. Words are lowercase, without accents.
 */
export function explainMatch(texts: SearchedTexts, words: readonly string[]): SuggestionMatch[] {
  const explain = (field: SuggestionMatch['field'], text: string, priceCents: number | null = null): Explained => ({
    field,
    text,
    priceCents,
    ...highlight(text, words),
  })
  const services = texts.services.toSorted(([, one], [, other]) => one - other)
  const fields = [
    explain('name', texts.name),
    ...services.map(([name, price]) => explain('service', name, price)),
    explain('neighborhood', texts.neighborhood),
    explain('street', texts.street),
    explain('city', texts.city),
  ]
  // 'são' alone is a reason for every barbershop of São Paulo, 'rua' for each in a street.
  const isShort = (word: string) => word.length <= SHORT_WORD
  const explained = new Set<string>(words.every(isShort) ? [] : words.filter(isShort))
  const matches: SuggestionMatch[] = []
  for (const { words: own, ...match } of fields.toSorted((one, other) => other.words.size - one.words.size)) {
    if ([...own].every((word) => explained.has(word))) continue
    for (const word of own) explained.add(word)
    matches.push(match)
  }
  return matches
}

/** The words of a text that one of these begins, or is contained in, or is a typo of. */
function highlight(text: string, words: readonly string[]) {
  const parts = [...foldText(text.normalize('NFC')).matchAll(/[a-z0-9]+/g)]
  const find = (isMatch: (part: string, word: string) => boolean) => {
    const found = new Set<string>()
    const highlights = parts.flatMap((part): [number, number][] => {
      const matched = words.filter((word) => isMatch(part[0], word))
      for (const word of matched) found.add(word)
      return matched.length > 0 ? [[part.index, part.index + part[0].length]] : []
    })
    return { highlights, words: found }
  }
  const exact = find((part, word) => part.startsWith(word) || (word.length > 3 && part.includes(word)))
  return exact.words.size > 0 ? exact : find(isTypo)
}

function isTypo(part: string, word: string): boolean {
  const max = maxTyposOf(word.length)
  return max > 0 && countEdits(part, word, max) <= max
}
