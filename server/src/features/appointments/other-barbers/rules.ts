import type { RequiredTime, ServiceSelection } from '../../availability/rules.ts'

/** What decides what an appointment costs with another barber. */
export type AgreedTerms = {
  /** Null for a service that the barbershop has removed since. */
  serviceIds: readonly (string | null)[]
  priceCents: number
  /** Staff and customer agreed on the price. */
  isPriceByHand: boolean
  /** The price is that of a last-minute slot, which is one of its barber. */
  isLastMinute: boolean
}

/** What the services of an appointment cost with another barber, and how long they take. */
export type TermsOfOther = RequiredTime & Pick<ServiceSelection, 'priceCents' | 'services'>

/**
 * The terms of a barber who takes an appointment over, from the services as this barber provides them today; undefined unless all of
 * them. A price that staff set by hand was agreed on with the customer, and stays.
 */
export function decideTermsOfOther(
  { serviceIds, priceCents, isPriceByHand, isLastMinute }: AgreedTerms,
  selected: ServiceSelection | undefined,
): TermsOfOther | undefined {
  if (!selected || isLastMinute || serviceIds.includes(null)) return undefined
  return {
    durationMin: selected.durationMin,
    bufferMin: selected.bufferMin,
    priceCents: isPriceByHand ? priceCents : selected.priceCents,
    services: selected.services,
  }
}
