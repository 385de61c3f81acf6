import { keepStreamOpen, type ServerSentEvent, STREAM_TIMEOUT_MS } from './keep-stream-open.ts'

type StreamEvent = Exclude<ServerSentEvent, 'alive'>

type Listening = { userId: string; token: string; hear: (event: StreamEvent) => void }

/**
 * Hears what changes for the person. All tabs of a browser share one line: the one that holds the lock keeps it and passes
 * on what it says; when that tab closes or falls asleep, another takes over. Without locks each has its own. Whoever comes
 * back to a tab that heard nothing for a while finds it fetching anew.
 */
export function subscribeToEvents({ userId, token, hear }: Listening): () => void {
  const name = `na-regua-live-${userId}`
  const ending = new AbortController()
  const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  let lastSign = Date.now()

  function take(event: ServerSentEvent) {
    lastSign = Date.now()
    if (event !== 'alive') hear(event)
  }

  function share(event: ServerSentEvent) {
    others?.postMessage(event)
    take(event)
  }

  others?.addEventListener('message', ({ data }: MessageEvent<ServerSentEvent>) => take(data))
  const turns = takeTurns(name, (signal) => keepStreamOpen({ token, share, signal }), ending.signal)

  function handleReturn() {
    if (document.visibilityState !== 'visible' || Date.now() - lastSign < STREAM_TIMEOUT_MS) return
    take('everything')
    turns.takeOver()
  }

  const options = { signal: ending.signal }
  document.addEventListener('visibilitychange', handleReturn, options)
  window.addEventListener('focus', handleReturn, options)
  return () => {
    ending.abort()
    others?.close()
  }
}

/** Works in one tab at a time: this one when its turn comes, or when it takes over from one that no longer gives a sign. */
function takeTurns(name: string, work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal) {
  // Absent on addresses without https, where every tab works for itself.
  const locks = navigator.locks as LockManager | undefined
  let isWorking = false
  let turn = new AbortController()

  async function ask(isTakingOver: boolean) {
    turn.abort()
    const own = new AbortController()
    turn = own
    const options = isTakingOver ? { steal: true } : { signal: AbortSignal.any([signal, own.signal]) }
    // Refused when another tab takes over: then the work here is done, and the next turn is asked for.
    await locks?.request(name, options, () => workUntil(AbortSignal.any([signal, own.signal]))).catch(() => {})
    const wasReplaced = own.signal.aborted
    own.abort()
    if (!wasReplaced && !signal.aborted) void ask(false)
  }

  async function workUntil(end: AbortSignal) {
    isWorking = true
    await work(end)
    isWorking = false
    // A session that is over has no use for another turn; the page ends the listening by itself.
    if (!end.aborted) await new Promise((resolve) => end.addEventListener('abort', resolve))
  }

  if (locks) void ask(false)
  else void work(signal)
  return {
    takeOver() {
      if (locks && !isWorking) void ask(true)
    },
  }
}
