import type { SeriesEnd } from '@na-regua/contract/series'
import { sql } from 'kysely'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { defineJob, toJobRow } from '../../lib/jobs.ts'
import { deleteBatch, runSweeps } from '../../lib/worker/run-sweeps.ts'
import { findServiceSelection } from '../availability/queries.ts'
import { publishEvent } from '../notifications/events/queries.ts'
import { announcePrice } from './announce-price.ts'
import { type DateOutcome, fillDate } from './book-date.ts'
import { decideClosedDates } from './decide-closed-dates.ts'
import { noteLostDates } from './decide-dates.ts'
import { endSeries } from './end-series.ts'
import { moveDates } from './move-dates.ts'
import { notifyOfDates } from './notify-of-series.ts'
import {
  countAllowedDates,
  findSeries,
  listSeriesDates,
  listSettledDates,
  lockSeries,
  type SeriesDateRow,
  type SeriesRecord,
  updateDate,
  updateSeries,
} from './queries.ts'
import { findSeriesEnd, listPlannedDates, nextFill, type PlannedDate } from './rules.ts'
import { suspendIfInactive } from './suspend-series.ts'

/**
 * Brings the dates of a series up to date: those without a reply are skipped, those of a changed time moved, the missing ones of the
 * next weeks booked, and the customer notified. Each booking is a transaction of its own: repeated, also by several processes, it
 * changes nothing that is done.
 */
export async function fillSeries(db: DatabasePool, seriesId: string, now: Date): Promise<void> {
  if (!(await suspendIfInactive(db, seriesId, now))) {
    await expireAlternatives(db, seriesId, now)
    const ends = (await endIfMissed(db, seriesId, now)) ?? (await fillDates(db, seriesId, now))
    if (ends) await endSeries(db, seriesId, { because: ends, now })
  }
  await decideClosedDates(db, seriesId, now)
  await notifyOfDates(db, seriesId, now)
}

/** Why the series cannot go on; undefined: it does, or has ended already. */
async function fillDates(db: DatabasePool, seriesId: string, now: Date): Promise<SeriesEnd | undefined> {
  const found = await findSeries(db, seriesId)
  // It goes on when the barbershop does.
  if (found?.status !== 'ACTIVE' || !found.isActive) return undefined
  const selected = await findServiceSelection(db, found.barberId, found.serviceIds)
  if (!selected) return 'service'
  await moveDates(db, found, now)
  const series = await announcePrice(db, found, selected.priceCents, now)
  if (!series) return undefined
  const dates = await listSeriesDates(db, seriesId)
  const positions = new Set(dates.map(({ position }) => position))
  // After a pause and changes of the weekday a position may fall on the date of another one: the customer has that day.
  const days = new Set(dates.map(({ date }) => date))
  const missing = listPlannedDates(series, now).filter(
    ({ position, date }) => !positions.has(position) && !days.has(date),
  )
  const outcome = await fillMissing(db, series, missing.slice(0, await countAllowedDates(db, series, now)), now)
  if (outcome === 'changed') return undefined
  if (outcome !== 'done') return outcome.ends
  // What could not be moved yet is tried again before tomorrow.
  return dates.some(({ isMoving }) => isMoving) ? undefined : postpone(db, series, now)
}

/** The booking of the first one decides whether the series can go on. Of several others those that are lost are noted at once. */
async function fillMissing(
  db: DatabasePool,
  series: SeriesRecord,
  [first, second, ...rest]: readonly PlannedDate[],
  now: Date,
): Promise<DateOutcome> {
  const outcome = first ? await fillDate(db, series, first, now) : 'done'
  if (outcome !== 'done' || !second) return outcome
  const open = await noteLostDates(db, series, [second, ...rest], now)
  if (!open) return 'changed'
  for (const planned of open) {
    const result = await fillDate(db, series, planned, now)
    if (result !== 'done') return result
  }
  return 'done'
}

/** Nothing is to be done before tomorrow. */
async function postpone(db: DatabasePool, series: SeriesRecord, now: Date): Promise<undefined> {
  await db.transaction().execute(async (tx) => {
    await lockSeries(tx, series.id)
    await updateSeries(tx, series, { fillAfter: nextFill(series, now) }, { now })
  })
}

async function expireAlternatives(db: DatabasePool, seriesId: string, now: Date): Promise<void> {
  const isExpired = ({ status, replyBy }: SeriesDateRow) =>
    status === 'ALTERNATIVES' && replyBy !== null && replyBy <= now
  if (!(await listSeriesDates(db, seriesId)).some(isExpired)) return
  await db.transaction().execute(async (tx) => {
    await lockSeries(tx, seriesId)
    const expired = (await listSeriesDates(tx, seriesId)).filter(isExpired)
    for (const date of expired) await updateDate(tx, date, { status: 'SKIPPED', reason: 'unanswered' }, now)
  })
}

async function endIfMissed(db: DatabasePool, seriesId: string, now: Date): Promise<SeriesEnd | undefined> {
  const series = await findSeries(db, seriesId)
  if (!series || series.status === 'ENDED' || series.createdAt > now) return undefined
  return findSeriesEnd(await listSettledDates(db, seriesId))
}

type FillDeps = { db: DatabasePool; clock: Clock }

export const fillSeriesJob = defineJob('fill-series', {
  run: ({ db, clock }: FillDeps, { seriesId }: { seriesId: string }) => fillSeries(db, seriesId, clock.now()),
})

/** In the transaction of a change, so that its dates follow also if the process dies after it. */
export function enqueueFill(tx: Database, seriesIds: readonly string[], now: Date): Promise<void> {
  const jobs = seriesIds.map((seriesId) => toJobRow(fillSeriesJob, { seriesId }, `fill-series:${seriesId}`))
  return publishEvent(tx, { notifications: [], published: {}, jobs }, now)
}

/** So many series an hour: each is due once a day. */
const MAX_DUE = 5000

/** Each series once a day, in the morning of its barbershop, and when the time to choose is over. */
export async function planSeries({ db, clock }: FillDeps): Promise<void> {
  const now = clock.now()
  await sql`/* plan series */
    select graphile_worker.add_job(${fillSeriesJob.name}::text, json_build_object('seriesId', id), job_key => 'fill-series:' || id)
      from (select id from appointment_series where status = 'ACTIVE' and fill_after <= ${now}
             union select series_id from series_dates where status = 'ALTERNATIVES' and reply_by <= ${now}
             union select series_id from series_dates where is_alternative_due
             limit ${MAX_DUE}) as due`.execute(db)
}

export const planSeriesJob = defineJob('plan-series', { schedule: '5,35 * * * *', run: planSeries })

/** Deletes ended series, of which nothing is shown after two weeks; their appointments stay. */
async function sweepSeries({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const until = new Date(clock.now().getTime() - 400 * 86_400_000)
  const ended = { table: 'appointment_series', by: 'updated_at', until, and: sql`status = 'ENDED'` }
  await runSweeps({ 'ended series': (limit) => deleteBatch(db, { ...ended, limit }) })
}

export const sweepSeriesJob = defineJob('sweep-series', { schedule: '50 5 * * *', run: sweepSeries })
