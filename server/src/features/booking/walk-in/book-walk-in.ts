import type { Appointment, appointmentsApi } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { sql } from 'kysely'
import type { Database, DatabasePool, RecordChange } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { formatCalendarDate, formatMinuteInSentence } from '../../../lib/format-time.ts'
import { formatMinute, fromEpochMinute, toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { cleanName } from '../../accounts/rules.ts'
import { notifyParticipants } from '../../appointments/status/notify-participants.ts'
import { getAppointmentFor } from '../../appointments/status/queries.ts'
import { type BarberCandidate, listBarberCandidates } from '../../availability/candidates/queries.ts'
import { type BookableBarber, findServiceSelection, loadBusyIntervals } from '../../availability/queries.ts'
import { type BusyIntervals, extendByBuffer } from '../../availability/rules.ts'
import { isPopular } from '../../barbershops/popularity/rules.ts'
import { isAtWork } from '../../staff/schedule/rules.ts'
import { lockBarbers } from '../queries.ts'
import { isWalkInTime, parseServiceIds } from '../rules.ts'
import {
  countServed,
  deleteHoldsAt,
  findRepeatedWalkIn,
  findWalkInBarber,
  insertWalkIn,
  type WalkIn,
  type WalkInBarber,
} from './queries.ts'
import { nextFreeMinute } from './rules.ts'

type WalkInInput = Body<typeof appointmentsApi.walkIn>
type WalkInRequest = {
  userId: string
  input: WalkInInput
  /** When staff added it on a device without network. What is over by now was served, whatever was booked at its time since. */
  actedAt?: Date
  record?: RecordChange
  now: Date
}

/**
 * Books a customer without an account, now or in any gap ahead. Opening hours, breaks and notice apply to customers only; an
 * overlap with another appointment is refused with 409 SLOT_TAKEN and the next possible start. What a device reports
 * afterwards is a fact: over by now, it is stored as completed where its time is taken, or was long ago.
 */
export async function bookWalkIn(db: DatabasePool, request: WalkInRequest): Promise<Appointment> {
  const { userId, input, actedAt, record, now } = request
  const outcome = await db.transaction().execute(async (tx) => {
    // What was served already may be counted below.
    const isCounted = actedAt !== undefined
    await lockBarbers(tx, sql`barbers.id = ${input.barberId}`, { customerId: null, isCounted })
    const barber = await getBarberFor(tx, input.barberId, userId)
    const actor = barber.userId === userId ? ('barber' as const) : ('owner' as const)
    const walkIn = await decideWalkIn(tx, barber, request)
    const isServed = actedAt !== undefined && walkIn.end <= now

    const repeated = await findRepeatedWalkIn(tx, walkIn, isServed ? ['CONFIRMED', 'COMPLETED'] : ['CONFIRMED'])
    if (repeated) {
      await record?.(tx, repeated)
      return { code: 'booked' as const, id: repeated.id, actor }
    }

    const deletedHolds = await deleteHoldsAt(tx, walkIn, now)
    const after = await (isServed ? insertServed : insertWalkIn)(tx, walkIn, now)
    await recordEvent(tx, { name: 'holds.deleted', ids: deletedHolds, at: now })
    if (!after) return { code: 'slot-taken' as const, walkIn }

    await notifyParticipants(tx, [{ after, by: { actor, userId } }], now)
    await record?.(tx, after)
    return { code: 'booked' as const, id: after.id, actor }
  })

  if (outcome.code === 'slot-taken') throw await explainTaken(db, outcome.walkIn, now)
  return getAppointmentFor(db, outcome.id, outcome.actor, userId)
}

/** Barbers add for themselves, those who act for the barbershop for every barber. */
async function getBarberFor(tx: Database, barberId: string, userId: string): Promise<WalkInBarber> {
  const barber = await findWalkInBarber(tx, barberId)
  if (!barber) throw new ApiError('BARBER_NOT_FOUND')
  if (barber.userId !== userId && !barber.agendaUserIds.includes(userId)) throw new ApiError('FORBIDDEN')
  return barber
}

async function decideWalkIn(
  tx: Database,
  barber: WalkInBarber,
  { userId, input, actedAt, now }: WalkInRequest,
): Promise<WalkIn> {
  const serviceIds = parseServiceIds(input)
  const selected = await findServiceSelection(tx, barber.barberId, serviceIds)
  if (!selected) throw new ApiError('SERVICE_NOT_FOUND')
  const start = fromEpochMinute(toEpochMinute(input.startTime ? new Date(input.startTime) : now))
  const end = new Date(start.getTime() + selected.durationMin * 60_000)
  if (!isWalkInTime(start, actedAt ?? now)) throw new ApiError('SLOT_UNAVAILABLE')
  const customerName = input.customerName?.trim() ? cleanName(input.customerName) : null
  return { barber, selected, start, end, source: 'walk-in', customerName, addedBy: userId }
}

/** One that is over. Where its time is taken it is completed at once: of such, the constraint on overlaps decides nothing. */
async function insertServed(tx: Database, walkIn: WalkIn, now: Date) {
  const inserted = isWalkInTime(walkIn.start, now) ? await insertWalkIn(tx, walkIn, now) : undefined
  if (inserted) return inserted
  const completed = await insertWalkIn(tx, { ...walkIn, status: 'COMPLETED' }, now)
  if (isPopular(walkIn.start, now)) await countServed(tx, walkIn.barber.barberId)
  return completed
}

/**
 * SLOT_TAKEN with the next start at which the barber is free, and for those who act on everyone's appointments the colleagues at work
 * who are free at the requested one.
 */
export async function explainTaken(
  db: Database,
  { barber, selected, start, addedBy }: WalkIn,
  now: Date,
): Promise<ApiError> {
  const serviceIds = selected.services.map(({ id }) => id)
  const { barbershopId } = barber
  const candidates = await listBarberCandidates(db, { barberId: undefined, barbershopId, serviceIds, start })
  const bookable = candidates.find((candidate) => candidate.barber.barberId === barber.barberId)?.barber
  if (!bookable) return new ApiError('SLOT_TAKEN')
  const from = toEpochMinute(start)
  const barbers = candidates.map((candidate) => candidate.barber)
  const busyOf = await loadBusyIntervals(db, barbers, { from: from - 1440, to: from + 2 * 1440, now })
  const next = nextFreeMinute(busyOf(bookable), from, selected)
  const others = barber.agendaUserIds.includes(addedBy) ? candidates : []
  const colleagues = others
    .filter((candidate) => candidate.barber !== bookable && isFree(candidate, busyOf(candidate.barber), from))
    .slice(0, MAX_COLLEAGUES)
    .map((candidate) => toAlternative('same-time', candidate.barber, from))
  const { date, minute } = toLocal(next, barber.timeZone)
  const isSameDay = date === toLocal(from, barber.timeZone).date
  const day = isSameDay ? '' : `no dia ${formatCalendarDate(date)}, `
  const message = `A cadeira já está ocupada nesse tempo. O próximo espaço é ${day}às ${formatMinuteInSentence(minute)}.`
  const alternatives = [toAlternative('same-barber', bookable, next), ...colleagues]
  return new ApiError('SLOT_TAKEN', { alternatives }, message)
}

const MAX_COLLEAGUES = 2

/** At work, and without an appointment or time off for as long as the services take with this barber. */
function isFree({ barber, selected }: BarberCandidate, busy: BusyIntervals, from: number): boolean {
  if (!selected) return false
  const blocked = extendByBuffer(busy, selected.bufferMin)
  return isAtWork(barber, barber.timeZone, blocked, [from, from + selected.durationMin])
}

function toAlternative(kind: Alternative['kind'], barber: BookableBarber, epochMinute: number): Alternative {
  const { barberId, barberName, timeZone } = barber
  const { date, minute } = toLocal(epochMinute, timeZone)
  const startTime = fromEpochMinute(epochMinute).toISOString()
  return { kind, barberId, barberName, startTime, date, time: formatMinute(minute) }
}
