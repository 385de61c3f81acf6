import { GRACE_DAYS, type PaymentStatus } from '@na-regua/contract/payments'
import type { PaymentUpdate, SubscriptionUpdate } from '../../../lib/payments/provider.ts'

const DAY_MS = 86_400_000

/** A status only rises, so late and duplicate reports change nothing. A payment may succeed after a declined card. */
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

const paymentRanks: Record<PaymentUpdate['status'], number> = { failed: 0, paid: 1, refunded: 2 }

export function isLaterPayment(status: PaymentUpdate['status'], than: PaymentUpdate['status']): boolean {
  return paymentRanks[status] > paymentRanks[than]
}

type Report = Pick<SubscriptionUpdate, 'reportedAt'> & { status: string; source: string }

/** What is stored of the last one. A subscription of the demo has never been reported. */
export type LastReport = Omit<Report, 'reportedAt'> & { reportedAt: Date | null }

const subscriptionRanks: Record<string, number> = { past_due: 0, active: 1, cancelled: 2 }

/** Source of a report that we requested, instead of the id of an event. Stored in `told_by`. */
export const REQUESTED = 'asked'

/**
 * Whether a report about a subscription supersedes another one. A cancellation is final; else the later by the provider's clock,
 * which has whole seconds. Within a second a requested report includes all events before it; among events the better status wins,
 * then the id. This is a total order of events, so that any order of arrival ends in the same state.
 */
export function isNewer(report: Report, than: LastReport): boolean {
  if (than.status === 'cancelled') return false
  if (report.status === 'cancelled' || than.reportedAt === null) return true
  const difference = report.reportedAt.getTime() - than.reportedAt.getTime()
  if (difference !== 0) return difference > 0
  if (report.source === REQUESTED || than.source === REQUESTED) return report.source === REQUESTED
  const rise = (subscriptionRanks[report.status] ?? 0) - (subscriptionRanks[than.status] ?? 0)
  return rise === 0 ? report.source > than.source : rise > 0
}

/** Until then an owner whose renewal failed, or was not reported, can still edit. */
export function endOfGrace(paidUntil: Date): Date {
  return new Date(paidUntil.getTime() + GRACE_DAYS * DAY_MS)
}
