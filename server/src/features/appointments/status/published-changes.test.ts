import { appointmentsApi } from '@na-regua/contract/appointments'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { CHANGE_CHANNEL, createChangeFeed } from '../../../lib/change-feed.ts'
import { relayEvents, startRelay } from '../../../lib/worker/relay-events.ts'
import { expireRequests } from './expire-requests.ts'

const world = await createHarness()
const log = { warn() {} }
const { shop, owner, customer, barber, membership, service, put } = await createStatusScene(world)
const mailbox = createMailbox(world)

/** The listening connections of two processes. */
const feeds = [1, 2].map(() => createChangeFeed({ databaseUrl: world.url, log }))
let received: string[][] = []
let relay: ReturnType<typeof startRelay>

beforeAll(async () => {
  let gaps = 0
  feeds.forEach((feed, index) => {
    for (const [name, { id }] of Object.entries({ owner, customer, barber }))
      feed.listen(id, (topic) => (topic === 'everything' ? gaps++ : received[index]?.push(`${name}: ${topic}`)))
  })
  await vi.waitFor(() => expect(gaps).toBe(6), 60_000)
  relay = startRelay({ db: world.db, log })
})
beforeEach(async () => {
  world.clock.set('2026-03-11T15:00:00.000Z')
  await sql`delete from appointments; delete from notifications; delete from pending_events`.execute(world.db)
  received = [[], []]
})
afterAll(async () => {
  await relay.stop()
  for (const feed of feeds) await feed.close()
  await world.close()
})

/** Waits for everything that was published until now: PostgreSQL delivers in the order of the commits. */
async function receiveAll() {
  await expect.poll(async () => (await sql`select from pending_events`.execute(world.db)).rows).toEqual([])
  const last = JSON.stringify({ userId: customer.id, topic: 'account' })
  await sql`select pg_notify(${CHANGE_CHANNEL}, ${last})`.execute(world.db)
  for (const index of [0, 1]) await expect.poll(() => received[index]).toContain('customer: account')
}

/** Noon in São Paulo, days from the test's today. */
const noonIn = (days: number) => new Date(Date.parse('2026-03-11T15:00:00Z') + days * 86_400_000).toISOString()
const choice = (days: number) => ({ barberId: membership.id, serviceId: service.id, startTime: noonIn(days) })
const change = (action: 'confirm' | 'cancel' | 'complete' | 'noShow', id: string) =>
  world.call(appointmentsApi[action], { params: { id }, token: barber.token })

const changes: [what: string, run: () => Promise<unknown>][] = [
  ['a booking', () => world.call(appointmentsApi.create, { token: customer.token, body: choice(1) })],
  ['a confirmation', async () => change('confirm', await put())],
  ['a cancellation', async () => change('cancel', await put())],
  ['a completion', async () => change('complete', await put({ status: 'CONFIRMED', minutes: -30 }))],
  ['a no-show', async () => change('noShow', await put({ status: 'CONFIRMED', minutes: -30 }))],
  [
    'a new time',
    async () => {
      const params = { id: await put() }
      await world.call(appointmentsApi.reschedule, { params, token: customer.token, body: { newStartTime: noonIn(2) } })
    },
  ],
  [
    'an expired request',
    async () => {
      await put({ minutes: 240 })
      world.clock.advance({ minutes: 120 })
      await expireRequests(world)
    },
  ],
]

describe('the pages of the participants are notified of it within a second in every process', () => {
  test.each(changes)('%s', async (_, run) => {
    await run()
    const expected = ['owner', 'customer', 'barber'].map((name) => `${name}: appointments`)
    for (const index of [0, 1]) await expect.poll(() => received[index]).toEqual(expect.arrayContaining(expected))
  })

  test('a walk-in', async () => {
    const { barberId, serviceId } = choice(0)
    await world.call(appointmentsApi.walkIn, { token: owner.token, body: { barberId, serviceId, customerName: 'Zé' } })
    for (const index of [0, 1])
      await expect
        .poll(() => received[index])
        .toEqual(expect.arrayContaining(['owner: appointments', 'barber: appointments']))
  })
})

test('a change that affects no row publishes nothing', async () => {
  await world.call(appointmentsApi.create, { token: customer.token, body: choice(4) })
  await expect.poll(() => received[0]).toContain('owner: appointments')
  const [rival] = shop.staff as [typeof customer]
  const { status } = await world.call(appointmentsApi.create, { token: rival.token, body: choice(4) })
  expect(status).toBe(409)
  await world.call(appointmentsApi.releaseHold, { token: customer.token })
  expect(await relayEvents(world.db)).toMatchObject({ events: 0 })
})

describe('what was about the state before', () => {
  /** 'barber: received' for each unread notification of the appointment. */
  async function listUnread(id: string) {
    const { rows } = await sql<{ name: string; kind: string }>`
      select case user_id when ${barber.id} then 'barber' when ${customer.id} then 'customer' else 'owner' end as name, split_part(dedupe_key, ':', 3) as kind
        from notifications where read_at is null and dedupe_key like ${`appointment:${id}:%`} order by name, kind`.execute(
      world.db,
    )
    return rows.map(({ name, kind }) => `${name}: ${kind}`)
  }
  const book = async (days: number) =>
    (await world.call(appointmentsApi.create, { token: customer.token, body: choice(days) })).body.id as string
  const rescheduleTo = (days: number, id: string) => {
    const body = { newStartTime: noonIn(days) }
    return world.call(appointmentsApi.reschedule, { params: { id }, token: customer.token, body })
  }
  const move = (id: string, by: typeof owner, version: number) => {
    const body = { startTime: noonIn(6), version }
    return world.call(staffBookingsApi.move, { params: { id }, token: by.token, body })
  }

  test('is read by the one who changes it, and stays unread for others', async () => {
    const id = await book(1)
    const other = await book(3)
    const untouched = ['barber: received', 'customer: received']
    expect(await listUnread(id)).toEqual(untouched)
    received = [[], []]
    expect((await change('confirm', id)).status).toBe(200)
    expect(await listUnread(id)).toEqual(['customer: confirmed', 'customer: received'])
    for (const index of [0, 1]) await expect.poll(() => received[index]).toContain('barber: notifications')
    expect((await rescheduleTo(2, id)).status).toBe(200)
    expect(await listUnread(id)).toEqual(['barber: rescheduled', 'customer: rescheduled'])
    expect((await move(id, barber, 3)).status).toBe(200)
    expect(await listUnread(id)).toEqual(['customer: moved', 'customer: rescheduled'])
    const params = { id }
    expect((await world.call(appointmentsApi.cancel, { params, token: customer.token })).status).toBe(200)
    expect(await listUnread(id)).toEqual(['barber: cancelled', 'customer: cancelledByCustomer'])
    expect(await listUnread(other)).toEqual(untouched)
    expect((await change('cancel', other)).status).toBe(200)
    expect(await listUnread(other)).toEqual(['customer: received', 'customer: rejected'])
  })

  test('stays unread for the barber when the owner changes it, and nothing is published without need', async () => {
    const id = await book(1)
    await receiveAll()
    received = [[], []]
    expect((await move(id, owner, 1)).status).toBe(200)
    expect(await listUnread(id)).toEqual(['barber: moved', 'barber: received', 'customer: moved', 'customer: received'])
    await receiveAll()
    expect(received[0]).toContain('barber: notifications')
    expect(received[0]).not.toContain('owner: notifications')
  })

  test('is not waited for while another transaction marks it as read', async () => {
    const id = await book(1)
    await world.db.transaction().execute(async (tx) => {
      await sql`update notifications set read_at = now() where user_id = ${barber.id}`.execute(tx)
      expect((await change('confirm', id)).status).toBe(200)
    })
    expect(await listUnread(id)).toEqual(['customer: confirmed', 'customer: received'])
  })
})

test('the events of one appointment leave in their order, and its emails are sent once', async () => {
  await relay.stop()
  const { body } = await world.call(appointmentsApi.create, { token: customer.token, body: choice(5) })
  await change('confirm', body.id)
  await world.call(appointmentsApi.cancel, { params: { id: body.id }, token: customer.token })
  // No names or addresses wait here, only ids.
  const { rows: pending } = await sql<{ text: string }>`select row::text as text from pending_events as row`.execute(
    world.db,
  )
  // One for each change, and one each time that a user has read what was about the state before.
  expect(pending).toHaveLength(5)
  for (const { text } of pending) expect(text).not.toMatch(/@|Cliente|Navalha|Corte/)
  await Promise.all([1, 2, 3].map(() => relayEvents(world.db, 1)))
  relay = startRelay({ db: world.db, log })
  await expect.poll(async () => (await sql`select 1 from pending_events`.execute(world.db)).rows).toEqual([])
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where key like ${`appointment:${body.id}:%:barber:email`} order by run_at, id`.execute(
    world.db,
  )
  expect(rows.map(({ key }) => key.split(':')[2])).toEqual(['received', 'cancelled'])
  await mailbox.deliver()
  await mailbox.deliver()
  const toBarber = mailbox.emails.filter(({ to }) => to === `${barber.id}@cliente.test`)
  expect(toBarber.map(({ subject }) => subject.split(':')[0])).toEqual(['Horário cancelado'])
})
