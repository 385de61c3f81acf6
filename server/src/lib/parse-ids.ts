import { ApiError } from '@na-regua/contract/errors'
import { ID_PATTERN, matchesPattern } from '@na-regua/contract/text-limits'

/** Distinct ids, separated by commas. Throws INVALID_INPUT for anything else, and for more than `max`. */
export function parseIds(list: string, max: number): string[] {
  const ids = [...new Set(list.split(',').filter(Boolean))]
  if (ids.length > max || !ids.every((id) => matchesPattern(ID_PATTERN, id))) throw new ApiError('INVALID_INPUT')
  return ids
}
