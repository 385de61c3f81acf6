import { ApiError } from '@na-regua/contract/errors'
import { REFUND_DAYS, RENEW_AHEAD_DAYS } from '@na-regua/contract/payments'
import type { Plan } from '@na-regua/contract/plans'
import { ProviderUnavailable } from '../../../lib/payments/provider.ts'
import type { OpenSubscription } from './queries.ts'

const DAY_MS = 86_400_000

export const SESSION_MS = 60 * 60_000

/** Throws when `plan` cannot be bought while `open` exists. `chargesChanges`: the provider also charges renewals by itself. */
export function refusePurchase(
  plan: Plan,
  open: OpenSubscription | undefined,
  { chargesChanges, now }: { chargesChanges: boolean; now: Date },
) {
  if (plan.price_cents === 0) throw new ApiError('PLAN_IS_FREE')
  if (open?.planId !== plan.id) return
  if (chargesChanges && open.status === 'past_due')
    throw new ApiError('ALREADY_SUBSCRIBED', {}, 'Para renovar este plano, atualize o cartão na sua assinatura.')
  const isNear = open.endsAt && open.endsAt.getTime() - now.getTime() < RENEW_AHEAD_DAYS * DAY_MS
  const isRenewable = !open.renewsItself && (isNear || open.isCancelled)
  if (open.status !== 'past_due' && !isRenewable) throw new ApiError('ALREADY_SUBSCRIBED')
}

/** Payments after this instant are refundable. */
export function getRefundStart(now: Date): Date {
  return new Date(now.getTime() - REFUND_DAYS * DAY_MS)
}

/** Turns an unavailable provider into the error that the user sees. */
export async function orUnavailable<T>(
  code: 'CHECKOUT_UNAVAILABLE' | 'CANCEL_UNAVAILABLE',
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new ApiError(code)
    throw error
  }
}
