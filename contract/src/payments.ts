import { type Static, Type } from 'typebox'
import { Cents, Id, IdParams, Instant, Nullable, PageQuery, Pagination, Strict, Text } from './fields.ts'
import { billingPeriods } from './plans.ts'
import { route } from './route.ts'

/** `requires_action`: the bank wants the person to confirm. `succeeded` is final; after `failed` another card may follow. */
export const paymentStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'expired'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const paymentMethods = ['card', 'pix'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Within so many days of the purchase the money comes back (art. 49 of the Brazilian consumer code). */
export const REFUND_DAYS = 7
/** So long a renewal that failed may be mended before shops are blocked. */
export const GRACE_DAYS = 7
/** So long before its end a period that is paid by hand may be followed by the next. */
export const RENEW_AHEAD_DAYS = 7
export const PIX_MINUTES = 10

/** 256 bits: who knows it may read the status of the payment and nothing else. */
const SessionId = Type.String({ pattern: '^[\\w-]{43}$' })
const SessionParams = Strict({ sessionId: SessionId })
const PlanChoice = Strict({ planId: Id })

/** What the checkout page needs. The same person asking again for the same plan gets the same open session. */
export const PaymentIntent = Type.Object({
  /** `payment`: a form asks for the money. `change`: the provider already has a way to be paid, a press on a button is enough (paymentsApi.confirmChange). */
  mode: Type.Union([Type.Literal('payment'), Type.Literal('change')]),
  clientSecret: Type.String(),
  sessionId: Type.String(),
  provider: Type.Union([Type.Literal('sandbox'), Type.Literal('stripe')]),
  methods: Type.Array(Type.Enum(paymentMethods)),
  /** Stripe's, for its own form. */
  publishableKey: Type.Optional(Type.String()),
  /** To be paid now; null when only the provider knows it, as with a change at Stripe. */
  amountCents: Nullable(Cents),
  /** What unused days of the present plan take off. */
  creditCents: Cents,
})
export type PaymentIntent = Static<typeof PaymentIntent>

const StatusAnswer = Type.Object({ status: Type.Enum(paymentStatuses) })
/** `message` says in words why a card was declined. */
const CardAnswer = Type.Object({ status: Type.Enum(paymentStatuses), message: Type.Optional(Type.String()) })
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
  /** Null where no money moved. */
  receiptNumber: Nullable(Type.String()),
})
export type Payment = Static<typeof Payment>

export const Receipt = Type.Object({
  ...Payment.properties,
  buyer: Type.Object({ name: Type.String(), email: Type.String() }),
  seller: Type.Object({ name: Type.String(), email: Type.String(), city: Type.String() }),
})
export type Receipt = Static<typeof Receipt>

/** The money side of the caller's plan; what it allows tells plansApi.own. */
export const SubscriptionBill = Type.Object({
  /** Null: no subscription is open. */
  provider: Nullable(Type.Union([Type.Literal('free'), Type.Literal('sandbox'), Type.Literal('stripe')])),
  /** False when the person must pay again by hand, as with Pix. */
  renewsItself: Type.Boolean(),
  periodEndsAt: Nullable(Instant),
  /** Set while a renewal that failed may still be mended. */
  graceEndsAt: Nullable(Instant),
  /** Set while cancelling gives the money back. */
  refundUntil: Nullable(Instant),
  refundCents: Cents,
  /** Whether paymentsApi.portal answers. */
  hasPortal: Type.Boolean(),
})
export type SubscriptionBill = Static<typeof SubscriptionBill>

export const paymentsApi = {
  createIntent: route('POST', '/payments/create-payment-intent', {
    summary: 'Abre o pagamento de um plano',
    body: PlanChoice,
    response: { 200: PaymentIntent },
  }),
  createCheckoutSession: route('POST', '/payments/create-checkout-session', {
    summary: 'O mesmo que create-payment-intent',
    body: PlanChoice,
    response: { 200: PaymentIntent },
  }),
  confirmChange: route('POST', '/payments/:sessionId/confirm-change', {
    summary: 'Muda de plano com a forma de pagamento que já existe',
    params: SessionParams,
    response: { 200: StatusAnswer },
  }),
  status: route('GET', '/payments/status/:sessionId', {
    summary: 'Como está um pagamento; quem conhece o número pode perguntar',
    params: SessionParams,
    response: { 200: StatusAnswer },
  }),
  startFree: route('POST', '/plans/start-free', {
    summary: 'Começa com o plano Básico, sem pagamento, e encerra todas as sessões',
    body: Strict({}),
    response: { 200: Message },
  }),
  cancelSubscription: route('POST', '/plans/cancel-subscription', {
    summary: 'Cancela a assinatura, sem volta, e encerra todas as sessões',
    // The password is asked for where the account has one; without one the login must be recent.
    body: Strict({ password: Type.Optional(Text({ max: 200 })), refund: Type.Optional(Type.Boolean()) }),
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
    response: { 200: Type.Object({ receipt: Receipt }) },
  }),
  portal: route('POST', '/payments/portal', {
    summary: 'Endereço onde o provedor deixa trocar o cartão',
    response: { 200: Type.Object({ url: Type.String() }) },
  }),
  stripeWebhook: route('POST', '/payments/webhooks/stripe', {
    summary: 'Avisos da Stripe, assinados',
    response: { 200: Type.Object({ received: Type.Boolean() }) },
  }),
}

/** Only where no real provider is configured. Test cards: see the numbers below. */
export const sandboxApi = {
  payByCard: route('POST', '/payments/sandbox/:sessionId/card', {
    summary: 'Paga com um cartão de teste',
    params: SessionParams,
    body: Strict({
      /** Digits, with or without spaces. */
      number: Text({ max: 40 }),
      /** MM/AA. */
      expiry: Text({ max: 10 }),
      cvc: Text({ max: 10 }),
      name: Text({ max: 120 }),
    }),
    response: { 200: CardAnswer },
  }),
  authenticate: route('POST', '/payments/sandbox/:sessionId/authenticate', {
    summary: 'O que a pessoa responde ao banco',
    params: SessionParams,
    body: Strict({ approve: Type.Boolean() }),
    response: { 200: CardAnswer },
  }),
  payByPix: route('POST', '/payments/sandbox/:sessionId/pix', {
    summary: 'Um Pix a pagar; o mesmo enquanto valer',
    params: SessionParams,
    response: { 200: Type.Object({ copyPaste: Type.String(), expiresAt: Instant }) },
  }),
  simulatePix: route('POST', '/payments/sandbox/:sessionId/pix/simulate', {
    summary: 'Faz de conta que o Pix foi pago',
    params: SessionParams,
    response: { 200: StatusAnswer },
  }),
}

/** What the sandbox's cards do; any other number that could be a card succeeds. */
export const testCards = {
  succeeds: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksForConfirmation: '4000 0025 0000 3155',
  staysPending: '4000 0000 0000 0077',
  /** Pays once; its renewals fail. */
  failsToRenew: '4000 0000 0000 0341',
} as const
