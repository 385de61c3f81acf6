import { ApiError } from '@na-regua/contract/errors'
import { parseDeletionUndo } from '@na-regua/contract/privacy'
import type { Caller } from '../../lib/auth.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { greet, renderEmail } from '../../lib/email.ts'
import { addJob, defineJob, removeJob } from '../../lib/jobs.ts'
import type { Mailer } from '../../lib/mail.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { deleteDeletion, findDeletion, getDeletionUndoSecret, insertDeletion } from '../accounts/deletion/queries.ts'
import { deletionDueAt, formatDay, isValidDeletionUndo, signDeletionUndo } from '../accounts/deletion/rules.ts'
import { deleteSessions, getUser, lockUser } from '../accounts/queries.ts'
import { lockCustomerAndBarberUser } from '../booking/queries.ts'
import { insertNotification } from '../notifications/events/queries.ts'
import { lockLimits } from '../plans/queries.ts'
import { endRolesOf, hasActiveBusiness, removeFromBarbershops } from './queries.ts'

/** Cancels every upcoming appointment of a user and notifies the other side. Passed in by the app: it belongs to appointments. */
export type CancelUpcomingAppointments = (tx: Database, userId: string, now: Date) => Promise<void>

/** What ends with an account in features above this one, which pass it in by the app. */
export type AccountEnding = {
  cancelUpcomingAppointments: CancelUpcomingAppointments
  /** Ends the user's offers of freed times. */
  withdrawOffersOf: (tx: Database, holder: { userId: string }, now: Date) => Promise<void>
  /** Takes the user out of every queue. */
  leaveQueues: (tx: Database, userId: string, now: Date) => Promise<void>
  /** Lets the customers wait again whom barbers who leave have called. */
  releaseCallsOf: (tx: Database, barberIds: readonly string[], now: Date) => Promise<void>
}

type Deps = AccountEnding & { db: DatabasePool; clock: Clock }

const emailKey = (userId: string) => `deletion:${userId}:email`

/**
 * Closes the account at once: ends its memberships, cancels its appointments, ends every session and emails an undo link. Throws
 * ACCOUNT_HAS_SHOPS for an owner with an active business.
 */
export async function requestDeletion(
  { db, clock, cancelUpcomingAppointments, leaveQueues, releaseCallsOf, withdrawOffersOf }: Deps,
  { id, tokenHash }: Caller,
) {
  const now = clock.now()
  const deletion = { userId: id, requestedAt: now, dueAt: deletionDueAt(now) }
  // Creates the secret outside any transaction: a refused login signs with it and then rolls back.
  await getDeletionUndoSecret(db)
  await db.transaction().execute(async (tx) => {
    await lockAccountToClose(tx, id)
    if (await hasActiveBusiness(tx, id)) throw new ApiError('ACCOUNT_HAS_SHOPS')
    if (!(await insertDeletion(tx, deletion))) return
    await endRolesOf(tx, id, now)
    const barberIds = await leaveBarbershops(tx, id, now)
    await withdrawOffersOf(tx, { userId: id }, now)
    await cancelUpcomingAppointments(tx, id, now)
    await leaveQueues(tx, id, now)
    await releaseCallsOf(tx, barberIds, now)
    const ended = await deleteSessions(tx, id)
    // The password was changed, or the session ended, after this request was authenticated.
    if (!ended.some((hash) => hash.equals(tokenHash))) throw new ApiError('UNAUTHENTICATED')
    await addJob(tx, sendDeletionEmailJob, { userId: id }, { key: emailKey(id) })
  })
  return { dueAt: deletion.dueAt.toISOString() }
}

/**
 * Locks in the order of a booking: the plan, the user as customer and as barber, the user's row. Bookings that wait for these locks
 * find the membership and the account ended.
 */
async function lockAccountToClose(tx: Database, userId: string): Promise<void> {
  await lockLimits(tx, userId)
  await lockCustomerAndBarberUser(tx, userId, userId)
  await lockUser(tx, userId)
}

/** Returns the ids of the barbers who left. */
async function leaveBarbershops(tx: Database, userId: string, now: Date): Promise<string[]> {
  const removed = await removeFromBarbershops(tx, userId, now)
  for (const { barberId, ownerId, barbershopName } of removed) {
    if (ownerId === userId) continue
    const notification = {
      userId: ownerId,
      type: 'staff_changed',
      topic: 'business',
      dedupeKey: ['barber', barberId, 'left', now.getTime()].join(':'),
      title: 'Um barbeiro saiu',
      message: `Um barbeiro de ${barbershopName} pediu a exclusão da conta. A cadeira ficou vazia e os clientes foram avisados.`,
    } as const
    await insertNotification(tx, notification, now)
  }
  return removed.map(({ barberId }) => barberId)
}

type EmailDeps = { db: Database; mail: Mailer; site: string }

/** The token is in the URL fragment, which no server logs. Sends nothing when the request was undone in the meantime. */
async function sendDeletionEmail({ db, mail, site }: EmailDeps, { userId }: { userId: string }): Promise<void> {
  const deletion = await findDeletion(db, userId)
  if (!deletion) return
  const user = await getUser(db, userId)
  const token = signDeletionUndo(await getDeletionUndoSecret(db), deletion)
  const email = renderEmail({
    subject: 'Sua conta será excluída',
    greeting: greet(user.isEmailVerified ? user.name : null),
    paragraphs: [
      `Recebemos o pedido para excluir sua conta. Ela já está fechada, e em ${formatDay(deletion.dueAt)} seus dados pessoais somem de vez.`,
      'Mudou de ideia, ou não foi você? Até lá, um toque desfaz o pedido. Os agendamentos que foram cancelados não voltam.',
      'Não encaminhe esta mensagem. Depois dessa data não guardamos nada que diga quem você é: nem poderemos escrever de novo.',
    ],
    details: [['Exclusão definitiva', formatDay(deletion.dueAt)]],
    action: { label: 'Ficar com a minha conta', url: `${site}/desfazer-exclusao#${token}` },
  })
  await mail.send(user.email, email)
}

export const sendDeletionEmailJob = defineJob('send-deletion-email', { run: sendDeletionEmail })

/** Reopens the account without creating a session. Throws LINK_INVALID for a forged, used or expired token. */
export async function undoDeletion(
  { db, countAttempts }: { db: Database; countAttempts: CountAttempts },
  client: string,
  token: string,
): Promise<void> {
  await countAttempts({ action: 'undo-deletion', of: [client], max: 30, seconds: 3600 })
  const userId = parseDeletionUndo(token)
  const deletion = userId && (await findDeletion(db, userId))
  if (!deletion || !isValidDeletionUndo(await getDeletionUndoSecret(db), deletion, token)) {
    throw new ApiError('LINK_INVALID')
  }
  if (!(await deleteDeletion(db, deletion))) throw new ApiError('LINK_INVALID')
  await removeJob(db, emailKey(deletion.userId))
}
