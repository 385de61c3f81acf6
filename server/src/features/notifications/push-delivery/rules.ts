import type { NotificationType } from '@na-regua/contract/notifications'
import { addDays, fromEpochMinute, localDay, toEpochMinute, toLocal } from '../../../lib/local-time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Local minutes of the day between which nothing is pushed. */
const QUIET_FROM = 22 * 60
const QUIET_UNTIL = 8 * 60
/** What starts within this time is pushed at night, too. */
const SOON_MS = 3 * HOUR_MS

type Timed = { startsAt: Date | null; timeZone: string }

function startsSoon(startsAt: Date | null, now: Date): boolean {
  return startsAt !== null && startsAt > now && startsAt.getTime() - now.getTime() <= SOON_MS
}

/**
 * Until when the push waits for the morning of the person; undefined if it may be sent now. What starts before the morning waits only
 * until it starts soon.
 */
export function quietUntil({ startsAt, timeZone }: Timed, now: Date): Date | undefined {
  const { date, minute } = toLocal(toEpochMinute(now), timeZone)
  if ((minute >= QUIET_UNTIL && minute < QUIET_FROM) || startsSoon(startsAt, now)) return undefined
  const day = minute < QUIET_UNTIL ? date : addDays(date, 1)
  const morning = fromEpochMinute(localDay(day, timeZone).toEpoch(QUIET_UNTIL))
  const isAtNight = startsAt !== null && startsAt > now && startsAt < morning
  return isAtNight ? new Date(startsAt.getTime() - SOON_MS) : morning
}

type Relevance = { type: NotificationType; startsAt: Date | null; createdAt: Date }

/** How long it is worth being sent, by us and by the push service: until the start, at most three days; a day without a start. */
export function pushExpiresAt({ startsAt, createdAt }: Relevance): Date {
  const lifetimeMs = startsAt && startsAt > createdAt ? startsAt.getTime() - createdAt.getTime() : DAY_MS
  return new Date(createdAt.getTime() + Math.min(Math.max(lifetimeMs, 10 * MINUTE_MS), 3 * DAY_MS))
}

/** RFC 8030: what a device that saves its battery may receive later. */
export type Urgency = 'low' | 'normal' | 'high'

const unhurried: readonly NotificationType[] = [
  'booking_completed',
  'review_received',
  'review_answered',
  'dispute_opened',
  'dispute_answered',
  'barbershop_approved',
  'staff_changed',
  'plan_changed',
  'account_changed',
  'visit_due',
]

export function urgencyOf({ type, startsAt }: Relevance, now: Date): Urgency {
  if (startsSoon(startsAt, now)) return 'high'
  return unhurried.includes(type) ? 'low' : 'normal'
}

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = HOUR_MS

/**
 * When a push that was not accepted is tried again, `attempts` counting the one that failed; undefined: not before it
 * expires. Not before the service allows it, and with jitter, so that the pushes of an outage do not come all at once. `random` is 0 to 1.
 */
export function nextAttemptAt(
  push: Relevance & { attempts: number },
  { retryAfterMs = 0, now, random = Math.random() }: Retry,
) {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** push.attempts, LONGEST_PAUSE_MS)
  const allowedMs = Math.min(retryAfterMs, LONGEST_PAUSE_MS)
  const at = new Date(now.getTime() + Math.max(allowedMs, pauseMs / 2) + random * (pauseMs / 2))
  return at < pushExpiresAt(push) ? at : undefined
}

type Retry = { retryAfterMs?: number; now: Date; random?: number }

/** The header in seconds or as a date, RFC 9110. Undefined when it is neither. */
export function parseRetryAfter(header: string | null, now: Date): number | undefined {
  if (!header) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined
}
