import type { DashboardToday } from '@na-regua/contract/dashboard'
import type { Database } from '../../../lib/database.ts'
import { toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { listTodayBarbershops, listTodayEntries } from './queries.ts'
import { findBusinessDay, measureOccupancy, summarizeToday } from './rules.ts'

type TodayRequest = { userId: string; barbershopId: string | undefined; now: Date }

/** For users without a barbershop. */
const DEFAULT_ZONE = 'America/Sao_Paulo'

/** The business day of every barbershop that the user may see the figures of, or of one of them, in two statements. */
export async function getToday(db: Database, { now, ...scope }: TodayRequest): Promise<DashboardToday> {
  const shops = await listTodayBarbershops(db, scope, now)
  const days = shops.map((shop) => findBusinessDay(shop, now))
  const spans = days.map(({ span: [from, to] }, index) => ({ id: shops[index]?.barbershop.id ?? '', from, to }))
  const { entries, waiting } = await listTodayEntries(db, spans, now)
  return {
    date: days[0]?.day.date ?? toLocal(toEpochMinute(now), DEFAULT_ZONE).date,
    ...summarizeToday(entries, now),
    waiting,
    barbers: shops.flatMap((shop) => measureOccupancy(shop, entries, now)),
  }
}
