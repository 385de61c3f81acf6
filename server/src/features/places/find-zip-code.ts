import { ApiError } from '@na-regua/contract/errors'
import type { ZipAddress } from '@na-regua/contract/places'
import { LoadingCache } from '../../lib/caches/loading-cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FindZipAddress } from '../../lib/places/viacep.ts'

const DAY_MS = 86_400_000
/** After a failure no request waits for the service for a while. */
const PAUSE_MS = 30_000

/** The address of a CEP, with or without its hyphen. Without a service every CEP is unknown, and the customer types the address. */
export function createFindZipCode({ find, clock }: { find: FindZipAddress | undefined; clock: Clock }) {
  const addresses = new LoadingCache<ZipAddress>({ clock, ttlMs: DAY_MS, max: 5000 })
  let pausedUntil = 0

  return async function findZipCode(text: string): Promise<ZipAddress> {
    const zip = text.replace('-', '')
    if (!find) throw new ApiError('ZIP_CODE_NOT_FOUND')
    if (clock.now().getTime() < pausedUntil) throw new ApiError('ZIP_CODE_UNAVAILABLE')
    try {
      return await addresses.get(zip, () => find(zip))
    } catch (error) {
      const isUnavailable = error instanceof ApiError && error.code === 'ZIP_CODE_UNAVAILABLE'
      if (isUnavailable) pausedUntil = clock.now().getTime() + PAUSE_MS
      throw error
    }
  }
}
