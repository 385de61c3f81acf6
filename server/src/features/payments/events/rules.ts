import { GRACE_DAYS, type PaymentStatus } from '@na-regua/contract/payments'
import type { PaymentFact, SubscriptionFact } from '../../../lib/payments/provider.ts'

const DAY_MS = 86_400_000

/** A status only rises: what arrives late or twice changes nothing. A card that was declined may be followed by one that pays. */
const sessionRanks: Record<PaymentStatus, number> = {
  pending: 0,
  requires_action: 1,
  expired: 2,
  failed: 3,
  succeeded: 4,
}

export function isFurther(status: PaymentStatus, than: PaymentStatus): boolean {
  return sessionRanks[status] > sessionRanks[than]
}

const paymentRanks: Record<PaymentFact['status'], number> = { failed: 0, paid: 1, refunded: 2 }

export function isLaterPayment(status: PaymentFact['status'], than: PaymentFact['status']): boolean {
  return paymentRanks[status] > paymentRanks[than]
}

type Word = Pick<SubscriptionFact, 'toldAt'> & { status: string; toldBy: string }

const subscriptionRanks: Record<string, number> = { past_due: 0, active: 1, cancelled: 2 }

/** Stands for the name of an event where we asked ourselves. */
export const ASKED = 'asked'

/**
 * Whether a word about a subscription is to be believed after another one. The end is the end; else the newer one by the
 * provider's clock, which has whole seconds. Within one, what we asked for knows all that was said before it; among events
 * the better state, then the name. A total order of events, so that any order of their arrival ends in the same state.
 */
export function isNewer(word: Word, than: Word): boolean {
  if (than.status === 'cancelled') return false
  if (word.status === 'cancelled') return true
  const difference = word.toldAt.getTime() - than.toldAt.getTime()
  if (difference !== 0) return difference > 0
  if (word.toldBy === ASKED || than.toldBy === ASKED) return word.toldBy === ASKED
  const rise = (subscriptionRanks[word.status] ?? 0) - (subscriptionRanks[than.status] ?? 0)
  return rise === 0 ? word.toldBy > than.toldBy : rise > 0
}

/** Until then a renewal that failed, or that nobody told us of, still edits. */
export function endOfGrace(paidUntil: Date): Date {
  return new Date(paidUntil.getTime() + GRACE_DAYS * DAY_MS)
}
