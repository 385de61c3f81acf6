import { createHash, randomBytes } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import { hashToken } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import { formatCalendar } from '../../../lib/icalendar.ts'
import { findFeedOwner, listFeed, replaceFeed } from './queries.ts'
import { toEvent } from './rules.ts'

const DAYS_BACK = 30

/** A new address of the person's calendar. It is nowhere but in this answer. */
export async function openFeed(db: Database, { userId, site, now }: { userId: string; site: string; now: Date }) {
  const token = randomBytes(32).toString('base64url')
  await replaceFeed(db, userId, hashToken(token), now)
  return { url: `${site}/api/calendar/${token}.ics`, createdAt: now.toISOString() }
}

/** The calendar as text, and a mark that stays the same while nothing in it changes. Throws NOT_FOUND for a dead address. */
export async function writeFeed(db: Database, { token, site, now }: { token: string; site: string; now: Date }) {
  const userId = await findFeedOwner(db, hashToken(token))
  if (!userId) throw new ApiError('NOT_FOUND', {}, 'Este link de calendário não vale mais.')
  const rows = await listFeed(db, userId, new Date(now.getTime() - DAYS_BACK * 86_400_000))
  const text = formatCalendar({ name: 'Na Régua', events: rows.map((row) => toEvent(row, site)) })
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}
