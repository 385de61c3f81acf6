import type { UpcomingSlots } from '@na-regua/search'
import type { Random } from '../server/seed/random.ts'
import type { BarbershopSchedules, BookableBarber } from '../server/src/features/availability/queries.ts'
import {
  type BusyRow,
  computeUpcomingSlots,
} from '../server/src/features/listing/upcoming-slots/compute-upcoming-slots.ts'
import { toWeeklyIntervals, type WeeklyRow } from '../server/src/features/staff/schedule/rules.ts'

/** A Wednesday at noon in São Paulo. */
export const SAMPLE_START = Date.parse('2026-03-11T15:00:00Z')
/** The samples of each week of opening hours. */
const SAMPLES = 50
const WEEKS = 40
const TIME_ZONE = 'America/Sao_Paulo'
const MIDNIGHT = SAMPLE_START / 60_000 - 12 * 60
const DAY = 1440
const service = { id: 's', name: 'Corte', durationMin: 40, bufferMin: 0, priceCents: 4500 }
const shortest = { durationMin: 15, bufferMin: 0 }

/** How many of ten slots are taken, today and tomorrow, within a week, and later. */
export type SampleBookings = readonly [soon: number, inWeek: number, later: number]

/** Opening hours of a sample barbershop: so many weeks that differ. */
function listOpenings(number: number) {
  const kind = number % WEEKS
  const opens = 480 + 60 * (kind % 5)
  const closes = opens + 60 * (9 + (Math.floor(kind / 5) % 4))
  return { opens, closes, days: [0, 1, 2, 3, 4, 5, 6].filter((day) => day > Math.floor(kind / 20)) }
}

/** As rows of the index have them. */
export function toSampleWeek(number: number): string {
  const { days, opens, closes } = listOpenings(number)
  return days.map((day) => `${day} ${opens} ${closes}`).join(' ')
}

export type SampleSlots = { pick: (random: Random, number: number) => UpcomingSlots }

/** Creates the slots of barbershops with one to four barbers and appointments, as the server computes them; to pick from for a sample barbershop. */
export function createSampleSlots(random: Random, bookings: SampleBookings): SampleSlots {
  const samples = Array.from({ length: SAMPLES * WEEKS }, (_, number) => {
    const shop = generateSchedules(random, number)
    const rows = new Map(shop.barbers.map(({ barberId }) => [barberId, generateAppointments(random, shop, bookings)]))
    const { versions } = computeUpcomingSlots(shop, ({ barberId }) => rows.get(barberId) ?? [], new Date(SAMPLE_START))
    return versions[0]?.slots as UpcomingSlots
  })
  return {
    pick: (picker, number) => samples[WEEKS * picker.int(0, SAMPLES - 1) + (number % WEEKS)] as UpcomingSlots,
  }
}

function generateSchedules(random: Random, number: number): BarbershopSchedules {
  const { opens, closes, days } = listOpenings(number)
  const shopHours = toWeeklyIntervals(days.map((day): WeeklyRow => [day, opens, closes]))
  const shared = { ...generateSettings(random), shopHours, barbershopId: String(number) }
  const barbers = Array.from({ length: random.weighted(barberCounts) }, (_, index): BookableBarber => {
    const lunch = 720 + 30 * random.int(0, 4)
    const breaks = toWeeklyIntervals(random.chance(0.5) ? days.map((day): WeeklyRow => [day, lunch, lunch + 60]) : [])
    const barberId = `${number} ${index}`
    return { ...shared, barberId, userId: `user ${barberId}`, barberHours: undefined, breaks }
  })
  return { id: String(number), timeZone: TIME_ZONE, firstService: service, shopHours, specialDates: new Map(), barbers }
}

const barberCounts = [
  [1, 5],
  [2, 3],
  [3, 1],
  [4, 1],
] as const
const grids = [
  [15, 6],
  [30, 2],
  [20, 1],
  [10, 1],
  [5, 1],
] as const

function generateSettings(random: Random) {
  return {
    timeZone: TIME_ZONE,
    gridMinutes: random.weighted(grids),
    walkInShare: null,
    specialDates: new Map(),
    minimumNoticeMinutes: random.pick([0, 30, 30, 60]),
    bookingWindowDays: random.pick([30, 60, 60, 60, 90]),
    shortestService: shortest,
    terms: {},
    barberName: 'Beto',
    barbershopVersion: 1,
    availabilityVersion: 1,
  }
}

/** They begin on the grid. */
function generateAppointments(
  random: Random,
  { shopHours, barbers: [barber] }: BarbershopSchedules,
  [soon, inWeek, later]: SampleBookings,
): BusyRow[] {
  const rows: BusyRow[] = []
  const gridMinutes = barber?.gridMinutes ?? DAY
  for (let day = 0; day < 28; day++) {
    const taken = day < 2 ? soon : day < 7 ? inWeek : later
    for (const hours of shopHours[(3 + day) % 7] ?? [])
      for (const { start, length } of generateVisits(random, hours, { taken, gridMinutes })) {
        const at = MIDNIGHT + day * DAY + start
        rows.push({ key: '', id: null, start: at, end: at + length, heldUntil: null })
      }
  }
  return rows
}

type Hours = BarbershopSchedules['shopHours'][number][number]

/** The visits of one opening, one after the other: `taken` in ten of them are booked. */
function generateVisits(
  random: Random,
  [opens, closes]: Hours,
  { taken, gridMinutes }: { taken: number; gridMinutes: number },
) {
  const visits: { start: number; length: number }[] = []
  for (let start = opens; start < closes; ) {
    const length = random.pick([30, 40, 40, 45, 60])
    if (random.chance(taken / 10) && start + length <= closes) visits.push({ start, length })
    start += Math.ceil(length / gridMinutes) * gridMinutes
  }
  return visits
}
