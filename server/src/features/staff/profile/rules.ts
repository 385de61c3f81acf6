import { ApiError } from '@na-regua/contract/errors'

function clean(words: string) {
  return words.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** One line each, in the order given, none twice whatever its capitals. Throws for one without a word. */
export function cleanSpecialties(specialties: readonly string[]): string[] {
  const names = specialties.map(clean)
  if (names.includes('')) throw new ApiError('INVALID_INPUT')
  return [...new Map(names.toReversed().map((name) => [name.toLocaleLowerCase('pt-BR'), name])).values()].toReversed()
}

/** Lines stay, trailing room goes; nothing said is no bio. */
export function cleanBio(bio: string | null): string | null {
  return bio?.trim() || null
}
