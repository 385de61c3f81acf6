import { agendasApi } from '@na-regua/contract/agendas'
import { type Appointment, appointmentsApi } from '@na-regua/contract/appointments'
import type { Pagination } from '@na-regua/contract/fields'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import type { Side, View } from './rules.ts'

export type AgendaPage = { appointments: Appointment[]; pagination: Pagination }

const lists: Record<Side, (query: View, signal: AbortSignal) => Promise<AgendaPage>> = {
  customer: ({ barbershopId: _, ...query }, signal) => api(agendasApi.listOfCustomer, { query, signal }),
  barber: ({ barbershopId: _, ...query }, signal) => api(agendasApi.listOfBarber, { query, signal }),
  owner: (query, signal) => api(agendasApi.listOfOwner, { query, signal }),
}

/** Every list of appointments on any page; live events name its first word. */
export const agendaKey = ['appointments', 'agenda'] as const

export function agendaQuery(side: Side, view: View) {
  return queryOptions({
    queryKey: [...agendaKey, side, view],
    queryFn: ({ signal }) => lists[side](view, signal),
    // What was seen before shows at once, and is never believed: others change it.
    refetchOnMount: 'always',
  })
}

type Month = { month: string; barbershopId?: string }

type Calendar = { calendar: { date: string }[]; timeOff?: string[] }

const calendars: Record<Side, (query: Month, signal: AbortSignal) => Promise<Calendar>> = {
  customer: ({ month }, signal) => api(agendasApi.calendarOfCustomer, { query: { month }, signal }),
  barber: ({ month }, signal) => api(agendasApi.calendarOfBarber, { query: { month }, signal }),
  owner: (query, signal) => api(agendasApi.calendarOfOwner, { query, signal }),
}

/** The days of a month, YYYY-MM, on which something stands, and of a barber those on which he is off. */
export function markedDaysQuery(side: Side, month: Month) {
  return queryOptions({
    queryKey: ['appointments', 'calendar', side, month],
    queryFn: ({ signal }) => calendars[side](month, signal),
    select: ({ calendar, timeOff = [] }) => ({ marked: calendar.map(({ date }) => date), off: timeOff }),
  })
}

/** Among which an owner may choose. */
export const ownShopsQuery = () =>
  queryOptions({
    queryKey: ['account', 'agenda-shops'],
    queryFn: ({ signal }) => api(agendasApi.shopsOfOwner, { signal }),
    select: ({ barbershops }) => barbershops,
  })

export type Change = { id: string; act: 'confirm' | 'cancel' | 'complete' | 'no-show'; reason?: string }

/** Asks for one transition; the answer is the appointment as it then is. `keepalive` when the page is being left. */
export function changeAppointment({ id, act, reason }: Change, keepalive = false) {
  const params = { id }
  if (act === 'cancel') return api(appointmentsApi.cancel, { params, body: reason ? { reason } : {}, keepalive })
  const call = {
    confirm: appointmentsApi.confirm,
    complete: appointmentsApi.complete,
    'no-show': appointmentsApi.noShow,
  }
  return api(call[act], { params, keepalive })
}
