import { type Static, Type } from 'typebox'
import { Id, IdParams, LocalDate, Nullable, PageQuery, Pagination, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'
import { MAX_INSTALLMENTS } from './visits.ts'

export const cardMethods = ['debit', 'credit'] as const
export type CardMethod = (typeof cardMethods)[number]

export const MAX_CARD_FEES = 60
/** Thirty per cent. */
export const MAX_FEE_BPS = 3000
export const MAX_FEE_DAYS = 365
const MAX_CARD_BRAND = 20

/** What an acquirer keeps of a payment, and when the rest is on the account. */
const CardFee = Strict({
  method: Type.Enum(cardMethods),
  /** Null: every brand without a fee of its own. */
  brand: Nullable(Text({ min: 1, max: MAX_CARD_BRAND })),
  /** For so many instalments and more, until the next line; 1 for debit. */
  installments: Type.Integer({ minimum: 1, maximum: MAX_INSTALLMENTS }),
  /** Hundredths of a per cent of the amount. */
  bps: Type.Integer({ minimum: 0, maximum: MAX_FEE_BPS }),
  /** Days from the sale, to the first instalment. */
  days: Type.Integer({ minimum: 0, maximum: MAX_FEE_DAYS }),
  /** All instalments are paid with the first (antecipação). Otherwise each is paid `INSTALLMENT_DAYS` after the one before. */
  paysAtOnce: Type.Optional(Type.Boolean()),
})
export type CardFee = Static<typeof CardFee>

/** Days between two instalments. */
export const INSTALLMENT_DAYS = 30

/** When cards are paid where a barbershop has said nothing: the usual days, and no fee, which is not known. */
export const usualCardFees: readonly CardFee[] = [
  { method: 'debit', brand: null, installments: 1, bps: 0, days: 1 },
  { method: 'credit', brand: null, installments: 1, bps: 0, days: 30 },
]

const CardFees = Type.Object({
  /** 0: those of the barbershop are the usual ones. */
  version: Type.Integer(),
  validFrom: Nullable(LocalDate),
  fees: Type.Array(CardFee),
})
export type CardFees = Static<typeof CardFees>

const ExpectedDay = Type.Object({
  date: LocalDate,
  payments: Type.Integer(),
  amountCents: Type.Integer(),
  feeCents: Type.Integer(),
})
export type ExpectedDay = Static<typeof ExpectedDay>

/** A payment by card, or one of its instalments, on the day on which it is expected. */
const ExpectedInstallment = Type.Object({
  paymentId: Id,
  visit: Type.Object({ id: Id, day: LocalDate, number: Type.Integer() }),
  method: Type.Enum(cardMethods),
  brand: Nullable(Type.String()),
  /** Which of how many: 1 of 1 also where the acquirer pays all instalments at once. */
  number: Type.Integer(),
  count: Type.Integer(),
  amountCents: Type.Integer(),
  feeCents: Type.Integer(),
})
export type ExpectedInstallment = Static<typeof ExpectedInstallment>

const Debtor = Type.Object({
  /** The customer's profile. */
  profileId: Id,
  name: Type.String(),
  owedCents: Type.Integer(),
  /** What the customer may owe. */
  limitCents: Type.Integer(),
  /** The day of the last visit that was put on the account. */
  lastOn: LocalDate,
})
export type Debtor = Static<typeof Debtor>

/** What is sold and not yet received. */
export const receivablesApi = defineApi(
  { tag: 'receivables', description: 'O que a barbearia tem a receber' },
  {
    list: route('GET', '/barbershops/:id/receivables', {
      summary: 'O que as maquininhas devem pagar, por dia, e o fiado por cliente',
      params: IdParams,
      querystring: Strict(PageQuery(10)),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: {
        200: Type.Object({
          today: LocalDate,
          /** From today on. */
          days: Type.Array(ExpectedDay),
          /** Of all customers. */
          owedCents: Type.Integer(),
          /** Those who owe most first. */
          debtors: Type.Array(Debtor),
          pagination: Pagination,
        }),
      },
    }),
    expectedCards: route('GET', '/barbershops/:id/receivables/cards', {
      summary: 'Os pagamentos e parcelas de cartão que devem cair em um dia',
      params: IdParams,
      querystring: Strict({ date: LocalDate, ...PageQuery(10) }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ installments: Type.Array(ExpectedInstallment), pagination: Pagination }) },
    }),
    cardFees: route('GET', '/barbershops/:id/card-fees', {
      summary: 'As taxas das maquininhas: as que valem hoje, e as que foram salvas por último',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: {
        200: Type.Object({
          today: LocalDate,
          current: CardFees,
          /** The last version, which may only be valid from a later day on. */
          latest: CardFees,
        }),
      },
    }),
    saveCardFees: route('PUT', '/barbershops/:id/card-fees', {
      summary: 'Salva outra versão das taxas; vendas anteriores ficam com as suas',
      params: IdParams,
      body: Strict({
        /** Of the latest, as the caller saw it. */
        version: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
        /** Today or later. */
        validFrom: LocalDate,
        fees: Type.Array(CardFee, { maxItems: MAX_CARD_FEES }),
      }),
      errors: ['BARBERSHOP_NOT_FOUND', 'EDIT_CONFLICT', 'INVALID_INPUT', 'PLAN_LAPSED'],
      response: { 200: Type.Object({ latest: CardFees }) },
    }),
  },
)
