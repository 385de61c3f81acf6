import type { CommissionLine, CommissionShare } from '@na-regua/contract/commissions'
import type { Database } from '../../../lib/database.ts'
import { formatCents } from '../../../lib/format-cents.ts'
import { toCsv, toCsvAmount } from '../../agenda/dashboard/rules.ts'
import { listLinesOfSettlement } from '../queries.ts'
import type { StoredSettlement } from './queries.ts'

const header = [
  'Data',
  'Comanda',
  'Tipo',
  'Item',
  'Estorno',
  'Quantidade',
  'Preço (R$)',
  'Desconto (R$)',
  'Custo de produtos (R$)',
  'Taxa do cartão (R$)',
  'Base da comissão (R$)',
  'Plano',
  'Antes no mês (R$)',
  'Comissão do plano (R$)',
  'Desconto do barbeiro (R$)',
  'Taxa do barbeiro (R$)',
  'Parte de quem ajudou (R$)',
  'Valor (R$)',
  'Contestação',
  'Resposta',
]

const kindLabels: Record<CommissionLine['kind'], string> = {
  service: 'Serviço',
  product: 'Produto',
  tip: 'Gorjeta',
  assistance: 'Ajuda',
  adjustment: 'Ajuste',
}

/** Every line of a settlement with the steps from its price to its cents, then what was deducted: the last column sums to the total. */
export async function exportSettlement(db: Database, settlement: StoredSettlement): Promise<string> {
  const { id, timeZone, rentCents, advancesCents, totalCents } = settlement
  const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone })
  const lines = await listLinesOfSettlement(db, id)
  return toCsv(header, [
    ...lines.map((line) => toRow(line, format)),
    toSumRow('Aluguel do lugar', -rentCents),
    toSumRow('Vales', -advancesCents),
    toSumRow('Total', totalCents),
  ])
}

const LABEL = header.indexOf('Tipo')
const VALUE = header.indexOf('Valor (R$)')

function toSumRow(label: string, cents: number): string[] {
  const row = header.map(() => '')
  row[LABEL] = label
  row[VALUE] = toCsvAmount(cents)
  return row
}

function toRow({ pipeline, dispute, ...line }: CommissionLine, format: Intl.DateTimeFormat): (string | number)[] {
  const step = (cents: number | null | undefined) => (cents === null || cents === undefined ? '' : toCsvAmount(cents))
  return [
    format.format(new Date(line.earnedAt)),
    `${line.visit.day.split('-').reverse().join('/')} nº ${line.visit.number}`,
    kindLabels[line.kind],
    line.name,
    line.isReversal ? 'sim' : '',
    pipeline?.quantity ?? '',
    step(pipeline?.listCents),
    step(pipeline?.discountCents),
    step(pipeline?.costCents),
    step(pipeline?.feeCents),
    step(pipeline?.countedCents),
    pipeline ? describeShare(pipeline.share) : '',
    step(pipeline?.tierFromCents),
    step(pipeline?.grossCents),
    step(pipeline?.borneDiscountCents),
    step(pipeline?.borneFeeCents),
    step(pipeline?.assistantCents),
    toCsvAmount(line.cents),
    dispute?.reason ?? '',
    dispute?.response ?? '',
  ]
}

function describeShare(share: CommissionShare | null): string {
  if (!share) return 'sem plano'
  if (share.kind === 'percent') return formatPercent(share.basisPoints)
  if (share.kind === 'fixed') return `${formatCents(share.cents)} cada`
  const tiers = share.tiers.map(
    ({ fromCents, basisPoints }) => `${formatPercent(basisPoints)} de ${formatCents(fromCents)} em diante`,
  )
  return `${share.counts === 'marginal' ? 'por faixa' : 'faixa do mês todo'}: ${tiers.join(', ')}`
}

const formatPercent = (basisPoints: number) => `${(basisPoints / 100).toLocaleString('pt-BR')}%`
