import type { PaymentStatus } from '@na-regua/contract/payments'
import { useEffect, useState } from 'react'
import { getPaymentStatus } from './queries.ts'
import { POLL_SECONDS } from './rules.ts'

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
