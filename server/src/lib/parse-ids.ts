import { ApiError } from '@na-regua/contract/errors'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Distinct ids, separated by commas. Throws INVALID_INPUT for anything else, and for more than `max`. */
export function parseIds(list: string, max: number): string[] {
  const ids = [...new Set(list.split(',').filter(Boolean))]
  if (ids.length > max || !ids.every((id) => uuid.test(id))) throw new ApiError('INVALID_INPUT')
  return ids
}
