import { ApiError } from '@na-regua/contract/errors'
import { REFUND_DAYS, RENEW_AHEAD_DAYS } from '@na-regua/contract/payments'
import type { Plan } from '@na-regua/contract/plans'
import { ProviderDown } from '../../../lib/payments/provider.ts'
import type { Open } from './queries.ts'

const DAY_MS = 86_400_000

export const SESSION_MS = 60 * 60_000

/** Throws what keeps a person from buying `plan` while `open` is there. `changesByItself`: the provider charges renewals alone. */
export function refusePurchase(
  plan: Plan,
  open: Open | undefined,
  { changesByItself, now }: { changesByItself: boolean; now: Date },
) {
  if (plan.price_cents === 0) throw new ApiError('PLAN_IS_FREE')
  if (open?.planId !== plan.id) return
  if (changesByItself && open.status === 'past_due')
    throw new ApiError('ALREADY_SUBSCRIBED', {}, 'Para renovar este plano, atualize o cartão na sua assinatura.')
  const isRenewable =
    !open.renewsItself && open.endsAt && open.endsAt.getTime() - now.getTime() < RENEW_AHEAD_DAYS * DAY_MS
  if (open.status !== 'past_due' && !isRenewable) throw new ApiError('ALREADY_SUBSCRIBED')
}

/** Since when a purchase still gives its money back. */
export function startOfRefunds(now: Date): Date {
  return new Date(now.getTime() - REFUND_DAYS * DAY_MS)
}

/** A provider that is away becomes the words that a person reads. */
export async function orUnavailable<T>(
  code: 'CHECKOUT_UNAVAILABLE' | 'CANCEL_UNAVAILABLE',
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ProviderDown) throw new ApiError(code)
    throw error
  }
}
