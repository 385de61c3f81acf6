import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'
import { createStripe, type StripeProvider } from './stripe.ts'

export type Payments = {
  /** Takes new payments. */
  provider: PaymentProvider
  /** Undefined without its keys. */
  stripe: StripeProvider | undefined
  /** The provider of an existing subscription, which may differ from the configured one. */
  of(name: string): PaymentProvider | undefined
}

type PaymentsDeps = { config: Pick<Config, 'stripe'>; clock: Clock; sandbox: PaymentProvider }

/** Stripe when its keys are configured, the sandbox otherwise. */
export function openPayments({ config, clock, sandbox }: PaymentsDeps): Payments {
  const stripe = config.stripe && createStripe({ config: config.stripe, clock })
  const known: Record<ProviderName, PaymentProvider | undefined> = { sandbox, stripe }
  return { provider: stripe ?? sandbox, stripe, of: (name) => known[name as ProviderName] }
}
