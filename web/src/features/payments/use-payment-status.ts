import type { PaymentStatus } from '@na-regua/contract/payments'
import { useEffect, useState } from 'react'
import { getPaymentStatus } from './queries.ts'
import { POLL_SECONDS } from './rules.ts'

type Watching = { sessionId: string; onStatus: (status: PaymentStatus) => void; onPoll: () => void }

/** Asks at once, every three seconds, and when the page or the network is back. Never two questions at a time. */
function watchPayment({ sessionId, onStatus, onPoll }: Watching) {
  const ending = new AbortController()
  let isAsking = false

  async function ask() {
    if (isAsking) return
    isAsking = true
    try {
      const { status } = await getPaymentStatus(sessionId)
      if (!ending.signal.aborted) onStatus(status)
    } catch (error) {
      // An answer that did not come says nothing about the money: the next question will.
      console.warn('payment status', error)
    } finally {
      isAsking = false
    }
  }

  const timer = setInterval(() => {
    onPoll()
    void ask()
  }, POLL_SECONDS * 1000)
  document.addEventListener('visibilitychange', ask, { signal: ending.signal })
  window.addEventListener('online', ask, { signal: ending.signal })
  void ask()
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}

/** How a payment stands, asked until `isOver` says so. `polls` counts the questions since the first. */
export function usePaymentStatus(sessionId: string, isOver: (status: PaymentStatus) => boolean) {
  const [status, setStatus] = useState<PaymentStatus>('pending')
  const [polls, setPolls] = useState(0)
  const isSettled = isOver(status)
  useEffect(() => {
    if (isSettled) return
    return watchPayment({ sessionId, onStatus: setStatus, onPoll: () => setPolls((count) => count + 1) })
  }, [sessionId, isSettled])
  return { status, polls }
}
