import { LOOK_AHEAD_DAYS } from '@na-regua/contract/availability'
import { formatMinuteInSentence, formatWeekdayAndDate } from '../../lib/format-time.ts'
import {
  addDays,
  formatMinute,
  fromEpochMinute,
  listDates,
  localDay,
  toEpochMinute,
  toLocal,
  weekdayOf,
} from '../../lib/local-time.ts'
import { type BarberSchedule, type BusyIntervals, listSlots, type RequiredTime } from '../availability/rules.ts'

/** Rhythms are computed again after so long: no shorter rhythm exists, so none is missed. */
const CHECK_DAYS = 7

/** Local minutes of the barbershop's day: nudges leave between the first and the last, as a rule at the second. */
const EARLIEST = 9 * 60
const USUAL = 10 * 60
const LATEST = 20 * 60
/** The proposed start is at least so far ahead. */
const LEAD_MIN = 180

const DAY_MS = 86_400_000

/** The rhythm of one customer in one barbershop. Dates are local. */
export type Rhythm = {
  userId: string
  barbershopId: string
  timeZone: string
  lastOn: string
  /** The median of the days between visits. */
  gapDays: number
  /** Neither too early nor, after three times the usual gap, too late. */
  isDue: boolean
  /** Due, but no nudge: there is one of this cycle, an appointment, a block, or the last ones were ignored. */
  isSuppressed: boolean
}

/** `now`: the nudge may leave. Otherwise when to compute the rhythm again, if that is within the week. */
export function decideNudge(
  { timeZone, lastOn, gapDays, isDue, isSuppressed }: Rhythm,
  now: Date,
): 'now' | Date | undefined {
  const { date: today, minute } = toLocal(toEpochMinute(now), timeZone)
  const at = (date: string) => fromEpochMinute(localDay(date, timeZone).toEpoch(USUAL))
  if (!isDue) {
    const dueOn = addDays(lastOn, gapDays)
    return dueOn > today ? at(dueOn) : undefined
  }
  if (isSuppressed) return undefined
  if (minute >= EARLIEST && minute < LATEST) return 'now'
  return at(minute < EARLIEST ? today : addDays(today, 1))
}

/** The first of what is given, at the latest in a week. */
export function nextCheckAt(times: readonly (Date | undefined)[], now: Date): Date {
  const latest = now.getTime() + CHECK_DAYS * DAY_MS
  return new Date(Math.min(latest, ...times.flatMap((time) => time?.getTime() ?? [])))
}

/** After a nudge at another barbershop, or without a slot: tomorrow at the usual hour. */
export function tomorrowIn(timeZone: string, now: Date): Date {
  const tomorrow = addDays(toLocal(toEpochMinute(now), timeZone).date, 1)
  return fromEpochMinute(localDay(tomorrow, timeZone).toEpoch(USUAL))
}

/** One of the newest visits, newest first. `serviceIds` is empty where the barbershop has removed one of them. */
export type PastVisit = { date: string; minute: number; barberId: string; serviceIds: readonly string[] }
export type UsualVisit = { weekday: number; minute: number; barberId: string; serviceIds: readonly string[] }

/** What the customer does most often, of equally often the newest. Undefined without services that still exist. */
export function findUsualVisit(visits: readonly PastVisit[]): UsualVisit | undefined {
  const serviceIds = mostFrequent(visits.flatMap((visit) => (visit.serviceIds.length > 0 ? [visit.serviceIds] : [])))
  const barberId = mostFrequent(visits.map((visit) => visit.barberId))
  const weekday = mostFrequent(visits.map(({ date }) => weekdayOf(date)))
  const minutes = visits.map(({ minute }) => minute).toSorted((one, other) => one - other)
  const minute = minutes[Math.floor((minutes.length - 1) / 2)]
  if (!serviceIds || barberId === undefined || weekday === undefined || minute === undefined) return undefined
  return { serviceIds, barberId, weekday, minute }
}

function mostFrequent<T>(values: readonly T[]): T | undefined {
  const counts = new Map<string, { value: T; count: number }>()
  for (const value of values) {
    const key = JSON.stringify(value)
    counts.set(key, { value: counts.get(key)?.value ?? value, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count)[0]?.value
}

/** A barber with time for the usual services. */
export type BarberTime<Barber extends BarberSchedule = BarberSchedule> = {
  barber: Barber
  required: RequiredTime
  busy: BusyIntervals
}

/** The slot that is nearest to the usual weekday and hour, of the usual barber unless this one has none. Epoch minutes. */
export function chooseNearestSlot<Barber extends BarberSchedule>(
  barbers: readonly BarberTime<Barber>[],
  { weekday, minute, barberId }: Pick<UsualVisit, 'weekday' | 'minute' | 'barberId'>,
  now: Date,
): { barber: Barber; start: number } | undefined {
  const [usual, others] = [true, false].map((isUsual) =>
    barbers.filter(({ barber }) => (barber.barberId === barberId) === isUsual),
  )
  const find = (among: readonly BarberTime<Barber>[] = []) =>
    among
      .flatMap((time) => listDistances(time, { weekday, minute }, now))
      .toSorted((one, other) => one.distance - other.distance || one.start - other.start)[0]
  return find(usual) ?? find(others)
}

function listDistances<Barber extends BarberSchedule>(
  { barber, required, busy }: BarberTime<Barber>,
  { weekday, minute }: Pick<UsualVisit, 'weekday' | 'minute'>,
  now: Date,
) {
  const { timeZone } = barber
  const earliest = toEpochMinute(now) + LEAD_MIN
  const dates = listDates(toLocal(toEpochMinute(now), timeZone).date, LOOK_AHEAD_DAYS)
  const ideal = dates
    .map((date) => localDay(date, timeZone))
    .find((day) => day.weekday === weekday && day.toEpoch(minute) >= earliest)
    ?.toEpoch(minute)
  if (ideal === undefined) return []
  return dates.flatMap((date) =>
    listSlots(barber, date, required, busy, now)
      .map((slot) => localDay(date, timeZone).toEpoch(slot))
      .filter((start) => start >= earliest)
      .map((start) => ({ barber, start, distance: Math.abs(start - ideal) })),
  )
}

/** What is proposed, with the names in its text. `start` in epoch minutes. */
export type NudgeProposal = {
  lastOn: string
  start: number
  timeZone: string
  isUsualBarber: boolean
  serviceName: string
  barberName: string
  shopName: string
}

const weekdays = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado']

/** "Faz 24 dias: quer o de sempre, sexta às 18h?", in local time. */
export function describeNudge(proposal: NudgeProposal, now: Date): { title: string; message: string } {
  const { lastOn, start, timeZone, isUsualBarber, serviceName, barberName, shopName } = proposal
  const { date, minute } = toLocal(start, timeZone)
  const today = toLocal(toEpochMinute(now), timeZone).date
  const days = Math.round((Date.parse(today) - Date.parse(lastOn)) / DAY_MS)
  return {
    title: `Faz ${days} dias: quer ${isUsualBarber ? 'o de sempre' : 'marcar'}, ${describeDay(date, today)} às ${formatMinuteInSentence(minute)}?`,
    message: `${serviceName} com ${barberName} na ${shopName}.`,
  }
}

function describeDay(date: string, today: string): string {
  if (date === today) return 'hoje'
  if (date === addDays(today, 1)) return 'amanhã'
  return date < addDays(today, 7) ? (weekdays[weekdayOf(date)] as string) : `${formatWeekdayAndDate(date)},`
}

type Choices = {
  barbershopId: string
  barberId: string
  serviceIds: readonly string[]
  start: number
  timeZone: string
}

/** The page for booking with everything chosen. The token is in the hash, so that it never reaches a server log. */
export function nudgePath({ barbershopId, barberId, serviceIds, start, timeZone }: Choices, token: string): string {
  const { date, minute } = toLocal(start, timeZone)
  const [serviceId, ...extraIds] = serviceIds
  const query = new URLSearchParams({
    ...(extraIds.length > 0 && { extras: extraIds.join() }),
    date,
    time: formatMinute(minute),
  })
  return `/barbershop/${barbershopId}/booking/${barberId}/${serviceId}?${query}#aviso=${token}`
}
