import { ApiError } from '@na-regua/contract/errors'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { deleteSessions, setRole } from '../../accounts/queries.ts'
import { insertNotification } from '../../notifications/events/queries.ts'
import { lockLimits } from '../../plans/queries.ts'
import { revokeInvitesOf } from '../invites/queries.ts'
import { getEditingPlan, getOwnedBarber, lockRole, type OwnedBarber } from '../owned/queries.ts'
import { listUpcoming } from '../schedule/queries.ts'
import { hasMembership, lockBarberUserBookings, removeMembership } from './queries.ts'
import { sendRemovalEmailJob } from './send-removal-email.ts'

/** Cancels a barber's upcoming appointments in the owner's name, notifies the customers, and returns how many. Provided by appointments. */
export type CancelUpcomingOfBarber = (
  tx: Database,
  barber: { barberId: string; ownerId: string; now: Date },
) => Promise<number>

/** Lets those wait again whom barbers who leave have called. Provided by the queue. */
export type ReleaseCallsOf = (tx: Database, barberIds: readonly string[], now: Date) => Promise<void>

type Deps = {
  db: DatabasePool
  clock: Clock
  cancelUpcomingOfBarber: CancelUpcomingOfBarber
  releaseCallsOf: ReleaseCallsOf
}
type RemoveBarberRequest = { userId: string; barberId: string; cancelAppointments: boolean | undefined }

/**
 * Removes a barber. Throws 409 FUTURE_APPOINTMENTS with the upcoming appointments unless the owner cancels them. The row and its
 * history stay; a barber who returns gets it back. The barber is removed before the appointments are listed: rows are locked in the
 * order of decision 06.
 */
export async function removeBarber(deps: Deps, request: RemoveBarberRequest) {
  const { db, clock, cancelUpcomingOfBarber, releaseCallsOf } = deps
  const { cancelAppointments = false, ...removal } = request
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const { barber, appointments } = await writeRemoval(tx, { ...removal, now })
    if (appointments.length > 0 && !cancelAppointments) throw futureAppointmentsError(appointments, barber)
    const cancelled = await cancelUpcomingOfBarber(tx, { barberId: barber.id, ownerId: barber.ownerId, now })
    await releaseCallsOf(tx, [barber.id], now)
    return { removed: true, cancelledAppointments: cancelled }
  })
}

type Removal = { userId: string; barberId: string; now: Date }

/**
 * Removes the barber in a transaction of the caller, and returns the upcoming appointments. The caller settles these, and then releases
 * the calls of the barber: rows are locked in the order of decision 06.
 */
export async function writeRemoval(
  tx: Database,
  { userId, barberId, now }: Removal,
): Promise<{ barber: OwnedBarber; appointments: ScheduleConflict[] }> {
  const by = { userId, action: 'team' } as const
  const barber = await getOwnedBarber(tx, barberId, by)
  const { ownerId } = barber
  await lockLimits(tx, ownerId)
  await getEditingPlan(tx, ownerId, now)
  await lockBarberUserBookings(tx, barber.userId)
  const role = await lockRole(tx, barber.userId)
  if (userId !== ownerId) await getOwnedBarber(tx, barberId, { ...by, isHeld: true })
  if (!barber.hasAccount) await revokeInvitesOf(tx, { barberId: barber.id }, now)
  await removeMembership(tx, barber, now)
  const appointments = await listUpcoming(tx, barber.id, now)
  if (barber.hasAccount && barber.userId !== ownerId) await endMembership(tx, { ...barber, role }, now)
  await publish(tx, [ownerId, barber.userId], 'account')
  await publish(tx, [ownerId, barber.userId], 'appointments')
  return { barber, appointments }
}

function futureAppointmentsError(appointments: readonly ScheduleConflict[], { timeZone }: OwnedBarber) {
  const count = appointments.length === 1 ? '1 agendamento' : `${appointments.length} agendamentos`
  return new ApiError('FUTURE_APPOINTMENTS', { appointments, timeZone }, `Este barbeiro ainda tem ${count} à frente.`)
}

/** A user whose last membership ends becomes a customer. Every change of a role ends all sessions. */
async function endMembership(
  tx: Database,
  { id, userId, role, barbershopName }: OwnedBarber & { role: string },
  now: Date,
): Promise<void> {
  if (role === 'BARBER' && !(await hasMembership(tx, userId))) {
    await setRole(tx, userId, 'CUSTOMER')
    await deleteSessions(tx, userId)
  }
  const notification = {
    userId,
    type: 'staff_changed',
    dedupeKey: `barber:${id}:removed:${now.getTime()}`,
    title: 'Você saiu da equipe',
    message: `Você não atende mais em ${barbershopName}. Seus atendimentos de antes continuam guardados.`,
  } as const
  await insertNotification(tx, notification, now)
  await addJob(tx, sendRemovalEmailJob, { barberId: id }, { key: `barber:${id}:removed` })
}
