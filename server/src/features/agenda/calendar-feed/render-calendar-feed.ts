import { createHash, randomBytes } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import { type Caller, hashToken } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import { formatCalendar, formatCalendarEvents } from '../../../lib/icalendar.ts'
import { toCalendarEvent } from '../../appointments/calendar-event/rules.ts'
import { findCalendarFeedOwner, listCalendarAppointments, listCalendarFeed, saveCalendarFeed } from './queries.ts'

const DAYS_BACK = 30

/**
 * A new URL for the caller's calendar. Only its hash is stored, so it is shown this once. It ends with the password. Throws
 * UNAUTHENTICATED when a concurrent request has ended the session.
 */
export async function createCalendarFeed(
  db: Database,
  { caller, site, now }: { caller: Caller; site: string; now: Date },
) {
  const token = randomBytes(32).toString('base64url')
  const feed = { userId: caller.id, sessionHash: caller.tokenHash, tokenHash: hashToken(token), now }
  if (!(await saveCalendarFeed(db, feed))) throw new ApiError('UNAUTHENTICATED')
  return { url: `${site}/api/calendar/${token}.ics`, createdAt: now.toISOString() }
}

/** The appointment of a customer as an .ics file, with what was booked together with it. */
export async function exportAppointment(
  db: Database,
  { id, customerId, site }: { id: string; customerId: string; site: string },
): Promise<string> {
  const rows = await listCalendarAppointments(db, { id, customerId })
  if (rows.length === 0) throw new ApiError('APPOINTMENT_NOT_FOUND')
  return formatCalendarEvents(rows.map((row) => toCalendarEvent(row, site)))
}

/**
 * The calendar text and its ETag. Throws NOT_FOUND for a URL that is no longer valid, and CALENDAR_FEED_ENDED for that of a barber
 * who has left: after a 410 calendar clients send no more requests.
 */
export async function renderCalendarFeed(
  db: Database,
  { token, site, now }: { token: string; site: string; now: Date },
) {
  const feed = await findCalendarFeedOwner(db, hashToken(token))
  if (!feed) throw new ApiError('NOT_FOUND', {}, 'Este link de calendário não vale mais.')
  if (feed.isEnded) throw new ApiError('CALENDAR_FEED_ENDED')
  const rows = await listCalendarFeed(db, feed.userId, new Date(now.getTime() - DAYS_BACK * 86_400_000))
  const text = formatCalendar({ name: 'Na Régua', events: rows.map((row) => toCalendarEvent(row, site)) })
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}
