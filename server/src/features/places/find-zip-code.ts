import { ApiError } from '@na-regua/contract/errors'
import type { ZipAddress } from '@na-regua/contract/places'
import { LoadingCache } from '../../lib/caches/loading-cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FindZipAddress } from '../../lib/places/viacep.ts'

const DAY_MS = 86_400_000
/** After a failure no request waits for the same CEP, and while the service is down for none. */
const PAUSE_MS = 30_000
/** So many CEPs in a row without a valid response: it is the service, and not one of the CEPs. */
const FAILURES_OF_SERVICE = 3

/**
 * The address of a CEP, with or without its hyphen. Without a service every CEP is unknown, and the customer types the address. What is
 * known needs no service.
 */
export function createFindZipCode({ find, clock }: { find: FindZipAddress | undefined; clock: Clock }) {
  const addresses = new LoadingCache<ZipAddress>({ clock, ttlMs: DAY_MS, max: 5000 })
  /** The CEPs that failed since the last valid response, with the end of their pauses. */
  const failed = new Map<string, number>()
  let pausedUntil = 0

  async function request(zip: string, find: FindZipAddress): Promise<ZipAddress> {
    const now = clock.now().getTime()
    if (now < pausedUntil || now < (failed.get(zip) ?? 0)) throw new ApiError('ZIP_CODE_UNAVAILABLE')
    try {
      const address = await find(zip)
      failed.clear()
      return address
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ZIP_CODE_UNAVAILABLE') noteFailure(zip)
      else failed.clear()
      throw error
    }
  }

  function noteFailure(zip: string) {
    const until = clock.now().getTime() + PAUSE_MS
    failed.set(zip, until)
    if (failed.size < FAILURES_OF_SERVICE) return
    pausedUntil = until
    failed.clear()
  }

  return async function findZipCode(text: string): Promise<ZipAddress> {
    const zip = text.replace('-', '')
    if (!find) throw new ApiError('ZIP_CODE_NOT_FOUND')
    return addresses.get(zip, () => request(zip, find))
  }
}
