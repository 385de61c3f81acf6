import { appointmentsApi, IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { dashboardApi } from '@na-regua/contract/dashboard'
import { reminderReplyApi } from '@na-regua/contract/reminder-reply'
import type { Body } from '@na-regua/contract/route'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** A booking; instants in UTC. The end follows from the services, the server only compares it. */
export type BookingInput = Omit<Body<typeof appointmentsApi.create>, 'customerId'>

export function bookAppointment(input: BookingInput, customerId: string, idempotencyKey: string) {
  return api(appointmentsApi.create, {
    body: { customerId, ...input },
    headers: { [IDEMPOTENCY_HEADER]: idempotencyKey },
  })
}

/** A hold is for a slot only: for whom it is and the note follow with the booking. */
export function holdSlot({ endTime: _, guestName: _guest, note: _note, ...body }: BookingInput) {
  return api(appointmentsApi.hold, { body })
}

/** Requests another time with the same barber and the same duration. Instants in UTC. */
export function rescheduleAppointment(id: string, body: Body<typeof appointmentsApi.reschedule>) {
  return api(appointmentsApi.reschedule, { params: { id }, body })
}

/** Releases the held slot. Errors are ignored: the hold expires by itself. */
export function releaseHold() {
  return api(appointmentsApi.releaseHold).catch(() => undefined)
}

export function appointmentQuery(id: string) {
  return queryOptions({
    queryKey: ['appointments', id],
    queryFn: ({ signal }) => api(appointmentsApi.get, { params: { id }, signal }),
    select: ({ appointment }) => appointment,
  })
}

export const calendarFeedQuery = queryOptions({
  queryKey: ['account', 'calendar-feed'],
  queryFn: ({ signal }) => api(calendarFeedApi.get, { signal }),
})

/** Only this response contains the URL: it cannot be shown again. */
export function useCreateCalendarFeed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(calendarFeedApi.create),
    onSuccess: ({ createdAt }) => queryClient.setQueryData(calendarFeedQuery.queryKey, { createdAt }),
  })
}

export function useRemoveCalendarFeed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(calendarFeedApi.remove),
    onSuccess: () => queryClient.setQueryData(calendarFeedQuery.queryKey, { createdAt: null }),
  })
}

/** The key starts with `account`, the topic of live events about the owner's barbershops. */
export const dashboardQuery = () =>
  queryOptions({
    queryKey: ['account', 'dashboard'],
    queryFn: ({ signal }) => api(dashboardApi.get, { signal }),
    refetchOnMount: 'always',
  })

export const exportRequests = {
  appointments: () => api(dashboardApi.exportAppointments),
  customers: () => api(dashboardApi.exportCustomers),
} as const

export function reminderQuery(token: string) {
  return queryOptions({
    queryKey: ['appointments', 'reminder', token],
    queryFn: ({ signal }) => api(reminderReplyApi.get, { params: { token }, signal }),
    staleTime: 0,
  })
}

/** A confirmation, or a cancellation with an optional reason. */
type ReminderReplyInput = { action: 'confirm' } | { action: 'cancel'; reason: string | undefined }

function sendReply(token: string, input: ReminderReplyInput) {
  const params = { token }
  if (input.action === 'confirm') return api(reminderReplyApi.confirm, { params })
  return api(reminderReplyApi.cancel, { params, body: { reason: input.reason } })
}

/** After a refusal the page shows the current state of the appointment. */
export function useReminderReply(token: string) {
  const queryClient = useQueryClient()
  const { queryKey } = reminderQuery(token)
  return useMutation({
    mutationFn: (input: ReminderReplyInput) => sendReply(token, input),
    onSuccess: (data) => queryClient.setQueryData(queryKey, data),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
