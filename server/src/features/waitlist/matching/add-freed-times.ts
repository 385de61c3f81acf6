import type { Database } from '../../../lib/database.ts'
import type { Events } from '../../../lib/events.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import { matchingJob } from '../rules.ts'
import { insertFreedTimes, insertFreedTimesOfHours } from './queries.ts'
import { type BookedTime, isLongEnough, takenSpan } from './rules.ts'

/*
 * The reactions of the waitlist to what frees a barber's time (`src/subscribers.ts`): each such time is stored, in the transaction that
 * frees it, and if customers of the barbershop wait for one the job that offers it follows the commit.
 */

export async function addCancelledTimes(tx: Database, { appointments, at }: Events['appointments.cancelled']) {
  await addTimes(tx, 'cancelled', appointments.filter(isBooked), at)
}

/** What was left of the appointment when it ended. */
export async function addTimesAfterEnd(tx: Database, { appointments, at }: Events['appointments.completed']) {
  await addTimes(tx, 'finished-early', appointments.filter(isBooked), at, at)
}

export async function addMissedTimes(tx: Database, { appointments, at }: Events['appointments.missed']) {
  await addTimes(tx, 'no-show', appointments.filter(isBooked), at, at)
}

/** A time is free where the appointment is not entirely within its new time. */
export async function addTimesBeforeMove(tx: Database, { moves, at }: Events['appointments.moved']) {
  const freed = moves.filter(({ from, to }) => !isWithin(from, to)).map(({ from }) => from)
  await addTimes(tx, 'rescheduled', freed, at)
}

export async function addFormerTimeOff(tx: Database, { barberId, startsAt, endsAt, at }: Events['time-off.removed']) {
  const freed = [{ barberId, from: startsAt, until: endsAt }]
  await startMatching(tx, await insertFreedTimes(tx, { cause: 'time-off', freed, onlyWanted: true }, at), at)
}

/** Hours that were saved may have grown: all of the barbers' time is matched again. */
export async function addGrownHours(tx: Database, change: Events['hours.changed']) {
  await startMatching(tx, await insertFreedTimesOfHours(tx, change), change.at)
}

/** True when the time could have been booked: that of a walk-in could not. */
const isBooked = ({ isWalkIn }: Events['appointments.cancelled']['appointments'][number]) => !isWalkIn

function isWithin(from: BookedTime, to: BookedTime): boolean {
  const old = takenSpan(from)
  const current = takenSpan(to)
  return from.barberId === to.barberId && current.from <= old.from && old.until <= current.until
}

type Cause = 'cancelled' | 'finished-early' | 'no-show' | 'rescheduled'

/** Also where no customer waits: the statistics count them. */
async function addTimes(tx: Database, cause: Cause, appointments: readonly BookedTime[], at: Date, endedAt?: Date) {
  const freed = appointments
    .map((appointment) => takenSpan(appointment, endedAt))
    .filter((span) => isLongEnough(span, at))
  if (freed.length > 0) await startMatching(tx, await insertFreedTimes(tx, { cause, freed }, at), at)
}

/** After the commit. */
async function startMatching(tx: Database, freedTimeIds: readonly string[], now: Date) {
  if (freedTimeIds.length === 0) return
  await publishEvent(tx, { notifications: [], published: {}, jobs: freedTimeIds.map(matchingJob) }, now)
}
