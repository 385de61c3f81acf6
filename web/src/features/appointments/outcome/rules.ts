import type { Appointment } from '@na-regua/contract/appointments'
import { formatInstantInSentence, formatShortDate } from '../../../lib/format.ts'
import { addCalendarDays, toLocalTime } from '../../../lib/local-time.ts'
import { isUpcoming, listStaffActions } from '../agenda/rules.ts'

/** What the lists do, from `useUndoableChanges`. */
export type OutcomeChanges = {
  change: (appointment: Appointment, action: 'complete' | 'no-show') => void
  changeAll: (appointments: readonly Appointment[], change: { action: 'complete' }) => void
  findPending: (id: string) => unknown
}

/** From here on a customer who is not there is late. */
const LATE_MINUTES = 15

const minutesSinceStart = ({ startTime }: Pick<Appointment, 'startTime'>, now: Date) =>
  Math.floor((now.getTime() - Date.parse(startTime)) / 60_000)

/** Who is at least 15 minutes late and neither there nor served, until the time is over. The longest wait first. */
export function listLate(appointments: readonly Appointment[], now: Date): Appointment[] {
  return appointments
    .filter(
      (one) =>
        one.status === 'CONFIRMED' &&
        !one.isWalkIn &&
        !one.arrivedAt &&
        !one.servingFrom &&
        isUpcoming(one, now) &&
        minutesSinceStart(one, now) >= LATE_MINUTES,
    )
    .toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime))
}

/** '14h, 18 min de atraso'. */
export function describeLateCustomer(appointment: Appointment, now: Date) {
  const at = formatInstantInSentence(appointment.startTime, appointment.timeZone)
  return `${at}, ${minutesSinceStart(appointment, now)} min de atraso`
}

/** Over and still confirmed, and the customer is not served at the moment. */
export function isForgotten(appointment: Appointment, now: Date): boolean {
  const { status, endTime, servingFrom, servingUntil } = appointment
  const isServed = servingFrom !== null && servingUntil === null
  return status === 'CONFIRMED' && Date.parse(endTime) <= now.getTime() && !isServed
}

type Forgotten = { appointments: readonly Appointment[]; total: number }

/**
 * What the server has listed, with what passed since on the day that is shown, the newest first. `more`: how many are not among them.
 */
export function mergeForgotten(listed: Forgotten | undefined, ofDay: readonly Appointment[], now: Date) {
  const { appointments, total } = listed ?? { appointments: [], total: 0 }
  const added = ofDay.filter((one) => !appointments.some(({ id }) => id === one.id))
  const rows = [...appointments, ...added]
    .filter((one) => isForgotten(one, now))
    .toSorted((one, other) => Date.parse(other.startTime) - Date.parse(one.startTime))
  return { rows, more: total - appointments.length }
}

/** Whether it can still be said that the customer did not come: for some days, and not of a walk-in. */
export const canHaveMissed = (appointment: Appointment, now: Date) =>
  listStaffActions(appointment, now).includes('no-show')

/** 'Hoje, 14h', 'Ontem, 14h', otherwise 'Sáb, 21/11/2026, 14h'. */
export function formatVisit({ startTime, timeZone }: Appointment, now: Date) {
  const { date } = toLocalTime(new Date(startTime), timeZone)
  const today = toLocalTime(now, timeZone).date
  const time = formatInstantInSentence(startTime, timeZone)
  if (date === today) return `Hoje, ${time}`
  return `${date === addCalendarDays(today, -1) ? 'Ontem' : formatShortDate(date)}, ${time}`
}
