import { maintainStream, type ServerSentEvent, STREAM_TIMEOUT_MS } from './maintain-stream.ts'

type StreamEvent = Exclude<ServerSentEvent, 'alive'>

type Subscription = { userId: string; token: string; onEvent: (event: StreamEvent) => void }

/**
 * Subscribes to the user's events. All tabs of a browser share one connection: the tab that holds the Web Lock maintains it
 * and broadcasts its events; when that tab closes or is frozen, another takes over. Without Web Locks each tab has its own
 * connection. A tab that becomes visible after it received nothing for a while reports that everything may have changed.
 */
export function subscribeToEvents({ userId, token, onEvent }: Subscription): () => void {
  const name = `na-regua-live-${userId}`
  const ending = new AbortController()
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  let lastSignAt = Date.now()

  function receive(event: ServerSentEvent) {
    lastSignAt = Date.now()
    if (event !== 'alive') onEvent(event)
  }

  function share(event: ServerSentEvent) {
    channel?.postMessage(event)
    receive(event)
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<ServerSentEvent>) => receive(data))
  const leader = runInOneTab(name, (signal) => maintainStream({ token, share, signal }), ending.signal)

  function handleReturn() {
    if (document.visibilityState !== 'visible' || Date.now() - lastSignAt < STREAM_TIMEOUT_MS) return
    receive('everything')
    leader.takeOver()
  }

  const options = { signal: ending.signal }
  document.addEventListener('visibilitychange', handleReturn, options)
  window.addEventListener('focus', handleReturn, options)
  return () => {
    ending.abort()
    channel?.close()
  }
}

/** Runs the work in one tab at a time: here when the lock is granted, or when this tab steals it from an unresponsive one. */
function runInOneTab(name: string, work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal) {
  // Not available without https, where every tab works for itself.
  const locks = navigator.locks as LockManager | undefined
  let isWorking = false
  let turn = new AbortController()

  async function requestLock(isTakingOver: boolean) {
    turn.abort()
    const own = new AbortController()
    turn = own
    const options = isTakingOver ? { steal: true } : { signal: AbortSignal.any([signal, own.signal]) }
    // Rejected when another tab steals the lock: the work here ends, and the lock is requested again.
    await locks?.request(name, options, () => workUntil(AbortSignal.any([signal, own.signal]))).catch(() => {})
    const wasReplaced = own.signal.aborted
    own.abort()
    if (!wasReplaced && !signal.aborted) void requestLock(false)
  }

  async function workUntil(end: AbortSignal) {
    isWorking = true
    await work(end)
    isWorking = false
    // The session has ended: keep the lock until the page unsubscribes.
    if (!end.aborted) await new Promise((resolve) => end.addEventListener('abort', resolve))
  }

  if (locks) void requestLock(false)
  else void work(signal)
  return {
    takeOver() {
      if (locks && !isWorking) void requestLock(true)
    },
  }
}
