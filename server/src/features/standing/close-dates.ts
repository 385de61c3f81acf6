import type { SeriesDateReason } from '@na-regua/contract/series'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { cancelAppointments } from '../booking/displacement/queries.ts'
import { isOfSeriesAt } from '../staff/schedule/queries.ts'
import { enqueueFill } from './fill-series.ts'

type Closing = {
  reason: Extract<SeriesDateReason, 'closed' | 'time-off'>
  /** For the customer, in the appointment. */
  cancelReason: string
  actor: 'barber' | 'owner'
  now: Date
}

/**
 * Cancels those of the appointments that are dates of standing appointments at their own time, and enqueues the job that offers their
 * customers other times. Returns their ids: the job notifies the customers, the caller does not. Staff have seen them, and the hours do
 * not change before the transaction ends.
 */
export async function closeDates(
  tx: Database,
  appointmentIds: readonly string[],
  { reason, cancelReason, actor, now }: Closing,
): Promise<string[]> {
  if (appointmentIds.length === 0) return []
  const { rows: closed } = await sql<{ id: string }>`/* lock closed dates */
    select id from appointments
     where id = any (${appointmentIds}::uuid[]) and status in ('SCHEDULED', 'CONFIRMED') and ${isOfSeriesAt(now)}
     order by id for no key update of appointments`.execute(tx)
  if (closed.length === 0) return []
  const ids = closed.map(({ id }) => id)
  await cancelAppointments(tx, ids, { actor, reason: cancelReason, now })
  const { rows } = await sql<{ seriesId: string }>`/* note closed dates */
    with closed_dates as materialized (
      select series_id, position from series_dates where appointment_id = any (${ids}::uuid[])
       order by series_id, position for no key update)
    update series_dates set status = 'SKIPPED', reason = ${reason}, is_alternative_due = true, notified_at = null, updated_at = ${now}
      from closed_dates where series_dates.series_id = closed_dates.series_id and series_dates.position = closed_dates.position
    returning series_dates.series_id as "seriesId"`.execute(tx)
  await enqueueFill(tx, toSeriesIds(rows), now)
  return ids
}

const toSeriesIds = (dates: readonly { seriesId: string }[]) => [...new Set(dates.map(({ seriesId }) => seriesId))]

/**
 * A barbershop closes and these appointments were cancelled with it: those that are dates of a standing appointment wait, and are booked
 * again when it is active again. Returns their ids: one message for each series says it. The caller holds the row of the barbershop.
 */
export async function suspendDates(tx: Database, appointmentIds: readonly string[], now: Date): Promise<Set<string>> {
  if (appointmentIds.length === 0) return new Set()
  const { rows } = await sql<{ seriesId: string; appointmentId: string }>`/* suspend dates of series */
    with suspended_dates as materialized (
      select series_id, position from series_dates
       where appointment_id = any (${appointmentIds}::uuid[]) and status = 'BOOKED'
         and exists (select from appointment_series where id = series_id and status = 'ACTIVE')
       order by series_id, position for no key update)
    update series_dates set status = 'SKIPPED', reason = 'paused', is_moving = false, notified_at = null, updated_at = ${now}
      from suspended_dates
     where series_dates.series_id = suspended_dates.series_id and series_dates.position = suspended_dates.position
    returning series_dates.series_id as "seriesId", appointment_id as "appointmentId"`.execute(tx)
  if (rows.length === 0) return new Set()
  const seriesIds = toSeriesIds(rows)
  await sql`/* suspend series */
    update appointment_series set suspended_at = coalesce(suspended_at, ${now}), updated_at = ${now}
     where id = any (${seriesIds}::uuid[])`.execute(tx)
  await enqueueFill(tx, seriesIds, now)
  return new Set(rows.map(({ appointmentId }) => appointmentId))
}
