import type { Barbershop } from '@na-regua/contract/barbershops'
import { LoadingCache } from '../../lib/caches/loading-cache.ts'
import type { Database } from '../../lib/database.ts'
import { distanceKm, type Position } from '../../lib/sphere.ts'
import { type BarbershopRow, getActiveBarbershop } from './queries.ts'
import { roundKilometers, toBarbershop } from './rules.ts'

/** The JSON of a response, around the distance. The opening hours and the special dates in it are those of one minute. */
type BarbershopJson = { row: BarbershopRow; minute: number; before: string; after: string }

/** Reports which barbershops changed, in any process. */
export type BarbershopChanges = {
  /** False while a change may not have been reported yet. */
  isCaughtUp: () => boolean
  /** The listener is called with the ids of barbershops, undefined for all. */
  onChange: (listener: (ids: readonly string[] | undefined) => void) => void
}

type BarbershopReaderOptions = { db: Database; changes: BarbershopChanges }

type BarbershopRequest = {
  id: string
  /** Without both coordinates the distance is null. */
  position: Partial<Position>
  now: Date
  serialize: (response: { barbershop: Barbershop }) => string
}

/** Some kilobytes each. */
const MAX_BARBERSHOPS = 10_000
const NO_DISTANCE = '"distance_in_km":null'

/** Barbershops as JSON. One statement for a barbershop that is not stored, none otherwise. */
export function createBarbershopReader({ db, changes }: BarbershopReaderOptions) {
  const stored = new LoadingCache<BarbershopJson>({ max: MAX_BARBERSHOPS })
  changes.onChange((ids) => {
    if (!ids) stored.clear()
    else for (const id of ids) stored.delete(id)
  })

  async function load(id: string): Promise<BarbershopJson> {
    return { row: await getActiveBarbershop(db, id), minute: Number.NaN, before: '', after: '' }
  }

  return {
    /** Throws BARBERSHOP_NOT_FOUND unless it is active. */
    async getBarbershopJson({ id, position, now, serialize }: BarbershopRequest): Promise<string> {
      const json = changes.isCaughtUp() ? await stored.get(id.toLowerCase(), () => load(id)) : await load(id)
      const minute = Math.floor(now.getTime() / 60_000)
      if (json.minute !== minute) {
        // Quotation marks inside of a value are escaped, so only the field itself can be this text.
        const text = serialize({ barbershop: toBarbershop(json.row, now) })
        const [before, after] = text.split(NO_DISTANCE) as [string, string]
        Object.assign(json, { minute, before, after })
      }
      return json.before + formatDistance(json.row, position) + json.after
    },
  }
}

function formatDistance(row: BarbershopRow, { latitude, longitude }: Partial<Position>): string {
  if (latitude === undefined || longitude === undefined) return NO_DISTANCE
  return `"distance_in_km":${roundKilometers(distanceKm({ latitude, longitude }, row))}`
}
