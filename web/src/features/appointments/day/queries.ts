import { agendasApi } from '@na-regua/contract/agendas'
import type { Body } from '@na-regua/contract/route'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Whose day: the barber's own in every barbershop, or all barbers of one of the owner's barbershops. */
export type DayViewer = { side: 'barber'; userId: string } | { side: 'owner'; userId: string; barbershopId: string }

/** An appointment of the staff, also a cancelled one, with the day on which the agenda has it. */
export function appointmentDayQuery(id: string) {
  return queryOptions({
    queryKey: ['appointments', 'day', 'of', id],
    queryFn: ({ signal }) => api(agendasApi.dayOfAppointment, { params: { id }, signal }),
    refetchOnMount: 'always',
  })
}

const DAY_MS = 86_400_000
/** What a barber reads without network: today and a week, and the day before in case the time zones differ. */
const storedDays = { past: 1, ahead: 8 }

/** An owner reads today without network, a barber also the next days. */
function isStoredDay({ side }: DayViewer, date: string | undefined) {
  if (date === undefined) return true
  const days = (Date.parse(date) - Date.now()) / DAY_MS
  return side === 'barber' && days > -1 - storedDays.past && days < storedDays.ahead
}

/** The appointments and free ranges of a day. Without a date: today in the barbershop's time zone. */
export function staffDayQuery(viewer: DayViewer, date: string | undefined) {
  return queryOptions({
    queryKey: ['appointments', 'day', viewer, date ?? 'today'],
    queryFn: ({ signal }) =>
      viewer.side === 'barber'
        ? api(agendasApi.dayOfBarber, { query: { date }, signal })
        : api(agendasApi.dayOfOwner, { query: { date, barbershopId: viewer.barbershopId }, signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    // Free ranges shrink over time and holds expire, neither of which publishes a live event.
    refetchInterval: 60_000,
    meta: { stored: isStoredDay(viewer, date) },
  })
}

/** To another time or barber. The response has a link for a customer without an account. */
export function moveAppointment(id: string, body: Body<typeof staffBookingsApi.move>) {
  return api(staffBookingsApi.move, { params: { id }, body })
}

/** `version`: of the moved appointment. */
export function undoMove(id: string, version: number) {
  return api(staffBookingsApi.undoMove, { params: { id }, body: { version } })
}
