import { allocate } from '@na-regua/contract/amounts'
import type { CommissionPipeline, CommissionShare, CommissionTerms } from '@na-regua/contract/commissions'

/** A line of a visit as far as commissions need it. */
export type EarningLine = {
  kind: 'service' | 'product'
  serviceId: string | null
  productId: string | null
  quantity: number
  unitCents: number
  discountCents: number
  discountBorneBy: 'both' | 'barbershop' | 'barber'
  /** What one of the product costs the barbershop; 0 for a service. */
  unitCostCents: number
  /** Its part of the fees of the visit's cards. */
  feeCents: number
  hasAssistant: boolean
}

/** What the barber gets of a line, and how. `tierCents` counts for the tiers of the month. */
export type Commission = { pipeline: CommissionPipeline; cents: number; tierCents: number }

/**
 * One line through the steps, each in whole cents: price, discount, product cost, card fee, share; then what the barber bears alone and the
 * assistant's part. It is rounded where a percent is taken, half up. Without terms the commission is 0.
 */
export function computeCommission(
  line: EarningLine,
  terms: CommissionTerms | null,
  /** What the barber's services have brought in the month before, as far as tiers pay them. */
  tierFromCents: number,
): Commission {
  if (!terms) return withoutPlan(line)
  const { quantity, discountCents } = line
  const listCents = line.unitCents * quantity
  const isCourtesy = listCents > 0 && discountCents === listCents
  const bearer = isCourtesy ? courtesyBearers[terms.courtesy] : line.discountBorneBy
  const sharedDiscountCents = bearer === 'both' ? discountCents : 0
  const discounted = listCents - sharedDiscountCents
  const costCents = Math.min(discounted, costOf(line, terms))
  const feeCents = terms.cardFee === 'both' ? Math.min(discounted - costCents, line.feeCents) : 0
  const countedCents = discounted - costCents - feeCents
  const share = shareOf(line, terms)
  const isUnpaid = isCourtesy && terms.courtesy === 'none'
  const grossCents = isUnpaid ? 0 : sharedCents(share, { countedCents, quantity, tierFromCents })
  const borneDiscountCents = bearer === 'barber' ? Math.min(grossCents, discountCents) : 0
  const borneFeeCents = terms.cardFee === 'barber' ? Math.min(grossCents - borneDiscountCents, line.feeCents) : 0
  const earned = grossCents - borneDiscountCents - borneFeeCents
  const assistantCents = line.hasAssistant ? percentOf(earned, terms.assistantBasisPoints) : 0
  const isTiered = share.kind === 'tiers'
  const pipeline = {
    listCents,
    discountCents: sharedDiscountCents,
    costCents,
    feeCents,
    countedCents,
    share,
    quantity,
    tierFromCents: isTiered ? tierFromCents : null,
    grossCents,
    borneDiscountCents,
    borneFeeCents,
    assistantCents,
    isCourtesy,
  }
  return { pipeline, cents: earned - assistantCents, tierCents: isTiered ? countedCents : 0 }
}

/** Whatever the line says: a courtesy that earns is paid by the barbershop, one that does not leaves nothing that counts. */
const courtesyBearers = { list: 'barbershop', none: 'both' } as const

function withoutPlan({ unitCents, quantity, discountCents }: EarningLine): Commission {
  const listCents = unitCents * quantity
  const pipeline = {
    listCents,
    discountCents,
    costCents: 0,
    feeCents: 0,
    countedCents: listCents - discountCents,
    share: null,
    quantity,
    tierFromCents: null,
    grossCents: 0,
    borneDiscountCents: 0,
    borneFeeCents: 0,
    assistantCents: 0,
    isCourtesy: listCents > 0 && discountCents === listCents,
  }
  return { pipeline, cents: 0, tierCents: 0 }
}

const isSameId = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase()

/** A service or product with a share of its own comes before the others. */
export function shareOf(
  { kind, serviceId, productId }: Pick<EarningLine, 'kind' | 'serviceId' | 'productId'>,
  terms: CommissionTerms,
): CommissionShare {
  if (kind === 'product')
    return terms.products.find((one) => isSameId(one.productId, productId))?.share ?? terms.product
  return terms.services.find((one) => isSameId(one.serviceId, serviceId))?.share ?? terms.service
}

function costOf({ kind, serviceId, quantity, unitCostCents }: EarningLine, terms: CommissionTerms): number {
  if (kind === 'product') return terms.deductsProductCost ? unitCostCents * quantity : 0
  return (terms.services.find((one) => isSameId(one.serviceId, serviceId))?.costCents ?? 0) * quantity
}

const SCALE = 10_000

/** Rounded half up. */
function percentOf(cents: number, basisPoints: number): number {
  return roundScaled(cents * basisPoints)
}

const roundScaled = (scaled: number) => Math.floor((scaled + SCALE / 2) / SCALE)

type Counted = { countedCents: number; quantity: number; tierFromCents: number }

function sharedCents(share: CommissionShare, { countedCents, quantity, tierFromCents }: Counted): number {
  if (share.kind === 'fixed') return share.cents * quantity
  if (share.kind === 'percent') return percentOf(countedCents, share.basisPoints)
  return roundScaled(tieredTotal(share, tierFromCents + countedCents) - tieredTotal(share, tierFromCents))
}

/**
 * The share of a whole month, in hundredths of a percent of a cent. A line gets the difference that it makes: where the whole counts, the
 * line that reaches a tier also gets what the lines before it lack.
 */
function tieredTotal({ counts, tiers }: Extract<CommissionShare, { kind: 'tiers' }>, totalCents: number): number {
  if (counts === 'whole')
    return Math.max(0, totalCents) * (tiers.findLast(({ fromCents }) => fromCents <= totalCents)?.basisPoints ?? 0)
  return tiers.reduce((sum, { fromCents, basisPoints }, index) => {
    const untilCents = tiers[index + 1]?.fromCents ?? Number.POSITIVE_INFINITY
    return sum + Math.max(0, Math.min(totalCents, untilCents) - fromCents) * basisPoints
  }, 0)
}

/**
 * The part of each line in the fees of the visit's cards, by what it is paid. Lines are all of the visit: the part of tips and of paid
 * debts stays with the barbershop.
 */
export function allocateFees(
  lines: readonly { quantity: number; unitCents: number; discountCents: number }[],
  feeCents: number,
): number[] {
  return allocate(
    feeCents,
    lines.map(({ quantity, unitCents, discountCents }) => quantity * unitCents - discountCents),
  )
}
