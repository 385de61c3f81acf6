import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { addJob, defineJob } from '../../lib/jobs.ts'
import { deleteFilesJob, type Storage } from '../../lib/storage.ts'
import { runAll } from '../../lib/worker/run-sweeps.ts'
import { listDueDeletions } from '../accounts/deletion/queries.ts'
import { listAvatarFiles } from '../accounts/profile/rules.ts'
import { lockCustomerAndBarberUser } from '../appointments/booking/queries.ts'
import { deleteRefusal } from '../notifications/delivery/queries.ts'
import {
  anonymiseUser,
  deleteInvitesOf,
  deleteNotificationsAbout,
  deleteOutboxMessagesAbout,
  deleteTimeOffOf,
  erasePersonalData,
  lockUserToErase,
} from './queries.ts'
import type { CancelUpcomingAppointments } from './request-deletion.ts'
import { erasedUserName, personalDataColumns } from './rules.ts'

type Deps = {
  db: DatabasePool
  clock: Clock
  storage: Storage
  cancelUpcomingAppointments: CancelUpcomingAppointments
}

/** Accounts per run. The next run continues. */
const BATCH = 200

/** Erases the accounts whose grace period is over, each in one transaction. */
export async function eraseAccounts(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const due = await listDueDeletions(db, now, BATCH)
  const erase = (userId: string) => db.transaction().execute((tx) => eraseAccount(tx, deps, userId, now))
  await runAll(due.map(({ userId }) => [userId, () => erase(userId)]))
}

async function eraseAccount(
  tx: Database,
  { storage, cancelUpcomingAppointments }: Deps,
  userId: string,
  now: Date,
): Promise<void> {
  await lockCustomerAndBarberUser(tx, userId, userId)
  const user = await lockUserToErase(tx, userId, now)
  if (!user) return
  // For an appointment whose booking was in flight when the account was closed.
  await cancelUpcomingAppointments(tx, userId, now)
  await deleteNotificationsAbout(tx, userId)
  await deleteOutboxMessagesAbout(tx, user)
  await deleteInvitesOf(tx, userId, user)
  await deleteRefusal(tx, { channel: 'email', address: user.email })
  if (user.phone) await deleteRefusal(tx, { channel: 'whatsapp', address: user.phone })
  await deleteTimeOffOf(tx, userId)
  for (const column of personalDataColumns) await erasePersonalData(tx, column, userId)
  const names = user.avatarUrl ? listAvatarFiles(storage, user.avatarUrl) : []
  if (names.length > 0) await addJob(tx, deleteFilesJob, { names })
  await anonymiseUser(tx, userId, erasedUserName(user.isBarber))
}

export const eraseAccountsJob = defineJob('erase-accounts', { schedule: '*/10 * * * *', run: eraseAccounts })
