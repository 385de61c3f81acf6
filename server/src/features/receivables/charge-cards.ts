import type { VisitPaymentMethod } from '@na-regua/contract/visits'
import type { Database } from '../../lib/database.ts'
import { addDays } from '../../lib/local-time.ts'
import { getCardFees } from './queries.ts'
import { chargeCard, isCard } from './rules.ts'

type Payment = {
  method: VisitPaymentMethod
  amountCents: number
  cardBrand?: string
  installments?: number
}

/** What the acquirer keeps of a payment, and the local day on which it pays the rest, or the first of its monthly parts; of cards only. */
export type Charge = {
  feeCents: number
  expectedOn: string | undefined
  expectedParts: number | undefined
}

/** The payments of a local day with what the fees of that day make of them. */
export async function chargeCards<Each extends Payment>(
  db: Database,
  { barbershopId, day }: { barbershopId: string; day: string },
  payments: readonly Each[],
): Promise<(Each & Charge)[]> {
  const hasCard = payments.some(({ method }) => isCard(method))
  const fees = hasCard ? (await getCardFees(db, { barbershopId, today: day })).current.fees : []
  return payments.map((payment) => {
    const { method, amountCents, cardBrand, installments } = payment
    if (!isCard(method)) return { ...payment, feeCents: 0, expectedOn: undefined, expectedParts: undefined }
    const card = { method, amountCents, brand: cardBrand ?? null, installments: installments ?? null }
    const { feeCents, days, parts } = chargeCard(fees, card)
    return { ...payment, feeCents, expectedOn: addDays(day, days), expectedParts: parts }
  })
}
