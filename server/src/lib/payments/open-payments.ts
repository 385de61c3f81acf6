import { createSandbox } from '../../dev/sandbox-payments/sandbox.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'
import { createStripe, type StripeProvider } from './stripe.ts'

export type Payments = {
  /** Who takes the money of new sales. */
  provider: PaymentProvider
  /** Undefined without its keys. */
  stripe: StripeProvider | undefined
  /** Whoever a subscription was bought from: it outlives a change of the configuration. */
  of(name: string): PaymentProvider | undefined
}

/** Stripe when its keys are there, else the sandbox. */
export function openPayments({ config, clock }: { config: Pick<Config, 'stripe'>; clock: Clock }): Payments {
  const sandbox = createSandbox({ clock })
  const stripe = config.stripe && createStripe({ config: config.stripe, clock })
  const known: Record<ProviderName, PaymentProvider | undefined> = { sandbox, stripe }
  return { provider: stripe ?? sandbox, stripe, of: (name) => known[name as ProviderName] }
}
