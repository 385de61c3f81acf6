import { accountsApi } from '@na-regua/contract/accounts'
import { type PaymentStatus, paymentsApi } from '@na-regua/contract/payments'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { closeSession, getSession } from '../../lib/session.ts'
import { NO_SECRET, POLL_SECONDS } from './rules.ts'

/** Creates the payment session of a plan, or returns the open one: repeating is safe. Only the user retries. */
export const intentQuery = (planId: string) =>
  queryOptions({
    queryKey: ['payments', 'intent', planId],
    queryFn: () => createIntent(planId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

async function createIntent(planId: string) {
  const intent = await api(paymentsApi.createIntent, { body: { planId } })
  if (intent.mode === 'payment' && !intent.clientSecret) throw new Error(NO_SECRET)
  return intent
}

const getPaymentStatus = (sessionId: string) => api(paymentsApi.status, { params: { sessionId } })

export const confirmChange = (sessionId: string) => api(paymentsApi.confirmChange, { params: { sessionId } })

export const startFree = () => api(paymentsApi.startFree, { body: {} })

/** How the subscription is billed; refetched like all data of the account. */
export const billQuery = () =>
  queryOptions({ queryKey: ['account', 'bill'], queryFn: ({ signal }) => api(paymentsApi.subscription, { signal }) })

export const cancelSubscription = (body: Body<typeof paymentsApi.cancelSubscription>) =>
  api(paymentsApi.cancelSubscription, { body })

export const openPortal = () => api(paymentsApi.portal)

export const paymentsQuery = (page: number) =>
  queryOptions({
    queryKey: ['account', 'payments', page],
    queryFn: ({ signal }) => api(paymentsApi.list, { query: { page }, signal }),
  })

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', 'payments', 'receipt', id],
    queryFn: ({ signal }) => api(paymentsApi.receipt, { params: { id }, signal }),
    select: ({ receipt }) => receipt,
  })

/** The server has ended the sessions of the user whose plan changed; this removes the local one. */
export function endSession() {
  if (getSession().token) void api(accountsApi.logout).catch(() => undefined)
  closeSession()
}

type PollOptions = { sessionId: string; onStatus: (status: PaymentStatus, planId: string) => void; onPoll: () => void }

/** Requests the status at once, every three seconds, and when the page or the network is back. One request at a time. */
function pollPayment({ sessionId, onStatus, onPoll }: PollOptions) {
  const ending = new AbortController()
  let isRequesting = false

  async function poll() {
    if (isRequesting) return
    isRequesting = true
    try {
      const { status, planId } = await getPaymentStatus(sessionId)
      if (!ending.signal.aborted) onStatus(status, planId)
    } catch (error) {
      // A failed request does not mean a failed payment: the next one will show.
      console.warn('payment status request failed, retrying', error)
    } finally {
      isRequesting = false
    }
  }

  const timer = setInterval(() => {
    onPoll()
    void poll()
  }, POLL_SECONDS * 1000)
  document.addEventListener('visibilitychange', poll, { signal: ending.signal })
  window.addEventListener('online', poll, { signal: ending.signal })
  void poll()
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}

/** The status of a payment, polled until `isOver` returns true. `polls` counts the requests after the first. */
export function usePaymentStatus(sessionId: string, isOver: (status: PaymentStatus) => boolean) {
  const [{ status, planId }, setPayment] = useState<{ status: PaymentStatus; planId?: string }>({ status: 'pending' })
  const [polls, setPolls] = useState(0)
  const isSettled = isOver(status)
  useEffect(() => {
    if (isSettled) return
    return pollPayment({
      sessionId,
      onStatus: (next, plan) => setPayment({ status: next, planId: plan }),
      onPoll: () => setPolls((count) => count + 1),
    })
  }, [sessionId, isSettled])
  return { status, planId, polls }
}
