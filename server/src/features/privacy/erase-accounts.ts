import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { addJob, defineJob } from '../../lib/jobs.ts'
import { deleteFilesJob, type Storage } from '../../lib/storage.ts'
import { runAll } from '../../lib/worker/run-sweeps.ts'
import { listDueDeletions } from '../accounts/deletion/queries.ts'
import { listAvatarFiles } from '../accounts/profile/rules.ts'
import { lockCustomerAndBarberUser } from '../booking/queries.ts'
import { deleteRefusal } from '../notifications/delivery/queries.ts'
import { forgetVisits } from '../statements/forget-visits.ts'
import {
  anonymiseUser,
  clearCommissionTextsOf,
  clearContractsOf,
  clearPhoneBookingsOf,
  deleteInvitesOf,
  deleteNotificationsAbout,
  deleteOutboxMessagesAbout,
  deleteTimeOffOf,
  erasePersonalData,
  eraseSeriesOf,
  listBarbersOfErasedOwners,
  lockBarberToErase,
  lockProfilesOf,
  lockUserToErase,
  type UserToErase,
} from './queries.ts'
import type { CancelUpcomingAppointments } from './request-deletion.ts'
import { erasedUserName, personalDataColumns } from './rules.ts'

type Deps = {
  db: DatabasePool
  clock: Clock
  storage: Storage
  cancelUpcomingAppointments: CancelUpcomingAppointments
}

/** Rows are locked in the order of decision 06: what belongs to the user alone, barbershops, barbers and their images, appointments. */
const lockedTogether = [
  'barbershops',
  'barbers',
  'portfolio_images',
  'commission_plans',
  'customer_profiles',
  'appointments',
  'appointment_moves',
  'appointment_edits',
  'outreach_messages',
  'push_action_results',
  'queue_entries',
  'appointment_series',
  'waitlist_offers',
  'commission_disputes',
  'settlements',
  'advances',
  'client_commands',
]
const columns = personalDataColumns.toSorted(
  (one, other) => lockedTogether.indexOf(one.table) - lockedTogether.indexOf(other.table),
)
/** Deleted late: the relay of pushes waits for a device that is being deleted, and all events with it. */
const deviceTables = ['sessions', 'push_subscriptions']
/** Profiles lead to the appointments that were booked by phone, which are erased before them. Results of commands come last. */
const linkedTables = [
  'customer_profiles',
  'appointments',
  'appointment_moves',
  'appointment_edits',
  'outreach_messages',
  'push_action_results',
  'queue_entries',
  'appointment_series',
  'waitlist_offers',
  'commission_disputes',
  'settlements',
  'advances',
  'client_commands',
]
const ownColumns = columns.filter(({ table }) => !linkedTables.includes(table) && !deviceTables.includes(table))
const linkedColumns = columns.filter(({ table }) => linkedTables.includes(table))
const deviceColumns = columns.filter(({ table }) => deviceTables.includes(table))

/** Accounts per run. The next run continues. */
const BATCH = 200

type LockUser = (tx: Database, userId: string, now: Date) => Promise<UserToErase | undefined>

/** Erases the accounts whose grace period is over, each in one transaction, and then the barbers of theirs who have no account. */
export async function eraseAccounts(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const due = await listDueDeletions(db, now, BATCH)
  const erase = (userId: string, lockUser: LockUser) =>
    db.transaction().execute((tx) => eraseUser(tx, deps, { userId, lockUser, now }))
  await runAll(due.map(({ userId }) => [userId, () => erase(userId, lockUserToErase)]))
  const barbers = await listBarbersOfErasedOwners(db, BATCH)
  await runAll(barbers.map(({ userId }) => [userId, () => erase(userId, lockBarberToErase)]))
}

type Erasure = { userId: string; lockUser: LockUser; now: Date }

async function eraseUser(
  tx: Database,
  { storage, cancelUpcomingAppointments }: Deps,
  { userId, lockUser, now }: Erasure,
): Promise<void> {
  await lockCustomerAndBarberUser(tx, userId, userId)
  const user = await lockUser(tx, userId, now)
  if (!user) return
  await deleteInvitesOf(tx, userId, user)
  for (const column of ownColumns) await erasePersonalData(tx, column, userId)
  await deleteTimeOffOf(tx, userId)
  await clearContractsOf(tx, userId)
  const profileIds = await lockProfilesOf(tx, userId)
  // For an appointment whose booking was in flight when the account was closed.
  await cancelUpcomingAppointments(tx, userId, now)
  await clearPhoneBookingsOf(tx, userId)
  await eraseSeriesOf(tx, userId)
  await forgetVisits(tx, profileIds)
  await clearCommissionTextsOf(tx, userId)
  for (const column of linkedColumns) await erasePersonalData(tx, column, userId)
  await deleteNotificationsAbout(tx, userId)
  await deleteOutboxMessagesAbout(tx, user)
  if (user.email) await deleteRefusal(tx, { channel: 'email', address: user.email })
  if (user.phone) await deleteRefusal(tx, { channel: 'whatsapp', address: user.phone })
  const names = user.avatarUrl ? listAvatarFiles(storage, user.avatarUrl) : []
  if (names.length > 0) await addJob(tx, deleteFilesJob, { names })
  for (const column of deviceColumns) await erasePersonalData(tx, column, userId)
  await anonymiseUser(tx, userId, erasedUserName(user.isBarber))
}

export const eraseAccountsJob = defineJob('erase-accounts', { schedule: '*/10 * * * *', run: eraseAccounts })
