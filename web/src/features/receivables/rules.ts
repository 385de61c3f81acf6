import type { ExpectedInstallment } from '@na-regua/contract/receivables'
import { formatMoney } from '../../lib/format.ts'

/** 'R$ 100,00 menos R$ 4,00 de taxa'. */
export function describeFee({ amountCents, feeCents }: { amountCents: number; feeCents: number }): string {
  return `${formatMoney(amountCents)} menos ${formatMoney(feeCents)} de taxa`
}

/** 'Crédito Visa, parcela 2 de 3'. */
export function describeInstallment({ method, brand, number, count }: ExpectedInstallment): string {
  const card = [method === 'debit' ? 'Débito' : 'Crédito', brand].filter(Boolean).join(' ')
  return count === 1 ? card : `${card}, parcela ${number} de ${count}`
}
