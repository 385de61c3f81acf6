import { AVATAR_WIDTHS, imageUrlOfWidth } from '@na-regua/contract/images'
import type { Clock } from '../../lib/clock.ts'
import type { Config } from '../../lib/config.ts'
import { createStorage } from '../../lib/create-storage.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { addJob, defineJob } from '../../lib/jobs.ts'
import { deleteFilesJob } from '../../lib/storage.ts'
import { listDueDeletions } from '../accounts/deletion/queries.ts'
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

type Deps = { db: DatabasePool; clock: Clock; config: Config; cancelUpcomingAppointments: CancelUpcomingAppointments }

/** At once; the next round takes up the rest. */
const BATCH = 20

/** Carries out the deletions whose days are over, each as a whole or not at all. */
export async function eraseAccounts(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  for (const { userId } of await listDueDeletions(deps.db, now, BATCH)) {
    await deps.db.transaction().execute((tx) => erase(tx, deps, userId, now))
  }
}

async function erase(
  tx: Database,
  { config, cancelUpcomingAppointments: giveUpAppointments }: Deps,
  userId: string,
  now: Date,
): Promise<void> {
  const leaver = await lockUserToErase(tx, userId, now)
  if (!leaver) return
  // One that was being booked while the account was shut.
  await giveUpAppointments(tx, userId, now)
  await deleteNotificationsAbout(tx, userId)
  await deleteOutboxMessagesAbout(tx, leaver)
  await deleteInvitesOf(tx, userId, leaver)
  await deleteTimeOffOf(tx, userId)
  for (const trace of personalDataColumns) await erasePersonalData(tx, trace, userId)
  const names = leaver.avatarUrl ? avatarFiles(config, leaver.avatarUrl) : []
  if (names.length > 0) await addJob(tx, deleteFilesJob, { names })
  await anonymiseUser(tx, userId, erasedUserName(leaver.isBarber))
}

/** Only what the person uploaded: the demo's drawn faces belong to everybody. */
function avatarFiles(config: Config, url: string): string[] {
  const storage = createStorage(config)
  const names = AVATAR_WIDTHS.flatMap((width) => storage.nameOf(imageUrlOfWidth(url, width)) ?? [])
  return names.filter((name) => name.startsWith('avatars/'))
}

export const eraseAccountsJob = defineJob('erase-accounts', { schedule: '*/10 * * * *', run: eraseAccounts })
