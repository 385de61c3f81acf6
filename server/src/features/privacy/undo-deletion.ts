import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../lib/database.ts'
import { removeJob } from '../../lib/jobs.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { deleteDeletion, findDeletion, getDeletionUndoSecret } from '../accounts/deletion/queries.ts'
import { isValidDeletionUndo, parseDeletionUndo } from '../accounts/deletion/rules.ts'

type Deps = { db: Database; countAttempts: CountAttempts }

/** Opens the account again; it opens no session. Throws LINK_INVALID when it was undone, carried out, or is no such link. */
export async function undoDeletion({ db, countAttempts }: Deps, client: string, token: string): Promise<void> {
  await countAttempts({ action: 'undo-deletion', of: [client], max: 30, seconds: 3600 })
  const userId = parseDeletionUndo(token)
  const deletion = userId && (await findDeletion(db, userId))
  if (!deletion || !isValidDeletionUndo(await getDeletionUndoSecret(db), deletion, token))
    throw new ApiError('LINK_INVALID')
  if (!(await deleteDeletion(db, deletion))) throw new ApiError('LINK_INVALID')
  await removeJob(db, `deletion:${deletion.userId}:email`)
}
