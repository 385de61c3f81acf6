import { BarbershopCard } from '@na-regua/contract/barbershops'
import { toEpochMinute } from '../../../lib/local-time.ts'
import { createShelf } from '../../../lib/shelf.ts'
import { distanceKm, type Position } from '../../../lib/sphere.ts'
import type { CardRow } from '../queries.ts'
import { openingAt, toCard, toDistance, wallTimeAt } from '../rules.ts'

/** A card as text but for what depends on who asks, and when. */
type KnownCard = Pick<CardRow, 'hours' | 'specialDays' | 'timeZone' | 'latitude' | 'longitude'> & {
  /** Before, between and after what depends. */
  pieces: string[]
  /** `is_open` and `openUntil` as text, at the epoch minute for which they were worked out. */
  opening: { minute: number; isOpen: string; openUntil: string }
}

/** What a card of 700 letters takes with all that belongs to it but its hours, which many have in common. */
const CARD_BYTES = 1300

type Options = { maxBytes: number; listCards: (ids: readonly string[]) => Promise<readonly CardRow[]> }

/** Cards of shops that were shown lately, ready but for distance and hours; what is not known is read, and kept unless it changed meanwhile. */
export function keepCards({ maxBytes, listCards }: Options) {
  const shelf = createShelf<KnownCard>({ lifeMs: Infinity, maxBytes, now: () => 0 })
  let changes = 0

  async function readMissing(ids: readonly string[], known: Map<string, KnownCard>) {
    const begun = changes
    for (const row of await listCards(ids.filter((id) => !known.has(id)))) {
      const card = toKnown(row)
      known.set(row.id, card)
      if (begun === changes) shelf.keep(row.id, card, CARD_BYTES)
    }
  }

  return {
    /** The cards of these shops as a JSON array, to the letter what the call's own serializer writes. */
    async write(ids: readonly string[], now: Date, here: Position): Promise<string> {
      const known = new Map<string, KnownCard>()
      for (const id of ids) {
        const card = shelf.find(id)
        if (card) known.set(id, card)
      }
      if (known.size < ids.length) await readMissing(ids, known)
      const cards = ids.flatMap((id) => known.get(id) ?? [])
      return `[${cards.map((card) => writeCard(card, now, here)).join(',')}]`
    },
    /** These shops, or any, are other than they were. */
    forget(ids: readonly string[] | undefined) {
      changes++
      if (!ids) shelf.clear()
      else for (const id of ids) shelf.drop(id)
    },
  }
}

const dependent = new Set<string>(['is_open', 'openUntil', 'distance_in_km'])

const sharedHours = new Map<string, CardRow['hours']>()
const MOST_HOURS = 10_000

/** The one list of all that are equal to this one. */
function share(hours: CardRow['hours']): CardRow['hours'] {
  const key = JSON.stringify(hours)
  const known = sharedHours.get(key)
  if (!known && sharedHours.size < MOST_HOURS) sharedHours.set(key, hours)
  return known ?? hours
}

function toKnown(row: CardRow): KnownCard {
  const card = toCard(row, new Date(0))
  const pieces = ['{']
  for (const [place, name] of Object.keys(BarbershopCard.properties).entries()) {
    const isDependent = dependent.has(name)
    const value = isDependent ? '' : JSON.stringify(card[name as keyof BarbershopCard])
    pieces.push(`${pieces.pop()}${place > 0 ? ',' : ''}${JSON.stringify(name)}:${value}`)
    if (isDependent) pieces.push('')
  }
  pieces.push(`${pieces.pop()}}`)
  const { hours, specialDays, timeZone, latitude, longitude } = row
  const opening = { minute: Number.NaN, isOpen: '', openUntil: '' }
  return { pieces, hours: share(hours), specialDays, timeZone, latitude, longitude, opening }
}

function writeCard(card: KnownCard, now: Date, here: Position): string {
  const minute = toEpochMinute(now)
  if (card.opening.minute !== minute) {
    const { isOpen, openUntil } = openingAt(card.hours, wallTimeAt(now, card.timeZone), card.specialDays)
    card.opening = { minute, isOpen: String(isOpen), openUntil: JSON.stringify(openUntil) }
  }
  const [before, afterOpen, afterUntil, afterDistance] = card.pieces
  const { isOpen, openUntil } = card.opening
  return `${before}${isOpen}${afterOpen}${openUntil}${afterUntil}${toDistance(distanceKm(here, card))}${afterDistance}`
}
