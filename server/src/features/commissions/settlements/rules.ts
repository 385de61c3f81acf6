import type { MoneySource, SettlementDraft } from '@na-regua/contract/commissions'
import type { Posting } from '../../ledger/rules.ts'
import type { LineSums } from '../queries.ts'

type Open = LineSums & Pick<SettlementDraft, 'rentCents' | 'advanceBalanceCents'>

/** What a settlement of it would deduct and pay: advances only as far as there is something to deduct them from. */
export function settlementTotal(open: Open): Pick<SettlementDraft, 'advancesCents' | 'totalCents'> {
  const earned = open.servicesCents + open.productsCents + open.tipsCents + open.correctionsCents - open.rentCents
  const advancesCents = Math.min(open.advanceBalanceCents, Math.max(0, earned))
  return { advancesCents, totalCents: earned - advancesCents }
}

type Deductions = { barberId: string; rentCents: number; advancesCents: number }

/** Closing takes rent and advances from what the barber is to get. */
export function closingPostings({ barberId: ownerId, rentCents, advancesCents }: Deductions): Posting[] {
  return [
    { kind: 'commissionPayable', ownerId, cents: rentCents + advancesCents },
    { kind: 'barberRent', cents: -rentCents },
    { kind: 'advance', ownerId, cents: -advancesCents },
  ]
}

type Payment = { barberId: string; totalCents: number; tipsCents: number; paidFrom: MoneySource; registerId: string }

/** Pays what is left, tips included. A negative total is what the barber pays. */
export function paymentPostings({ barberId, totalCents, tipsCents, paidFrom, registerId }: Payment): Posting[] {
  return [
    { kind: 'commissionPayable', ownerId: barberId, cents: totalCents - tipsCents },
    { kind: 'tips', ownerId: barberId, cents: tipsCents },
    sourcePosting({ paidFrom, registerId, cents: -totalCents }),
  ]
}

type Source = { paidFrom: MoneySource; registerId: string; cents: number }

export function sourcePosting({ paidFrom, registerId, cents }: Source): Posting {
  return { kind: paidFrom, ownerId: paidFrom === 'cash' ? registerId : undefined, cents }
}
