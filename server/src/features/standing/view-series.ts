import { ApiError } from '@na-regua/contract/errors'
import type { Series, SeriesDate } from '@na-regua/contract/series'
import type { Database } from '../../lib/database.ts'
import { formatMinute, weekdayOf } from '../../lib/local-time.ts'
import { findSeriesFor, listComingDates, listSeriesOf, type SeriesDateRow, type SeriesRecord } from './queries.ts'

/** For its customer and the staff; for everyone else it does not exist. */
export async function getSeriesFor(db: Database, id: string, userId: string, now: Date): Promise<Series> {
  const series = await findSeriesFor(db, id, userId)
  if (!series) throw new ApiError('SERIES_NOT_FOUND')
  return toSeries(series, await listComingDates(db, [series.id], now))
}

export async function listOwnSeries(db: Database, userId: string, now: Date): Promise<Series[]> {
  const found = await listSeriesOf(db, userId, now)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const dates = Map.groupBy(await listComingDates(db, ids, now), ({ seriesId }) => seriesId)
  return found.map((series) => toSeries(series, dates.get(series.id) ?? []))
}

function toSeries(series: SeriesRecord, dates: readonly SeriesDateRow[]): Series {
  const { id, version, status, endedBecause, intervalWeeks, firstDate, minute, timeZone } = series
  const { serviceName, priceCents, barberId, barberName, barbershopId, shopName, customerName, guestName } = series
  return {
    id,
    version,
    status,
    endedBecause,
    intervalWeeks,
    timeZone,
    serviceName,
    priceCents,
    isSuspended: status === 'ACTIVE' && !series.isActive,
    weekday: weekdayOf(firstDate),
    time: formatMinute(minute),
    barber: { id: barberId, name: barberName },
    barbershop: { id: barbershopId, name: shopName },
    customerName: guestName ?? customerName,
    dates: dates.map(toDate),
  }
}

function toDate({ date, status, reason, alternatives, replyBy, ...row }: SeriesDateRow): SeriesDate {
  const { appointmentId, appointmentStatus, startsAt, appointmentBarberName } = row
  const appointment =
    appointmentId && appointmentStatus && startsAt && status === 'BOOKED'
      ? {
          id: appointmentId,
          startTime: startsAt.toISOString(),
          status: appointmentStatus,
          barberName: appointmentBarberName ?? '',
        }
      : null
  return { date, status, reason, appointment, alternatives, replyBy: replyBy?.toISOString() ?? null }
}
