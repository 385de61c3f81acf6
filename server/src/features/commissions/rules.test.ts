import type { CommissionShare, CommissionTerms } from '@na-regua/contract/commissions'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocateFees, computeCommission, type EarningLine } from './rules.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const terms: CommissionTerms = {
  service: { kind: 'percent', basisPoints: 5000 },
  services: [],
  product: { kind: 'percent', basisPoints: 1000 },
  products: [],
  deductsProductCost: false,
  cardFee: 'barbershop',
  courtesy: 'list',
  assistantBasisPoints: 0,
  rentCents: 0,
}

const cut: EarningLine = {
  kind: 'service',
  serviceId: id(1),
  productId: null,
  quantity: 1,
  unitCents: 5000,
  discountCents: 0,
  discountBorneBy: 'both',
  unitCostCents: 0,
  feeCents: 0,
  hasAssistant: false,
}
const balm: EarningLine = {
  ...cut,
  kind: 'product',
  serviceId: null,
  productId: id(1),
  unitCents: 2000,
  unitCostCents: 800,
}

const centsOf = (line: Partial<EarningLine>, changed: Partial<CommissionTerms> = {}, tierFrom = 0) =>
  computeCommission({ ...cut, ...line }, { ...terms, ...changed }, tierFrom).cents

describe('the steps of a commission', () => {
  test('percent of the price, fixed for each unit, and 0 without a plan', () => {
    expect(centsOf({})).toBe(2500)
    expect(centsOf({ quantity: 2 }, { service: { kind: 'fixed', cents: 1800 } })).toBe(3600)
    expect(computeCommission(cut, null, 0)).toMatchObject({ cents: 0, pipeline: { countedCents: 5000, share: null } })
    // 50 % of 33,33 and 33,35: half a cent goes up.
    expect([centsOf({ unitCents: 3333 }), centsOf({ unitCents: 3332 })]).toEqual([1667, 1666])
  })

  test('a service and a product may have their own share', () => {
    const services = [{ serviceId: id(1).toUpperCase(), share: { kind: 'fixed' as const, cents: 900 }, costCents: 0 }]
    const products = [{ productId: id(1), share: { kind: 'percent' as const, basisPoints: 2000 } }]
    expect([centsOf({}, { services }), centsOf({ serviceId: id(2) }, { services })]).toEqual([900, 2500])
    expect([centsOf(balm), centsOf(balm, { products })]).toEqual([200, 400])
  })

  test('a discount is borne by both, by the barbershop, or by the barber', () => {
    expect(centsOf({ discountCents: 1000 })).toBe(2000)
    expect(centsOf({ discountCents: 1000, discountBorneBy: 'barbershop' })).toBe(2500)
    expect(centsOf({ discountCents: 1000, discountBorneBy: 'barber' })).toBe(1500)
    expect(centsOf({ discountCents: 4000, discountBorneBy: 'barber' })).toBe(0)
  })

  test('a courtesy earns as the list price, or nothing', () => {
    const courtesy = { discountCents: 5000 }
    expect([centsOf(courtesy), centsOf(courtesy, { courtesy: 'none' })]).toEqual([2500, 0])
    expect(centsOf(courtesy, { courtesy: 'none', service: { kind: 'fixed', cents: 900 } })).toBe(0)
  })

  test('costs are deducted before the share', () => {
    expect(centsOf({}, { services: [{ serviceId: id(1), share: null, costCents: 600 }] })).toBe(2200)
    expect([centsOf(balm), centsOf(balm, { deductsProductCost: true })]).toEqual([200, 120])
    expect(centsOf({ ...balm, unitCostCents: 9000 }, { deductsProductCost: true })).toBe(0)
  })

  test('the fee of the card is borne by the barbershop, by both, or by the barber', () => {
    const paid = { feeCents: 150 }
    expect(centsOf(paid)).toBe(2500)
    expect(centsOf(paid, { cardFee: 'both' })).toBe(2425)
    expect(centsOf(paid, { cardFee: 'barber' })).toBe(2350)
  })

  test('the fees of a visit are those of its lines and of what stays with the barbershop', () => {
    const tip = { quantity: 1, unitCents: 1000, discountCents: 0 }
    expect(allocateFees([cut, { ...balm, discountCents: 2000 }, tip], 100)).toEqual([83, 0, 17])
  })

  test('an assistant gets their part of the commission', () => {
    const helped = computeCommission({ ...cut, hasAssistant: true }, { ...terms, assistantBasisPoints: 3000 }, 0)
    expect([helped.cents, helped.pipeline.assistantCents]).toEqual([1750, 750])
  })

  test('tiers count for the part above their beginning, or for the whole month', () => {
    const tiers = [
      { fromCents: 0, basisPoints: 4000 },
      { fromCents: 10_000, basisPoints: 5000 },
    ]
    const marginal: CommissionShare = { kind: 'tiers', counts: 'marginal', tiers }
    const whole: CommissionShare = { kind: 'tiers', counts: 'whole', tiers }
    expect([0, 7000, 10_000].map((from) => centsOf({}, { service: marginal }, from))).toEqual([2000, 2200, 2500])
    // The line that reaches the tier gets the 10 % that 70,00 lacked.
    expect([0, 7000, 10_000].map((from) => centsOf({}, { service: whole }, from))).toEqual([2000, 3200, 2500])
    expect(computeCommission(cut, { ...terms, service: whole }, 7000).tierCents).toBe(5000)
  })
})

const least = (a: bigint, b: bigint) => (a < b ? a : b)
const round = (numerator: bigint, denominator: bigint) => (numerator * 2n + denominator) / (denominator * 2n)

/** Written from the rules of the screen, in whole numbers of any size, without looking at the code. */
function calculate(line: EarningLine, plan: CommissionTerms, month: bigint): bigint {
  const price = BigInt(line.unitCents) * BigInt(line.quantity)
  const discount = BigInt(line.discountCents)
  const givenAway = price > 0n && discount === price
  if (givenAway && plan.courtesy === 'none') return 0n
  const payer = givenAway ? 'barbershop' : line.discountBorneBy
  let counted = payer === 'both' ? price - discount : price
  counted -= least(counted, calculateCost(line, plan))
  if (plan.cardFee === 'both') counted -= least(counted, BigInt(line.feeCents))
  let earned = calculateShare(line, plan, { counted, month })
  if (payer === 'barber') earned -= least(earned, discount)
  if (plan.cardFee === 'barber') earned -= least(earned, BigInt(line.feeCents))
  return earned - (line.hasAssistant ? round(earned * BigInt(plan.assistantBasisPoints), 10_000n) : 0n)
}

function calculateCost({ kind, serviceId, quantity, unitCostCents }: EarningLine, plan: CommissionTerms): bigint {
  const ofService = plan.services.find((one) => one.serviceId === serviceId)?.costCents ?? 0
  const ofProduct = plan.deductsProductCost ? unitCostCents : 0
  return BigInt(kind === 'product' ? ofProduct : ofService) * BigInt(quantity)
}

type CountedInMonth = { counted: bigint; month: bigint }

function calculateShare(line: EarningLine, plan: CommissionTerms, { counted, month }: CountedInMonth): bigint {
  const ofService = plan.services.find((one) => one.serviceId === line.serviceId)?.share ?? plan.service
  const ofProduct = plan.products.find((one) => one.productId === line.productId)?.share ?? plan.product
  const share: CommissionShare = line.kind === 'product' ? ofProduct : ofService
  if (share.kind === 'fixed') return BigInt(share.cents) * BigInt(line.quantity)
  if (share.kind === 'percent') return round(counted * BigInt(share.basisPoints), 10_000n)
  const rateAt = (total: bigint) =>
    share.tiers.reduce((rate, tier) => (BigInt(tier.fromCents) <= total ? BigInt(tier.basisPoints) : rate), 0n)
  const end = month + counted
  if (share.counts === 'whole') return round(end * rateAt(end) - month * rateAt(month), 10_000n)
  // The stretches between the beginnings of the tiers, each at its rate.
  const cuts = [month, ...share.tiers.map((tier) => BigInt(tier.fromCents)).filter((at) => at > month && at < end), end]
  const stretches = cuts.slice(1).map((until, index) => {
    const from = cuts[index] as bigint
    return (until - from) * rateAt(from)
  })
  return round(
    stretches.reduce((sum, stretch) => sum + stretch, 0n),
    10_000n,
  )
}

const basisPoints = fc.integer({ min: 0, max: 10_000 })
const simple = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), basisPoints }),
  fc.record({ kind: fc.constant('fixed' as const), cents: fc.integer({ min: 0, max: 20_000 }) }),
)
/** Rates do not fall from tier to tier: those are the plans that people agree on. */
const tiered = fc
  .record({
    counts: fc.constantFrom('marginal' as const, 'whole' as const),
    from: fc.uniqueArray(fc.integer({ min: 1, max: 900_000 }), { maxLength: 5 }),
    rates: fc.array(basisPoints, { minLength: 6, maxLength: 6 }),
  })
  .map(({ counts, from, rates }) => {
    const begins = [0, ...from.toSorted((a, b) => a - b)]
    const ascending = rates.toSorted((a, b) => a - b)
    const tiers = begins.map((fromCents, index) => ({ fromCents, basisPoints: ascending[index] as number }))
    return { kind: 'tiers' as const, counts, tiers }
  })
const number = fc.integer({ min: 1, max: 4 })
const plans: fc.Arbitrary<CommissionTerms> = fc.record({
  service: fc.oneof(simple, tiered),
  services: fc.uniqueArray(
    fc.record({
      serviceId: number.map(id),
      share: fc.option(simple),
      costCents: fc.integer({ min: 0, max: 3000 }),
    }),
    { maxLength: 3, selector: ({ serviceId }) => serviceId },
  ),
  product: simple,
  products: fc.uniqueArray(fc.record({ productId: number.map(id), share: simple }), {
    maxLength: 3,
    selector: ({ productId }) => productId,
  }),
  deductsProductCost: fc.boolean(),
  cardFee: fc.constantFrom('barbershop' as const, 'both' as const, 'barber' as const),
  courtesy: fc.constantFrom('list' as const, 'none' as const),
  assistantBasisPoints: basisPoints,
  rentCents: fc.constant(0),
})
const lines: fc.Arbitrary<EarningLine> = fc
  .record({
    isProduct: fc.boolean(),
    item: number.map(id),
    quantity: fc.integer({ min: 1, max: 5 }),
    unitCents: fc.integer({ min: 0, max: 60_000 }),
    discountPart: fc.oneof(fc.constant(0), fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    discountBorneBy: fc.constantFrom('both' as const, 'barbershop' as const, 'barber' as const),
    unitCostCents: fc.integer({ min: 0, max: 30_000 }),
    feeCents: fc.integer({ min: 0, max: 2000 }),
    hasAssistant: fc.boolean(),
  })
  .map(({ isProduct, item, discountPart, ...line }) => ({
    ...line,
    kind: isProduct ? ('product' as const) : ('service' as const),
    serviceId: isProduct ? null : item,
    productId: isProduct ? item : null,
    discountCents: Math.floor(line.unitCents * line.quantity * discountPart),
  }))

test('1,000 random plans give, over a month of lines, what an independent calculator gives', () => {
  fc.assert(
    fc.property(plans, fc.array(lines, { minLength: 1, maxLength: 12 }), (plan, month) => {
      let tierFrom = 0
      for (const line of month) {
        const { pipeline, cents, tierCents } = computeCommission(line, plan, tierFrom)
        expect(cents).toBe(Number(calculate(line, plan, BigInt(tierFrom))))
        // Each step follows from the one before.
        expect(pipeline.listCents - pipeline.discountCents - pipeline.costCents - pipeline.feeCents).toBe(
          pipeline.countedCents,
        )
        expect(
          pipeline.grossCents - pipeline.borneDiscountCents - pipeline.borneFeeCents - pipeline.assistantCents,
        ).toBe(cents)
        expect(cents).toBeGreaterThanOrEqual(0)
        tierFrom += tierCents
      }
    }),
    { numRuns: 1000 },
  )
})
