import { sandboxApi } from '@na-regua/contract/payments'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import type { CardInput } from './card-fields.tsx'

export const requestCardPayment = (sessionId: string, body: CardInput) =>
  api(sandboxApi.payByCard, { params: { sessionId }, body })

export const replyToBank = (sessionId: string, approve: boolean) =>
  api(sandboxApi.authenticate, { params: { sessionId }, body: { approve } })

/** The Pix code to pay: the same one while it is valid, then a new one. */
export const pixQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['payments', 'pix', sessionId],
    queryFn: () => api(sandboxApi.payByPix, { params: { sessionId } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })

export const simulatePix = (sessionId: string) => api(sandboxApi.simulatePix, { params: { sessionId } })
