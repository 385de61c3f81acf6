import { enlarge, i32 } from '../points/typed-arrays.ts'
import type { SlotDuration } from './slot-spans.ts'
import type { UpcomingSlots } from './upcoming-slots.ts'

/** What decides, besides the days, when a barbershop can be booked. */
export type SlotSettings = {
  gridMinutes: number
  noticeMinutes: number
  windowDays: number
  /** Of the barbershop's first service. */
  first: SlotDuration
  /** Of its shortest one: no buffer makes it longer. */
  shortest: SlotDuration
  /** Where barbers differ, the first service with each; null for one without it. */
  ofBarbers: readonly (SlotDuration | null)[] | undefined
}

export function toSlotSettings(slots: UpcomingSlots): SlotSettings {
  const { gridMinutes, noticeMinutes, windowDays, durationMin, bufferMin, minDurationMin, barbers } = slots
  return {
    gridMinutes,
    noticeMinutes,
    windowDays,
    first: { durationMin, bufferMin },
    shortest: { durationMin: minDurationMin, bufferMin: 0 },
    ofBarbers: barbers?.map(({ first }) => first),
  }
}

const UNKNOWN = 0

/** The settings of each point: four bytes. Barbershops with equal ones, which are most, share them. */
export class SlotSettingsTable {
  #ids = new Int32Array(64)
  readonly #settings: (SlotSettings | undefined)[] = [undefined]
  readonly #keys: string[] = ['']
  readonly #uses: number[] = [0]
  readonly #idByKey = new Map<string, number>()
  readonly #freeIds: number[] = []

  /** Of distinct settings. */
  get size(): number {
    return this.#idByKey.size
  }

  ensureCapacity(points: number) {
    if (points > this.#ids.length) this.#ids = enlarge(this.#ids, points)
  }

  isKnown(point: number): boolean {
    return point < this.#ids.length && i32(this.#ids, point) !== UNKNOWN
  }

  /** Undefined of a point of which nothing is known. */
  find(point: number): SlotSettings | undefined {
    return point < this.#ids.length ? this.#settings[i32(this.#ids, point)] : undefined
  }

  write(point: number, settings: SlotSettings) {
    const key = JSON.stringify(settings)
    const id = this.#idByKey.get(key) ?? this.#add(key, settings)
    this.#uses[id] = (this.#uses[id] as number) + 1
    this.forget(point)
    this.#ids[point] = id
  }

  forget(point: number) {
    const id = i32(this.#ids, point)
    if (id === UNKNOWN) return
    this.#ids[point] = UNKNOWN
    const uses = (this.#uses[id] as number) - 1
    this.#uses[id] = uses
    if (uses > 0) return
    this.#idByKey.delete(this.#keys[id] as string)
    this.#settings[id] = undefined
    this.#freeIds.push(id)
  }

  #add(key: string, settings: SlotSettings): number {
    const id = this.#freeIds.pop() ?? this.#settings.length
    this.#settings[id] = settings
    this.#keys[id] = key
    this.#uses[id] = 0
    this.#idByKey.set(key, id)
    return id
  }
}
