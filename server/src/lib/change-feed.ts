import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'

/** What changed for a user; the web invalidates the query key of the same name. */
export type ChangeTopic = 'notifications' | 'appointments' | 'account' | 'queue'

export const CHANGE_CHANNEL = 'live'

/**
 * The payload for one of the recipients of a topic. `queue` is published to barbershops, whose recipients are they themselves and the
 * users who see their queues.
 */
export function toPayload(recipient: {
  id: RawBuilder<string>
  topic: RawBuilder<string>
  published: RawBuilder<string[]>
}) {
  const { id, topic, published } = recipient
  const key = sql`case when ${topic} = 'queue' and ${id} = any (${published}) then 'barbershopId' else 'userId' end`
  return sql`json_build_object(${key}, ${id}, 'topic', ${topic})::text`
}

type UserChange = { userId: string; barbershopId?: undefined; topic: Exclude<ChangeEvent, 'everything'> }

type QueueChange = { userId?: undefined; barbershopId: string; topic: 'queue' }

/** Sent by triggers, without a user: the content of lists of barbershops changed, or only something that may reorder them. */
type BarbershopChange = { userId?: undefined; barbershopId?: undefined; topic: 'barbershops' | 'index' }

/**
 * A topic; `sessions`, sent by a trigger when sessions of the user ended; or `everything` after the connection was lost and events
 * may have been missed.
 */
export type ChangeEvent = ChangeTopic | 'sessions' | 'everything'
type ChangeListener = (event: ChangeEvent) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** For page rendering, which caches pages with barbershops. */
    watchBarbershops?: ChangeFeed['watchBarbershops']
  }
}

export type ChangeFeed = {
  /** Called when the content of lists of barbershops changed in any process, or may have while the connection was lost. */
  watchBarbershops(onChange: () => void): void
  /** Like watchBarbershops, but also for changes that only reorder lists (`isShown` is false). */
  followBarbershops(onChange: (isShown: boolean) => void): void
  /** Called with the barbershop whose queue changed in any process; undefined: any may have while the connection was lost. */
  followQueues(onChange: QueueFollower): void
  /** Calls the watchers again after a follower has caught up: they may have read its older state. */
  notifyWatchers(): void
  /** Followers are called when it is again. */
  isConnected(): boolean
  /** Runs a query on the listening connection instead of the busy pool. Fails while that connection is lost. */
  query<R extends unknown[]>(statement: { name: string; text: string }, values?: unknown[]): Promise<R[]>
  /** Receives a user's events from any process. Returns how to unsubscribe. */
  listen(userId: string, listener: ChangeListener): () => void
  countListeners(): number
  close(): Promise<void>
}

export type QueueFollower = (barbershopId: string | undefined) => void

type ChangeFeedOptions = { databaseUrl: string | undefined; log: Pick<FastifyBaseLogger, 'warn'> }

/** One LISTEN connection per process, opened for the first listener and reconnected when it is lost. */
export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const listeners = createListeners()
  const closing = new AbortController()
  const current: CurrentConnection = {}
  let listening: Promise<void> | undefined

  function start() {
    listening ??= listenUntilClosed({ ...options, ...listeners, current, signal: closing.signal })
  }

  function follow<Follower>(followers: Follower[], onChange: Follower) {
    followers.push(onChange)
    start()
  }

  return {
    watchBarbershops: (onChange) => follow(listeners.watchers, onChange),
    followBarbershops: (onChange) => follow(listeners.followers, onChange),
    followQueues: (onChange) => follow(listeners.queueFollowers, onChange),
    notifyWatchers() {
      for (const onChange of listeners.watchers) onChange()
    },
    isConnected: () => current.client !== undefined,
    async query<R extends unknown[]>(statement: { name: string; text: string }, values: unknown[] = []) {
      if (!current.client) throw new Error('change feed disconnected')
      return (await current.client.query<R>({ ...statement, values, rowMode: 'array' })).rows
    },
    listen(userId, listener) {
      start()
      return listeners.add(userId, listener)
    },
    countListeners: listeners.count,
    async close() {
      closing.abort()
      await listening
    },
  }
}

function createListeners() {
  const byUser = new Map<string, Set<ChangeListener>>()
  const watchers: (() => void)[] = []
  const followers: ((isShown: boolean) => void)[] = []
  const queueFollowers: QueueFollower[] = []

  return {
    watchers,
    followers,
    queueFollowers,
    add(userId: string, listener: ChangeListener) {
      const group = byUser.get(userId) ?? new Set()
      byUser.set(userId, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0 && byUser.get(userId) === group) byUser.delete(userId)
      }
    },
    count: () => [...byUser.values()].reduce((sum, group) => sum + group.size, 0),
    handleNotification(payload: string) {
      const change = parseChange(payload)
      if (!change) return
      const { userId, barbershopId, topic } = change
      if (topic === 'barbershops') callAll(watchers, undefined)
      if (userId !== undefined) callAll(byUser.get(userId) ?? [], topic)
      else if (barbershopId !== undefined) callAll(queueFollowers, barbershopId)
      else callAll(followers, topic === 'barbershops')
    },
    handleGap() {
      for (const group of byUser.values()) callAll(group, 'everything')
      callAll(watchers, undefined)
      callAll(followers, true)
      callAll(queueFollowers, undefined)
    },
  }
}

function callAll<Change>(listeners: Iterable<(change: Change) => void>, change: Change) {
  for (const listener of listeners) listener(change)
}

/** Any database user may send on the channel: payloads that are not ours match no listener. */
function parseChange(payload: string): UserChange | QueueChange | BarbershopChange | undefined {
  try {
    return Object(JSON.parse(payload))
  } catch {
    return undefined
  }
}

type CurrentConnection = { client?: pg.Client }
type ListenOptions = ChangeFeedOptions & {
  current: CurrentConnection
  handleNotification: (payload: string) => void
  handleGap: () => void
  signal: AbortSignal
}

const MAX_BACKOFF_MS = 5000
const HEARTBEAT_MS = 15_000

async function listenUntilClosed({ log, ...options }: ListenOptions) {
  for (let failures = 0; !options.signal.aborted; failures++) {
    await listenOnce(options, () => {
      failures = 0
    }).catch((error: Error) => log.warn({ err: error }, 'change feed disconnected, connecting again'))
    const pause = Math.min(200 * 2 ** failures, MAX_BACKOFF_MS) * (0.5 + Math.random())
    await wait(pause, undefined, { signal: options.signal }).catch(() => {})
  }
}

/** Ends with the connection. Events sent before LISTEN was in effect are lost, which `handleGap` reports to every listener. */
async function listenOnce(
  { databaseUrl, handleNotification, handleGap, current, signal }: Omit<ListenOptions, 'log'>,
  onReady: () => void,
) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
    application_name: 'na-regua-live',
  })
  client.on('notification', ({ payload = '' }) => handleNotification(payload))
  const lost = new Promise<void>((_, reject) =>
    client.once('error', reject).once('end', () => reject(new Error('connection ended'))),
  )
  lost.catch(() => {})
  try {
    await client.connect()
    await client.query(`listen ${CHANGE_CHANNEL}`)
    onReady()
    current.client = client
    handleGap()
    await Promise.race([lost, sendHeartbeats(client, signal)])
  } finally {
    current.client = undefined
    await client.end().catch(() => {})
  }
}

/** Detects a connection that died without a TCP reset. Ends with the signal. */
async function sendHeartbeats(client: pg.Client, signal: AbortSignal) {
  while (!signal.aborted) {
    const isOver = await wait(HEARTBEAT_MS, false, { signal }).catch(() => true)
    if (!isOver) await client.query('select 1')
  }
}
