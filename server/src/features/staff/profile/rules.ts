import { ApiError } from '@na-regua/contract/errors'

function clean(text: string) {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** Trimmed names in the given order, without duplicates regardless of case. Throws INVALID_INPUT for an empty one. */
export function cleanSpecialties(specialties: readonly string[]): string[] {
  const names = specialties.map(clean)
  if (names.includes('')) throw new ApiError('INVALID_INPUT')
  return [...new Map(names.toReversed().map((name) => [name.toLocaleLowerCase('pt-BR'), name])).values()].toReversed()
}

/** Trims outer whitespace; an empty bio is null. */
export function cleanBio(bio: string | null): string | null {
  return bio?.trim() || null
}
