import { RENEW_AHEAD_DAYS, type SubscriptionBill } from '@na-regua/contract/payments'

/** What the owner of a subscription reads about its money; `until` is an instant, `pay` where something is to be done now. */
export type BillState = {
  words: 'free' | 'renews' | 'ends' | 'grace'
  until: string | null
  pay?: 'checkout' | 'portal'
}

/** Nothing where no subscription is open. */
export function readBill(bill: SubscriptionBill, now: Date): BillState | undefined {
  const { provider, renewsItself, periodEndsAt, graceEndsAt, hasPortal } = bill
  if (!provider) return undefined
  if (provider === 'free' || !periodEndsAt) return { words: 'free', until: null }
  // A provider that charges by itself takes the money from the card: that is where it is mended.
  if (graceEndsAt) return { words: 'grace', until: graceEndsAt, pay: hasPortal ? 'portal' : 'checkout' }
  if (renewsItself) return { words: 'renews', until: periodEndsAt }
  const isDue = new Date(periodEndsAt).getTime() - now.getTime() < RENEW_AHEAD_DAYS * 86_400_000
  return { words: 'ends', until: periodEndsAt, ...(isDue && { pay: 'checkout' }) }
}

export function canRefund({ refundUntil, refundCents }: SubscriptionBill, now: Date) {
  return refundUntil !== null && refundCents > 0 && now < new Date(refundUntil)
}
