import { agendasApi } from '@na-regua/contract/agendas'
import { type Appointment, appointmentsApi } from '@na-regua/contract/appointments'
import type { Pagination } from '@na-regua/contract/fields'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { errorText, hasCode, NetworkError } from '../../../lib/api-error.ts'
import { QUEUED_TEXT } from '../../../lib/use-commands.ts'
import { showToast } from '../../../ui/toast.tsx'
import { type AgendaFilters, type AgendaSide, type Correction, isCorrection, statusAfter } from './rules.ts'

export type AgendaPage = { appointments: Appointment[]; pagination: Pagination }

const lists: Record<AgendaSide, (query: AgendaFilters, signal: AbortSignal) => Promise<AgendaPage>> = {
  customer: ({ barbershopId: _, ...query }, signal) => api(agendasApi.listOfCustomer, { query, signal }),
  barber: ({ barbershopId: _, ...query }, signal) => api(agendasApi.listOfBarber, { query, signal }),
  owner: (query, signal) => api(agendasApi.listOfOwner, { query, signal }),
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

const texts: Record<StatusChange['action'], { done: string; failed: string }> = {
  confirm: { done: 'Agendamento confirmado', failed: 'Erro ao confirmar' },
  cancel: { done: 'Agendamento cancelado', failed: 'Erro ao cancelar' },
  complete: { done: 'Atendimento finalizado', failed: 'Erro ao finalizar' },
  'no-show': { done: 'Falta registrada', failed: 'Erro ao registrar a falta' },
  'correct-completed': { done: 'Corrigido para atendido', failed: 'Erro ao corrigir' },
  'correct-no-show': { done: 'Corrigido para não compareceu', failed: 'Erro ao corrigir' },
  'correct-cancelled': { done: 'Encaixe cancelado', failed: 'Erro ao corrigir' },
}

/** Sets the new status in every cached list; returns the rollback. */
function applyOptimistically(client: QueryClient, { id, action }: StatusChange) {
  const before = client.getQueriesData<AgendaPage>({ queryKey: agendaKey })
  const status = statusAfter[action]
  client.setQueriesData<AgendaPage>(
    { queryKey: agendaKey },
    (page) =>
      page && {
        ...page,
        appointments: page.appointments.map((row) => (row.id === id ? { ...row, status } : row)),
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

/** How a change is sent; the response, or undefined when it waits for the network. */
type SendChange = (change: StatusChange) => Promise<unknown>

/** Confirms, cancels, completes or marks as missed: shown at once, rolled back when the server refuses. */
export function useStatusChange(send: SendChange = changeAppointmentStatus) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: StatusChange) => send(change),
    async onMutate(change) {
      await client.cancelQueries({ queryKey: agendaKey })
      return applyOptimistically(client, change)
    },
    onSuccess: (response, { action }) =>
      response
        ? showToast({ tone: 'success', title: texts[action].done })
        : showToast({ tone: 'info', title: 'Guardado sem rede', text: QUEUED_TEXT }),
    onError(error, { action }, rollBack) {
      rollBack?.()
      showToast({ tone: 'error', title: texts[action].failed, text: describeFailure(error) })
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
