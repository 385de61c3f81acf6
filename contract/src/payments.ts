import { type Static, Type } from 'typebox'
import { Cents, Id, IdParams, Instant, Nullable, PageQuery, Pagination, RandomToken, Strict, Text } from './fields.ts'
import { billingPeriods } from './plans.ts'
import { defineApi, route } from './route.ts'
import { MAX_NAME } from './text-limits.ts'

/** `requires_action`: the bank requires a confirmation. `succeeded` is final; after `failed` another card may be tried. */
export const paymentStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'expired'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const paymentMethods = ['card', 'pix'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** A purchase is refundable for so many days (art. 49 of the Brazilian consumer code). */
export const REFUND_DAYS = 7
/** Grace period of a failed renewal before barbershops are blocked. */
export const GRACE_DAYS = 7
/** A period that is paid manually can be renewed so many days before its end. */
export const RENEW_AHEAD_DAYS = 7
export const PIX_MINUTES = 10

/** The id gives access to the status of the payment and nothing else. */
const SessionParams = Strict({ sessionId: RandomToken })
const PlanChoice = Strict({ planId: Id })

/** For the checkout page. A repeated request for the same plan returns the same open session. */
export const PaymentIntent = Type.Object({
  /** `payment`: needs a payment form. `change`: the provider has a payment method, a confirmation is enough (paymentsApi.confirmChange). */
  mode: Type.Union([Type.Literal('payment'), Type.Literal('change')]),
  clientSecret: Type.String(),
  sessionId: Type.String(),
  provider: Type.Union([Type.Literal('sandbox'), Type.Literal('stripe')]),
  methods: Type.Array(Type.Enum(paymentMethods)),
  /** Stripe's key for its form. */
  publishableKey: Type.Optional(Type.String()),
  /** Due now; null when only the provider knows it, as for a change at Stripe. */
  amountCents: Nullable(Cents),
  /** Credit for unused days of the current plan. */
  creditCents: Cents,
})
export type PaymentIntent = Static<typeof PaymentIntent>

const StatusResponse = Type.Object({ status: Type.Enum(paymentStatuses) })
const PublicStatus = Type.Object({ ...StatusResponse.properties, planId: Id })
/** `message`: why the card was declined. */
const CardResponse = Type.Object({ status: Type.Enum(paymentStatuses), message: Type.Optional(Type.String()) })
const Message = Type.Object({ message: Type.String() })

const Payment = Type.Object({
  id: Id,
  date: Instant,
  plan: Type.String(),
  billing_period: Type.Enum(billingPeriods),
  periodStartsAt: Instant,
  periodEndsAt: Instant,
  amountCents: Cents,
  status: Type.Union([Type.Literal('paid'), Type.Literal('failed'), Type.Literal('refunded')]),
  method: Nullable(Type.Enum(paymentMethods)),
  /** Null for failed payments. */
  receiptNumber: Nullable(Type.String()),
})
export type Payment = Static<typeof Payment>

export const Receipt = Type.Object({
  ...Payment.properties,
  buyer: Type.Object({ name: Type.String(), email: Type.String() }),
  seller: Type.Object({ name: Type.String(), email: Type.String(), city: Type.String() }),
})
export type Receipt = Static<typeof Receipt>

/** Billing of the caller's plan; its limits are in plansApi.own. */
export const SubscriptionBill = Type.Object({
  /** Null without an open subscription. */
  provider: Nullable(Type.Union([Type.Literal('free'), Type.Literal('sandbox'), Type.Literal('stripe')])),
  /** False when the user must pay each period manually, as with Pix. */
  renewsItself: Type.Boolean(),
  periodEndsAt: Nullable(Instant),
  /** Set during the grace period of a failed renewal. */
  graceEndsAt: Nullable(Instant),
  /** Set while a cancellation includes a refund. */
  refundUntil: Nullable(Instant),
  refundCents: Cents,
  /** Price of one period of the plan. */
  priceCents: Cents,
  /** Set when the user has cancelled: the plan ends with the paid period. */
  cancelledAt: Nullable(Instant),
  /** The free plan follows at that end. */
  continuesFree: Type.Boolean(),
  /** Whether paymentsApi.portal is available. */
  hasPortal: Type.Boolean(),
})
export type SubscriptionBill = Static<typeof SubscriptionBill>

export const paymentsApi = defineApi(
  { tag: 'payments', description: 'Assinatura, pagamentos e recibos' },
  {
    createIntent: route('POST', '/payments/create-payment-intent', {
      summary: 'Abre o pagamento de um plano',
      body: PlanChoice,
      errors: ['PLAN_NOT_FOUND', 'PLAN_IS_FREE', 'ALREADY_SUBSCRIBED', 'CHECKOUT_UNAVAILABLE'],
      response: { 200: PaymentIntent },
    }),
    createCheckoutSession: route('POST', '/payments/create-checkout-session', {
      summary: 'O mesmo que create-payment-intent',
      body: PlanChoice,
      errors: ['PLAN_NOT_FOUND', 'PLAN_IS_FREE', 'ALREADY_SUBSCRIBED', 'CHECKOUT_UNAVAILABLE'],
      response: { 200: PaymentIntent },
    }),
    confirmChange: route('POST', '/payments/confirm-change/:sessionId', {
      summary: 'Muda de plano com a forma de pagamento que já existe',
      params: SessionParams,
      errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_CLOSED', 'CHECKOUT_UNAVAILABLE'],
      response: { 200: StatusResponse },
    }),
    status: route('GET', '/payments/status/:sessionId', {
      summary: 'Como está um pagamento; quem conhece o número pode perguntar',
      params: SessionParams,
      errors: ['PAYMENT_NOT_FOUND'],
      response: { 200: PublicStatus },
    }),
    startFree: route('POST', '/plans/start-free', {
      summary: 'Começa com o plano Básico, sem pagamento, e encerra todas as sessões',
      body: Strict({}),
      errors: ['ALREADY_SUBSCRIBED'],
      response: { 200: Message },
    }),
    cancelSubscription: route('POST', '/plans/cancel-subscription', {
      summary: 'Cancela a assinatura, sem volta, e encerra todas as sessões; o que está pago vale até o fim do período',
      // Requires the password of the account or a recent login. After a recent login no body is needed.
      body: Strict({
        password: Type.Optional(Text({ max: 200 })),
        /** Ends the plan at once. */
        refund: Type.Optional(Type.Boolean()),
        /** The free plan follows: barbershops within its limit can still be edited. */
        continueFree: Type.Optional(Type.Boolean()),
      }),
      errors: [
        'RECENT_LOGIN_REQUIRED',
        'WRONG_PASSWORD',
        'SUBSCRIPTION_NOT_FOUND',
        'REFUND_UNAVAILABLE',
        'CANCEL_UNAVAILABLE',
      ],
      response: { 200: Message },
    }),
    subscription: route('GET', '/payments/subscription', {
      summary: 'A cobrança da própria assinatura',
      response: { 200: SubscriptionBill },
    }),
    list: route('GET', '/payments', {
      summary: 'Os próprios pagamentos, dos mais novos aos mais antigos',
      querystring: Strict(PageQuery(10)),
      response: { 200: Type.Object({ payments: Type.Array(Payment), pagination: Pagination }) },
    }),
    receipt: route('GET', '/payments/:id', {
      summary: 'O recibo de um pagamento próprio',
      params: IdParams,
      errors: ['PAYMENT_NOT_FOUND'],
      response: { 200: Type.Object({ receipt: Receipt }) },
    }),
    portal: route('POST', '/payments/portal', {
      summary: 'Endereço onde o provedor deixa trocar o cartão',
      errors: ['SUBSCRIPTION_NOT_FOUND', 'CHECKOUT_UNAVAILABLE'],
      response: { 200: Type.Object({ url: Type.String() }) },
    }),
    stripeWebhook: route('POST', '/payments/webhooks/stripe', {
      summary: 'Avisos da Stripe, assinados',
      errors: ['WEBHOOK_INVALID', 'NOT_FOUND'],
      response: { 200: Type.Object({ received: Type.Boolean() }) },
    }),
  },
)

/** Only available without a real provider. Test cards are below. */
export const sandboxApi = defineApi(
  { tag: 'sandbox', description: 'Pagamentos de teste, só sem um provedor de verdade' },
  {
    payByCard: route('POST', '/payments/sandbox/:sessionId/card', {
      summary: 'Paga com um cartão de teste',
      params: SessionParams,
      body: Strict({
        /** Digits, with or without spaces. */
        number: Text({ max: 40 }),
        /** MM/AA. */
        expiry: Text({ max: 10 }),
        cvc: Text({ max: 10 }),
        name: Text({ max: MAX_NAME }),
      }),
      errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_CLOSED', 'CARD_INVALID'],
      response: { 200: CardResponse },
    }),
    authenticate: route('POST', '/payments/sandbox/:sessionId/authenticate', {
      summary: 'O que a pessoa responde ao banco',
      params: SessionParams,
      body: Strict({ approve: Type.Boolean() }),
      errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_CLOSED'],
      response: { 200: CardResponse },
    }),
    payByPix: route('POST', '/payments/sandbox/:sessionId/pix', {
      summary: 'Um Pix a pagar; o mesmo enquanto valer',
      params: SessionParams,
      errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_CLOSED'],
      response: { 200: Type.Object({ copyPaste: Type.String(), expiresAt: Instant }) },
    }),
    simulatePix: route('POST', '/payments/sandbox/:sessionId/pix/simulate', {
      summary: 'Faz de conta que o Pix foi pago',
      params: SessionParams,
      errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_CLOSED', 'PIX_EXPIRED'],
      response: { 200: StatusResponse },
    }),
  },
)

/** Cards of the sandbox; any other valid number succeeds. */
export const testCards = {
  succeeds: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksForConfirmation: '4000 0025 0000 3155',
  staysPending: '4000 0000 0000 0077',
  /** Pays once; its renewals fail. */
  failsToRenew: '4000 0000 0000 0341',
} as const
