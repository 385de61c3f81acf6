import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '@na-regua/contract/errors'
import type { ChangeFeed } from '../../../lib/change-feed.ts'
import {
  HEARTBEAT,
  STREAM_HEARTBEAT_MS,
  startStream,
  toStreamEvent,
  writeToStreams,
} from '../../../lib/event-stream.ts'

/** At most one event in this time; taps in between are one event at its end. */
const EVENT_INTERVAL_MS = 250
/** A stream ends after this long or up to a third more, so that a balancer can move clients to other processes, not all at once. */
const MAX_AGE_MS = 3 * 3_600_000
const RETRY_AFTER_SECONDS = 30

const QUEUE_EVENT = toStreamEvent('queue')

type QueueStream = { out: ServerResponse; endsAt: number }

/** The open pages of one barbershop. */
type Audience = { streams: Set<QueueStream>; isSending: boolean; isStale: boolean }

export type QueueStreamLimits = { perProcess: number; perAddress: number }

type Options = QueueStreamLimits & {
  live: Pick<ChangeFeed, 'followQueues'>
  intervalMs?: number
  heartbeatMs?: number
  maxAgeMs?: number
}

/** The open pages of this process that follow the queue of a barbershop. */
export function createQueueStreams({ live, ...options }: Options) {
  const { intervalMs = EVENT_INTERVAL_MS, heartbeatMs = STREAM_HEARTBEAT_MS, maxAgeMs = MAX_AGE_MS } = options
  const audiences = new Map<string, Audience>()
  const permits = createPermits(options)
  const heartbeat = setInterval(() => void sendHeartbeats(audiences.values()), heartbeatMs).unref()
  let isFollowing = false

  function notify(barbershopId: string | undefined) {
    const changed = barbershopId === undefined ? [...audiences.values()] : [audiences.get(barbershopId)]
    for (const audience of changed) if (audience) void send(audience, intervalMs)
  }

  /** Writes events to the response until either side disconnects. Does nothing when the client has disconnected already. */
  function add(barbershopId: string, out: ServerResponse) {
    if (out.destroyed) return
    const audience = audiences.get(barbershopId) ?? { streams: new Set(), isSending: false, isStale: false }
    const stream = { out, endsAt: performance.now() + maxAgeMs * (1 + Math.random() / 3) }
    audiences.set(barbershopId, audience)
    audience.streams.add(stream)
    out.once('close', () => {
      audience.streams.delete(stream)
      if (audience.streams.size === 0 && audiences.get(barbershopId) === audience) audiences.delete(barbershopId)
    })
    startStream(out)
    if (!isFollowing) live.followQueues(notify)
    isFollowing = true
  }

  function close() {
    clearInterval(heartbeat)
    for (const { streams } of audiences.values()) for (const { out } of streams) out.end()
  }

  return { ...permits, isFollowed: (barbershopId: string) => audiences.has(barbershopId), add, close }
}

async function sendHeartbeats(audiences: Iterable<Audience>) {
  const streams = [...audiences].flatMap((audience) => [...audience.streams])
  for (const { out, endsAt } of streams) if (performance.now() > endsAt) out.end()
  await writeToStreams(streams, HEARTBEAT)
}

/** The first event leaves at once; what happens while it is written or within the interval is one more. */
async function send(audience: Audience, intervalMs: number) {
  audience.isStale = true
  if (audience.isSending) return
  audience.isSending = true
  while (audience.isStale && audience.streams.size > 0) {
    audience.isStale = false
    await Promise.all([writeToStreams(audience.streams, QUEUE_EVENT), wait(intervalMs, undefined, { ref: false })])
  }
  audience.isSending = false
}

/** How many streams there are, also of those whose barbershop is still being looked up. */
function createPermits({ perProcess, perAddress }: QueueStreamLimits) {
  const byAddress = new Map<string, number>()
  let taken = 0

  /** Takes a permit until the response is closed. Throws TOO_MANY_REQUESTS to the address, UNAVAILABLE when the process is full. */
  function takePermit(address: string, out: ServerResponse) {
    const ofAddress = byAddress.get(address) ?? 0
    if (ofAddress >= perAddress) throw new ApiError('TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER_SECONDS })
    if (taken >= perProcess) throw new ApiError('UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS })
    taken++
    byAddress.set(address, ofAddress + 1)
    out.once('close', () => {
      taken--
      const left = (byAddress.get(address) ?? 1) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
  }

  return { takePermit, count: () => taken }
}
