import { setTimeout as wait } from 'node:timers/promises'
import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { ApiError } from '@na-regua/contract/errors'
import type { MapArea, MapResult, SearchResult } from '@na-regua/search'
import { createRowCache } from '../../../lib/caches/row-cache.ts'
import type { Database } from '../../../lib/database.ts'
import { type Position, toChord, toPoint } from '../../../lib/sphere.ts'
import { toCard } from '../../barbershops/rules.ts'
import { type FilledIndex, type FollowerOptions, followDatabase } from './follow-database.ts'
import { listCards } from './queries.ts'
import {
  type MatchFilters,
  type MatchQuery,
  type SearchArea,
  toSearchFilters,
  toSearchForms,
  type WordQuery,
} from './rules.ts'

type ListingOptions = Omit<FollowerOptions, 'onChange' | 'onSlotsChange'> & { db: Database }
type ChangeListener = (ids: readonly string[] | undefined) => void

/** Without a circle all in the box match. */
export type MapSearchQuery = MapArea & { circle: SearchArea | undefined; filters: MatchFilters; now: Date }

export type Listing = ReturnType<typeof createListing>

declare module 'fastify' {
  interface FastifyInstance {
    /** What finds barbershops. */
    listing: Listing
  }
}

/** Some 100 MB. */
const MAX_CARDS = 50_000
/** A request waits for so long until what it needs is loaded, and is then refused. */
const MAX_WAIT_MS = 2000
const origin = [0, 0, 0] as const

/** Finds barbershops in memory. Cached cards are dropped after the index was updated, never only before. */
export function createListing({ db, ...options }: ListingOptions) {
  const listeners: ChangeListener[] = []
  const slotsListeners: ChangeListener[] = []
  const follower = followDatabase({
    ...options,
    onChange(ids, isShown) {
      rows.invalidate(ids)
      for (const listener of listeners) listener(ids)
      if (isShown) options.changeFeed.notifyWatchers()
    },
    onSlotsChange(ids) {
      for (const listener of slotsListeners) listener(ids)
    },
  })

  const findWait = (id: string, now: Date) => follower.getFilled()?.index.findWait(id, now)

  const rows = createRowCache(MAX_CARDS, (ids) => listCards(db, ids))

  /**
   * Waits for the index, and for slots and waits that it does not know yet. Throws UNAVAILABLE when that takes too long. What was loaded
   * meanwhile is known from then on: `find` is called with that time.
   */
  async function search<T>(now: Date, find: (filled: FilledIndex, now: Date) => T | undefined): Promise<T> {
    follower.start()
    const first = follower.getFilled()
    const known = first && find(first, now)
    if (known !== undefined) return known
    for (const deadline = performance.now() + MAX_WAIT_MS; performance.now() < deadline; ) {
      await Promise.race([follower.nextRound(), wait(MAX_WAIT_MS, undefined, { ref: false })])
      const filled = follower.getFilled()
      const found = filled && find(filled, new Date(Math.max(now.getTime(), filled.loadedFor)))
      if (found !== undefined) return found
    }
    throw new ApiError('UNAVAILABLE')
  }

  return {
    start: follower.start,
    close: follower.close,
    /** Resolves when it can find barbershops. Throws UNAVAILABLE when that takes too long. */
    async requireReady(): Promise<void> {
      await search(new Date(0), (filled) => filled)
    },
    find: (query: MatchQuery): Promise<SearchResult> =>
      search(query.now, (filled, now) => {
        const { area, ...page } = query
        return filled.index.find({
          ...page,
          center: toPoint(area),
          chord: toChord(area.radiusInKm),
          filters: toSearchFilters(query.filters, filled.characters),
          now,
        })
      }),
    /** Clusters and pins. */
    findOnMap: ({ circle, ...query }: MapSearchQuery): Promise<MapResult> =>
      search(query.now, (filled, now) =>
        filled.index.findOnMap({
          ...query,
          center: circle ? toPoint(circle) : origin,
          chord: circle ? toChord(circle.radiusInKm) : Number.POSITIVE_INFINITY,
          filters: toSearchFilters(query.filters, filled.characters),
          now,
        }),
      ),
    /** The ids of the best matches. */
    findByText: ({ area, words, limit }: WordQuery): Promise<string[]> =>
      search(new Date(0), ({ index, characters }) => {
        const forms = toSearchForms(words, characters)
        if (forms.length === 0) return []
        return index.findByText({ center: toPoint(area), chord: toChord(area.radiusInKm), forms, limit })
      }),
    /** The ids of barbershops with the best matches among barbers. */
    findByBarber: ({ area, words, limit }: WordQuery): Promise<string[]> =>
      search(new Date(0), ({ index, characters }) => {
        const forms = toSearchForms(words, characters)
        if (forms.length === 0) return []
        return index.findByBarber({ center: toPoint(area), chord: toChord(area.radiusInKm), forms, limit })
      }),
    /** Neighbourhoods, streets and zip codes of barbershops, and cities and landmarks. */
    getPlaces: () => search(new Date(0), ({ places }) => places),
    /** The wait that a barbershop shows; undefined without a number. */
    findWait,
    /** Returns the cards of these barbershops in their order, with one statement when some are not stored. */
    async listCards(ids: readonly string[], now: Date, here: Position): Promise<BarbershopCard[]> {
      const byId = await rows.load(ids)
      return ids.flatMap((id) => {
        const row = byId.get(id)
        return row ? [toCard(row, now, here, findWait(id, now))] : []
      })
    },
    /** Resolves when everything that was committed before can be found, unless the database fails. */
    async catchUp(): Promise<void> {
      follower.start()
      await follower.nextRound()
    },
    isCaughtUp: follower.isCaughtUp,
    /** Called with the ids of changed barbershops, undefined for all of them. */
    onChange: (listener: ChangeListener) => void listeners.push(listener),
    /** When slots of barbershops may have changed, whatever changed. */
    slotChanges: {
      isCurrent: follower.isCurrent,
      onChange: (listener: ChangeListener) => void slotsListeners.push(listener),
    },
    /** How many barbershops can be found. */
    count: () => follower.getFilled()?.index.size ?? 0,
  }
}
