import { notificationsApi } from '@na-regua/contract/notifications'
import { apiUrl } from '../api.ts'
import { expireSession } from '../session.ts'

/** The server beats every twenty seconds: after this long without a word the line is dead, whatever the system says. */
export const STREAM_TIMEOUT_MS = 60_000
const LONGEST_PAUSE_MS = 60_000

type Share = (event: ServerSentEvent) => void
type Line = { token: string; share: Share; signal: AbortSignal }

/**
 * Keeps a line to the server open until the signal, or until the session is over. Lines that break at once are tried ever
 * less often, and not by all browsers in step.
 */
export async function keepStreamOpen(line: Line): Promise<void> {
  for (let failures = 0; !line.signal.aborted; failures++) {
    const opened = Date.now()
    const { isOver, pauseMs } = await hearOnce(line)
    if (isOver) return
    if (Date.now() - opened > STREAM_TIMEOUT_MS) failures = 0
    const usual = Math.min(1000 * 2 ** failures, LONGEST_PAUSE_MS)
    await pause(Math.max(pauseMs, usual) * (0.5 + Math.random()), line.signal)
  }
}

/** Shares what one line says until it ends, however it ends. */
async function hearOnce({ token, share, signal }: Line) {
  const watch = watchSilence()
  try {
    const answer = await fetch(apiUrl(notificationsApi.stream.url), {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, watch.signal]),
    })
    if (answer.status === 401) expireSession(token)
    if (!answer.ok || !answer.body) {
      return { isOver: answer.status === 401, pauseMs: Number(answer.headers.get('retry-after')) * 1000 }
    }
    // What happened before the line stood was not heard.
    share('everything')
    for await (const event of readEvents(answer.body)) {
      watch.noteSign()
      share(event)
    }
  } catch {
    // Lost, given up or never there: the next one tells.
  } finally {
    watch.end()
  }
  return { isOver: false, pauseMs: 0 }
}

function watchSilence() {
  const line = new AbortController()
  const hangUp = () => line.abort()
  let timer = setTimeout(hangUp, STREAM_TIMEOUT_MS)
  return {
    signal: line.signal,
    noteSign() {
      clearTimeout(timer)
      timer = setTimeout(hangUp, STREAM_TIMEOUT_MS)
    },
    end: () => clearTimeout(timer),
  }
}

/** Ends early when the network comes back. */
function pause(milliseconds: number, signal: AbortSignal) {
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

/** What the line says: the topic of what may have changed, or `alive` when it only beats. */
export type ServerSentEvent = 'notifications' | 'appointments' | 'account' | 'everything' | 'alive'

const known = new Set<unknown>(['notifications', 'appointments', 'account', 'everything'])

function readBlock(block: string): ServerSentEvent {
  const data = /^data: ?(.*)$/m.exec(block)?.[1]
  try {
    const { topic } = JSON.parse(data ?? '{}') as { topic?: unknown }
    return known.has(topic) ? (topic as ServerSentEvent) : 'alive'
  } catch {
    return 'alive'
  }
}

/** Server-Sent Events out of a fetched body: EventSource cannot send the token but in the address, where it must never stand. */
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
      for (const block of blocks) yield readBlock(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
