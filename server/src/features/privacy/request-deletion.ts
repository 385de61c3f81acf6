import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../lib/auth.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { addJob } from '../../lib/jobs.ts'
import { getDeletionUndoSecret, insertDeletion } from '../accounts/deletion/queries.ts'
import { deletionDueAt } from '../accounts/deletion/rules.ts'
import { deleteSessions } from '../accounts/queries.ts'
import { insertNotification } from '../notifications/queries.ts'
import { hasActiveBusiness, removeFromBarbershops } from './queries.ts'
import { sendDeletionEmailJob } from './send-deletion-letter.ts'

/** Calls off everything that a person still has before him, and tells whoever would wait for him. Given by the appointments. */
export type CancelUpcomingAppointments = (tx: Database, userId: string, now: Date) => Promise<void>

type Deps = { db: DatabasePool; clock: Clock; cancelUpcomingAppointments: CancelUpcomingAppointments }

/**
 * Shuts the account at once: nobody waits for the person, every session ends, and the way back leaves by e-mail. Throws
 * ACCOUNT_HAS_SHOPS for an owner whose business goes on.
 */
export async function requestDeletion(
  { db, clock, cancelUpcomingAppointments: giveUpAppointments }: Deps,
  { id }: Caller,
) {
  if (await hasActiveBusiness(db, id)) throw new ApiError('ACCOUNT_HAS_SHOPS')
  const now = clock.now()
  const deletion = { userId: id, requestedAt: now, dueAt: deletionDueAt(now) }
  // Drawn here, where nothing can roll it back: a refused login signs with it.
  await getDeletionUndoSecret(db)
  await db.transaction().execute(async (tx) => {
    if (!(await insertDeletion(tx, deletion))) return
    await giveUpAppointments(tx, id, now)
    await emptyChairs(tx, id, now)
    await deleteSessions(tx, id)
    await addJob(tx, sendDeletionEmailJob, { userId: id }, { key: `deletion:${id}:email` })
  })
  return { dueAt: deletion.dueAt.toISOString() }
}

async function emptyChairs(tx: Database, userId: string, now: Date) {
  for (const { barberId, ownerId, shopName } of await removeFromBarbershops(tx, userId, now)) {
    if (ownerId === userId) continue
    const notification = {
      userId: ownerId,
      type: 'staff_changed',
      topic: 'business',
      fact: `chair:${barberId}:left:${now.getTime()}`,
      title: 'Um barbeiro saiu',
      message: `Um barbeiro de ${shopName} pediu a exclusão da conta. A cadeira ficou vazia e os clientes foram avisados.`,
    } as const
    await insertNotification(tx, notification, now)
  }
}
