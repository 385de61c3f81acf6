import type { Barbershop } from './barbershop.ts'
import { createRandom, type Random, uuidOf } from './random.ts'
import type { Service } from './service-menu.ts'
import type { Barber } from './staff.ts'

export type Status = 'SCHEDULED' | 'CONFIRMED' | 'COMPLETED' | 'CANCELLED' | 'NO_SHOW'

/** A visit in the shop's own days and minutes; the base turns them into instants in the shop's zone. */
export type SeedAppointment = {
  id: string
  shop: Barbershop
  barber: Barber
  service: Service
  /** Days from the shop's today. */
  offset: number
  minute: number
  status: Status
}

/** Where the shop's clock stands. */
export type LocalNow = { date: Temporal.PlainDate; minute: number }

type Range = readonly [from: number, to: number]

const HISTORY_DAYS = 85
/** How full a day is, at least and at most, from today on. */
const fullness: readonly Range[] = [
  [0.3, 0.88],
  [0.25, 0.85],
  [0.2, 0.65],
  [0.2, 0.5],
  [0.2, 0.4],
  [0.1, 0.3],
  [0.05, 0.2],
]
/** A request that nobody answered is released two hours before its start; younger ones are still open. */
const REQUEST_LIVES_UNTIL = 150

export function localNow(now: Date, timeZone: string): LocalNow {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  return { date: local.toPlainDate(), minute: local.hour * 60 + local.minute }
}

/** All visits of a shop from three months ago to the end of next week, in order of time. */
export function planAppointments(shop: Barbershop, now: LocalNow): SeedAppointment[] {
  const random = createRandom(`${shop.id} agenda`)
  const usualLoad = shop.visits / (shop.barbers.length * HISTORY_DAYS * 11)
  const appointments: SeedAppointment[] = []
  for (let offset = -HISTORY_DAYS; offset < fullness.length; offset++) {
    const [least, most] = fullness[offset] ?? [usualLoad, usualLoad]
    const liking = shop.is_featured ? 0.7 + 0.3 * random.next() : random.next()
    const mood = least + liking * (most - least)
    for (const barber of shop.barbers) appointments.push(...fillDay(random, { shop, barber, offset, now, load: mood }))
  }
  return appointments.sort((one, other) => one.offset * 1440 + one.minute - other.offset * 1440 - other.minute)
}

type Day = { shop: Barbershop; barber: Barber; offset: number; now: LocalNow; load: number }

function fillDay(random: Random, day: Day): SeedAppointment[] {
  const { shop, barber, offset, load } = day
  const grid = shop.grid_minutes
  const demand = shop.services.map((service) => [service, service.demand] as const)
  const date = day.now.date.add({ days: offset }).toString()
  const appointments: SeedAppointment[] = []
  for (const [from, to] of listWorkingRanges(day)) {
    let minute = Math.ceil(from / grid) * grid
    while (minute < to) {
      const service = random.weighted(demand)
      const gap = grid * random.int(1, 3)
      const isTaken = minute + service.duration_min <= to && random.chance(chanceFor(load, service.duration_min, gap))
      if (isTaken) {
        const id = uuidOf(`${barber.id} ${date} ${minute}`)
        const status = chooseStatus(random, offset * 1440 + minute - day.now.minute, service.duration_min)
        appointments.push({ id, shop, barber, service, offset, minute, status })
      }
      minute += isTaken ? Math.ceil((service.duration_min + service.buffer_min) / grid) * grid : gap
    }
  }
  return appointments
}

/** The chance with which visits of `duration` and gaps of `gap` minutes mix to `load`. */
function chanceFor(load: number, duration: number, gap: number) {
  return (load * gap) / (duration * (1 - load) + load * gap)
}

/** `ahead`: minutes from now to the start. */
function chooseStatus(random: Random, ahead: number, duration: number): Status {
  if (ahead + duration <= 0)
    return random.weighted([
      ['COMPLETED', 93],
      ['CANCELLED', 4],
      ['NO_SHOW', 3],
    ])
  if (ahead < REQUEST_LIVES_UNTIL) return 'CONFIRMED'
  return random.chance(0.65) ? 'CONFIRMED' : 'SCHEDULED'
}

/** When the barber may be booked: openings ∩ own hours − breaks − absences, in minutes of that day. */
export function listWorkingRanges({ shop, barber, offset, now }: Omit<Day, 'load'>): Range[] {
  const weekday = (((now.date.dayOfWeek + offset) % 7) + 7) % 7
  const openings = shop.openings
    .filter((opening) => opening.day_of_week === weekday)
    .map((opening): Range => [opening.opens_minute, opening.closes_minute])
  const own = barber.hours.filter((period) => period.day_of_week === weekday)
  const present =
    barber.hours.length === 0 ? openings : openings.flatMap((opening) => own.flatMap((period) => meet(opening, period)))
  const pauses = barber.breaks.filter((period) => period.day_of_week === weekday)
  // An absence that runs past midnight also cuts the first hours of the next day.
  const absences = barber.absences.map((absence) => {
    const shift = (absence.offset - offset) * 1440
    return { starts_minute: absence.starts_minute + shift, ends_minute: absence.ends_minute + shift }
  })
  return [...pauses, ...absences].reduce((ranges, hole) => ranges.flatMap((range) => cut(range, hole)), present)
}

type Span = { starts_minute: number; ends_minute: number }

function meet([from, to]: Range, { starts_minute, ends_minute }: Span): Range[] {
  const common: Range = [Math.max(from, starts_minute), Math.min(to, ends_minute)]
  return common[0] < common[1] ? [common] : []
}

function cut([from, to]: Range, { starts_minute, ends_minute }: Span): Range[] {
  if (ends_minute <= from || starts_minute >= to) return [[from, to]]
  const rest: Range[] = [
    [from, starts_minute],
    [ends_minute, to],
  ]
  return rest.filter(([start, end]) => start < end)
}
