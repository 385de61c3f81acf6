import { type CardFee, type CardMethod, usualCardFees } from '@na-regua/contract/receivables'
import type { Posting } from '../ledger/rules.ts'

type CardPayment = { method: CardMethod; brand: string | null; installments: number | null; amountCents: number }

const foldBrand = (brand: string) => brand.trim().toLocaleLowerCase('pt-BR')

/** The fee of a payment: that of its brand, else that of every brand; of the highest number of instalments that is not above its own. */
export function findCardFee(fees: readonly CardFee[], payment: Omit<CardPayment, 'amountCents'>): CardFee | undefined {
  const { method, brand, installments } = payment
  const fitting = fees.filter((fee) => fee.method === method && fee.installments <= (installments ?? 1))
  const ofBrand = fitting.filter((fee) => fee.brand !== null && foldBrand(fee.brand) === foldBrand(brand ?? ''))
  const candidates = ofBrand.length > 0 ? ofBrand : fitting.filter((fee) => fee.brand === null)
  return candidates.toSorted((one, other) => other.installments - one.installments)[0]
}

/** Half a cent is rounded up, once for each payment, as acquirers do. */
export function feeCentsOf(amountCents: number, bps: number): number {
  return Math.floor((amountCents * bps + 5000) / 10_000)
}

/**
 * What an acquirer keeps, after how many days it pays the rest, and in how many parts: as many as the instalments unless it pays all at
 * once. Without a fee of its own a card is paid as usual.
 */
export function chargeCard(
  fees: readonly CardFee[],
  payment: CardPayment,
): { feeCents: number; days: number; parts: number } {
  const fee = findCardFee(fees, payment) ?? findCardFee(usualCardFees, payment)
  return {
    feeCents: feeCentsOf(payment.amountCents, fee?.bps ?? 0),
    days: fee?.days ?? 0,
    parts: fee?.paysAtOnce ? 1 : (payment.installments ?? 1),
  }
}

export function isCard(method: string): method is CardMethod {
  return method === 'debit' || method === 'credit'
}

/** What acquirers keep is a cost, and they owe so much less. */
export function feePostings(payments: readonly { feeCents: number }[]): Posting[] {
  return payments.flatMap(({ feeCents }): Posting[] => [
    { kind: 'cardFees', cents: feeCents },
    { kind: 'card', cents: -feeCents },
  ])
}

/** Why fees are refused, with the message for users. */
export function findFeesProblem(fees: readonly CardFee[]): string | undefined {
  if (fees.some(({ method, installments }) => method === 'debit' && installments !== 1))
    return 'Débito não tem parcelas.'
  if (fees.some(({ brand }) => brand !== null && brand.trim() === '')) return 'Escreva a bandeira, ou deixe em branco.'
  const keys = fees.map(({ method, brand, installments }) => `${method} ${foldBrand(brand ?? '')} ${installments}`)
  return new Set(keys).size < keys.length ? 'Há duas taxas para o mesmo cartão e as mesmas parcelas.' : undefined
}
