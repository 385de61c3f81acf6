import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { CheckoutDeps } from '../checkout/create-intent.ts'
import { findOpen } from '../checkout/queries.ts'
import { orUnavailable } from '../checkout/rules.ts'

/** The provider's own page for a new card. Throws SUBSCRIPTION_NOT_FOUND where there is none. */
export async function openPortal({ db, clock, payments, site }: CheckoutDeps, { id }: Caller): Promise<string> {
  const open = await findOpen(db, id, clock.now())
  const provider = open && payments.of(open.provider)
  if (!open?.reference || !provider?.portalUrl) throw new ApiError('SUBSCRIPTION_NOT_FOUND')
  const { reference } = open
  return orUnavailable(
    'CHECKOUT_UNAVAILABLE',
    async () => (await provider.portalUrl?.(reference, `${site}/admin`)) ?? '',
  )
}
