import type { PaymentMethod, PaymentStatus } from '@na-regua/contract/payments'
import type { Database } from '../database.ts'
import { ServiceOutage } from '../jobs.ts'

export type ProviderName = 'sandbox' | 'stripe'

/** Who pays for what. The provider returns it with every report. */
export type Purpose = { userId: string; planId: string }

/** `months` of one period, `priceCents` for the whole period. */
type Purchase = { name: string; months: number; priceCents: number }

/** The state of a checkout session. */
export type SessionUpdate = {
  kind: 'session'
  sessionId: string
  status: PaymentStatus
  method?: PaymentMethod
  subscriptionReference?: string
  /** An attempt that the user has just made: it replaces an earlier one that failed. */
  isNewAttempt?: boolean
}

/** The state of a subscription. `paidUntil` is the end of the last paid period, also while a renewal fails. */
export type SubscriptionUpdate = Purpose & {
  kind: 'subscription'
  reference: string
  status: 'active' | 'past_due' | 'cancelled'
  periodStartsAt: Date
  paidUntil: Date
  renewsItself: boolean
  /** By the provider's clock. The latest report wins, whatever the order of arrival. */
  reportedAt: Date
}

/** A payment of one period, successful or not. */
export type PaymentUpdate = Purpose & {
  kind: 'payment'
  reference: string
  subscriptionReference: string
  amountCents: number
  status: 'failed' | 'paid' | 'refunded'
  method?: PaymentMethod
  periodStartsAt: Date
  periodEndsAt: Date
  /** Time of the payment or its failure; a refund does not change it. */
  reportedAt: Date
}

export type ProviderUpdate = SessionUpdate | SubscriptionUpdate | PaymentUpdate

/** The same id is the same event, however often it is delivered. */
export type ProviderEvent = { provider: ProviderName; id: string; updates: ProviderUpdate[] }

export type CheckoutOrder = Purpose & {
  sessionId: string
  email: string
  purchase: Purchase
  /** Due now. */
  amountCents: number
  /** Reference of the open subscription that this changes or renews. */
  changes: string | null
  /** Where the provider sends the browser afterwards. */
  returnUrl: string
}

export type OpenedCheckout = { reference: string; clientSecret: string; expiresAt: Date }

/**
 * A payment provider. It reports everything as updates, and reading returns them again, so a lost event can be recovered. Every
 * action is idempotent for the same ids. Throws ProviderUnavailable when there is no valid response.
 */
export type PaymentProvider = {
  name: ProviderName
  methods: PaymentMethod[]
  publishableKey?: string
  /** True when it charges a change of plan without a payment form. */
  chargesChanges: boolean
  openSession(db: Database, order: CheckoutOrder): Promise<OpenedCheckout>
  /** The session can no longer be paid. */
  closeSession(db: Database, reference: string): Promise<void>
  readSession(db: Database, reference: string): Promise<ProviderUpdate[]>
  readSubscription(db: Database, reference: string): Promise<ProviderUpdate[]>
  /** Value of the unused days of an open subscription; 0 when the provider computes it itself. */
  creditOf(db: Database, reference: string): Promise<number>
  changePlan(db: Database, order: CheckoutOrder & { changes: string }): Promise<ProviderUpdate[]>
  cancelSubscription(db: Database, reference: string): Promise<ProviderUpdate[]>
  /** The subscription ends with its paid period instead of being renewed. A change of plan renews it again. */
  stopRenewal(db: Database, reference: string): Promise<ProviderUpdate[]>
  refund(db: Database, payments: PaymentUpdate[]): Promise<ProviderUpdate[]>
  /** Page where users change their card, when there is one. */
  portalUrl?(reference: string, returnUrl: string): Promise<string>
}

/** No response, or an invalid one. No state of ours changes. */
export class ProviderUnavailable extends ServiceOutage {
  override name = 'ProviderUnavailable'

  constructor(cause: unknown) {
    super('the payment provider did not respond', { cause })
  }
}

/** The payment was declined. */
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
