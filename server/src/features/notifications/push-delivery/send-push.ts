import type { PushAction } from '@na-regua/contract/push'
import type { Vapid } from '../push/load-vapid.ts'
import { postPush } from './post-push.ts'
import type { DuePush, LeasedPush, PushReport } from './queries.ts'
import { renderPush } from './render-push.ts'
import { nextAttemptAt, pushExpiresAt, quietUntil, urgencyOf } from './rules.ts'

/** `kind` is what is counted; `reason` is for the log. */
export type PushOutcome = { report: PushReport; kind: PushKind; reason?: string }
export type PushKind = 'sent' | 'held' | 'later' | 'gone' | 'refused' | 'stale' | 'expired'

type SendOptions = { vapid: Vapid; actions: PushAction[]; now: Date }

/** Sends one push, if it is still wanted, true and in time; otherwise the outcome says when to try again, or why not. Never throws. */
export async function sendPush(push: DuePush, { vapid, actions, now }: SendOptions): Promise<PushOutcome> {
  const expiresAt = pushExpiresAt(push)
  if (push.isStale || !push.isWanted) return { kind: 'stale', report: reportOf(push, { outcome: 'stale' }) }
  if (expiresAt <= now) return { kind: 'expired', report: reportOf(push, { outcome: 'expired' }) }
  const dueAt = quietUntil(push, now)
  if (dueAt) return { kind: 'held', report: reportOf(push, { dueAt }) }
  const ttlSeconds = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)
  const options = { vapid, ttlSeconds, urgency: urgencyOf(push, now) }
  const { outcome: kind, reason, retryAfterMs } = await postPush(push, renderPush(push, actions), options)
  if (kind === 'sent') return { kind, report: reportOf(push, { outcome: 'sent' }) }
  const tried = { ...push, attempts: push.attempts + 1 }
  if (kind !== 'later') return { kind, reason, report: reportOf(tried, { outcome: 'refused' }) }
  return { ...retryPush(push, { retryAfterMs, now }), reason }
}

/** Returns when a push that was not accepted is tried again, or that it is no longer worth it. */
export function retryPush(push: LeasedPush, retry: Parameters<typeof nextAttemptAt>[1]): PushOutcome {
  const tried = { ...push, attempts: push.attempts + 1 }
  const dueAt = nextAttemptAt(tried, retry)
  if (dueAt) return { kind: 'later', report: reportOf(tried, { dueAt }) }
  return { kind: 'expired', report: reportOf(tried, { outcome: 'expired' }) }
}

type Result = { dueAt: Date } | { outcome: Extract<PushReport, { outcome: string }>['outcome'] }

function reportOf({ id, attempts, leasedUntil }: LeasedPush, result: Result): PushReport {
  return { id, attempts, leasedUntil, ...result }
}
