import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

export async function countBytes(db: Database, userId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`/* count bytes */
    select coalesce(sum(bytes), 0)::int as bytes from uploads where user_id = ${userId} and created_at > ${since}`.execute(
    db,
  )
  return (rows[0] as { bytes: number }).bytes
}

type NewUpload = { user_id: string; url: string; bytes: number; created_at: Date }

export async function insertUpload(tx: Database, upload: NewUpload): Promise<void> {
  await tx.insertInto('uploads').values(upload).execute()
}

const isUnused = sql`not exists (select from images where images.url = uploads.url)
  and not exists (select from barbershops where cover_image_url = uploads.url)`

/** Forgets some uploads from before an instant that no shop shows, and answers their addresses; fewer than `most` were all. */
export async function takeUnused(tx: Database, { before, most }: { before: Date; most: number }): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`/* lock unused */
    select id from uploads where created_at < ${before} and ${isUnused} order by created_at limit ${most}
       for update skip locked`.execute(tx)
  // Looked at again now that nobody can begin to show them: a shop may have taken one up before they were locked.
  const { rows } = await sql<{ url: string }>`/* delete unused */
    delete from uploads where id = any(${found.map(({ id }) => id)}::uuid[]) and ${isUnused} returning url`.execute(tx)
  return rows.map(({ url }) => url)
}

/**
 * Throws IMAGE_UNKNOWN when one of the addresses was not issued to this person and does not stand there `already`. Whoever
 * asks is about to show them: until the end of the transaction they are not swept away.
 */
export async function requirePictures(
  tx: Database,
  { userId, urls, already = [] }: { userId: string; urls: readonly string[]; already?: readonly string[] },
): Promise<void> {
  const wanted = [...new Set(urls)].filter((url) => !already.includes(url))
  if (wanted.length === 0) return
  const { rows } = await sql`/* require pictures */
    select 1 from uploads where user_id = ${userId} and url = any(${wanted}::text[]) for share`.execute(tx)
  if (rows.length < wanted.length) throw new ApiError('IMAGE_UNKNOWN')
}
