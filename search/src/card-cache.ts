import { BarbershopCard } from '@na-regua/contract/barbershops'
import { ByteWriter } from './byte-writer.ts'
import type { PointCoordinates } from './point-tree.ts'
import { SecondChanceCache } from './second-chance-cache.ts'
import type { ShownWait } from './wait-table.ts'

/** A card as the database has it; any wait in it is never written. `hours` is everything that the opening at some time depends on, as plain data. */
export type SearchCard<Hours> = { card: BarbershopCard; point: PointCoordinates; hours: Hours }

export type CardOpening = { isOpen: boolean; openUntil: string | null }

export type CardCacheOptions<Hours> = {
  maxBytes: number
  loadCards: (ids: readonly string[]) => Promise<readonly SearchCard<Hours>[]>
  /** Must not change within a minute. */
  computeOpening: (hours: Hours, now: Date) => CardOpening
  computeDistance: (from: PointCoordinates, to: PointCoordinates) => number
  /** Of a barbershop with a queue. */
  findWait: (id: string, now: Date) => ShownWait
}

export type CardContext = {
  now: Date
  center: PointCoordinates
  /** JSON around the array, ASCII only. */
  before: string
  after: string
}

/** Equal hours of many barbershops, with the JSON of the opening at one minute. */
type SharedHours<Hours> = { hours: Hours; minute: number; opening: string }

/** The JSON of a card without the values that depend on time and place, and the offsets where they are missing. */
type StoredCard<Hours> = {
  /** With a comma before it. */
  bytes: Buffer
  openingAt: number
  distanceAt: number
  /** With a queue: its barbershop, and where the queue is missing, behind the other two. */
  queue: { id: string; at: number } | undefined
  point: PointCoordinates
  hours: SharedHours<Hours>
}

/** Follows `is_open` in the schema, so that both are written at once. */
const OPEN_UNTIL = ',"openUntil":'

/** Memory of a card of 700 characters with its entry, without its hours, which many cards share. */
const STORED_BYTES = 1300
const MAX_SHARED_HOURS = 10_000

/** Cards of recently listed barbershops as bytes without what changes by the minute, so that a response is copied instead of serialized. */
export class CardCache<Hours> {
  readonly #options: CardCacheOptions<Hours>
  readonly #cards: SecondChanceCache<StoredCard<Hours>>
  readonly #sharedHours = new SecondChanceCache<SharedHours<Hours>>(MAX_SHARED_HOURS)
  #invalidations = 0

  constructor(options: CardCacheOptions<Hours>) {
    this.#options = options
    this.#cards = new SecondChanceCache(Math.max(1, Math.floor(options.maxBytes / STORED_BYTES)))
  }

  /** Writes the cards of these barbershops as a JSON array, byte by byte as the serializer of the endpoint does. */
  async write(ids: readonly string[], { now, center, before, after }: CardContext): Promise<Buffer> {
    let cards = ids.map((id) => this.#cards.get(id))
    if (cards.includes(undefined)) cards = await this.#loadMissing(ids, cards)
    const minute = Math.floor(now.getTime() / 60_000)
    const writer = new ByteWriter()
    writer.write(`${before}[`)
    let isFirst = true
    for (const card of cards) {
      if (!card) continue
      if (card.hours.minute !== minute) this.#updateOpening(card.hours, now, minute)
      const distance = String(this.#options.computeDistance(center, card.point))
      writeCard(writer, card, isFirst ? 1 : 0, distance, card.queue && this.#formatQueue(card.queue.id, now))
      isFirst = false
    }
    writer.write(`]${after}`)
    return writer.finish()
  }

  /** Drops these cards, or all of them; cards that are being loaded are written, but not stored. */
  invalidate(ids: readonly string[] | undefined) {
    this.#invalidations++
    if (!ids) this.#cards.clear()
    else for (const id of ids) this.#cards.delete(id)
  }

  async #loadMissing(ids: readonly string[], known: readonly (StoredCard<Hours> | undefined)[]) {
    const invalidations = this.#invalidations
    const loaded = new Map<string, StoredCard<Hours>>()
    for (const source of await this.#options.loadCards(ids.filter((_, index) => !known[index]))) {
      const card = this.#toStoredCard(source)
      loaded.set(source.card.id, card)
      if (invalidations === this.#invalidations) this.#cards.set(source.card.id, card)
    }
    return ids.map((id, index) => known[index] ?? loaded.get(id))
  }

  #formatQueue(id: string, now: Date): string {
    const wait = this.#options.findWait(id, now)
    if (wait === 'closed') return 'null'
    return wait ? `{"wait":{"fromMin":${wait.fromMin},"toMin":${wait.toMin}}}` : '{"wait":null}'
  }

  #toStoredCard({ card, point, hours }: SearchCard<Hours>): StoredCard<Hours> {
    let text = ',{'
    let [openingAt, distanceAt, queueAt] = [0, 0, 0]
    for (const [index, name] of Object.keys(BarbershopCard.properties).entries()) {
      if (name === 'openUntil') continue
      text += `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`
      if (name === 'is_open') openingAt = Buffer.byteLength(text)
      else if (name === 'distance_in_km') distanceAt = Buffer.byteLength(text)
      else if (name === 'queue' && card.queue) queueAt = Buffer.byteLength(text)
      else text += JSON.stringify(card[name as keyof BarbershopCard])
    }
    const queue = queueAt > 0 ? { id: card.id, at: queueAt } : undefined
    return { bytes: Buffer.from(`${text}}`), openingAt, distanceAt, queue, point, hours: this.#share(hours) }
  }

  #share(hours: Hours): SharedHours<Hours> {
    const key = JSON.stringify(hours)
    const known = this.#sharedHours.get(key)
    if (known) return known
    const shared = { hours, minute: Number.NaN, opening: '' }
    this.#sharedHours.set(key, shared)
    return shared
  }

  #updateOpening(shared: SharedHours<Hours>, now: Date, minute: number) {
    const { isOpen, openUntil } = this.#options.computeOpening(shared.hours, now)
    shared.minute = minute
    shared.opening = `${isOpen}${OPEN_UNTIL}${JSON.stringify(openUntil)}`
  }
}

function writeCard(
  writer: ByteWriter,
  card: StoredCard<unknown>,
  start: number,
  distance: string,
  present: string | undefined,
) {
  const { bytes, openingAt, distanceAt, queue, hours } = card
  writer.copy(bytes, start, openingAt)
  writer.write(hours.opening)
  writer.copy(bytes, openingAt, distanceAt)
  writer.write(distance)
  const queueAt = queue?.at ?? bytes.length
  writer.copy(bytes, distanceAt, queueAt)
  if (present === undefined) return
  writer.write(present)
  writer.copy(bytes, queueAt, bytes.length)
}

export function createCardCache<Hours>(options: CardCacheOptions<Hours>): CardCache<Hours> {
  return new CardCache(options)
}
