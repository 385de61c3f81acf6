import { ApiError } from '@na-regua/contract/errors'
import type { SeriesDateReason, SeriesEnd } from '@na-regua/contract/series'
import { sql } from 'kysely'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { cancelAppointments } from '../booking/displacement/queries.ts'
import { describeCancelled, describeEnd, describeRule } from './describe-series.ts'
import { notifyOfSeries } from './notify-of-series.ts'
import { findSeries, lockSeries, type SeriesActor, type SeriesRecord, updateSeries } from './queries.ts'
import { reasonOfStatus } from './rules.ts'

type EndRequest = { because: SeriesEnd; now: Date }

/** By the system. After two no-shows the coming dates are cancelled; otherwise they stay booked. */
export async function endSeries(db: DatabasePool, seriesId: string, { because, now }: EndRequest): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockSeries(tx, seriesId)
    const series = await findSeries(tx, seriesId)
    // Of a barbershop that is not active nothing can be booked; it may be again tomorrow.
    if (!series?.isActive || series.status === 'ENDED') return
    await stopSeries(tx, series, { status: 'ENDED', because, actor: because === 'no-show' ? 'staff' : 'system', now })
  })
}

type Stop = {
  status: 'PAUSED' | 'ENDED'
  because: SeriesEnd | null
  actor: SeriesActor | 'system'
  userId?: string
  from?: string
  now: Date
}

/** Ends or pauses. The caller holds the lock of the series. */
export async function stopSeries(
  tx: Database,
  series: SeriesRecord,
  { status, because, actor, userId, from, now }: Stop,
) {
  const reason = reasonOfStatus[status]
  const cancelled = actor === 'system' ? [] : await cancelDates(tx, series, { actor, reason, from, now })
  if (!(await updateSeries(tx, series, { status, endedBecause: because }, { userId, now })))
    throw new ApiError('STATE_CHANGED')
  await skipOpenDates(tx, series.id, { reason, from, now })
  const count = cancelled.length
  const what = `${series.serviceName} com ${series.barberName}, ${describeRule(series)}, na ${series.shopName}`
  const isPause = status === 'PAUSED'
  const why = because ? ` ${describeEnd(because, series)}` : ''
  const who = series.guestName ?? series.customerName
  const verb = isPause ? 'em pausa' : 'encerrado'
  const notice = {
    key: `${status}:${series.version}`,
    title: `Horário fixo ${verb}`,
    isEmailed: true,
    toCustomer: true,
    message: `${what}.${why}${describeCancelled(count)}`,
    startsAt: cancelled[0]?.startsAt,
    toBarber: {
      title: `Horário fixo ${verb}`,
      message: `O horário fixo de ${who}, ${describeRule(series)}, foi ${isPause ? 'pausado' : 'encerrado'}.${describeCancelled(count)}`,
    },
    toColleagues: listColleagues(
      series,
      cancelled,
      `O horário fixo de ${who} foi ${isPause ? 'pausado' : 'encerrado'}.`,
    ),
  }
  await notifyOfSeries(tx, series, notice, now)
}

type CancelledDate = { id: string; barberUserId: string; startsAt: Date }

/** Each other barber with whom the customer had chosen a date: it is no longer in their agenda. */
function listColleagues({ barberUserId }: SeriesRecord, cancelled: readonly CancelledDate[], what: string) {
  const ofOthers = cancelled.filter((one) => one.barberUserId !== barberUserId)
  return [...Map.groupBy(ofOthers, (one) => one.barberUserId)].map(([userId, { length }]) => {
    return { userId, title: 'Horário fixo: data cancelada', message: `${what}${describeCancelled(length)}` }
  })
}

type CancelRequest = { actor: SeriesActor; reason: SeriesDateReason; from: string | undefined; now: Date }

/** Locks the rows by id, as every transaction that takes several does. One that is being served goes on. */
async function cancelDates(tx: Database, series: SeriesRecord, { actor, reason, from, now }: CancelRequest) {
  const notice =
    actor === 'customer'
      ? sql`and starts_at - make_interval(mins => (select cancel_notice_minutes from barbershops where id = appointments.barbershop_id)) >= ${now}`
      : sql``
  const { rows } = await sql<CancelledDate>`/* lock dates of series to cancel */
    select id, barber_user_id as "barberUserId", starts_at as "startsAt" from appointments
     where id in (select appointment_id from series_dates where series_id = ${series.id}
                     and (${from ?? null}::date is null or date >= ${from ?? null}::date))
       and status in ('SCHEDULED', 'CONFIRMED') and starts_at > ${now} and serving_from is null ${notice}
     order by id for no key update of appointments`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await cancelAppointments(tx, ids, { actor: actor === 'customer' ? 'customer' : 'owner', now })
  await sql`/* skip cancelled dates */
    update series_dates set status = 'SKIPPED', reason = ${reason}, reply_by = null, alternatives = '[]', is_moving = false,
           notified_at = ${now}, updated_at = ${now}
     where series_id = ${series.id} and appointment_id = any (${ids}::uuid[])`.execute(tx)
  return rows.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

/** Nothing is left to choose. The same notification says so. */
export async function skipOpenDates(
  tx: Database,
  seriesId: string,
  { reason, from, now }: { reason: SeriesDateReason; from: string | undefined; now: Date },
): Promise<void> {
  await sql`/* skip open dates */
    update series_dates set status = 'SKIPPED', reason = ${reason}, reply_by = null, alternatives = '[]',
           notified_at = coalesce(notified_at, ${now}), updated_at = ${now}
     where series_id = ${seriesId} and status = 'ALTERNATIVES' and (${from ?? null}::date is null or date >= ${from ?? null}::date)`.execute(
    tx,
  )
}

/** Whose account closes. Their appointments are cancelled in the same transaction, under the lock of their bookings. */
export async function endSeriesOfUser(tx: Database, userId: string, now: Date): Promise<void> {
  await sql`/* end series of user */
    update appointment_series set status = 'ENDED', ended_because = 'account', version = version + 1, updated_at = ${now}
     where status <> 'ENDED' and (customer_id = ${userId}
        or profile_id = any (array(select id from customer_profiles where user_id = ${userId})))`.execute(tx)
}
