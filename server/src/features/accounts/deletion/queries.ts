import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { getSecret } from '../../../lib/secrets.ts'
import { type AccountDeletion, formatDay, signDeletionUndo } from './rules.ts'

const columns = ['user_id as userId', 'requested_at as requestedAt', 'due_at as dueAt'] as const

export async function findDeletion(db: Database, userId: string): Promise<AccountDeletion | undefined> {
  return db.selectFrom('account_deletions').select(columns).where('user_id', '=', userId).executeTakeFirst()
}

/** False when the account is already pending deletion. */
export async function insertDeletion(tx: Database, { userId, requestedAt, dueAt }: AccountDeletion): Promise<boolean> {
  const inserted = await tx
    .insertInto('account_deletions')
    .values({ user_id: userId, requested_at: requestedAt, due_at: dueAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** False when this request no longer exists. */
export async function deleteDeletion(db: Database, { userId, requestedAt }: AccountDeletion): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_deletions')
    .where('user_id', '=', userId)
    .where('requested_at', '=', requestedAt)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function listDueDeletions(db: Database, now: Date, limit: number): Promise<AccountDeletion[]> {
  return db
    .selectFrom('account_deletions')
    .select(columns)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

export function getDeletionUndoSecret(db: Database) {
  return getSecret(db, 'undo-deletion')
}

/** Call it only after authentication: throws ACCOUNT_LEAVING, with an undo token, while the account is pending deletion. */
export async function checkNoPendingDeletion(db: Database, userId: string): Promise<void> {
  const deletion = await findDeletion(db, userId)
  if (!deletion) return
  const undoToken = signDeletionUndo(await getDeletionUndoSecret(db), deletion)
  throw new ApiError(
    'ACCOUNT_LEAVING',
    { undoToken, dueAt: deletion.dueAt.toISOString() },
    `Esta conta será excluída em ${formatDay(deletion.dueAt)}. Até lá você pode desistir.`,
  )
}
