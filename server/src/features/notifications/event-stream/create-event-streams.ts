import type { ServerResponse } from 'node:http'
import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { ChangeEvent, ChangeFeed } from '../../../lib/change-feed.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import {
  HEARTBEAT,
  STREAM_HEARTBEAT_MS,
  startStream,
  toStreamEvent,
  writeToStream,
  writeToStreams,
} from '../../../lib/event-stream.ts'
import { listLiveSessionHashes } from './queries.ts'

/** All tabs of a browser share one stream, so this counts browsers and connections that were not closed properly. */
const MAX_STREAMS_PER_USER = 12

type EventStream = Pick<Caller, 'tokenHash'> & { userId: string; out: ServerResponse }
type SessionDeps = { db: Database; clock: Clock }
type Deps = SessionDeps & { live: ChangeFeed; heartbeatMs?: number }

/** The open event streams of this process. A stream ends with its session. */
export function createEventStreams({ live, heartbeatMs = STREAM_HEARTBEAT_MS, ...deps }: Deps) {
  const streams = new Set<EventStream>()
  const heartbeat = setInterval(() => void sendHeartbeat(), heartbeatMs).unref()

  function checkLimit(userId: string) {
    const count = [...streams].filter((stream) => stream.userId === userId).length
    if (count >= MAX_STREAMS_PER_USER) throw new ApiError('TOO_MANY_REQUESTS', { retryAfter: 60 })
  }

  /** Writes events to the response until either side disconnects. */
  function add({ id: userId, tokenHash }: Pick<Caller, 'id' | 'tokenHash'>, out: ServerResponse) {
    const stream = { userId, tokenHash, out }
    const unsubscribe = live.listen(userId, (event) => void send(deps, stream, event))
    streams.add(stream)
    out.once('close', () => {
      unsubscribe()
      streams.delete(stream)
    })
    startStream(out)
    // The session may have ended after it was authenticated and before this process listened.
    void closeEndedSessions(deps, [stream])
  }

  async function sendHeartbeat() {
    await closeEndedSessions(deps, [...streams])
    await writeToStreams(streams, HEARTBEAT)
  }

  function close() {
    clearInterval(heartbeat)
    for (const { out } of streams) out.end()
  }

  return { checkLimit, add, close }
}

async function send(deps: SessionDeps, stream: EventStream, event: ChangeEvent) {
  if (event !== 'sessions') writeToStream(stream.out, toStreamEvent(event))
  if (event === 'sessions' || event === 'everything') await closeEndedSessions(deps, [stream])
}

/** When the query fails, the streams stay open and the next heartbeat checks again. */
async function closeEndedSessions({ db, clock }: SessionDeps, streams: readonly EventStream[]) {
  const hashes = streams.map(({ tokenHash }) => tokenHash)
  if (hashes.length === 0) return
  const live = await listLiveSessionHashes(db, hashes, clock.now()).catch(() => undefined)
  for (const { tokenHash, out } of streams) if (live?.has(tokenHash.toString('hex')) === false) out.end()
}
