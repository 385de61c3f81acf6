import { randomUUID } from 'node:crypto'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { queueApi } from '@na-regua/contract/queue'
import { queueTodayApi } from '@na-regua/contract/queue-today'
import type { Route } from '@na-regua/contract/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../../test/race-harness.ts'
import { signLinkToken } from '../../booking/link/rules.ts'
import { applyLateRule } from '../late/apply-late-rule.ts'
import { getQueueLinkSecret } from '../queries.ts'

const ROUNDS = 40
const MAX_LENGTH = 20
const MAX_SLOW_ROUNDS = 20

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
let customers: SceneCustomer[]
let secret: string

beforeAll(async () => {
  customers = await createCustomers(harness.db, 24)
  secret = await getQueueLinkSecret(harness.db)
  await second.warmUp()
})
afterAll(async () => {
  await second.close()
  await harness.close()
})

type Scene = Awaited<ReturnType<typeof openShop>>

/** Three barbers, a service that reaches into the bookings, eight who wait and one who is called and late. */
async function openShop(round: number) {
  const shop = await createBookableBarbershop(harness.db, { barberCount: 3, durations: [45] })
  const userIds = shop.staff.map(({ id }) => id)
  await harness.db.updateTable('users').set({ role: 'BARBER' }).where('id', 'in', userIds).execute()
  const doorKey = randomUUID()
  const now = harness.clock.now()
  await sql`insert into barbershop_queues (barbershop_id, is_on, weekdays, max_length, call_minutes, slide_positions, max_slides,
      walk_in_share, door_key, screen_key, updated_at)
    values (${shop.id}, true, '{0,1,2,3,4,5,6}', ${MAX_LENGTH}, 5, 1, 2, 0, ${doorKey}, ${randomUUID()}, ${now})`.execute(
    harness.db,
  )
  const ids = Array.from({ length: 9 }, () => randomUUID())
  const late = { status: 'CALLED', called_by: shop.barbers[round % 3]?.id, called_at: now, come_by: now }
  const rows = ids.map((id, index) => ({
    id,
    barbershop_id: shop.id,
    name: `Na fila ${index}`,
    source: 'door',
    rank: index + 1,
    joined_at: now,
    changed_at: now,
    status: 'WAITING',
    service_id: shop.services[0]?.id,
    ...(index === 8 && late),
  }))
  await harness.db.insertInto('queue_entries').values(rows).execute()
  return { ...shop, doorKey, ids }
}

type Request = { kind: string; route: Pick<Route, 'method' | 'url'>; token: string; id?: string; body?: object }

const noToken = 'x'.repeat(43)
const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T

/** 64 clients: who joins, by account and at the door, twice each; who leaves; barbers who call and start the same customers; bookings. */
function listRequests({ id, barbers, staff, services, ids, doorKey }: Scene, round: number): Request[] {
  const times = (count: number) => Array.from({ length: count }, (_, index) => index)
  const barber = (index: number) => ({ barberId: pick(barbers, index).id, token: pick(staff, index).token })
  const linkOf = (index: number) => signLinkToken(secret, pick(ids, round + 4 + (index % 2)))
  const door = { method: 'POST', url: `/queue/doors/${doorKey}/entries` } as const
  const doorIds = times(4).map(() => randomUUID())
  const staffChange = (kind: string, route: Request['route'], index: number, body: object): Request => {
    return {
      kind,
      route,
      token: barber(index).token,
      id: pick(ids, round + Math.floor(index / 3)),
      body: { version: 1, ...body },
    }
  }
  return [
    ...times(14).map((index) => ({
      kind: 'join',
      route: queueApi.join,
      token: pick(customers, index % 7).token,
      id,
      body: {},
    })),
    ...times(8).map((index) => ({
      kind: 'door',
      route: door,
      token: noToken,
      body: { entryId: pick(doorIds, index), name: 'Zé' },
    })),
    ...times(9).map((index) => staffChange('call', queueTodayApi.call, index, { barberId: barber(index).barberId })),
    ...times(9).map((index) =>
      staffChange('start', queueTodayApi.start, index + 6, { barberId: barber(index).barberId }),
    ),
    ...times(6).map((index) => staffChange('fallBack', queueTodayApi.fallBack, index, { positions: 2 })),
    ...times(3).map((index) => staffChange('remove', queueTodayApi.remove, index + 18, {})),
    ...times(6).map((index) => ({
      kind: 'leave',
      route: { method: 'POST', url: `/queue/entries/${linkOf(index)}/leave` } as const,
      token: noToken,
    })),
    ...times(9).map((index) => ({
      kind: 'book',
      route: appointmentsApi.create,
      token: pick(customers, 7 + index).token,
      // One barber is left to the queue: a booking needs fewer statements than a start.
      body: { barberId: barber(index % 2).barberId, serviceId: services[0]?.id, startTime: '2026-03-11T15:30:00.000Z' },
    })),
  ]
}

const expectedErrors = new Set([
  '409 QUEUE_FULL',
  '409 QUEUE_ENTRY_CHANGED',
  '409 BARBER_CALLING',
  '409 BARBER_SERVING',
  '409 SLOT_TAKEN',
  '409 SLOT_UNAVAILABLE',
])

type Outcome = Request & { status: number; body: { code?: string } }

async function race(scene: Scene, round: number): Promise<Outcome[]> {
  const requests = listRequests(scene, round)
  const orderOf = (request: Request) => (requests.indexOf(request) * 13 + round * 7) % 61
  const [outcomes] = await Promise.all([
    Promise.all(
      requests
        .toSorted((one, other) => orderOf(one) - orderOf(other))
        .map(async (request, index) => {
          const { route, token, id, body } = request
          const sent = await second.send(index, route, { token, ...(id && { params: { id } }), ...(body && { body }) })
          return { ...request, status: sent.status, body: sent.body }
        }),
    ),
    applyLateRule(harness),
  ])
  return outcomes
}

/** What must hold whatever the order was, as sentences of what does not. */
async function findBroken(scene: Scene, outcomes: readonly Outcome[]): Promise<string[]> {
  const entries = await harness.db
    .selectFrom('queue_entries')
    .selectAll()
    .where('barbershop_id', '=', scene.id)
    .execute()
  const walkIns = await harness.db
    .selectFrom('appointments')
    .select(['id', 'barber_user_id', 'serving_from'])
    .where('barbershop_id', '=', scene.id)
    .where('is_walk_in', '=', true)
    .execute()
  const open = entries.filter(({ status }) => status === 'WAITING' || status === 'CALLED')
  const served = entries.filter(({ status }) => status === 'SERVED')
  const won = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind && outcome.status < 300)
  const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length
  const calledIds = won('call').map(({ id }) => id)
  const checks: Record<string, boolean> = {
    'an entry was called twice': isDistinct(calledIds),
    'a barber calls two': isDistinct(open.flatMap(({ called_by }) => called_by ?? [])),
    'an entry was started twice': isDistinct(won('start').map(({ id }) => id)),
    'starts and served entries differ': won('start').length === served.length,
    'served entries and walk-ins differ':
      served.length === walkIns.length &&
      served.every((entry) => walkIns.some(({ id }) => id === entry.appointment_id)),
    'a barber serves two': isDistinct(walkIns.map(({ barber_user_id }) => barber_user_id)),
    'an account waits twice': isDistinct(open.flatMap(({ customer_id }) => customer_id ?? [])),
    'two have one position': isDistinct(open.map(({ rank }) => rank)),
    'the queue is longer than its limit': open.length <= MAX_LENGTH,
    'an entry was lost': scene.ids.every((id) => entries.some((entry) => entry.id === id)),
    'joins and entries differ':
      entries.length === 9 + [...won('join'), ...won('door')].filter(({ status }) => status === 201).length,
  }
  return Object.entries(checks).flatMap(([broken, holds]) => (holds ? [] : [broken]))
}

async function clear() {
  await sql`delete from queue_entries`.execute(harness.db)
  await harness.clear()
}

async function countTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(harness.db)
  return rows[0]?.count ?? 0
}

describe(`64 clients of a queue at once, ${ROUNDS} rounds on two processes`, () => {
  it('overlaps and calls no customer twice, loses none', async () => {
    const deadlocks = await harness.countDeadlocks()
    const won: Record<string, number> = {}
    for (let round = 0, slow = 0; round < ROUNDS; round++) {
      const scene = await openShop(round)
      const outcomes = await race(scene, round)
      expect(outcomes).toHaveLength(64)
      expect(await harness.countOverlaps()).toBe(0)
      // On a busy machine a request may end after its response of 503, so that the round is repeated.
      const isCut = outcomes.some(({ status }) => status === 503)
      if (isCut && slow++ < MAX_SLOW_ROUNDS) {
        await expect.poll(countTransactions, { timeout: 60_000 }).toBe(0)
        await clear()
        round--
        continue
      }
      const refused = outcomes.filter(({ status }) => status >= 300).map(({ status, body }) => `${status} ${body.code}`)
      expect(refused.filter((outcome) => !expectedErrors.has(outcome))).toEqual([])
      expect(await findBroken(scene, outcomes)).toEqual([])
      for (const { kind } of outcomes.filter(({ status }) => status < 300)) won[kind] = (won[kind] ?? 0) + 1
      await clear()
    }
    console.info(`queue: ${JSON.stringify(won)} in ${ROUNDS} rounds`)
    for (const kind of ['join', 'door', 'call', 'start', 'fallBack', 'remove', 'leave', 'book'])
      expect(won[kind], kind).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(deadlocks)
  }, 600_000)
})
