import type { Alternative, Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { formatMinute, fromEpochMinute, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { findSchedule, findVisit, listBusy } from '../../availability/queries.ts'
import type { Need } from '../../availability/rules.ts'
import {
  findSeat,
  findSeated,
  getAppointmentFor,
  insertWalkIn,
  lockBarberUser,
  type Seat,
  type WalkIn,
} from './queries.ts'
import { isWalkInTime, nextGap } from './rules.ts'
import { notifyParticipants } from './tell-parties.ts'

type Wish = { barberId: string; serviceId: string; startTime?: string; customerName?: string }
type Request = { userId: string; wish: Wish; now: Date }

/**
 * Puts somebody without an appointment into a chair, at once or at a time of the barber's choice: hours, breaks and notice bind
 * customers, the barber decides himself. What is booked binds him too: 409 SLOT_TAKEN with the next free time.
 */
export async function bookWalkIn(db: DatabasePool, { userId, wish, now }: Request): Promise<Appointment> {
  const seat = await findSeat(db, wish.barberId)
  if (!seat) throw new ApiError('BARBER_NOT_FOUND')
  if (seat.userId !== userId && seat.ownerId !== userId) throw new ApiError('FORBIDDEN')
  const actor = seat.userId === userId ? 'barber' : 'owner'
  const visit = await findVisit(db, seat.barbershopId, [wish.serviceId.toLowerCase()])
  if (!visit) throw new ApiError('SERVICE_NOT_FOUND')
  const start = fromEpochMinute(toEpochMinute(wish.startTime ? new Date(wish.startTime) : now))
  if (!isWalkInTime(start, now)) throw new ApiError('SLOT_UNAVAILABLE')
  const end = new Date(start.getTime() + visit.durationMin * 60_000)
  const walkIn = { seat, visit, start, end, customerName: wish.customerName?.trim() || null }
  const id = await db.transaction().execute((tx) => write(tx, walkIn, { actor, userId }, now))
  if (!id) throw await explainTaken(db, seat, start, visit, now)
  return getAppointmentFor(db, id, actor)
}

async function write(tx: Database, walkIn: WalkIn, by: { actor: 'barber' | 'owner'; userId: string }, now: Date) {
  await lockBarberUser(tx, walkIn.seat.userId)
  const seated = await findSeated(tx, walkIn)
  if (seated) return seated
  const after = await insertWalkIn(tx, walkIn, now)
  if (after) await notifyParticipants(tx, { after, by, now })
  return after?.id
}

async function explainTaken(db: Database, seat: Seat, start: Date, need: Need, now: Date): Promise<ApiError> {
  const chair = await findSchedule(db, seat.barberId)
  if (!chair) return new ApiError('SLOT_TAKEN')
  const from = toEpochMinute(start)
  const busyOf = await listBusy(db, [chair], { from, to: from + 2 * 1440, now })
  const next = nextGap(busyOf(chair), from, need)
  const startTime = fromEpochMinute(next).toISOString()
  const { date, minute } = toLocal(next, seat.timeZone)
  const time = formatMinute(minute)
  const { barberId, barberName } = chair
  const alternative: Alternative = { kind: 'same-barber', barberId, barberName, startTime, date, time }
  const message = `A cadeira já está ocupada nesse tempo. O próximo espaço é às ${time}.`
  return new ApiError('SLOT_TAKEN', { alternatives: [alternative] }, message)
}
