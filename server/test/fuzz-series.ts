import { randomUUID } from 'node:crypto'
import type { Route } from '@na-regua/contract/route'
import { sql } from 'kysely'
import type { FuzzSamples } from './fuzz-requests.ts'
import type { Harness } from './harness.ts'

type Row = { id: string }
type SeriesRows = { shop: Row; barber: Row; service: Row; customer: { user: Row }; appointments: readonly Row[] }
const SERIES = 12
const DATES = ['2026-03-18', '2026-05-13']

/** Series of the customer, each with a date to choose for: enough, because requests end them. */
export async function createFuzzSeries({ db, clock }: Harness, { shop, barber, service, customer }: SeriesRows) {
  const now = clock.now()
  const seriesIds = Array.from({ length: SERIES }, () => randomUUID())
  const fuzzAlternatives = DATES.map((date) => ({ barberId: barber.id, startTime: `${date}T20:00:00.000Z` }))
  for (const [index, id] of seriesIds.entries()) {
    await sql`insert into appointment_series (id, barbershop_id, barber_id, customer_id, is_by_staff, service_ids, interval_weeks, first_date,
                                              minute, price_cents, status, fill_after, created_at, updated_at)
      values (${id}, ${shop.id}, ${barber.id}, ${customer.user.id}, true, ${[service.id]}::uuid[], 8, ${DATES[0]}, ${600 + index * 30}, 5000,
              'ACTIVE', ${now}, ${now}, ${now})`.execute(db)
    for (const [position, date] of DATES.entries()) {
      const alternatives = fuzzAlternatives.map((slot) => ({
        kind: 'next-day',
        barberName: 'Beto',
        date,
        time: '17:00',
        ...slot,
      }))
      await sql`insert into series_dates (series_id, position, date, status, reason, alternatives, reply_by, notified_at, updated_at)
        values (${id}, ${position}, ${date}, 'ALTERNATIVES', 'taken', ${JSON.stringify(alternatives)}::jsonb, '2026-03-17', ${now}, ${now})`.execute(
        db,
      )
    }
  }
  return { seriesIds, fuzzAlternatives }
}

export type FuzzSeries = Awaited<ReturnType<typeof createFuzzSeries>>

/** Samples of the endpoints of series; none for others. */
export function seriesSamplesOf(
  { url }: Route,
  { seriesIds, fuzzAlternatives, appointments }: FuzzSeries & SeriesRows,
): FuzzSamples {
  if (!url.includes('series')) return {}
  const upcoming = appointments.slice(0, 12).map(({ id }) => id)
  return {
    id: [...(url.startsWith('/appointments') ? upcoming : seriesIds), randomUUID()],
    date: [...DATES, ...DATES, '2026-12-24'],
    from: [...DATES, '2026-03-01'],
    version: [1, 1, 1, 2],
    status: ['PAUSED', 'ACTIVE', 'ENDED'],
    intervalWeeks: [1, 4, 8, 0, 9],
    choice: [...fuzzAlternatives, null, { ...fuzzAlternatives[0], barberId: randomUUID() }],
    startTime: ['2026-03-19T14:00:00.000Z', '2026-03-20T17:30:00.000Z', '2020-01-01T00:00:00Z'],
  }
}
