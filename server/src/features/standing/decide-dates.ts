import type { SeriesDateReason } from '@na-regua/contract/series'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { sql } from 'kysely'
import type { Database, DatabasePool } from '../../lib/database.ts'
import type { Interval } from '../../lib/intervals.ts'
import { toEpochMinute } from '../../lib/local-time.ts'
import { listBarberCandidates } from '../availability/candidates/queries.ts'
import { type BookableBarber, isBlocking, loadBusyIntervals } from '../availability/queries.ts'
import { type BusyIntervals, isBookable, type RequiredTime, type ServiceSelection } from '../availability/rules.ts'
import { toSeriesSchedule } from '../booking/rules.ts'
import { findSeries, insertDates, lockSeries, type SeriesRecord } from './queries.ts'
import { listDateAlternatives, type PlannedDate, replyDeadline } from './rules.ts'

const DAY = 1440
/** Alternatives are on the days around a date, in epoch minutes before and after it. */
const AROUND = { before: 5 * DAY, after: 9 * DAY } as const

/** What decides about dates of a series that are not free: read once for all of them. */
type DateSituation = {
  /** With the schedule that binds the series, in the barbershop's order. */
  barbers: readonly BookableBarber[]
  selections: ReadonlyMap<string, ServiceSelection | undefined>
  getBusy: (barber: BookableBarber) => BusyIntervals
  /** When the barber of the series is off, in epoch minutes. */
  timeOff: readonly Interval[]
}

type Dates = readonly [PlannedStart, ...PlannedStart[]]
type PlannedStart = Pick<PlannedDate, 'date' | 'start'>

/** `dates` by start. */
async function readSituation(db: Database, series: SeriesRecord, dates: Dates, now: Date): Promise<DateSituation> {
  const { barberId, barbershopId, serviceIds, isByStaff } = series
  const start = dates[0].start
  const span = {
    from: toEpochMinute(start) - AROUND.before,
    to: toEpochMinute(dates.at(-1)?.start ?? start) + AROUND.after,
  }
  const candidates = await listBarberCandidates(db, { barberId: undefined, barbershopId, serviceIds, start })
  const barbers = candidates.map(({ barber }) => toSeriesSchedule(barber, { isByStaff }))
  const getBusy = await loadBusyIntervals(db, barbers, { ...span, now })
  const busy = new Map(barbers.map((barber) => [barber.barberId, getBusy(barber)]))
  return {
    barbers,
    selections: new Map(candidates.map(({ barber, selected }) => [barber.barberId, selected])),
    getBusy: (barber) => busy.get(barber.barberId) ?? [],
    timeOff: await listTimeOff(db, barberId, span),
  }
}

async function listTimeOff(db: Database, barberId: string, span: { from: number; to: number }): Promise<Interval[]> {
  const { rows } = await sql<{ interval: Interval }>`/* list time off around dates */
    select json_build_array(floor(extract(epoch from starts_at) / 60), ceil(extract(epoch from ends_at) / 60)) as interval
      from time_off where barber_id = ${barberId}
       and starts_at < to_timestamp(${span.to}::float8 * 60) and ends_at > to_timestamp(${span.from}::float8 * 60)
     order by starts_at`.execute(db)
  return rows.map(({ interval }) => interval)
}

export type DateAlternatives = {
  status: 'ALTERNATIVES' | 'SKIPPED'
  reason: SeriesDateReason
  alternatives: Alternative[]
  replyBy: Date | null
}

/** What else is free around the date, and why the date is not. */
export async function findAlternatives(
  db: Database,
  series: SeriesRecord,
  planned: PlannedStart,
  now: Date,
): Promise<DateAlternatives> {
  return decideAlternatives(await readSituation(db, series, [planned], now), series, planned, now)
}

function decideAlternatives(
  situation: DateSituation,
  series: SeriesRecord,
  { date, start }: PlannedStart,
  now: Date,
): DateAlternatives {
  const { barbers, selections, timeOff } = situation
  const { barberId, minute, priceCents } = series
  // The customer knows one price: who is more expensive is no alternative.
  const required = ({ barberId: of }: { barberId: string }) => {
    const selected = selections.get(of)
    return selected && (of === barberId || selected.priceCents <= priceCents) ? selected : undefined
  }
  const at = toEpochMinute(start)
  const busy = new Map(barbers.map((barber) => [barber.barberId, listBusyAround(at, situation.getBusy(barber))]))
  const getBusy = (barber: { barberId: string }) => busy.get(barber.barberId) ?? []
  const alternatives = listDateAlternatives(barbers, getBusy, { barberId, date, minute, required }, now)
  const starts = alternatives.map(({ startTime }) => new Date(startTime))
  const replyBy = starts.length > 0 ? replyDeadline(starts, now) : undefined
  const end = at + (selections.get(barberId)?.durationMin ?? 0)
  const isOff = timeOff.some(([from, to]) => from < end && to > at)
  const reason = !isInHours(situation, series, start, now) ? 'closed' : isOff ? 'time-off' : 'taken'
  return replyBy
    ? { status: 'ALTERNATIVES', reason, alternatives, replyBy }
    : { status: 'SKIPPED', reason, alternatives: [], replyBy: null }
}

const listBusyAround = (at: number, busy: BusyIntervals) =>
  busy.filter(([from, to]) => from < at + AROUND.after && to > at - AROUND.before)

/** As far as the schedule decides, and this time off. */
function isInHours(
  { barbers, selections }: DateSituation,
  { barberId }: SeriesRecord,
  start: Date,
  now: Date,
  timeOff: BusyIntervals = [],
) {
  const own = barbers.find((barber) => barber.barberId === barberId)
  const selected = selections.get(barberId)
  return own && selected ? isBookable({ ...own, gridMinutes: 1 }, start, selected, timeOff, now) : false
}

/**
 * Notes at once those of the dates that no booking would get: the barber does not work then, or another customer has the time. Returns
 * the others, which bookings decide; undefined: the series is not what the caller read. One transaction under the lock of the series, so
 * a date that was decided meanwhile stays as it is.
 */
export async function noteLostDates(
  db: DatabasePool,
  series: SeriesRecord,
  missing: readonly [PlannedDate, ...PlannedDate[]],
  now: Date,
): Promise<PlannedDate[] | undefined> {
  return db.transaction().execute(async (tx) => {
    await lockSeries(tx, series.id)
    const current = await findSeries(tx, series.id)
    if (current?.version !== series.version || current.status !== 'ACTIVE') return undefined
    const situation = await readSituation(tx, current, missing, now)
    const selected = situation.selections.get(series.barberId)
    // A series that cannot go on is for the booking to explain.
    if (!selected) return [...missing]
    const taken = await listTaken(tx, current, missing, { ...selected, now })
    const isLost = ({ position, start }: PlannedDate) =>
      taken.has(position) || !isInHours(situation, current, start, now, situation.timeOff)
    const { true: lost = [], false: open = [] } = Object.groupBy(missing, (planned) => `${isLost(planned)}`)
    const rows = lost.map((planned) => {
      const { position, date } = planned
      return { position, date, ...decideAlternatives(situation, current, planned, now), appointmentId: null }
    })
    if (rows.length > 0) await insertDates(tx, series.id, rows, now)
    return open
  })
}

/** The positions at whose time someone else has the barber. The customer's own appointment may become the date. */
async function listTaken(
  db: Database,
  { barberUserId, customerId, profileId }: SeriesRecord,
  missing: readonly PlannedDate[],
  { durationMin, bufferMin, now }: RequiredTime & { now: Date },
): Promise<Set<number>> {
  const { rows } = await sql<{ position: number }>`/* list taken dates of series */
    select position
      from unnest(${missing.map(({ position }) => position)}::int[], ${missing.map(({ start }) => start)}::timestamptz[]) as planned(position, start)
     where exists (
       select from appointments where ${isBlocking({ now })} and barber_user_id = ${barberUserId}
          and tstzrange(starts_at, busy_until) && tstzrange(start, start + make_interval(mins => ${durationMin + bufferMin}))
          and (customer_id = ${customerId}::uuid) is not true and (profile_id = ${profileId}::uuid) is not true)`.execute(
    db,
  )
  return new Set(rows.map(({ position }) => position))
}
