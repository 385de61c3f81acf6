import { ApiError } from '@na-regua/contract/errors'
import { cleanSpecialty, specialtyKey } from '@na-regua/contract/members'

/** Trimmed names in the given order, without duplicates regardless of case. Throws INVALID_INPUT for an empty one. */
export function cleanSpecialties(specialties: readonly string[]): string[] {
  const names = specialties.map(cleanSpecialty)
  if (names.includes('')) throw new ApiError('INVALID_INPUT')
  return [...new Map(names.toReversed().map((name) => [specialtyKey(name), name])).values()].toReversed()
}

/** Trims outer whitespace; an empty bio is null. */
export function cleanBio(bio: string | null): string | null {
  return bio?.trim() || null
}
