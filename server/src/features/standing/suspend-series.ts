import { sql } from 'kysely'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { describeCancelled, describeRule } from './describe-series.ts'
import { skipOpenDates } from './end-series.ts'
import { notifyOfSeries } from './notify-of-series.ts'
import { findSeries, listComingDates, listSeriesDates, lockSeries, type SeriesRecord, updateSeries } from './queries.ts'
import { nextFill, plannedStart } from './rules.ts'

/**
 * While the barbershop of an active series is not active, nothing is booked: the customer is notified once, and true is returned. When
 * it is active again, what was cancelled with it is booked again, and `notifyOfDates` says so.
 */
export async function suspendIfInactive(db: DatabasePool, seriesId: string, now: Date): Promise<boolean> {
  const found = await findSeries(db, seriesId)
  if (found?.status !== 'ACTIVE' || (found.isActive && !found.suspendedAt)) return false
  return db.transaction().execute(async (tx) => {
    await lockSeries(tx, seriesId)
    const series = await findSeries(tx, seriesId)
    if (series?.status !== 'ACTIVE') return false
    if (series.isActive) {
      if (series.suspendedAt) await forgetSuspendedDates(tx, series, now)
      return false
    }
    const cancelled = await noteSuspendedDates(tx, series, now)
    if (cancelled > 0 || !series.suspendedAt) await notifyOfSuspension(tx, series, cancelled, now)
    const suspendedAt = series.suspendedAt ?? now
    await updateSeries(tx, series, { suspendedAt, fillAfter: nextFill(series, now) }, { now })
    return true
  })
}

/** Those that were cancelled when the barbershop closed are missing then. The version makes their bookings new ones. */
async function forgetSuspendedDates(tx: Database, series: SeriesRecord, now: Date): Promise<void> {
  const dates = await listSeriesDates(tx, series.id)
  const positions = dates.filter(({ date }) => plannedStart(series, date) > now).map(({ position }) => position)
  const { rows } = await sql`/* forget suspended dates */
    delete from series_dates where series_id = ${series.id} and reason = 'paused' and position = any (${positions}::int[])
       and exists (select from barbershops where id = ${series.barbershopId} and is_active)
    returning 1`.execute(tx)
  if (rows.length > 0) await updateSeries(tx, series, { status: 'ACTIVE' }, { now })
}

/** How many dates were cancelled that the customer is not notified of. None is left to choose. */
async function noteSuspendedDates(tx: Database, { id }: SeriesRecord, now: Date): Promise<number> {
  const { rows } = await sql`/* note suspended dates as notified of */
    update series_dates set notified_at = ${now} where series_id = ${id} and reason = 'paused' and notified_at is null
    returning 1`.execute(tx)
  await skipOpenDates(tx, id, { reason: 'paused', from: undefined, now })
  return rows.length
}

async function notifyOfSuspension(tx: Database, series: SeriesRecord, cancelled: number, now: Date): Promise<void> {
  const dates = await listComingDates(tx, [series.id], now)
  const hasBooked = dates.some(({ appointmentStatus: status }) => status === 'SCHEDULED' || status === 'CONFIRMED')
  const why = `A ${series.shopName} não está recebendo agendamentos.`
  const rest = `${describeCancelled(cancelled)}${hasBooked ? ' O que já está marcado continua valendo.' : ''} Nenhuma data nova é marcada até ela voltar.`
  const title = 'Horário fixo em espera'
  const who = series.guestName ?? series.customerName
  const toAsk = { title, message: `${who}, ${describeRule(series)}: ${why}${rest} Avise o cliente.` }
  const notice = {
    key: `suspended:${now.getTime()}`,
    title,
    isEmailed: true,
    toCustomer: true,
    message: `${why} ${series.serviceName} com ${series.barberName}, ${describeRule(series)}.${rest}`,
    startsAt: dates.find(({ startsAt }) => startsAt && startsAt > now)?.startsAt ?? undefined,
    toBarber: series.customerId ? undefined : toAsk,
  }
  await notifyOfSeries(tx, series, notice, now)
}
