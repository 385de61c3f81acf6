import { appointmentsApi } from '@na-regua/contract/appointments'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { NetworkError } from '../../lib/api-error.ts'
import { showToast } from '../../ui/toast.tsx'

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
