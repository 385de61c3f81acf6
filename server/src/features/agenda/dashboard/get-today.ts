import type { DashboardToday } from '@na-regua/contract/dashboard'
import type { Database } from '../../../lib/database.ts'
import { addDays, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { listPanelBarbershops, listTodayEntries } from './queries.ts'
import { findBusinessDay, measureOccupancy, summarizeToday } from './rules.ts'

type TodayRequest = { userId: string; barbershopId: string | undefined; now: Date }

/** For users without a barbershop. */
const DEFAULT_ZONE = 'America/Sao_Paulo'

/** The business day of every barbershop that the user may see the figures of, or of one of them, in two statements. */
export async function getToday(db: Database, { now, ...scope }: TodayRequest): Promise<DashboardToday> {
  const date = now.toISOString().slice(0, 10)
  const found = await listPanelBarbershops(db, scope, { from: addDays(date, -2), to: addDays(date, 2) })
  const shops = found.map((shop) => ({ ...shop, barbers: shop.barbers.filter(({ hasLeft }) => !hasLeft) }))
  const days = shops.map((shop) => findBusinessDay(shop, now))
  const spans = days.map(({ span: [from, to] }, index) => ({ id: shops[index]?.barbershop.id ?? '', from, to }))
  const { entries, doneCents, waiting } = await listTodayEntries(db, spans, now)
  return {
    date: days[0]?.day.date ?? toLocal(toEpochMinute(now), DEFAULT_ZONE).date,
    ...summarizeToday(entries, now),
    doneCents,
    waiting,
    barbers: shops.flatMap((shop) => measureOccupancy(shop, entries, now)),
  }
}
