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

/** A yes, or the cancellation with what the customer has to say about it. */
export type Answer = { act: 'confirm' } | { act: 'cancel'; reason: string | undefined }

function send(token: string, answer: Answer) {
  const params = { token }
  if (answer.act === 'confirm') return api(reminderReplyApi.confirm, { params })
  return api(reminderReplyApi.cancel, { params, body: { reason: answer.reason } })
}

/** Refused, the page shows what became of the appointment meanwhile. */
export function useAnswer(token: string) {
  const queryClient = useQueryClient()
  const { queryKey } = reminderQuery(token)
  return useMutation({
    mutationFn: (answer: Answer) => send(token, answer),
    onSuccess: (data) => queryClient.setQueryData(queryKey, data),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
