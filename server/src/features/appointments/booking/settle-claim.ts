import { ApiError } from '@na-regua/contract/errors'
import type { Lost } from './booking-queries.ts'

/** Each time somebody is outrun the same customer took something, and caps end that soon. */
const TRIES = 20

/** Decides and claims; whoever was outrun by himself, on another page or by a repeated request, looks again. */
export async function settleClaim<T>(decideAndClaim: () => Promise<T | Extract<Lost, 'outrun'>>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    const settled = await decideAndClaim()
    if (settled !== 'outrun') return settled
  }
  throw new ApiError('STATE_CHANGED')
}
