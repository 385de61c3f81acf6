import { type MoneyEntry, moneyApi } from '@na-regua/contract/money'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import { type Period, requirePeriod } from '../agenda/dashboard/rules.ts'
import { getBookZone } from '../ledger/queries.ts'
import { toSpokenCents } from '../ledger/rules.ts'
import { exportEntries, exportReport } from './export-csv.ts'
import { getReport } from './get-report.ts'
import { listMoneyEntries, type MoneyEntryRow, type MoneyPeriod, sumEntries } from './queries.ts'

const CSV = 'text/csv; charset=utf-8'

/** For those who may not see its money the barbershop does not exist. */
export function moneyRoutes(app: App, { db }: { db: Database }) {
  async function toMoneyPeriod(id: string, userId: string, { from, to }: Period): Promise<MoneyPeriod> {
    requirePeriod({ from, to })
    return { barbershopId: id, timeZone: await getBookZone(db, id, userId), from, to }
  }

  app.route({
    ...moneyApi.report,
    access: 'money',
    statements: 2,
    config: { isExpensive: true },
    handler: async ({ caller, params, query }) => getReport(db, await toMoneyPeriod(params.id, caller.id, query)),
  })
  app.route({
    ...moneyApi.reportCsv,
    access: 'money',
    statements: 2,
    config: { isExpensive: true },
    handler: async ({ caller, params, query }, reply) =>
      reply.type(CSV).send(await exportReport(db, await toMoneyPeriod(params.id, caller.id, query))),
  })
  app.route({
    ...moneyApi.entries,
    access: 'money',
    statements: 3,
    config: { isExpensive: true },
    async handler({ caller, params, query }) {
      const { from, to, page, perPage, ...filters } = query
      const request = { ...(await toMoneyPeriod(params.id, caller.id, { from, to })), filters }
      const sums = await sumEntries(db, request)
      const entries = await listMoneyEntries(db, { ...request, ...toWindow(query) })
      return {
        totalCents: sums.reduce((total, { account, cents }) => total + toSpokenCents(account, cents), 0),
        entries: entries.map(toMoneyEntry),
        pagination: paginate(
          sums.reduce((total, { count }) => total + count, 0),
          query,
        ),
      }
    },
  })
  app.route({
    ...moneyApi.entriesCsv,
    access: 'money',
    statements: 2,
    config: { isExpensive: true },
    handler: async ({ caller, params, query }, reply) =>
      reply.type(CSV).send(await exportEntries(db, await toMoneyPeriod(params.id, caller.id, query))),
  })
}

function toMoneyEntry(row: MoneyEntryRow): MoneyEntry {
  const { transactionId, position, account, isReversal, itemName, ownerName } = row
  return {
    transactionId,
    position,
    occurredAt: row.occurredAt.toISOString(),
    account,
    cents: toSpokenCents(account, row.amount),
    isReversal,
    itemName,
    ownerName,
    visit:
      row.visitId && row.visitDay && row.visitNumber
        ? { id: row.visitId, day: row.visitDay, number: row.visitNumber }
        : null,
  }
}
