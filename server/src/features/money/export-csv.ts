import { accountLabels } from '@na-regua/contract/ledger'
import type { ResultGroup } from '@na-regua/contract/money'
import type { Database } from '../../lib/database.ts'
import { toCsv, toCsvAmount } from '../agenda/dashboard/rules.ts'
import { toSpokenCents } from '../ledger/rules.ts'
import { getReport } from './get-report.ts'
import { listMoneyEntries, type MoneyPeriod } from './queries.ts'

const groupLabels: Record<ResultGroup, string> = {
  income: 'Receitas',
  direct: 'Custos das vendas',
  expense: 'Despesas',
}

/** '2026-03-12' as '12/03/2026'. */
const toCsvDate = (date: string) => date.split('-').reverse().join('/')

/** The report, one figure a row. */
export async function exportReport(db: Database, period: MoneyPeriod): Promise<string> {
  const report = await getReport(db, period)
  const rows = [
    ...report.groups.flatMap(({ group, cents, accounts }) => [
      ...accounts.map((sum) => [groupLabels[group], accountLabels[sum.account], toCsvAmount(sum.cents)]),
      [groupLabels[group], 'Total', toCsvAmount(cents)],
    ]),
    ['Resultado', '', toCsvAmount(report.resultCents)],
    ...report.days.map(({ date, cents }) => ['Por dia', toCsvDate(date), toCsvAmount(cents)]),
    ...report.paid.map(({ account, cents }) => ['Por forma de pagamento', accountLabels[account], toCsvAmount(cents)]),
    ...report.barbers.flatMap(({ name, servicesCents, productsCents, tipsCents }) => [
      ['Serviços por barbeiro', name ?? 'Sem barbeiro', toCsvAmount(servicesCents)],
      ['Produtos por barbeiro', name ?? 'Sem barbeiro', toCsvAmount(productsCents)],
      ['Gorjetas por barbeiro', name ?? 'Sem barbeiro', toCsvAmount(tipsCents)],
    ]),
    ...report.items.map(({ account, name, cents }) => [
      `Por ${account === 'services' ? 'serviço' : 'produto'}`,
      name,
      toCsvAmount(cents),
    ]),
  ]
  return toCsv(['Grupo', 'Item', 'Valor (R$)'], rows)
}

/** More than any barbershop has in a year. */
const MAX_ENTRIES = 500_000

/** Every entry of a period. Debits are positive, so that each transaction sums to zero. */
export async function exportEntries(db: Database, period: MoneyPeriod): Promise<string> {
  const entries = await listMoneyEntries(db, { ...period, filters: {}, limit: MAX_ENTRIES, offset: 0 })
  const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: period.timeZone })
  const header = [
    'Data',
    'Lançamento',
    'Conta',
    'De quem',
    'Item',
    'Comanda',
    'Estorno',
    'Débito ou crédito (R$)',
    'Valor (R$)',
  ]
  return toCsv(
    header,
    entries.map((entry) => [
      format.format(entry.occurredAt),
      entry.transactionId,
      accountLabels[entry.account],
      entry.ownerName ?? '',
      entry.itemName ?? '',
      entry.visitDay ? `${toCsvDate(entry.visitDay)} nº ${entry.visitNumber}` : '',
      entry.isReversal ? 'sim' : '',
      toCsvAmount(entry.amount),
      toCsvAmount(toSpokenCents(entry.account, entry.amount)),
    ]),
  )
}
