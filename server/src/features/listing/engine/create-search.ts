import { createCardCache, type SearchCard } from '@na-regua/search'
import type { Database } from '../../../lib/database.ts'
import { chordBetween, toPoint } from '../../../lib/sphere.ts'
import type { CardRow } from '../../barbershops/queries.ts'
import { computeOpening, toBarbershopTime, toCard, toKilometers } from '../../barbershops/rules.ts'
import { listCards } from '../nearby/queries.ts'
import { createLiveIndex, type LiveIndexOptions } from './follow-changes.ts'

type SearchOptions = Omit<LiveIndexOptions, 'onChange'> & { db: Database }
type CardHours = Pick<CardRow, 'hours' | 'specialDates' | 'timeZone'>

const CARD_BYTES = 128 * 1024 * 1024

/** The in-memory index and its cards. Cached responses are dropped after the index was updated, never only before. */
export function createInMemorySearch({ db, ...options }: SearchOptions) {
  const cards = createCardCache<CardHours>({
    maxBytes: CARD_BYTES,
    loadCards: async (ids) => (await listCards(db, ids)).map(toSearchCard),
    computeOpening: ({ hours, specialDates, timeZone }, now) =>
      computeOpening(hours, toBarbershopTime(now, timeZone), specialDates),
    computeDistance: (from, to) => toKilometers(chordBetween(from, to)),
    findWait: (id, now) => index.findWait(id, now),
  })
  const listeners: ((ids: readonly string[] | undefined) => void)[] = []
  const index = createLiveIndex({
    ...options,
    onChange: (ids, isShown) => {
      cards.invalidate(ids)
      for (const listener of listeners) listener(ids)
      if (isShown) options.changeFeed.notifyWatchers()
    },
  })
  return {
    ...index,
    cards,
    /** Called with the ids of changed barbershops, undefined for all of them. */
    onChange: (listener: (ids: readonly string[] | undefined) => void) => void listeners.push(listener),
  }
}

/** The opening in this card is never written: it depends on the time of the request. */
function toSearchCard(row: CardRow): SearchCard<CardHours> {
  const { hours, specialDates, timeZone } = row
  return { card: toCard(row, new Date(0)), point: toPoint(row), hours: { hours, specialDates, timeZone } }
}
