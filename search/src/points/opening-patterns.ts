import { MAX_FREE_ON_DAYS } from '@na-regua/contract/barbershops'

/** The hours of a barbershop. Barbershops with equal hours share one pattern. */
type OpeningPattern = {
  timeZone: string
  /** Triples: weekday, opening minute, closing minute. */
  week: Int32Array
  /** Triples: days since 1970, opening minute, closing minute; -1 twice for a closed day. */
  specialDates: Int32Array
}

/** Days since 1970 and minutes since midnight, in some time zone. */
type LocalMinute = { day: number; minute: number }
export type ToLocalMinute = (epochMinute: number, timeZone: string) => LocalMinute
/** The instant of a local minute. Minutes from 1440 on are on the next day. */
export type ToEpochMinute = (local: LocalMinute, timeZone: string) => number

/** Two local times of a day in minutes since midnight; `day` since 1970, without it today. */
export type LocalSpan = { day: number | undefined; from: number; until: number }

/**
 * The instants of a LocalSpan in one time zone, and how many days after today it is: -1 in the past and more than MAX_DAYS_AHEAD
 * ahead.
 */
export type ZonedSpan = { from: number; until: number; daysAhead: number }

/** By pattern: from the first opening of the current business day until its last closing; -1 twice where it is closed all day. */
type BusinessDays = readonly ZonedSpan[]

/** `opensToday`: is open now or opens later today. */
export type HoursFilter = { openNow: boolean; opensToday: boolean }

const DAY = 1440
/** Results are kept for the current minute and a few filters. */
const MAX_RESULTS = 8
/** No later day can be queried. */
const MAX_DAYS_AHEAD = MAX_FREE_ON_DAYS

/** Every distinct pattern under an id, with the number of barbershops that use it. */
export class OpeningPatterns {
  readonly #toLocalMinute: ToLocalMinute
  readonly #toEpochMinute: ToEpochMinute
  #ids = new Map<string, number>()
  #patterns: (OpeningPattern | undefined)[] = []
  #uses: number[] = []
  #freeIds: number[] = []
  #results = new Map<string, Uint8Array>()
  #businessDays: { epochMinute: number; byPattern: BusinessDays } | undefined
  #localSpans = new Map<string, readonly ZonedSpan[]>()

  constructor(toLocalMinute: ToLocalMinute, toEpochMinute: ToEpochMinute) {
    this.#toLocalMinute = toLocalMinute
    this.#toEpochMinute = toEpochMinute
  }

  /** The id of these hours. Call release() when the barbershop no longer has them. */
  acquire(timeZone: string, week: string, specialDates: string): number {
    const key = toKey(timeZone, week, specialDates)
    const id = this.#ids.get(key) ?? this.#add(key, timeZone, week, specialDates)
    this.#uses[id] = (this.#uses[id] ?? 0) + 1
    return id
  }

  release(id: number) {
    const uses = (this.#uses[id] ?? 0) - 1
    this.#uses[id] = uses
    const pattern = this.#patterns[id]
    if (uses > 0 || !pattern) return
    this.#ids.delete(toKey(pattern.timeZone, pattern.week.join(' '), pattern.specialDates.join(' ')))
    this.#patterns[id] = undefined
    this.#freeIds.push(id)
  }

  /** By id: 1 where the hours pass the filter at that minute. Computed once a minute. */
  listOpen(epochMinute: number, filter: HoursFilter): Uint8Array {
    const key = toHoursKey(epochMinute, filter)
    const result = this.#results.get(key) ?? this.#compute(epochMinute, filter)
    if (this.#results.size > MAX_RESULTS) this.#results.clear()
    this.#results.set(key, result)
    return result
  }

  /** The business day of each pattern at that minute. Computed once a minute. */
  listBusinessDays(epochMinute: number): BusinessDays {
    if (this.#businessDays?.epochMinute !== epochMinute)
      this.#businessDays = { epochMinute, byPattern: this.#computeBusinessDays(epochMinute) }
    return this.#businessDays.byPattern
  }

  /** The span of each pattern. Computed once a minute. */
  listLocalSpans(epochMinute: number, span: LocalSpan): readonly ZonedSpan[] {
    const key = `${epochMinute} ${span.day} ${span.from} ${span.until}`
    const result = this.#localSpans.get(key) ?? this.#computeLocalSpans(epochMinute, span)
    if (this.#localSpans.size > MAX_RESULTS) this.#localSpans.clear()
    this.#localSpans.set(key, result)
    return result
  }

  /** The midnight, in the zone of the pattern, that ends the last bookable day. */
  findWindowEnd(id: number, epochMinute: number, windowDays: number): number {
    const timeZone = this.#patterns[id]?.timeZone ?? 'UTC'
    const { day } = this.#toLocalMinute(epochMinute, timeZone)
    return this.#toEpochMinute({ day: day + windowDays + 1, minute: 0 }, timeZone)
  }

  #computeBusinessDays(epochMinute: number): BusinessDays {
    return this.#patterns.map((pattern) => {
      if (!pattern) return noSpan
      const local = this.#toLocalMinute(epochMinute, pattern.timeZone)
      const night = Math.max(DAY, lastClosingOn(pattern, local.day - 1)) - DAY
      const day = local.minute < night ? local.day - 1 : local.day
      const toInstant = (ofDay: number, minute: number) => this.#toEpochMinute({ day: ofDay, minute }, pattern.timeZone)
      const closing = lastClosingOn(pattern, day)
      if (closing < 0) return noSpan
      return {
        from: toInstant(day, firstOpeningOn(pattern, day)),
        until: toInstant(day, closing),
        daysAhead: 0,
      }
    })
  }

  #add(key: string, timeZone: string, week: string, specialDates: string): number {
    const id = this.#freeIds.pop() ?? this.#patterns.length
    this.#patterns[id] = { timeZone, week: toNumbers(week), specialDates: toNumbers(specialDates) }
    this.#uses[id] = 0
    this.#ids.set(key, id)
    this.#results.clear()
    this.#localSpans.clear()
    this.#businessDays = undefined
    return id
  }

  #computeLocalSpans(epochMinute: number, { day, from, until }: LocalSpan): readonly ZonedSpan[] {
    const byZone = new Map<string, ZonedSpan>()
    const toSpan = (timeZone: string): ZonedSpan => {
      const today = this.#toLocalMinute(epochMinute, timeZone).day
      const ahead = (day ?? today) - today
      const toInstant = (minute: number) => this.#toEpochMinute({ day: today + ahead, minute }, timeZone)
      return { from: toInstant(from), until: toInstant(until), daysAhead: ahead > MAX_DAYS_AHEAD ? -1 : ahead }
    }
    return this.#patterns.map((pattern) => {
      if (!pattern) return noSpan
      const span = byZone.get(pattern.timeZone) ?? toSpan(pattern.timeZone)
      byZone.set(pattern.timeZone, span)
      return span
    })
  }

  #compute(epochMinute: number, filter: HoursFilter): Uint8Array {
    const localMinutes = new Map<string, LocalMinute>()
    return Uint8Array.from(this.#patterns, (pattern) => {
      if (!pattern) return 0
      const local = localMinutes.get(pattern.timeZone) ?? this.#toLocalMinute(epochMinute, pattern.timeZone)
      localMinutes.set(pattern.timeZone, local)
      return isMatch(pattern, local, filter) ? 1 : 0
    })
  }
}

/** The span of an id that is not in use. */
const noSpan: ZonedSpan = { from: -1, until: -1, daysAhead: -1 }

function toHoursKey(epochMinute: number, { openNow, opensToday }: HoursFilter): string {
  return `${epochMinute} ${openNow} ${opensToday}`
}

function toKey(timeZone: string, week: string, specialDates: string): string {
  return `${timeZone} ${week} ${specialDates}`
}

function toNumbers(text: string): Int32Array {
  return Int32Array.from(text === '' ? [] : text.split(' '), Number)
}

/** The same rule as hasHours() in SQL: an opening of today, or one of yesterday that lasts past midnight. */
function isMatch(pattern: OpeningPattern, local: LocalMinute, filter: HoursFilter): boolean {
  const isOpen = !filter.openNow || hasOpening(pattern, local, true)
  return isOpen && (!filter.opensToday || hasOpening(pattern, local, false))
}

function hasOpening(pattern: OpeningPattern, { day, minute }: LocalMinute, mustHaveBegun: boolean): boolean {
  const isToday = (opens: number, closes: number) => closes > minute && (!mustHaveBegun || opens <= minute)
  const isPastMidnight = (_: number, closes: number) => closes > minute + DAY
  return hasOpeningOn(pattern, day, isToday) || hasOpeningOn(pattern, day - 1, isPastMidnight)
}

/** -1 when the barbershop does not open on that day. */
function lastClosingOn(pattern: OpeningPattern, day: number): number {
  let last = -1
  hasOpeningOn(pattern, day, (opens, closes) => {
    if (opens >= 0) last = Math.max(last, closes)
    return false
  })
  return last
}

function firstOpeningOn(pattern: OpeningPattern, day: number): number {
  let first = Number.POSITIVE_INFINITY
  hasOpeningOn(pattern, day, (opens) => {
    if (opens >= 0) first = Math.min(first, opens)
    return false
  })
  return first
}

type OpeningTest = (opens: number, closes: number) => boolean

/** A special date replaces the hours of its weekday. 1 January 1970 was a Thursday. */
function hasOpeningOn({ week, specialDates }: OpeningPattern, day: number, test: OpeningTest): boolean {
  const [openings, key] = hasDay(specialDates, day) ? [specialDates, day] : [week, (day + 4) % 7]
  for (let index = 0; index < openings.length; index += 3)
    if (openings[index] === key && test(openings[index + 1] as number, openings[index + 2] as number)) return true
  return false
}

function hasDay(specialDates: Int32Array, day: number): boolean {
  for (let index = 0; index < specialDates.length; index += 3) if (specialDates[index] === day) return true
  return false
}
