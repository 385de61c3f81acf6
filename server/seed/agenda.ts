import type { SeedBarbershop } from './barbershop.ts'
import { createRandom, type Random, uuidOf } from './random.ts'
import type { SeedService } from './service-catalog.ts'
import type { SeedBarber } from './staff.ts'

type SeedStatus = 'SCHEDULED' | 'CONFIRMED' | 'COMPLETED' | 'CANCELLED' | 'NO_SHOW'

/** An appointment in local days and minutes; the database converts them to instants in the shop's time zone. */
export type SeedAppointment = {
  id: string
  shop: SeedBarbershop
  barber: SeedBarber
  service: SeedService
  /** Days from today in the shop's time zone. */
  offset: number
  minute: number
  status: SeedStatus
}

export type BookedSeedAppointment = SeedAppointment & {
  customerId: string
  /** For whom the customer has booked; undefined: for themselves. */
  guestName?: string
  isReviewed?: boolean
}

/** The current local time of a shop. */
export type LocalNow = { date: Temporal.PlainDate; minute: number }

type Range = readonly [from: number, to: number]

const HISTORY_DAYS = 85
/** Minimum and maximum share of booked time per day, starting today. */
const occupancyRanges: readonly Range[] = [
  [0.3, 0.88],
  [0.25, 0.85],
  [0.2, 0.65],
  [0.2, 0.5],
  [0.2, 0.4],
  [0.1, 0.3],
  [0.05, 0.2],
]
/** An unanswered request expires two hours before its start, so none is SCHEDULED closer than this. Minutes. */
const EARLIEST_REQUEST = 150

export function localNow(now: Date, timeZone: string): LocalNow {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  return { date: local.toPlainDate(), minute: local.hour * 60 + local.minute }
}

/** All appointments of a shop from three months ago to the end of next week, in order of time. */
export function planAppointments(shop: SeedBarbershop, now: LocalNow): SeedAppointment[] {
  const random = createRandom(`${shop.id} agenda`)
  const usualLoad = shop.appointmentCount / (shop.barbers.length * HISTORY_DAYS * 11)
  const appointments: SeedAppointment[] = []
  for (let offset = -HISTORY_DAYS; offset < occupancyRanges.length; offset++) {
    const [min, max] = occupancyRanges[offset] ?? [usualLoad, usualLoad]
    const popularity = shop.is_featured ? 0.7 + 0.3 * random.next() : random.next()
    const load = min + popularity * (max - min)
    const date = now.date.add({ days: offset }).toString()
    for (const barber of shop.barbers) appointments.push(...fillDay(random, { shop, barber, offset, date, now, load }))
  }
  return appointments.sort((one, other) => one.offset * 1440 + one.minute - other.offset * 1440 - other.minute)
}

type Day = { shop: SeedBarbershop; barber: SeedBarber; offset: number; date: string; now: LocalNow; load: number }

function fillDay(random: Random, day: Day): SeedAppointment[] {
  const { shop, barber, offset, date, load } = day
  const grid = shop.grid_minutes
  const demand = shop.services.map((service) => [service, service.demand] as const)
  const appointments: SeedAppointment[] = []
  for (const [from, to] of listWorkingRanges(day)) {
    let minute = Math.ceil(from / grid) * grid
    while (minute < to) {
      const service = random.weighted(demand)
      const gap = grid * random.int(1, 3)
      const isTaken =
        minute + service.duration_min <= to && random.chance(bookingProbability(load, service.duration_min, gap))
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

/** The probability of an appointment of `duration` minutes against a gap of `gap` minutes that leads to `load`. */
function bookingProbability(load: number, duration: number, gap: number) {
  return (load * gap) / (duration * (1 - load) + load * gap)
}

/** `ahead`: minutes from now to the start. */
function chooseStatus(random: Random, ahead: number, duration: number): SeedStatus {
  if (ahead + duration <= 0)
    return random.weighted([
      ['COMPLETED', 93],
      ['CANCELLED', 4],
      ['NO_SHOW', 3],
    ])
  if (ahead < EARLIEST_REQUEST) return 'CONFIRMED'
  return random.chance(0.65) ? 'CONFIRMED' : 'SCHEDULED'
}

/** Bookable ranges of a barber: opening hours ∩ the barber's hours − breaks − absences, in minutes of that day. */
function listWorkingRanges({ shop, barber, offset, now }: Omit<Day, 'load' | 'date'>): Range[] {
  const weekday = (((now.date.dayOfWeek + offset) % 7) + 7) % 7
  const openings = shop.openings
    .filter((opening) => opening.day_of_week === weekday)
    .map((opening): Range => [opening.opens_minute, opening.closes_minute])
  const barberHours = barber.hours.filter((period) => period.day_of_week === weekday)
  const working =
    barber.hours.length === 0
      ? openings
      : openings.flatMap((opening) => barberHours.flatMap((period) => intersect(opening, period)))
  const breaks = barber.breaks.filter((period) => period.day_of_week === weekday)
  // An absence that runs past midnight also cuts the first hours of the next day.
  const absences = barber.absences.map((absence) => {
    const shift = (absence.offset - offset) * 1440
    return { starts_minute: absence.starts_minute + shift, ends_minute: absence.ends_minute + shift }
  })
  return [...breaks, ...absences].reduce((ranges, gap) => ranges.flatMap((range) => subtract(range, gap)), working)
}

type Span = { starts_minute: number; ends_minute: number }

function intersect([from, to]: Range, { starts_minute, ends_minute }: Span): Range[] {
  const common: Range = [Math.max(from, starts_minute), Math.min(to, ends_minute)]
  return common[0] < common[1] ? [common] : []
}

function subtract([from, to]: Range, { starts_minute, ends_minute }: Span): Range[] {
  if (ends_minute <= from || starts_minute >= to) return [[from, to]]
  const rest: Range[] = [
    [from, starts_minute],
    [ends_minute, to],
  ]
  return rest.filter(([start, end]) => start < end)
}
