import { createHash, randomBytes } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import { hashToken } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import { formatCalendar } from '../../../lib/icalendar.ts'
import { findCalendarFeedOwner, listCalendarFeed, saveCalendarFeed } from './queries.ts'
import { toCalendarEvent } from './rules.ts'

const DAYS_BACK = 30

/** A new URL for the user's calendar. Only its hash is stored, so it is shown this once. */
export async function createCalendarFeed(
  db: Database,
  { userId, site, now }: { userId: string; site: string; now: Date },
) {
  const token = randomBytes(32).toString('base64url')
  await saveCalendarFeed(db, userId, hashToken(token), now)
  return { url: `${site}/api/calendar/${token}.ics`, createdAt: now.toISOString() }
}

/** The calendar text and its ETag. Throws NOT_FOUND for a URL that is no longer valid. */
export async function renderCalendarFeed(
  db: Database,
  { token, site, now }: { token: string; site: string; now: Date },
) {
  const userId = await findCalendarFeedOwner(db, hashToken(token))
  if (!userId) throw new ApiError('NOT_FOUND', {}, 'Este link de calendário não vale mais.')
  const rows = await listCalendarFeed(db, userId, new Date(now.getTime() - DAYS_BACK * 86_400_000))
  const text = formatCalendar({ name: 'Na Régua', events: rows.map((row) => toCalendarEvent(row, site)) })
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}
