import { notificationsApi } from '@na-regua/contract/notifications'
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'
import { apiUrl } from './api.ts'
import { expireSession } from './session.ts'

/** What the server reports: the topic of what may have changed. */
export type StreamEvent = Exclude<ServerSentEvent, 'alive'>

type Subscription = Omit<StreamOptions, 'share' | 'signal'> & {
  /** The same in all tabs that share the connection. */
  name: string
  onEvent: (event: StreamEvent) => void
}

/**
 * Subscribes to the events of a user or of a queue. All tabs of a browser share one connection: the tab that holds the Web Lock maintains it
 * and broadcasts its events; when that tab closes or is frozen, another takes over. Without Web Locks each tab has its own
 * connection. A tab reports that everything may have changed when it joins a connection that is open, because what it shows was loaded
 * before, and when it becomes visible after it received nothing for a while.
 */
export function subscribeToEvents({ name: shared, onEvent, ...stream }: Subscription): () => void {
  const name = `na-regua-live-${shared}`
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
  void isInUse(name).then((isJoining) => {
    if (isJoining && !ending.signal.aborted) receive('everything')
  })
  const leader = runInOneTab(name, (signal) => maintainStream({ ...stream, share, signal }), ending.signal)

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

/**
 * Refetches what is shown of changed data. A first load under way may have read the state from before the change, and the query library
 * neither cancels nor repeats it: another load follows.
 */
export function refetchChanged(client: QueryClient, filters: Pick<QueryFilters, 'queryKey' | 'predicate'>) {
  const loading = client.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })
  const loadingFirst = loading.filter(({ state }) => state.data === undefined)
  void client.invalidateQueries(filters)
  for (const query of loadingFirst) void repeatLoad(client, query)
}

async function repeatLoad(client: QueryClient, query: Query) {
  // This is the load under way.
  await query.fetch().catch(() => undefined)
  // Another event may have repeated it, and what has failed is repeated by its page.
  if (!query.state.isInvalidated) await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
}

/** True when a tab holds the lock. */
async function isInUse(name: string) {
  const locks = navigator.locks as LockManager | undefined
  const { held = [] } = (await locks?.query()) ?? {}
  return held.some((lock) => lock.name === name)
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

/** The topic of what may have changed, or `alive` for a heartbeat. */
export type ServerSentEvent = 'notifications' | 'appointments' | 'queue' | 'account' | 'everything' | 'alive'

const topics = new Set<unknown>(['notifications', 'appointments', 'queue', 'account', 'everything'])

/** The server sends a heartbeat every twenty seconds: after this long without one the connection is dead. */
export const STREAM_TIMEOUT_MS = 60_000
const MAX_RETRY_DELAY_MS = 60_000

type StreamOptions = {
  /** Opens the user's own stream; undefined for a public one. */
  token?: string
  /** The address of a public stream. */
  url?: string
  share: (event: ServerSentEvent) => void
  signal: AbortSignal
  /** Reconnections are spread over so many more milliseconds: of a stream that many pages have open. */
  spreadMs?: number
}

/** Maintains a connection until the signal, or until its status is final. Retries with exponential back-off and jitter. */
export async function maintainStream(options: StreamOptions): Promise<void> {
  for (let failures = 0; !options.signal.aborted; failures++) {
    const openedAt = Date.now()
    const { isOver, retryAfterMs } = await readStream(options)
    if (isOver) return
    if (Date.now() - openedAt > STREAM_TIMEOUT_MS) failures = 0
    const backOff = Math.min(1000 * 2 ** failures, MAX_RETRY_DELAY_MS)
    const spread = (options.spreadMs ?? 0) * Math.random()
    await wait(Math.max(retryAfterMs, backOff) * (0.5 + Math.random()) + spread, options.signal)
  }
}

/** Shares the events of one connection until it ends, for whatever reason. */
async function readStream({ token, url = apiUrl(notificationsApi.stream.url), share, signal }: StreamOptions) {
  const watchdog = createWatchdog()
  try {
    const response = await fetch(url, {
      headers: { ...(token && { authorization: `Bearer ${token}` }), accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, watchdog.signal]),
    })
    if (token && response.status === 401) expireSession(token)
    if (!response.ok || !response.body) {
      // The session is over, or what a public stream is about is not there.
      const isOver = response.status === (token ? 401 : 404)
      return { isOver, retryAfterMs: Number(response.headers.get('retry-after')) * 1000 }
    }
    // Events before the connection were missed.
    share('everything')
    for await (const event of readEvents(response.body)) {
      watchdog.reset()
      share(event)
    }
  } catch {
    // Disconnected, aborted or never connected: the next connection reports that everything may have changed.
  } finally {
    watchdog.stop()
  }
  return { isOver: false, retryAfterMs: 0 }
}

/** Aborts its signal when nothing arrives for `STREAM_TIMEOUT_MS`. */
function createWatchdog() {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let timer = setTimeout(abort, STREAM_TIMEOUT_MS)
  return {
    signal: controller.signal,
    reset() {
      clearTimeout(timer)
      timer = setTimeout(abort, STREAM_TIMEOUT_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Ends early when the network is back. */
function wait(milliseconds: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
    window.addEventListener('online', end)
  })
}

function parseEvent(block: string): ServerSentEvent {
  const data = /^data: ?(.*)$/m.exec(block)?.[1]
  try {
    const { topic } = JSON.parse(data ?? '{}') as { topic?: unknown }
    return topics.has(topic) ? (topic as ServerSentEvent) : 'alive'
  } catch {
    return 'alive'
  }
}

/**
 * Parses Server-Sent Events from a fetched body. EventSource cannot send an Authorization header, and the token must not be
 * part of the URL.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield parseEvent(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
