import { agendasApi } from '@na-regua/contract/agendas'
import { type Appointment, appointmentsApi } from '@na-regua/contract/appointments'
import type { Pagination } from '@na-regua/contract/fields'
import { groupsApi } from '@na-regua/contract/groups'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { errorText, hasCode, NetworkError } from '../../../lib/api-error.ts'
import { showToast } from '../../../ui/toast.tsx'
import {
  type AgendaFilters,
  type AgendaSide,
  type Correction,
  isCorrection,
  type StaffSide,
  statusAfter,
} from './rules.ts'

export type AgendaPage = { appointments: Appointment[]; pagination: Pagination }

/** Rows of a page of a staff's table. */
const ROWS = 25

const lists: Record<AgendaSide, (query: AgendaFilters, signal: AbortSignal) => Promise<AgendaPage>> = {
  customer: ({ status, date, page }, signal) =>
    api(agendasApi.listOfCustomer, { query: { status: status === 'open' ? 'all' : status, date, page }, signal }),
  barber: ({ status, date, page, serviceId, q, from, to }, signal) =>
    api(agendasApi.listOfBarber, { query: { status, date, page, serviceId, q, from, to, perPage: ROWS }, signal }),
  owner: (query, signal) => api(agendasApi.listOfOwner, { query: { ...query, perPage: ROWS }, signal }),
}

/** Prefix of all lists of appointments; its first part is a topic of the live events. */
const agendaKey = ['appointments', 'agenda'] as const

/** The first page without filters, which has what comes next. Staff read their day without network. */
const isStoredPage = (side: AgendaSide, { status, date, page }: AgendaFilters) =>
  side === 'customer' && status === 'all' && date === undefined && page === 1

export function agendaQuery(side: AgendaSide, filters: AgendaFilters) {
  return queryOptions({
    queryKey: [...agendaKey, side, filters],
    queryFn: ({ signal }) => lists[side](filters, signal),
    // Cached data is shown at once and always refetched, because other users change it.
    refetchOnMount: 'always',
    meta: { stored: isStoredPage(side, filters) },
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
    meta: { stored: true },
  })

type Choice = { id: string; name: string; barbershopId: string }
type AgendaChoices = { barbers: (Choice & { hasLeft: boolean })[]; services: Choice[] }

const choices: Record<StaffSide, (signal: AbortSignal) => Promise<AgendaChoices>> = {
  barber: async (signal) => ({ barbers: [], ...(await api(agendasApi.choicesOfBarber, { signal })) }),
  owner: (signal) => api(agendasApi.choicesOfOwner, { signal }),
}

/** The barbers and services that staff can filter by. */
export const agendaChoicesQuery = (side: StaffSide) =>
  queryOptions({ queryKey: ['staff', 'agenda-choices', side], queryFn: ({ signal }) => choices[side](signal) })

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

/** Of one appointment, or of those of a group. */
type Cancellation = { ids: readonly [string, ...string[]]; groupId?: string | null; reason: string | undefined }

/** Those of a group all or none. */
async function cancelAppointments({ ids, groupId, reason }: Cancellation) {
  const body = reason ? { reason } : {}
  if (groupId && ids.length > 1)
    return api(groupsApi.cancel, { params: { id: groupId }, body: { appointmentIds: [...ids], ...body } })
  return changeAppointmentStatus({ id: ids[0], action: 'cancel', ...body })
}

/** Shows them as cancelled in every cached list; returns the rollback. */
function applyOptimistically(client: QueryClient, ids: readonly string[]) {
  const before = client.getQueriesData<AgendaPage>({ queryKey: agendaKey })
  client.setQueriesData<AgendaPage>(
    { queryKey: agendaKey },
    (page) =>
      page && {
        ...page,
        appointments: page.appointments.map((row) => (ids.includes(row.id) ? { ...row, status: 'CANCELLED' } : row)),
      },
  )
  return () => {
    for (const [key, page] of before) client.setQueryData(key, page)
  }
}

/** After a conflict the list is refetched, so the request to reload is removed from the text. */
function describeFailure(error: Error) {
  const text = errorText(error, 'Tente novamente')
  return hasCode(error, 'STATE_CHANGED') ? `${text.replace(/ Atualize a página\.$/, '')} A lista foi atualizada.` : text
}

/** Cancels appointments of the customer: shown at once, rolled back when the server refuses. */
export function useCancellation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: cancelAppointments,
    async onMutate({ ids }) {
      await client.cancelQueries({ queryKey: agendaKey })
      return applyOptimistically(client, ids)
    },
    onSuccess: (_, { ids }) =>
      showToast({ tone: 'success', title: ids.length > 1 ? 'Agendamentos cancelados' : 'Agendamento cancelado' }),
    onError(error, { ids }, rollBack) {
      rollBack?.()
      const isOfGroup = ids.length > 1 && !(error instanceof NetworkError)
      const text = `${isOfGroup ? 'Nenhum foi cancelado. ' : ''}${describeFailure(error)}`
      showToast({ tone: 'error', title: 'Erro ao cancelar', text })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['appointments'] }),
  })
}

const FILE = 'agendamento.ics'

/** The event as text. The server renders it, so that it is the same with and without network. */
export function calendarFileQuery(appointmentId: string) {
  return queryOptions({
    queryKey: ['appointments', 'calendar-file', appointmentId],
    queryFn: ({ signal }) => api(appointmentsApi.calendar, { params: { id: appointmentId }, signal }),
    retry: false,
    meta: { stored: true },
  })
}

/** As it is now; without network as it was stored last. */
async function readCalendarFile(client: QueryClient, appointmentId: string) {
  const query = calendarFileQuery(appointmentId)
  try {
    return await client.fetchQuery({ ...query, staleTime: 0 })
  } catch (error) {
    const stored = error instanceof NetworkError ? client.getQueryData(query.queryKey) : undefined
    if (stored === undefined) throw error
    return stored
  }
}

/** The request needs the session token, which a plain link cannot send, so the response is turned into a file here. */
async function downloadCalendar(client: QueryClient, appointmentId: string) {
  const text = await readCalendarFile(client, appointmentId)
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: FILE }).click()
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export function useCalendarDownload() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (appointmentId: string) => downloadCalendar(client, appointmentId),
    onError: ({ message }) => showToast({ tone: 'error', title: message }),
  })
}
