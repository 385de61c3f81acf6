import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { CheckoutDeps } from '../checkout/create-intent.ts'
import { findOpenSubscription } from '../checkout/queries.ts'
import { orUnavailable } from '../checkout/rules.ts'

/** URL of the provider's page to change the card. Throws SUBSCRIPTION_NOT_FOUND when the provider has none. */
export async function openPortal({ db, clock, payments, site }: CheckoutDeps, { id }: Caller): Promise<string> {
  const open = await findOpenSubscription(db, id, clock.now())
  const provider = open && payments.of(open.provider)
  if (!open?.reference || !provider?.portalUrl) throw new ApiError('SUBSCRIPTION_NOT_FOUND')
  const { reference } = open
  return orUnavailable(
    'CHECKOUT_UNAVAILABLE',
    async () => (await provider.portalUrl?.(reference, `${site}/admin`)) ?? '',
  )
}
