import { ApiError } from '@na-regua/contract/errors'
import type { Series, SeriesEnd } from '@na-regua/contract/series'
import { sql } from 'kysely'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { announceCurrentPrice } from './announce-price.ts'
import { bookSeriesSlot } from './book-series-slot.ts'
import { findAlternatives } from './decide-dates.ts'
import {
  findDate,
  findSeries,
  findSeriesFor,
  insertDates,
  lockSeries,
  type SeriesDateRow,
  type SeriesRecord,
  updateDate,
  updateSeries,
} from './queries.ts'
import { type PlannedDate, plannedStart } from './rules.ts'
import { getSeriesFor } from './view-series.ts'

/** `ends`: no date of the series can be booked any more. */
export type DateOutcome = 'done' | 'changed' | { ends: SeriesEnd }

/**
 * Books one date, or notes what is offered instead, or why it is skipped; all in one transaction, so that a date that is noted is never
 * booked again. `changed`: the series is not what the caller read.
 */
export async function fillDate(
  db: DatabasePool,
  series: SeriesRecord,
  planned: PlannedDate,
  now: Date,
): Promise<DateOutcome> {
  return db.transaction().execute(async (tx) => {
    await lockSeries(tx, series.id)
    const current = await findSeries(tx, series.id)
    if (current?.version !== series.version || current.status !== 'ACTIVE') return 'changed'
    const booked = await bookSeriesSlot(tx, current, { ...planned, barberId: current.barberId }, now)
    // The next run notifies the customer first.
    if (booked === 'price-changed') return 'changed'
    if ('ends' in booked) return booked
    const date = { position: planned.position, date: planned.date }
    if ('appointmentId' in booked) {
      const row = { ...date, status: 'BOOKED' as const, reason: null, alternatives: [], replyBy: null }
      const { appointmentId, isNew } = booked
      // The appointment may be another date's, which the customer moved here.
      if (isNew || !(await isOfSeries(tx, appointmentId)))
        await insertDates(tx, series.id, [{ ...row, appointmentId }], now)
      else await insertDates(tx, series.id, [{ ...row, status: 'SKIPPED', reason: 'busy', appointmentId: null }], now)
      return 'done'
    }
    const alternatives = await findAlternatives(tx, current, planned, now)
    await insertDates(tx, series.id, [{ ...date, ...alternatives, appointmentId: null }], now)
    return 'done'
  })
}

async function isOfSeries(tx: Database, appointmentId: string): Promise<boolean> {
  const { rows } = await sql`/* is appointment of series */
    select from series_dates where appointment_id = ${appointmentId}`.execute(tx)
  return rows.length > 0
}

type DateReply = {
  id: string
  userId: string
  date: string
  /** One of the alternatives; null: none, the date is skipped. */
  choice: { barberId: string; startTime: string } | null
  now: Date
}

/**
 * The customer, or staff with the customer on the phone, chooses instead of a date that could not be booked. Where the slot was taken
 * since, the date has new alternatives. A repeated reply succeeds.
 */
export async function replyToDate(db: DatabasePool, reply: DateReply): Promise<Series> {
  const { id, userId, now } = reply
  const refusal = await db.transaction().execute(async (tx) => {
    await lockSeries(tx, id)
    const series = await findSeriesFor(tx, id, userId)
    if (!series) throw new ApiError('SERIES_NOT_FOUND')
    return writeReply(tx, series, reply)
  })
  if (refusal === 'price-changed') {
    await announceCurrentPrice(db, id, now)
    throw new ApiError('STATE_CHANGED')
  }
  if (refusal !== 'done') throw refusal
  return getSeriesFor(db, id, userId, now)
}

async function writeReply(tx: Database, series: SeriesRecord, { userId, date, choice, now }: DateReply) {
  const row = await findDate(tx, series.id, date)
  const start = choice ? new Date(choice.startTime) : undefined
  if (row && isRepeatedReply(row, start)) return 'done'
  if (row?.status !== 'ALTERNATIVES' || !row.replyBy || row.replyBy <= now) throw new ApiError('STATE_CHANGED')
  if (!choice || !start) {
    await updateDate(tx, row, { status: 'SKIPPED', reason: 'chosen', isNotified: true }, now)
    await recheck(tx, series, userId, now)
    return 'done'
  }
  const isProvided = row.alternatives.some(
    (one) => one.barberId === choice.barberId.toLowerCase() && Date.parse(one.startTime) === start.getTime(),
  )
  if (!isProvided) throw new ApiError('SLOT_UNAVAILABLE')
  const booked = await bookSeriesSlot(
    tx,
    series,
    { barberId: choice.barberId.toLowerCase(), start, position: row.position, replyBy: row.replyBy },
    now,
  )
  if (booked === 'price-changed') return booked
  if ('appointmentId' in booked && (booked.isNew || !(await isOfSeries(tx, booked.appointmentId)))) {
    const { appointmentId } = booked
    await updateDate(tx, row, { status: 'BOOKED', reason: 'chosen', isNotified: false, appointmentId }, now)
    await recheck(tx, series, userId, now)
    return 'done'
  }
  if ('ends' in booked) return new ApiError('SLOT_UNAVAILABLE')
  const planned = { date: row.date, start: plannedStart(series, row.date) }
  await updateDate(tx, row, { ...(await findAlternatives(tx, series, planned, now)), isNotified: true }, now)
  return 'lost' in booked ? booked.lost : new ApiError('CUSTOMER_BUSY')
}

/** The booking may have waited for its locks: staff who were removed meanwhile reply for no one. */
async function recheck(tx: Database, series: SeriesRecord, userId: string, now: Date): Promise<void> {
  if (!(await updateSeries(tx, series, {}, { userId, now }))) throw new ApiError('STATE_CHANGED')
}

function isRepeatedReply({ status, reason, startsAt }: SeriesDateRow, start: Date | undefined): boolean {
  if (reason !== 'chosen') return false
  return start ? status === 'BOOKED' && startsAt?.getTime() === start.getTime() : status === 'SKIPPED'
}
