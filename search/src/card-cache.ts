import { BarbershopCard } from '@na-regua/contract/barbershops'
import type { PointCoordinates } from './points/point-table.ts'

import { SecondChanceCache } from './second-chance-cache.ts'
import type { ShownWait } from './slots/wait-table.ts'

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

/**
 * The JSON of a card without the values that depend on time and place. Each character is one byte: joined text is copied once, when it is
 * sent, and neither encoded nor measured again.
 */
type StoredCard<Hours> = {
  id: string
  beforeOpening: string
  beforeDistance: string
  /** Up to where the queue is missing; with nothing behind it in a card without a queue. */
  beforeQueue: string
  afterQueue: string
  hasQueue: boolean
  point: PointCoordinates
  hours: SharedHours<Hours>
}

/** Follows `is_open` in the schema, so that both are written at once. */
const OPEN_UNTIL = ',"openUntil":'
/** In the order of the schema; the queue only of a barbershop that has one. */
const missing: ReadonlySet<string> = new Set(['is_open', 'distance_in_km', 'queue'])

/** Memory of a card of 700 characters with its entry, without its hours, which many cards share. */
const STORED_BYTES = 1300
const MAX_SHARED_HOURS = 10_000

/** Cards of recently listed barbershops as text without what changes by the minute, so that a response is joined instead of serialized. */
export class CardCache<Hours> {
  readonly #options: CardCacheOptions<Hours>
  readonly #cards: SecondChanceCache<StoredCard<Hours>>
  readonly #sharedHours = new SecondChanceCache<SharedHours<Hours>>(MAX_SHARED_HOURS)
  #invalidations = 0

  constructor(options: CardCacheOptions<Hours>) {
    this.#options = options
    this.#cards = new SecondChanceCache(Math.max(1, Math.floor(options.maxBytes / STORED_BYTES)))
  }

  /**
   * Writes the cards of these barbershops as a JSON array, byte by byte as the serializer of the endpoint does; each character is one byte.
   * Without a promise when all of them are stored.
   */
  write(ids: readonly string[], context: CardContext): string | Promise<string> {
    const cards = ids.map((id) => this.#cards.get(id))
    if (cards.includes(undefined))
      return this.#loadMissing(ids, cards).then((loaded) => this.#writeCards(loaded, context))
    return this.#writeCards(cards, context)
  }

  #writeCards(cards: readonly (StoredCard<Hours> | undefined)[], { now, center, before, after }: CardContext): string {
    const minute = Math.floor(now.getTime() / 60_000)
    let text = `${before}[`
    let separator = ''
    for (const card of cards) {
      if (!card) continue
      const { hours } = card
      if (hours.minute !== minute) this.#updateOpening(hours, now, minute)
      const distance = this.#options.computeDistance(center, card.point)
      text += separator + card.beforeOpening + hours.opening + card.beforeDistance + distance + card.beforeQueue
      if (card.hasQueue) text += this.#formatQueue(card.id, now) + card.afterQueue
      separator = ','
    }
    return `${text}]${after}`
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
    const parts = ['{']
    for (const [index, name] of Object.keys(BarbershopCard.properties).entries()) {
      if (name === 'openUntil') continue
      parts[parts.length - 1] += `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`
      if (missing.has(name) && (name !== 'queue' || card.queue)) parts.push('')
      else parts[parts.length - 1] += JSON.stringify(card[name as keyof BarbershopCard])
    }
    parts[parts.length - 1] += '}'
    const [beforeOpening = '', beforeDistance = '', beforeQueue = '', afterQueue = ''] = parts.map(toBytes)
    const text = { beforeOpening, beforeDistance, beforeQueue, afterQueue }
    return { ...text, id: card.id, hasQueue: card.queue !== null, point, hours: this.#share(hours) }
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

/** UTF-8 as text with one character for each byte. */
function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

export function createCardCache<Hours>(options: CardCacheOptions<Hours>): CardCache<Hours> {
  return new CardCache(options)
}
