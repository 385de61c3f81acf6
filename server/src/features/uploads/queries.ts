import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { addJob } from '../../lib/jobs.ts'
import { deleteFilesJob, nameOfUpload } from '../../lib/storage.ts'
import type { SweepPosition } from '../../lib/worker/sweep-position.ts'
import { filesOf } from './rules.ts'

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
  and not exists (select from barbershops where cover_image_url = uploads.url)
  and not exists (select from portfolio_images where portfolio_images.url = uploads.url)
  and not exists (select from review_photos where review_photos.url = uploads.url)
  and not exists (select from customer_profiles where photos @> array[uploads.url])`

/** The next uploads after a position, oldest first. */
export async function listUploadsToCheck(
  db: Database,
  { after, before, limit }: { after: SweepPosition; before: Date; limit: number },
): Promise<SweepPosition[]> {
  const { rows } = await sql<SweepPosition>`/* list uploads to check */
    select created_at as at, id from uploads
     where created_at >= ${after.at} and (created_at, id) > (${after.at}, ${after.id}::uuid) and created_at < ${before}
     order by created_at, id limit ${limit}`.execute(db)
  return rows
}

/** Deletes those of these uploads that no barbershop, portfolio, review or customer's profile shows and returns their URLs. */
export async function deleteUnusedUploads(tx: Database, ids: readonly string[]): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`/* lock unused */
    select id from uploads where id = any(${ids}::uuid[]) and ${isUnused} for update skip locked`.execute(tx)
  // Checked again under the lock: a barbershop may have used one before it was locked.
  const { rows } = await sql<{ url: string }>`/* delete unused */
    delete from uploads where id = any(${found.map(({ id }) => id)}::uuid[]) and ${isUnused} returning url`.execute(tx)
  return rows.map(({ url }) => url)
}

/**
 * Deletes those of these uploads that nothing shows any more, with their files: not after the day that a new upload has. The change that
 * removes them from what shows them comes before, in the same transaction.
 */
export async function removeUploads(tx: Database, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return
  const { rows } = await sql<{ url: string }>`/* remove uploads */
    delete from uploads where url = any(${urls}::text[]) and ${isUnused} returning url`.execute(tx)
  const names = rows.flatMap(({ url }) => filesOf(url)).flatMap((url) => nameOfUpload(url) ?? [])
  if (names.length > 0) await addJob(tx, deleteFilesJob, { names })
}

/**
 * Locks the uploads of these URLs until the transaction ends, so that the sweep does not delete them before they are shown. Throws
 * IMAGE_UNKNOWN for a URL that was not issued to this user and is not shown `already`.
 */
export async function lockIssuedImages(
  tx: Database,
  { userId, urls, already = [] }: { userId: string; urls: readonly string[]; already?: readonly string[] },
): Promise<void> {
  const required = [...new Set(urls)].filter((url) => !already.includes(url))
  if (required.length === 0) return
  const { rows } = await sql`/* lock issued images */
    select 1 from uploads where user_id = ${userId} and url = any(${required}::text[]) for share`.execute(tx)
  if (rows.length < required.length) throw new ApiError('IMAGE_UNKNOWN')
}
