import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'

/** What may have changed for a person; the web fetches it anew under the query key of the same name. */
export type ChangeTopic = 'notifications' | 'appointments' | 'account'

export const CHANGE_CHANNEL = 'live'

/** Tells every open page of these people, on every process, that something changed: with the commit, or never. */
export async function publish(tx: Database, userIds: readonly string[], topic: ChangeTopic): Promise<void> {
  await sql`/* announce */
    select pg_notify(${CHANGE_CHANNEL}, json_build_object('userId', id, 'topic', ${topic}::text)::text)
      from unnest(${userIds}::uuid[]) as id`.execute(tx)
}

/** What triggers say of shops, to no person: that a list would show something else, or that one might be in another order. */
type ShopsChanged = { userId?: undefined; topic: 'barbershops' | 'index' }

/** What a listener hears: a topic, or that anything may have changed while nobody listened. */
export type ChangeEvent = ChangeTopic | 'everything'
export type ChangeListener = (event: ChangeEvent) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** For what is mounted beside the calls: pages show shops too. */
    watchBarbershops?: ChangeFeed['watchBarbershops']
  }
}

export type ChangeFeed = {
  /** Hears that what lists show of some shop changed, on whichever process, or that it may have while nobody listened. */
  watchBarbershops(hear: () => void): void
  /** As watchBarbershops, also of what only orders them. */
  followBarbershops(hear: (isShown: boolean) => void): void
  /** Has everybody who watches look again: what they looked at then may have been read before it followed. */
  notifyWatchers(): void
  /** Asks over the line that changes are heard on, beside all that crowds the pool. Fails while the line is lost. */
  query<R extends unknown[]>(statement: { name: string; text: string }, values?: unknown[]): Promise<R[]>
  /** Hears what concerns one person, on whichever process it happened. Answers how to stop. */
  listen(userId: string, hear: ChangeListener): () => void
  countListeners(): number
  close(): Promise<void>
}

type Options = { databaseUrl: string | undefined; log: Pick<FastifyBaseLogger, 'warn'> }

/** One listening connection for the whole process, opened when somebody first listens, and opened again when it is lost. */
export function createChangeFeed(options: Options): ChangeFeed {
  const audience = createAudience()
  const ending = new AbortController()
  const line: Line = {}
  let listening: Promise<void> | undefined

  function start() {
    listening ??= keepListening({ ...options, ...audience, line, signal: ending.signal })
  }

  return {
    watchBarbershops(hear) {
      audience.watchers.push(hear)
      start()
    },
    followBarbershops(hear) {
      audience.followers.push(hear)
      start()
    },
    notifyWatchers() {
      for (const hear of audience.watchers) hear()
    },
    async query<R extends unknown[]>(statement: { name: string; text: string }, values: unknown[] = []) {
      if (!line.client) throw new Error('the line of changes is lost')
      return (await line.client.query<R>({ ...statement, values, rowMode: 'array' })).rows
    },
    listen(userId, hear) {
      start()
      return audience.join(userId, hear)
    },
    countListeners: audience.count,
    async close() {
      ending.abort()
      await listening
    },
  }
}

function createAudience() {
  const listeners = new Map<string, Set<ChangeListener>>()
  const watchers: (() => void)[] = []
  const followers: ((isShown: boolean) => void)[] = []

  return {
    watchers,
    followers,
    join(userId: string, hear: ChangeListener) {
      const group = listeners.get(userId) ?? new Set()
      listeners.set(userId, group.add(hear))
      return () => {
        group.delete(hear)
        if (group.size === 0 && listeners.get(userId) === group) listeners.delete(userId)
      }
    },
    count: () => [...listeners.values()].reduce((sum, group) => sum + group.size, 0),
    handleNotice(notice: string) {
      const said = readNotice(notice)
      if (!said) return
      const { userId, topic } = said
      if (topic === 'barbershops') for (const hear of watchers) hear()
      if (userId === undefined) for (const hear of followers) hear(topic === 'barbershops')
      else for (const hear of listeners.get(userId) ?? []) hear(topic)
    },
    handleGap() {
      for (const group of listeners.values()) for (const hear of group) hear('everything')
      for (const hear of watchers) hear()
      for (const hear of followers) hear(true)
    },
  }
}

/** Anybody who may enter the base may say anything on the channel: what none of ours said is for nobody. */
function readNotice(notice: string): { userId: string; topic: ChangeTopic } | ShopsChanged | undefined {
  try {
    return Object(JSON.parse(notice))
  } catch {
    return undefined
  }
}

/** The connection while it stands. */
type Line = { client?: pg.Client }
type Listening = Options & {
  line: Line
  handleNotice: (notice: string) => void
  handleGap: () => void
  signal: AbortSignal
}

const LONGEST_WAIT_MS = 5000
const PROOF_OF_LIFE_MS = 15_000

async function keepListening({ log, ...listening }: Listening) {
  for (let losses = 0; !listening.signal.aborted; losses++) {
    await listenOnce(listening, () => {
      losses = 0
    }).catch((error: Error) => log.warn({ err: error }, 'live events are lost for a moment'))
    const pause = Math.min(200 * 2 ** losses, LONGEST_WAIT_MS) * (0.5 + Math.random())
    await wait(pause, undefined, { signal: listening.signal }).catch(() => {})
  }
}

/** Ends when the connection does. What was said before it stood was not heard: whoever listens is told so. */
async function listenOnce(
  { databaseUrl, handleNotice, handleGap, line, signal }: Omit<Listening, 'log'>,
  onReady: () => void,
) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
    application_name: 'na-regua-live',
  })
  client.on('notification', ({ payload = '' }) => handleNotice(payload))
  const lost = new Promise<void>((_, reject) =>
    client.once('error', reject).once('end', () => reject(new Error('ended'))),
  )
  lost.catch(() => {})
  try {
    await client.connect()
    await client.query(`listen ${CHANGE_CHANNEL}`)
    onReady()
    line.client = client
    handleGap()
    await Promise.race([lost, proveLife(client, signal)])
  } finally {
    line.client = undefined
    await client.end().catch(() => {})
  }
}

/** A line that died without a word is noticed by asking now and then. Ends with the signal. */
async function proveLife(client: pg.Client, signal: AbortSignal) {
  while (!signal.aborted) {
    const isOver = await wait(PROOF_OF_LIFE_MS, false, { signal }).catch(() => true)
    if (!isOver) await client.query('select 1')
  }
}
