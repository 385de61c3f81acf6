import { ApiError } from '@na-regua/contract/errors'
import { NetworkError } from './network-error.ts'

/** What a person reads about a failure: the server's or the network's own words where there are any, else `fallback`. */
export function errorText(error: unknown, fallback: string) {
  return error instanceof ApiError || error instanceof NetworkError ? error.message : fallback
}

export function hasCode(error: unknown, ...codes: ApiError['code'][]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}
