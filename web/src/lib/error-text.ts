import { ApiError } from './api-error.ts'
import { NetworkError } from './network-error.ts'

/** What a person reads about a failure: the server's own words where it said any, else `fallback`, and why no answer came. */
export function errorText(error: unknown, fallback: string) {
  if (error instanceof NetworkError) return fallback ? `${fallback.replace(/\.$/, '')}. ${error.hint}` : error.message
  return error instanceof ApiError && error.hasWords ? error.message : fallback
}

/** A failure as the reason within a sentence, which asks by itself to try again. */
export function reasonText(error: Error) {
  const words = error instanceof ApiError && !error.hasWords ? '' : error.message
  return words.replace(/[.\s]*(Tente novamente[^.]*)?[.\s]*$/, '') || 'Erro desconhecido'
}

export function hasCode(error: unknown, ...codes: ApiError['code'][]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}
