import { BarbershopCard } from '@na-regua/contract/barbershops'
import type { ByteWriter } from '../../../lib/byte-writer.ts'
import { toEpochMinute } from '../../../lib/local-time.ts'
import { Shelf } from '../../../lib/shelf.ts'
import { chordBetween, type Point, type Position, toArc, toPoint } from '../../../lib/sphere.ts'
import type { CardRow } from '../queries.ts'
import { openingAt, toCard, toDistance, wallTimeAt } from '../rules.ts'

/** A card as bytes but for what depends on who asks, and when. */
type KnownCard = Pick<CardRow, 'hours' | 'specialDays' | 'timeZone'> & {
  bytes: Buffer
  /** Where what depends stands between the bytes, in the order of the schema. */
  gaps: readonly number[]
  place: Point
  /** `is_open` and `openUntil` as text, at the epoch minute for which they were worked out. */
  opening: { minute: number; isOpen: string; openUntil: string }
}

/** What a card of 700 letters takes with all that belongs to it but its hours, which many have in common. */
const CARD_BYTES = 1300

type Asked = { now: Date; here: Position }
type Options = { maxBytes: number; listCards: (ids: readonly string[]) => Promise<readonly CardRow[]> }

/** Cards of shops that were shown lately, ready but for distance and hours; what is not known is read, and kept unless it changed meanwhile. */
export function keepCards({ maxBytes, listCards }: Options) {
  const shelf = new Shelf<KnownCard>({ lifeMs: Infinity, maxBytes, now: () => 0 })
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
    /** Writes the cards of these shops as a JSON array, to the letter what the call's own serializer writes. */
    async write(answer: ByteWriter, ids: readonly string[], { now, here }: Asked): Promise<void> {
      const known = new Map<string, KnownCard>()
      for (const id of ids) {
        const card = shelf.find(id)
        if (card) known.set(id, card)
      }
      if (known.size < ids.length) await readMissing(ids, known)
      const [cards, from] = [ids.flatMap((id) => known.get(id) ?? []), toPoint(here)]
      answer.write('[')
      for (const [place, card] of cards.entries()) {
        if (place > 0) answer.write(',')
        writeCard(answer, card, now, from)
      }
      answer.write(']')
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
  let text = '{'
  const gaps: number[] = []
  for (const [place, name] of Object.keys(BarbershopCard.properties).entries()) {
    text += `${place > 0 ? ',' : ''}${JSON.stringify(name)}:`
    if (dependent.has(name)) gaps.push(Buffer.byteLength(text))
    else text += JSON.stringify(card[name as keyof BarbershopCard])
  }
  const { hours, specialDays, timeZone } = row
  const opening = { minute: Number.NaN, isOpen: '', openUntil: '' }
  const bytes = Buffer.from(`${text}}`)
  return { bytes, gaps, place: toPoint(row), hours: share(hours), specialDays, timeZone, opening }
}

function writeCard(answer: ByteWriter, card: KnownCard, now: Date, from: Point) {
  const { bytes, gaps, opening } = card
  const minute = toEpochMinute(now)
  if (opening.minute !== minute) {
    const { isOpen, openUntil } = openingAt(card.hours, wallTimeAt(now, card.timeZone), card.specialDays)
    Object.assign(opening, { minute, isOpen: String(isOpen), openUntil: JSON.stringify(openUntil) })
  }
  const distance = String(toDistance(toArc(chordBetween(from, card.place))))
  let written = 0
  for (const [index, value] of [opening.isOpen, opening.openUntil, distance].entries()) {
    const gap = gaps[index] as number
    answer.copy(bytes, written, gap)
    answer.write(value)
    written = gap
  }
  answer.copy(bytes, written, bytes.length)
}
