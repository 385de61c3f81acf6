import { ApiError } from '@na-regua/contract/errors'
import type { ZipAddress } from '@na-regua/contract/places'
import type { Clock } from '../../lib/clock.ts'
import { createPromiseCache } from '../../lib/keep-for.ts'
import type { FindZipAddress } from '../../lib/viacep.ts'

const DAY_MS = 86_400_000
/** After a failure nobody waits for the same silence again for a while. */
const REST_MS = 30_000

/** The address of a CEP, with or without its hyphen. Where nobody knows it is typed by hand: the answer says so. */
export function createFindZipCode({ find, clock }: { find: FindZipAddress | undefined; clock: Clock }) {
  const keep = createPromiseCache<ZipAddress>({ clock, lifeMs: DAY_MS, most: 5000 })
  let restsUntil = 0

  return async function findZipCode(text: string): Promise<ZipAddress> {
    const zip = text.replace('-', '')
    if (!find) throw new ApiError('ZIP_CODE_NOT_FOUND')
    if (clock.now().getTime() < restsUntil) throw new ApiError('ZIP_CODE_UNAVAILABLE')
    try {
      return await keep(zip, () => find(zip))
    } catch (error) {
      const isAway = error instanceof ApiError && error.code === 'ZIP_CODE_UNAVAILABLE'
      if (isAway) restsUntil = clock.now().getTime() + REST_MS
      throw error
    }
  }
}
