import type { PaymentMethod, PaymentStatus } from '@na-regua/contract/payments'
import type { Database } from '../database.ts'

export type ProviderName = 'sandbox' | 'stripe'

/** Who pays for what, in the words that a provider hands back with everything it says about it. */
export type Purpose = { userId: string; planId: string }

/** What is sold: `months` are those of one period, `priceCents` is for all of it. */
export type Purchase = { name: string; months: number; priceCents: number }

/** How the payment of one session stands. */
export type SessionFact = {
  kind: 'session'
  sessionId: string
  status: PaymentStatus
  method?: PaymentMethod
  subscriptionReference?: string
}

/** How a subscription stands; `paidUntil` is the end of what was paid for, also while a renewal fails. */
export type SubscriptionFact = Purpose & {
  kind: 'subscription'
  reference: string
  status: 'active' | 'past_due' | 'cancelled'
  periodStartsAt: Date
  paidUntil: Date
  renewsItself: boolean
  /** By the provider's clock: the newest word wins, in whatever order words arrive. */
  toldAt: Date
}

/** Money that moved, or should have. */
export type PaymentFact = Purpose & {
  kind: 'payment'
  reference: string
  subscriptionReference: string
  amountCents: number
  status: 'failed' | 'paid' | 'refunded'
  method?: PaymentMethod
  periodStartsAt: Date
  periodEndsAt: Date
  /** When it was paid, or was not; a refund keeps it. */
  toldAt: Date
}

export type ProviderFact = SessionFact | SubscriptionFact | PaymentFact

/** What a provider said at once. The same id is the same word, however often it arrives. */
export type ProviderEvent = { provider: ProviderName; id: string; facts: ProviderFact[] }

export type CheckoutOrder = Purpose & {
  sessionId: string
  email: string
  goods: Purchase
  /** To be paid now. */
  amountCents: number
  /** The open subscription that this changes or prolongs. */
  changes: string | null
  /** Where the provider sends the browser afterwards. */
  returnUrl: string
}

export type OpenedCheckout = { reference: string; clientSecret: string; expiresAt: Date }

/**
 * Whoever takes the money. Everything that it says comes as facts, and everything that it did is said again when it is asked:
 * a word that was lost is made good by reading. Each act may be repeated with the same names and happens once.
 * Throws ProviderDown when it does not answer, or not with sense.
 */
export type PaymentProvider = {
  name: ProviderName
  methods: PaymentMethod[]
  publishableKey?: string
  /** True where it charges a change of plan by itself, without a form. */
  changesByItself: boolean
  openSession(db: Database, order: CheckoutOrder): Promise<OpenedCheckout>
  /** Nobody can pay it any more. */
  closeSession(db: Database, reference: string): Promise<void>
  readSession(db: Database, reference: string): Promise<ProviderFact[]>
  readSubscription(db: Database, reference: string): Promise<ProviderFact[]>
  /** What the unused days of an open subscription are worth, where we are the ones who reckon it. */
  creditOf(db: Database, reference: string): Promise<number>
  changePlan(db: Database, order: CheckoutOrder & { changes: string }): Promise<ProviderFact[]>
  cancelSubscription(db: Database, reference: string): Promise<ProviderFact[]>
  /** Gives back what these payments took. */
  refund(db: Database, payments: PaymentFact[]): Promise<ProviderFact[]>
  /** Undefined where people cannot change their card by themselves. */
  portalUrl?(reference: string, returnUrl: string): Promise<string>
}

/** The provider did not answer, or said nothing that can be understood. Nothing of ours changes for that. */
export class ProviderDown extends Error {
  constructor(cause: unknown) {
    super('the payment provider did not answer', { cause })
    this.name = 'ProviderDown'
  }
}

/** The provider answered that the money could not be had. */
export class ProviderRefused extends Error {
  constructor(cause?: unknown) {
    super('the payment provider refused the payment', { cause })
    this.name = 'ProviderRefused'
  }
}

export function addMonths(from: Date, months: number): Date {
  const day = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO('UTC')
  return new Date(day.add({ months }).epochMilliseconds)
}
