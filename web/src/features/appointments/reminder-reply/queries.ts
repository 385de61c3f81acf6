import { reminderReplyApi } from '@na-regua/contract/reminder-reply'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

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
