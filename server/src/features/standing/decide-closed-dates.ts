import type { DatabasePool } from '../../lib/database.ts'
import { findAlternatives } from './decide-dates.ts'
import { findDate, findSeries, listSeriesDates, lockSeries, updateDate } from './queries.ts'
import { plannedStart } from './rules.ts'

/**
 * Looks up what else is free for the dates that the barbershop has cancelled. Without alternatives, or where the series has stopped
 * since, they are skipped. Each is a transaction: repeated, also by several processes, it decides no date twice.
 */
export async function decideClosedDates(db: DatabasePool, seriesId: string, now: Date): Promise<void> {
  const due = (await listSeriesDates(db, seriesId)).filter(({ isAlternativeDue }) => isAlternativeDue)
  for (const { date } of due)
    await db.transaction().execute(async (tx) => {
      await lockSeries(tx, seriesId)
      const series = await findSeries(tx, seriesId)
      const row = await findDate(tx, seriesId, date)
      if (!series || !row?.isAlternativeDue) return
      const start = plannedStart(series, row.date)
      const goesOn = series.status === 'ACTIVE' && series.isActive && start > now
      const alternatives = goesOn ? await findAlternatives(tx, series, { date: row.date, start }, now) : undefined
      // Why staff cancelled it, also if they have changed the hours back since.
      await updateDate(tx, row, { status: 'SKIPPED', ...alternatives, reason: row.reason }, now)
    })
}
