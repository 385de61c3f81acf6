import { ApiError } from '@na-regua/contract/errors'
import { publish } from '../../../lib/change-feed.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import { deleteSessions, setRole } from '../../accounts/queries.ts'
import { insertNotification } from '../../notifications/queries.ts'
import { lockLimits } from '../../plans/queries.ts'
import { getEditingPlan, getOwnedChair, lockRole, type OwnedChair } from '../owned/queries.ts'
import { listAhead } from '../schedule/queries.ts'
import { hasChair, leaveChair, lockPerson } from './queries.ts'
import { sendRemovalEmailJob } from './send-removal-letter.ts'

/** Calls off what a chair has ahead, in its owner's name, and tells everybody. Answers how many. Given by the appointments. */
export type GiveUpChair = (tx: Database, chair: { barberId: string; ownerId: string; now: Date }) => Promise<number>

type Deps = { db: DatabasePool; clock: Clock; giveUpChair: GiveUpChair }
type Request = { ownerId: string; barberId: string; cancelAppointments: boolean | undefined }

/**
 * Empties a chair. What it has ahead is answered with 409 FUTURE_APPOINTMENTS and its list, unless the owner says to call it off.
 * The past stays as it is; who comes back finds the chair as it was left.
 */
export async function removeBarber({ db, clock, giveUpChair }: Deps, request: Request) {
  const { ownerId, barberId, cancelAppointments = false } = request
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await lockLimits(tx, ownerId)
    const chair = await getOwnedChair(tx, barberId, ownerId)
    await getEditingPlan(tx, ownerId, now)
    await lockPerson(tx, chair.userId)
    const appointments = await listAhead(tx, chair.id, now)
    if (appointments.length > 0 && !cancelAppointments) throw refusal(appointments, chair)
    const cancelled = await giveUpChair(tx, { barberId: chair.id, ownerId, now })
    await leaveChair(tx, chair.id, now)
    if (chair.userId !== ownerId) await partWith(tx, chair, now)
    await publish(tx, [ownerId, chair.userId], 'account')
    await publish(tx, [ownerId, chair.userId], 'appointments')
    return { removed: true, cancelledAppointments: cancelled }
  })
}

function refusal(appointments: Awaited<ReturnType<typeof listAhead>>, { timeZone }: OwnedChair) {
  const count = appointments.length === 1 ? '1 agendamento' : `${appointments.length} agendamentos`
  return new ApiError('FUTURE_APPOINTMENTS', { appointments, timeZone }, `Este barbeiro ainda tem ${count} à frente.`)
}

/** Whose last chair it was is a customer again; as with every change of a role, all sessions end. */
async function partWith(tx: Database, { id, userId, shopName }: OwnedChair, now: Date): Promise<void> {
  const role = await lockRole(tx, userId)
  if (role === 'BARBER' && !(await hasChair(tx, userId))) {
    await setRole(tx, userId, 'CUSTOMER')
    await deleteSessions(tx, userId)
  }
  const notification = {
    userId,
    type: 'staff_changed',
    fact: `chair:${id}:removed:${now.getTime()}`,
    title: 'Você saiu da equipe',
    message: `Você não atende mais em ${shopName}. Seus atendimentos de antes continuam guardados.`,
  } as const
  await insertNotification(tx, notification, now)
  await addJob(tx, sendRemovalEmailJob, { barberId: id }, { key: `chair:${id}:removed` })
}
