import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createUser } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createChangeFeed } from '../change-feed.ts'
import { openDatabase, relayPool } from '../database.ts'
import { defineJob, toJobRow, URGENT_PRIORITY } from '../jobs.ts'
import {
  type PendingEvent,
  publish,
  relayAllEvents,
  relayEvents,
  relaySoon,
  startRelay,
  storeEvent,
  toEventColumns,
} from './relay-events.ts'

const world = await createHarness()
/** Stands for a second process. */
const other = openDatabase(world.url, { max: 4, connectMs: 15_000 })
const log = { warn() {} }
afterAll(async () => {
  await other.close()
  await world.close()
})

beforeEach(() => sql`delete from pending_events; delete from graphile_worker._private_jobs`.execute(world.db))

const event = (key: string, published: PendingEvent['published'] = {}): PendingEvent => ({
  jobs: [{ name: 'email', payload: { key }, key }],
  published,
})

async function store(pending: PendingEvent, db: Parameters<typeof relaySoon>[0] = world.db) {
  await storeEvent(toEventColumns(pending)).execute(db)
  relaySoon(db)
}

/** The keys of the jobs in the queue, in the order in which they run. */
async function listJobs(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs order by run_at, id`.execute(
    world.db,
  )
  return rows.map(({ key }) => key)
}

async function countPending() {
  const { rows } = await sql<{ count: number }>`select count(*) from pending_events`.execute(world.db)
  return rows[0]?.count
}

test('neither a full queue nor what relayed events leave is read as a whole', async () => {
  const relaying = openDatabase(world.url, { ...relayPool, connectMs: 15_000 })
  // As they usually are: known to be empty.
  await sql`vacuum analyze pending_events, graphile_worker._private_jobs`.execute(world.db)
  for (const key of ['one', 'other']) await store(event(key))
  const scans = await relaying.db.transaction().execute(async (tx) => {
    expect(await relayEvents(tx)).toMatchObject({ events: 2 })
    const { rows } = await sql<{ relname: string; seq_scan: number }>`
      select relname, seq_scan from pg_stat_xact_user_tables where relname in ('_private_jobs', 'pending_events') order by relname`.execute(
      tx,
    )
    return rows
  })
  await relaying.close()
  expect(scans.map(({ relname, seq_scan }) => [relname, Number(seq_scan)])).toEqual([
    ['_private_jobs', 0],
    ['pending_events', 0],
  ])
})

describe('an event', () => {
  test('is enqueued once after its commit, and never after a rollback', async () => {
    await world.db.transaction().execute((tx) => store(event('stored'), tx))
    const failing = world.db.transaction().execute(async (tx) => {
      await store(event('lost'), tx)
      throw new Error('the booking failed')
    })
    await expect(failing).rejects.toThrow('the booking failed')
    expect(await relayEvents(world.db)).toMatchObject({ isLeader: true, events: 1 })
    expect(await relayEvents(world.db)).toMatchObject({ isLeader: true, events: 0 })
    expect([await listJobs(), await countPending()]).toEqual([['stored'], 0])
  })

  test('whose relay was cut before its commit is neither lost nor repeated', async () => {
    const feed = createChangeFeed({ databaseUrl: world.url, log })
    const topics: string[] = []
    const userId = crypto.randomUUID()
    feed.listen(userId, (topic) => topics.push(topic))
    await expect.poll(() => topics).toEqual(['everything'])
    await store(event('cut', { appointments: [userId] }))
    const cut = world.db.transaction().execute(async (tx) => {
      expect((await relayEvents(tx)).events).toBe(1)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    await expect(cut).rejects.toThrow()
    expect([await listJobs(), await countPending(), topics]).toEqual([[], 1, ['everything']])
    await relayEvents(other.db)
    await expect.poll(() => topics).toEqual(['everything', 'appointments'])
    expect([await listJobs(), await countPending()]).toEqual([['cut'], 0])
    await feed.close()
  })

  test('of a transaction that commits after a newer one is relayed, too', async () => {
    const { promise: committing, resolve: commit } = Promise.withResolvers<void>()
    const { promise: isStored, resolve: reportStored } = Promise.withResolvers<void>()
    const late = other.db.transaction().execute(async (tx) => {
      await store(event('older'), tx)
      reportStored()
      await committing
    })
    await isStored
    await store(event('newer'))
    await relayEvents(world.db)
    expect(await listJobs()).toEqual(['newer'])
    commit()
    await late
    await relayEvents(world.db)
    expect(await listJobs()).toEqual(['newer', 'older'])
  })

  test('has the priority of its jobs', async () => {
    const urgentJob = defineJob('call', { isUrgent: true, run: async () => {} })
    const jobs = [{ name: 'email', payload: {}, key: 'email' }, toJobRow(urgentJob, {}, 'call')]
    await store({ jobs, published: {} })
    await relayEvents(world.db)
    const { rows } = await sql`select key, priority from graphile_worker.jobs order by priority`.execute(world.db)
    expect(rows).toEqual([
      { key: 'call', priority: URGENT_PRIORITY },
      { key: 'email', priority: 0 },
    ])
  })

  test('replaces a job with its key that still waits, as adding the job would', async () => {
    await store({ jobs: [{ name: 'email', payload: { version: 1 }, key: 'same' }], published: {} })
    await store({ jobs: [{ name: 'email', payload: { version: 2 }, key: 'same' }], published: {} })
    await relayEvents(world.db)
    const { rows } = await sql`select payload from graphile_worker._private_jobs`.execute(world.db)
    expect(rows).toEqual([{ payload: { version: 2 } }])
  })
})

describe('the queue of a barbershop', () => {
  test('is published to its followers once, and to its owner, its staff and no other user', async () => {
    const shop = await createBarbershopRow(world)
    const barber = await createBarber(world, shop.id)
    const stranger = crypto.randomUUID()
    const feed = createChangeFeed({ databaseUrl: world.url, log })
    const changes: unknown[] = []
    feed.followQueues((barbershopId) => changes.push(barbershopId))
    for (const userId of [shop.owner_id, barber.user_id, stranger, shop.id])
      feed.listen(userId, (topic) => changes.push([userId, topic]))
    await expect.poll(() => changes).toContain(undefined)
    changes.length = 0
    const received = [shop.id, [shop.owner_id, 'queue'], [barber.user_id, 'queue']]
    await store(event('tap', { queue: [shop.id] }))
    await relayAllEvents(world.db)
    await expect.poll(() => changes).toHaveLength(3)
    await publish(world.db, [shop.id], 'queue')
    await relayAllEvents(world.db)
    await expect.poll(() => changes).toHaveLength(6)
    expect(changes).toEqual(expect.arrayContaining(received))
    expect(changes.filter((change) => change === shop.id)).toHaveLength(2)
    await feed.close()
  })

  test('is published to the customers in it, and to one whose entry has just ended', async () => {
    const shop = await createBarbershopRow(world)
    const waiting = await createUser(world)
    const gone = await createUser(world)
    const goneBefore = await createUser(world)
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const entry = { barbershop_id: shop.id, source: 'account', rank: 1, joined_at: minutesAgo(30) }
    await world.db
      .insertInto('queue_entries')
      .values([
        { ...entry, id: crypto.randomUUID(), customer_id: waiting.id, status: 'WAITING', changed_at: minutesAgo(30) },
        { ...entry, id: crypto.randomUUID(), customer_id: gone.id, status: 'LEFT', changed_at: minutesAgo(0) },
        { ...entry, id: crypto.randomUUID(), customer_id: goneBefore.id, status: 'LEFT', changed_at: minutesAgo(5) },
      ])
      .execute()
    const { rows } = await sql<{ id: string }>`select event_recipients('queue', array[${shop.id}::uuid]) as id`.execute(
      world.db,
    )
    const recipients = rows.map(({ id }) => id).filter((id) => [waiting.id, gone.id, goneBefore.id].includes(id))
    expect(recipients.sort()).toEqual([waiting.id, gone.id].sort())
  })

  test('may have changed while the connection was lost', async () => {
    const feed = createChangeFeed({ databaseUrl: world.url, log })
    const changes: unknown[] = []
    feed.followQueues((barbershopId) => changes.push(barbershopId))
    await expect.poll(() => changes).toEqual([undefined])
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'na-regua-live'`.execute(world.db)
    await expect.poll(() => changes, { timeout: 60_000 }).toEqual([undefined, undefined])
    await feed.close()
  })
})

test('relays of two processes enqueue each event once and in order', async () => {
  const count = 300
  const keys = Array.from({ length: count }, (_, number) => `event ${number}`)
  let isStoring = true
  const relay = async ({ db }: { db: typeof other.db }) => {
    while (isStoring) await relayEvents(db, 7)
  }
  const relaying = Promise.all([world, other, world, other].map(relay))
  for (const key of keys) await store(event(key))
  isStoring = false
  await relaying
  await relayAllEvents(world.db)
  expect([await listJobs(), await countPending()]).toEqual([keys, 0])
})

describe('a running relay', () => {
  const neverPolls = { db: world.db, log, pollMs: 3_600_000 }

  test('is woken by each commit of its process', async () => {
    const relay = startRelay(neverPolls)
    await store(event('statement'))
    await expect.poll(listJobs).toEqual(['statement'])
    await world.db.transaction().execute(async (tx) => {
      await store(event('transaction'), tx)
      // Long enough for a relay that was woken too early to find nothing.
      await relayAllEvents(other.db)
    })
    await expect.poll(listJobs).toEqual(['statement', 'transaction'])
    await relay.stop()
  })

  test('finds within a second what a killed process left', async () => {
    const relay = startRelay({ db: other.db, log })
    await storeEvent(toEventColumns(event('left'))).execute(world.db)
    await expect.poll(listJobs, { timeout: 1500 }).toEqual(['left'])
    await relay.stop()
  })

  test('relays what is left when it stops', async () => {
    const relay = startRelay(neverPolls)
    await store(event('last'))
    await relay.stop()
    expect(await listJobs()).toEqual(['last'])
    await store(event('afterwards'))
    expect(await countPending()).toBe(1)
  })

  test('reports a failure and continues', async () => {
    const warnings: unknown[] = []
    await sql`alter table pending_events rename to away`.execute(world.db)
    const relay = startRelay({ db: world.db, log: { warn: (details) => warnings.push(details) }, pollMs: 20 })
    await expect.poll(() => warnings.length).toBe(1)
    await sql`alter table away rename to pending_events`.execute(world.db)
    await storeEvent(toEventColumns(event('later'))).execute(world.db)
    await expect.poll(listJobs).toEqual(['later'])
    await relay.stop()
  })
})
