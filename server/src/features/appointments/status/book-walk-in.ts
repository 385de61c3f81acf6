import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { formatMinute, fromEpochMinute, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { cleanName } from '../../accounts/rules.ts'
import { findBookableBarber, findServiceSelection, loadBusyIntervals } from '../../availability/queries.ts'
import type { RequiredTime } from '../../availability/rules.ts'
import { retryVersionConflicts } from '../booking/book-appointment.ts'
import { notifyParticipants } from './notify-participants.ts'
import {
  findRepeatedWalkIn,
  findWalkInBarber,
  getAppointmentFor,
  insertWalkIn,
  lockBarberUser,
  type WalkIn,
  type WalkInBarber,
} from './queries.ts'
import { isWalkInTime, nextFreeMinute } from './rules.ts'

type WalkInInput = { barberId: string; serviceId: string; startTime?: string; customerName?: string }
type WalkInRequest = { userId: string; input: WalkInInput; now: Date }

/**
 * Books a customer without an account, now or in any gap ahead. Opening hours, breaks and notice apply to customers only; an
 * overlap with another appointment is refused with 409 SLOT_TAKEN and the next possible start.
 */
export function bookWalkIn(db: DatabasePool, request: WalkInRequest): Promise<Appointment> {
  return retryVersionConflicts(() => tryToBook(db, request))
}

async function tryToBook(
  db: DatabasePool,
  { userId, input, now }: WalkInRequest,
): Promise<Appointment | 'version-conflict'> {
  const barber = await findWalkInBarber(db, input.barberId)
  if (!barber) throw new ApiError('BARBER_NOT_FOUND')
  if (barber.userId !== userId && !barber.agendaUserIds.includes(userId)) throw new ApiError('FORBIDDEN')
  const actor = barber.userId === userId ? 'barber' : 'owner'
  const selected = await findServiceSelection(db, barber.barberId, [input.serviceId.toLowerCase()])
  if (!selected) throw new ApiError('SERVICE_NOT_FOUND')
  const start = fromEpochMinute(toEpochMinute(input.startTime ? new Date(input.startTime) : now))
  if (!isWalkInTime(start, now)) throw new ApiError('SLOT_UNAVAILABLE')
  const end = new Date(start.getTime() + selected.durationMin * 60_000)
  const customerName = input.customerName?.trim() ? cleanName(input.customerName) : null
  const walkIn = { barber, selected, start, end, customerName, addedBy: userId }
  const written = await db.transaction().execute((tx) => writeWalkIn(tx, walkIn, { actor, userId }, now))
  if (written === 'slot-taken') throw await explainTaken(db, barber, start, selected, now)
  return written === 'version-conflict' ? written : getAppointmentFor(db, written.id, actor)
}

async function writeWalkIn(tx: Database, walkIn: WalkIn, by: { actor: 'barber' | 'owner'; userId: string }, now: Date) {
  await lockBarberUser(tx, walkIn.barber.userId)
  const repeated = await findRepeatedWalkIn(tx, walkIn)
  if (repeated) return { id: repeated }
  const after = await insertWalkIn(tx, walkIn, now)
  if (typeof after === 'object') await notifyParticipants(tx, [{ after, by }], now)
  return after
}

async function explainTaken(
  db: Database,
  barber: WalkInBarber,
  start: Date,
  need: RequiredTime,
  now: Date,
): Promise<ApiError> {
  const bookable = await findBookableBarber(db, barber.barberId)
  if (!bookable) return new ApiError('SLOT_TAKEN')
  const from = toEpochMinute(start)
  const busyOf = await loadBusyIntervals(db, [bookable], { from, to: from + 2 * 1440, now })
  const next = nextFreeMinute(busyOf(bookable), from, need)
  const startTime = fromEpochMinute(next).toISOString()
  const { date, minute } = toLocal(next, barber.timeZone)
  const time = formatMinute(minute)
  const { barberId, barberName } = bookable
  const alternative: Alternative = { kind: 'same-barber', barberId, barberName, startTime, date, time }
  const isSameDay = date === toLocal(from, barber.timeZone).date
  const day = isSameDay ? '' : `no dia ${date.slice(8)}/${date.slice(5, 7)}, `
  const message = `A cadeira já está ocupada nesse tempo. O próximo espaço é ${day}às ${time}.`
  return new ApiError('SLOT_TAKEN', { alternatives: [alternative] }, message)
}
