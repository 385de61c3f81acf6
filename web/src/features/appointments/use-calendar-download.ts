import { appointmentsApi } from '@na-regua/contract/appointments'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { showToast } from '../../ui/toast.tsx'

const FILE = 'agendamento.ics'

/** The request needs the session token, which a plain link cannot send, so the response is turned into a file here. */
async function downloadCalendar(appointmentId: string) {
  const text = await api(appointmentsApi.calendar, { params: { id: appointmentId } })
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: FILE }).click()
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export function useCalendarDownload() {
  return useMutation({
    mutationFn: downloadCalendar,
    onError: ({ message }) => showToast({ tone: 'error', title: message }),
  })
}
