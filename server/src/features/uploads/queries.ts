import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

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
