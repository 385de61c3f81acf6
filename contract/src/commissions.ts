import { type Static, Type } from 'typebox'
import { MAX_CENTS } from './amounts.ts'
import { Cents, Id, IdParams, Instant, LocalDate, Nullable, PageQuery, Pagination, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'
import { MAX_REASON } from './text-limits.ts'

/** Hundredths of a percent. */
const BasisPoints = Type.Integer({ minimum: 0, maximum: 10_000 })

/** Percent of what counts, or cents for each unit: a fixed amount stays what it is when prices change. */
const Percent = Strict({ kind: Type.Literal('percent'), basisPoints: BasisPoints })
const Fixed = Strict({ kind: Type.Literal('fixed'), cents: Cents })
const SimpleShare = Type.Union([Percent, Fixed])
export type SimpleShare = Static<typeof SimpleShare>

export const MAX_TIERS = 6

/**
 * Percent by what the barber's services have brought in the month. 'marginal': each tier counts for the part above its beginning;
 * 'whole': the tier that is reached counts from the first cent of the month.
 */
const Tiers = Strict({
  kind: Type.Literal('tiers'),
  counts: Type.Enum(['marginal', 'whole']),
  /** Ascending; the first begins at 0. */
  tiers: Type.Array(
    Strict({ fromCents: Type.Integer({ minimum: 0, maximum: 100 * MAX_CENTS }), basisPoints: BasisPoints }),
    {
      minItems: 1,
      maxItems: MAX_TIERS,
    },
  ),
})
const CommissionShare = Type.Union([Percent, Fixed, Tiers])
export type CommissionShare = Static<typeof CommissionShare>

/** What a barber earns. A change is a new version from a day on: what was earned before stays as it is. */
export const CommissionTerms = Strict({
  service: CommissionShare,
  /** Services with their own share, or with a cost of products that is deducted first. */
  services: Type.Array(Strict({ serviceId: Id, share: Nullable(SimpleShare), costCents: Cents }), { maxItems: 200 }),
  product: SimpleShare,
  products: Type.Array(Strict({ productId: Id, share: SimpleShare }), { maxItems: 200 }),
  /** The cost of sold products is deducted before their share. */
  deductsProductCost: Type.Boolean(),
  /** Who bears the fee of cards: the barbershop, both by their shares, or the barber. */
  cardFee: Type.Enum(['barbershop', 'both', 'barber']),
  /** What a service or product that was given away earns: the share of the list price, or nothing. */
  courtesy: Type.Enum(['list', 'none']),
  /** The part of the commission that goes to a barber who helped. */
  assistantBasisPoints: BasisPoints,
  /** What the barber pays for their place each month. */
  rentCents: Cents,
})
export type CommissionTerms = Static<typeof CommissionTerms>

const PlanVersion = Type.Object({
  id: Id,
  /** From 1, for one barber or for all who have no plan of their own. */
  version: Type.Integer(),
  startsOn: LocalDate,
  /** Null: from this day on the barber has the plan of the barbershop again. */
  terms: Nullable(CommissionTerms),
  createdAt: Instant,
})
export type PlanVersion = Static<typeof PlanVersion>

/** The versions of one plan, newest first. */
const PlanOf = { versions: Type.Array(PlanVersion) }

/** How a commission came about, step by step, as it was when the visit was closed. */
export const CommissionPipeline = Type.Object({
  /** Price by quantity. */
  listCents: Type.Integer(),
  /** What these steps take from the price. */
  discountCents: Type.Integer(),
  costCents: Type.Integer(),
  feeCents: Type.Integer(),
  /** What is left of the price, and counts. */
  countedCents: Type.Integer(),
  /** Null: there was no plan. */
  share: Nullable(CommissionShare),
  quantity: Type.Integer(),
  /** Tiers only: what services had brought in the month before. */
  tierFromCents: Nullable(Type.Integer()),
  /** The share of what counts. */
  grossCents: Type.Integer(),
  /** What the barber bears alone, and the assistant's part. */
  borneDiscountCents: Type.Integer(),
  borneFeeCents: Type.Integer(),
  assistantCents: Type.Integer(),
  isCourtesy: Type.Boolean(),
})
export type CommissionPipeline = Static<typeof CommissionPipeline>

/** A tip is the barber's whole. Assistance is the part of another barber's commission, an adjustment what the owner conceded. */
export const commissionKinds = ['service', 'product', 'tip', 'assistance', 'adjustment'] as const
const Kind = Type.Enum(commissionKinds)

const Dispute = Type.Object({
  reason: Type.String(),
  openedAt: Instant,
  /** Null until the owner has responded. */
  response: Nullable(Type.String()),
  respondedAt: Nullable(Instant),
  adjustmentCents: Type.Integer(),
})

export const CommissionLine = Type.Object({
  id: Id,
  kind: Kind,
  name: Type.String(),
  earnedAt: Instant,
  /** Negative for what a reversed visit takes back. */
  cents: Type.Integer(),
  isReversal: Type.Boolean(),
  /** The day and the number of the comanda. */
  visit: Type.Object({ id: Id, day: LocalDate, number: Type.Integer() }),
  /** Null for tips, adjustments and reversals. */
  pipeline: Nullable(CommissionPipeline),
  isSettled: Type.Boolean(),
  dispute: Nullable(Dispute),
})
export type CommissionLine = Static<typeof CommissionLine>

const Sums = {
  servicesCents: Type.Integer(),
  productsCents: Type.Integer(),
  tipsCents: Type.Integer(),
  /** Adjustments, and what is taken back of earlier settlements. */
  correctionsCents: Type.Integer(),
}

const Barber = Type.Object({ id: Id, name: Type.String() })

/** Where money leaves from, or arrives. Cash: the usual register. */
export const moneySources = ['cash', 'bank', 'pix'] as const
const Source = Type.Enum(moneySources)
export type MoneySource = Static<typeof Source>

const SettlementFields = {
  id: Id,
  barber: Barber,
  /** The last day that it contains. */
  until: LocalDate,
  ...Sums,
  rentCents: Type.Integer(),
  /** Advances that it deducts. */
  advancesCents: Type.Integer(),
  /** What the barber receives; negative: what they pay. */
  totalCents: Type.Integer(),
  closedAt: Instant,
  paidAt: Nullable(Instant),
  paidFrom: Nullable(Source),
}
export const Settlement = Type.Object(SettlementFields)
export type Settlement = Static<typeof Settlement>

/** What is open of one barber, as a settlement until a day would have it. */
const Draft = Type.Object({
  barber: Barber,
  ...Sums,
  /** By the plan, if no settlement of the month has it. */
  rentCents: Type.Integer(),
  /** What the barber owes of advances, and what of it the settlement would deduct. */
  advanceBalanceCents: Type.Integer(),
  advancesCents: Type.Integer(),
  totalCents: Type.Integer(),
  openDisputes: Type.Integer(),
})
export type SettlementDraft = Static<typeof Draft>

const Line = Type.Object({
  id: Id,
  barber: Barber,
  kind: Kind,
  name: Type.String(),
  earnedAt: Instant,
  cents: Type.Integer(),
})

/** What barbers earn: plans, the live view of each barber, settlements (acertos), advances (vales). */
export const commissionsApi = defineApi(
  { tag: 'commissions', description: 'Comissões, acertos e vales dos barbeiros' },
  {
    listPlans: route('GET', '/barbershops/:id/commission-plans', {
      summary: 'Os planos de comissão da barbearia e de cada barbeiro, com todas as versões',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: {
        200: Type.Object({
          /** Local to the barbershop: a new version begins today or later. */
          today: LocalDate,
          barbershop: Type.Object(PlanOf),
          barbers: Type.Array(Type.Object({ ...Barber.properties, ...PlanOf })),
          services: Type.Array(Type.Object({ id: Id, name: Type.String(), priceCents: Nullable(Type.Integer()) })),
          products: Type.Array(Type.Object({ id: Id, name: Type.String(), priceCents: Type.Integer() })),
        }),
      },
    }),
    addPlan: route('POST', '/barbershops/:id/commission-plans', {
      summary: 'Uma nova versão de um plano de comissão, que vale a partir de um dia; as anteriores ficam como estão',
      params: IdParams,
      body: Strict({
        /** Null: for all who have no plan of their own. */
        barberId: Nullable(Id),
        /** The newest version that the caller saw; 0 for none. */
        seenVersion: Type.Integer({ minimum: 0 }),
        startsOn: LocalDate,
        terms: Nullable(CommissionTerms),
      }),
      errors: [
        'BARBERSHOP_NOT_FOUND',
        'BARBER_NOT_FOUND',
        'SERVICE_NOT_FOUND',
        'PRODUCT_NOT_FOUND',
        'INVALID_INPUT',
        'EDIT_CONFLICT',
      ],
      response: { 200: PlanVersion },
    }),
    listEarnings: route('GET', '/barbershops/:id/earnings', {
      summary: 'O que um barbeiro ganhou, linha por linha com a conta; de outro só com o direito de ver dinheiro',
      params: IdParams,
      querystring: Strict({
        ...PageQuery(10),
        /** Absent: the caller. */
        barberId: Type.Optional(Id),
        from: LocalDate,
        until: LocalDate,
      }),
      errors: ['BARBER_NOT_FOUND', 'PERIOD_INVALID'],
      response: {
        200: Type.Object({
          barber: Barber,
          timeZone: Type.String(),
          isOwn: Type.Boolean(),
          ...Sums,
          totalCents: Type.Integer(),
          /** What is not in a settlement yet, of any day, less advances. */
          openCents: Type.Integer(),
          advanceBalanceCents: Type.Integer(),
          lines: Type.Array(CommissionLine),
          pagination: Pagination,
          /** Newest first. */
          settlements: Type.Array(Settlement),
        }),
      },
    }),
    dispute: route('POST', '/commission-lines/:id/dispute', {
      summary: 'O barbeiro contesta uma linha dele, com o motivo',
      params: IdParams,
      body: Strict({ reason: Text({ min: 1, max: MAX_REASON }) }),
      errors: ['NOT_FOUND', 'INVALID_INPUT', 'EDIT_CONFLICT'],
      response: { 200: Type.Object({ openedAt: Instant }) },
    }),
    respond: route('POST', '/commission-lines/:id/response', {
      summary: 'Responde a uma contestação; um ajuste entra no próximo acerto',
      params: IdParams,
      body: Strict({
        response: Text({ min: 1, max: MAX_REASON }),
        adjustmentCents: Type.Integer({ minimum: -MAX_CENTS, maximum: MAX_CENTS }),
      }),
      errors: ['NOT_FOUND', 'INVALID_INPUT', 'EDIT_CONFLICT', 'MONTH_CLOSED'],
      response: { 200: Type.Object({ respondedAt: Instant }) },
    }),
    listSettlements: route('GET', '/barbershops/:id/settlements', {
      summary: 'O que está em aberto com cada barbeiro até um dia, as contestações e os acertos feitos',
      params: IdParams,
      querystring: Strict({
        ...PageQuery(10),
        /** Absent: today. */
        until: Type.Optional(LocalDate),
      }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: {
        200: Type.Object({
          today: LocalDate,
          until: LocalDate,
          timeZone: Type.String(),
          drafts: Type.Array(Draft),
          disputes: Type.Array(Type.Object({ ...Line.properties, reason: Type.String() })),
          settlements: Type.Array(Settlement),
          pagination: Pagination,
        }),
      },
    }),
    getSettlement: route('GET', '/settlements/:id', {
      summary: 'Um acerto fechado com todas as linhas; o barbeiro vê os dele',
      params: IdParams,
      errors: ['NOT_FOUND'],
      response: {
        200: Type.Object({
          ...SettlementFields,
          barbershop: Barber,
          timeZone: Type.String(),
          lines: Type.Array(CommissionLine),
        }),
      },
    }),
    settlementCsv: route('GET', '/settlements/:id/lines.csv', {
      summary: 'As linhas de um acerto em CSV, cada uma com a sua conta; o barbeiro exporta os dele',
      params: IdParams,
      errors: ['NOT_FOUND'],
      produces: ['text/csv'],
      response: { 200: Type.String() },
    }),
    closeSettlement: route('POST', '/barbershops/:id/settlements', {
      summary: 'Fecha o acerto de um barbeiro até um dia; o que mudar depois entra no próximo',
      params: IdParams,
      body: Strict({
        /** Made by the client: a repetition closes nothing more. */
        id: Id,
        barberId: Id,
        until: LocalDate,
        rentCents: Cents,
        /** The total that the caller saw. Another one is a conflict. */
        totalCents: Type.Integer({ minimum: -200 * MAX_CENTS, maximum: 200 * MAX_CENTS }),
      }),
      errors: [
        'BARBER_NOT_FOUND',
        'PERIOD_INVALID',
        'EDIT_CONFLICT',
        'IDEMPOTENCY_CONFLICT',
        'SETTLEMENT_EMPTY',
        'MONTH_CLOSED',
      ],
      response: { 200: Settlement },
    }),
    paySettlement: route('POST', '/settlements/:id/pay', {
      summary: 'Registra o pagamento de um acerto fechado',
      params: IdParams,
      body: Strict({ paidFrom: Source }),
      errors: ['NOT_FOUND', 'BALANCE_TOO_LOW', 'EDIT_CONFLICT', 'MONTH_CLOSED'],
      response: { 200: Settlement },
    }),
    giveAdvance: route('POST', '/barbershops/:id/advances', {
      summary: 'Dá um vale a um barbeiro, que o próximo acerto desconta',
      params: IdParams,
      body: Strict({
        id: Id,
        barberId: Id,
        cents: Type.Integer({ minimum: 1, maximum: MAX_CENTS }),
        paidFrom: Source,
        reason: Text({ max: MAX_REASON }),
      }),
      errors: ['BARBER_NOT_FOUND', 'BALANCE_TOO_LOW', 'IDEMPOTENCY_CONFLICT', 'MONTH_CLOSED'],
      response: { 200: Type.Object({ advanceBalanceCents: Type.Integer() }) },
    }),
  },
)
