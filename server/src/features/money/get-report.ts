import type { MoneyReport } from '@na-regua/contract/money'
import type { Database } from '../../lib/database.ts'
import { type MoneyPeriod, readReport } from './queries.ts'
import { toResult } from './rules.ts'

/** What happened in a period: its result, and what is behind it. */
export async function getReport(db: Database, period: MoneyPeriod): Promise<MoneyReport> {
  const { accounts, days, paid, barbers, items } = await readReport(db, period)
  return { from: period.from, to: period.to, ...toResult(accounts), days, paid, barbers, items }
}
