import { agendasApi } from '@na-regua/contract/agendas'
import { type Appointment, appointmentsApi } from '@na-regua/contract/appointments'
import type { Pagination } from '@na-regua/contract/fields'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { type AgendaFilters, type AgendaSide, type Correction, isCorrection, statusAfter } from './rules.ts'

export type AgendaPage = { appointments: Appointment[]; pagination: Pagination }

const lists: Record<AgendaSide, (query: AgendaFilters, signal: AbortSignal) => Promise<AgendaPage>> = {
  customer: ({ barbershopId: _, ...query }, signal) => api(agendasApi.listOfCustomer, { query, signal }),
  barber: ({ barbershopId: _, ...query }, signal) => api(agendasApi.listOfBarber, { query, signal }),
  owner: (query, signal) => api(agendasApi.listOfOwner, { query, signal }),
}

/** Prefix of all lists of appointments; its first part is a topic of the live events. */
export const agendaKey = ['appointments', 'agenda'] as const

export function agendaQuery(side: AgendaSide, filters: AgendaFilters) {
  return queryOptions({
    queryKey: [...agendaKey, side, filters],
    queryFn: ({ signal }) => lists[side](filters, signal),
    // Cached data is shown at once and always refetched, because other users change it.
    refetchOnMount: 'always',
  })
}

type Month = { month: string; barbershopId?: string }

type MonthCalendar = { calendar: { date: string }[]; timeOff?: string[] }

const calendars: Record<AgendaSide, (query: Month, signal: AbortSignal) => Promise<MonthCalendar>> = {
  customer: ({ month }, signal) => api(agendasApi.calendarOfCustomer, { query: { month }, signal }),
  barber: ({ month }, signal) => api(agendasApi.calendarOfBarber, { query: { month }, signal }),
  owner: (query, signal) => api(agendasApi.calendarOfOwner, { query, signal }),
}

/** The days of a month (YYYY-MM) with appointments, and the barber's days off. */
export function markedDaysQuery(side: AgendaSide, month: Month) {
  return queryOptions({
    queryKey: ['appointments', 'calendar', side, month],
    queryFn: ({ signal }) => calendars[side](month, signal),
    select: ({ calendar, timeOff = [] }) => ({ marked: calendar.map(({ date }) => date), off: timeOff }),
  })
}

/** The barbershops that an owner can filter by. */
export const agendaBarbershopsQuery = () =>
  queryOptions({
    queryKey: ['account', 'agenda-shops'],
    queryFn: ({ signal }) => api(agendasApi.barbershopsOfOwner, { signal }),
    select: ({ barbershops }) => barbershops,
  })

export type StatusChange = {
  id: string
  action: 'confirm' | 'cancel' | 'complete' | 'no-show' | Correction
  reason?: string
}

/** Requests one transition; the response is the changed appointment. `keepalive` lets the request outlive the page. */
export function changeAppointmentStatus({ id, action, reason }: StatusChange, keepalive = false) {
  const params = { id }
  if (action === 'cancel') return api(appointmentsApi.cancel, { params, body: reason ? { reason } : {}, keepalive })
  if (isCorrection(action)) {
    return api(appointmentsApi.correct, { params, body: { status: statusAfter[action] }, keepalive })
  }
  const endpoints = {
    confirm: appointmentsApi.confirm,
    complete: appointmentsApi.complete,
    'no-show': appointmentsApi.noShow,
  }
  return api(endpoints[action], { params, keepalive })
}
