import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { getSecret } from '../../../lib/secrets.ts'
import { type Deletion, signUndo, tellDay } from './rules.ts'

const columns = ['user_id as userId', 'requested_at as requestedAt', 'due_at as dueAt'] as const

export async function findDeletion(db: Database, userId: string): Promise<Deletion | undefined> {
  return db.selectFrom('account_deletions').select(columns).where('user_id', '=', userId).executeTakeFirst()
}

/** False when it was asked for already. */
export async function insertDeletion(tx: Database, { userId, requestedAt, dueAt }: Deletion): Promise<boolean> {
  const inserted = await tx
    .insertInto('account_deletions')
    .values({ user_id: userId, requested_at: requestedAt, due_at: dueAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** False when this very request is not there any more. */
export async function deleteDeletion(db: Database, { userId, requestedAt }: Deletion): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_deletions')
    .where('user_id', '=', userId)
    .where('requested_at', '=', requestedAt)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function listDueDeletions(db: Database, now: Date, limit: number): Promise<Deletion[]> {
  return db
    .selectFrom('account_deletions')
    .select(columns)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

export function getUndoSecret(db: Database) {
  return getSecret(db, 'undo-deletion')
}

/** Asked of whoever has just proved to be the account's person. Throws ACCOUNT_LEAVING, with the way back, while it is shut. */
export async function refuseLeaving(db: Database, userId: string): Promise<void> {
  const deletion = await findDeletion(db, userId)
  if (!deletion) return
  const undoToken = signUndo(await getUndoSecret(db), deletion)
  throw new ApiError(
    'ACCOUNT_LEAVING',
    { undoToken, dueAt: deletion.dueAt.toISOString() },
    `Esta conta será excluída em ${tellDay(deletion.dueAt)}. Até lá você pode desistir.`,
  )
}
