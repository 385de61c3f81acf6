import { ApiError } from '@na-regua/contract/errors'
import type { Series, SeriesStatus } from '@na-regua/contract/series'
import { sql } from 'kysely'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { addDays } from '../../lib/local-time.ts'
import { stopSeries } from './end-series.ts'
import { enqueueFill, fillSeries } from './fill-series.ts'
import { findDate, findSeriesFor, hasEarlierDateFrom, lockSeries, type SeriesRecord, updateSeries } from './queries.ts'
import { findShift } from './rules.ts'
import { getSeriesFor } from './view-series.ts'

type ChangeRequest = {
  id: string
  userId: string
  version: number
  status: SeriesStatus
  /** From this date on; without it all that are ahead. */
  from?: string
  now: Date
}

/**
 * Pauses, resumes or ends a series. Its coming dates are cancelled with it, as far as the caller may cancel them: within the
 * cancellation notice the customer's stay. A repeated request changes nothing.
 */
export async function changeSeries(db: DatabasePool, request: ChangeRequest): Promise<Series> {
  const { id, userId, status, now } = request
  await db.transaction().execute(async (tx) => {
    await lockSeries(tx, id)
    const series = await findSeriesFor(tx, id, userId)
    if (!series) throw new ApiError('SERIES_NOT_FOUND')
    if (series.status === status) return
    if (series.version !== request.version || series.status === 'ENDED') throw new ApiError('STATE_CHANGED')
    if (status === 'ACTIVE') await resume(tx, series, request)
    else if (status === 'PAUSED')
      await stopSeries(tx, series, { ...request, status, because: null, actor: series.actor })
    else await stopSeries(tx, series, { ...request, status, because: series.actor, actor: series.actor })
  })
  if (status === 'ACTIVE') await fillSeries(db, id, now)
  return getSeriesFor(db, id, userId, now)
}

/** The skipped dates of the pause are booked again. */
async function resume(tx: Database, series: SeriesRecord, { userId, now }: ChangeRequest): Promise<void> {
  if (!(await updateSeries(tx, series, { status: 'ACTIVE', fillAfter: now }, { userId, now })))
    throw new ApiError('STATE_CHANGED')
  await sql`/* forget dates of pause */
    delete from series_dates where series_id = ${series.id} and reason = 'paused'
       and date >= (${now}::timestamptz at time zone ${series.timeZone})::date`.execute(tx)
  await enqueueFill(tx, [series.id], now)
}

type MoveRequest = { id: string; userId: string; version: number; from: string; startTime: string; now: Date }

/**
 * Gives the series another weekday and time from one of its dates on. The booked dates follow one by one; one whose new time is taken
 * stays where it is, and the customer is notified of it.
 */
export async function moveSeries(db: DatabasePool, request: MoveRequest): Promise<Series> {
  const { id, userId, now } = request
  await db.transaction().execute((tx) => writeShift(tx, request))
  await fillSeries(db, id, now)
  return getSeriesFor(db, id, userId, now)
}

async function writeShift(tx: Database, { id, userId, version, from, startTime, now }: MoveRequest): Promise<void> {
  await lockSeries(tx, id)
  const series = await findSeriesFor(tx, id, userId)
  if (!series) throw new ApiError('SERIES_NOT_FOUND')
  if (series.version !== version || series.status !== 'ACTIVE') throw new ApiError('STATE_CHANGED')
  const first = await findDate(tx, id, from)
  const start = new Date(startTime)
  const found = first && start > now ? findShift(series, from, start) : undefined
  // Customers choose slots; staff any minute.
  const shift = series.actor === 'staff' || (found && found.minute % series.gridMinutes === 0) ? found : undefined
  if (!first || !shift) throw new ApiError('SLOT_UNAVAILABLE')
  const { days, minute } = shift
  // After earlier changes the date before may be only days away: the dates of a series keep their order.
  if (await hasEarlierDateFrom(tx, id, first.position, addDays(from, days))) throw new ApiError('SLOT_UNAVAILABLE')
  const change = { firstDate: addDays(series.firstDate, days), minute, fillAfter: now }
  if (!(await updateSeries(tx, series, change, { userId, now }))) throw new ApiError('STATE_CHANGED')
  await sql`/* forget open dates of series */
    delete from series_dates where series_id = ${id} and position >= ${first.position}
       and (status = 'ALTERNATIVES' or (status = 'SKIPPED' and reason in ('closed', 'time-off', 'taken', 'busy')))`.execute(
    tx,
  )
  await sql`/* shift dates of series */
    update series_dates
       set date = date + ${days}::int, updated_at = ${now}, is_moving = status = 'BOOKED' and exists (
             select from appointments where appointments.id = appointment_id and appointments.status in ('SCHEDULED', 'CONFIRMED')
                and starts_at > ${now})
     where series_id = ${id} and position >= ${first.position}`.execute(tx)
  await enqueueFill(tx, [id], now)
}
