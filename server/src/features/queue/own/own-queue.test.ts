import { privacyApi } from '@na-regua/contract/privacy'
import { queueApi } from '@na-regua/contract/queue'
import { queueTodayApi } from '@na-regua/contract/queue-today'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { alterToken } from '../../../../test/alter-token.ts'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { pauseAtLock } from '../../../../test/pause-at-lock.ts'
import { createQueueScene } from '../../../../test/queue-scene.ts'
import { relayAllEvents } from '../../../lib/worker/relay-events.ts'
import { leaveQueues } from './leave-queues.ts'

const world = await createHarness()
const limited = await createHarness({ environment: { RATE_LIMIT: 'on' } })
afterAll(() => Promise.all([world.close(), limited.close()]))
beforeEach(() => world.clock.set(noonInSaoPaulo))

describe('with an account', () => {
  test('a customer joins once, sees the position, and leaves', async () => {
    const scene = await createQueueScene(world)
    const first = await scene.joinAsCustomer({ barberId: scene.barbers[0].id })
    expect(first.status).toBe(201)
    expect(first.entry).toMatchObject({
      status: 'WAITING',
      position: 1,
      name: 'Ana Souza',
      barber: { name: 'Barbeiro 0' },
    })
    expect(first.entry.service).toMatchObject({ name: 'Corte masculino', durationMin: 30 })
    const second = await scene.joinAsCustomer()
    expect([second.entry.position, second.entry.barber]).toEqual([2, null])
    const again = await world.call(queueApi.join, { token: second.token, params: { id: scene.shop.id }, body: {} })
    expect([again.status, again.body.entry.id]).toEqual([200, second.entry.id])
    const { body: own } = await world.call(queueApi.listOwn, { token: second.token })
    expect(own.entries).toHaveLength(1)
    const { body: left } = await world.call(queueApi.leave, { params: { token: first.entry.token } })
    expect([left.entry.status, left.entry.position]).toEqual(['LEFT', null])
    expect((await world.call(queueApi.leave, { params: { token: first.entry.token } })).status).toBe(200)
    const { body: moved } = await world.call(queueApi.getEntry, { params: { token: second.entry.token } })
    expect(moved.entry.position).toBe(1)
  })

  test('is refused when blocked, when the queue is closed or full, and for what the barbershop does not have', async () => {
    const scene = await createQueueScene(world, { settings: { maxLength: 1 } })
    const { user, token } = await createCaller(world)
    const join = (body: object = {}) => world.call(queueApi.join, { token, params: { id: scene.shop.id }, body })
    expect((await join({ barberId: crypto.randomUUID() })).body.code).toBe('BARBER_NOT_FOUND')
    expect((await join({ serviceId: crypto.randomUUID() })).body.code).toBe('SERVICE_NOT_FOUND')
    const profile = { barbershop_id: scene.shop.id, user_id: user.id, blocked_at: world.clock.now() }
    await world.db.insertInto('customer_profiles').values(profile).execute()
    expect((await join()).body.code).toBe('CUSTOMER_BLOCKED')
    await sql`update customer_profiles set blocked_at = null`.execute(world.db)
    await scene.add()
    expect((await join()).body.code).toBe('QUEUE_FULL')
    world.clock.set('2026-03-11T22:00:00.000Z')
    expect((await join()).body.code).toBe('QUEUE_CLOSED')
    const { body } = await world.call(queueApi.get, { params: { id: scene.shop.id } })
    expect(body.queue).toMatchObject({ closure: 'closed', length: 1, wait: null })
    await world.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', scene.shop.id).execute()
    expect((await join()).body.code).toBe('QUEUE_CLOSED')
    const unknown = await world.call(queueApi.get, { params: { id: crypto.randomUUID() } })
    expect(unknown.body.code).toBe('BARBERSHOP_NOT_FOUND')
  })

  test('the called customer and the next one are notified, once', async () => {
    const scene = await createQueueScene(world)
    const first = await scene.joinAsCustomer()
    const second = await scene.joinAsCustomer()
    await scene.tap(queueTodayApi.call, first.entry.id, { barberId: scene.barbers[0].id })
    await scene.tap(queueTodayApi.recall, first.entry.id)
    await scene.tap(queueTodayApi.call, first.entry.id, { barberId: scene.barbers[0].id })
    const notifications = await world.db
      .selectFrom('notifications')
      .select(['user_id', 'type', 'title', 'path'])
      .where('user_id', 'in', [first.user.id, second.user.id])
      .orderBy('created_at')
      .execute()
    expect(notifications.map(({ user_id, type }) => [user_id === first.user.id, type]).toSorted()).toEqual([
      [false, 'queue_next'],
      [true, 'queue_called'],
      [true, 'queue_called'],
    ])
    const called = notifications.find(({ type }) => type === 'queue_called')
    expect(called).toMatchObject({ title: 'É a sua vez na Navalha de Ouro', path: `/f/${first.entry.token}` })
  })
})

test('one who let others pass is notified of being next again', async () => {
  const scene = await createQueueScene(world)
  const ana = await scene.joinAsCustomer()
  const bia = await scene.joinAsCustomer()
  for (const [{ entry }, version] of [
    [ana, 1],
    [bia, 1],
    [ana, 2],
  ] as const) {
    world.clock.advance({ minutes: 1 })
    await world.call(queueApi.fallBack, { params: { token: entry.token }, body: { positions: 1, version } })
  }
  const countOf = async (userId: string) =>
    (await world.db.selectFrom('notifications').select('type').where('user_id', '=', userId).execute()).length
  expect([await countOf(ana.user.id), await countOf(bia.user.id)]).toEqual([1, 2])
})

test('an inactive barbershop shows no queue, nor its barbers and services', async () => {
  const scene = await createQueueScene(world)
  const show = () => world.call(queueApi.get, { params: { id: scene.shop.id } })
  expect((await show()).status).toBe(200)
  await world.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', scene.shop.id).execute()
  const { status, body } = await show()
  expect([status, body.code, body.queue]).toEqual([404, 'BARBERSHOP_NOT_FOUND', undefined])
})

test('an account that is closed leaves its queues, and its export has them', async () => {
  const scene = await createQueueScene(world)
  const ana = await scene.joinAsCustomer()
  const bia = await scene.joinAsCustomer()
  const { body } = await world.call(privacyApi.export, { token: ana.token })
  expect(body.data.filas).toMatchObject([{ id: ana.entry.id, status: 'WAITING' }])
  await world.db.transaction().execute((tx) => leaveQueues(tx, ana.user.id, world.clock.now()))
  expect(await scene.listWaiting()).toEqual([bia.entry.id])
  const { body: left } = await world.call(queueApi.getEntry, { params: { token: ana.entry.token } })
  expect(left.entry.status).toBe('LEFT')
})

test('an account that joins while it is closed is in no queue afterwards', async () => {
  const scene = await createQueueScene(world)
  const caller = await createCaller(world)
  const { user, token } = caller
  const lock = await pauseAtLock(world, { userId: user.id, kind: 'customer' })
  const joining = world.call(queueApi.join, { token, params: { id: scene.shop.id }, body: {} })
  await Promise.race([lock.untilWaiting(), joining])
  await world.db.transaction().execute(async (tx) => {
    const requested_at = world.clock.now()
    const due_at = new Date(requested_at.getTime() + 30 * 86_400_000)
    await tx.insertInto('account_deletions').values({ user_id: user.id, requested_at, due_at }).execute()
    await leaveQueues(tx, user.id, requested_at)
  })
  await lock.release()
  expect((await joining).status).toBe(409)
  expect(await scene.listWaiting()).toEqual([])
})

test('who is no longer the next after an undo is notified when they are', async () => {
  const scene = await createQueueScene(world)
  const ana = await scene.joinAsCustomer()
  const bia = await scene.joinAsCustomer()
  const of = { barberId: scene.barbers[0].id }
  const listNotified = async () =>
    (await world.db.selectFrom('notifications').select('type').where('user_id', '=', bia.user.id).execute()).length
  await scene.tap(queueTodayApi.start, ana.entry.id, of)
  expect(await listNotified()).toBe(1)
  await scene.tap(queueTodayApi.undoStart, ana.entry.id)
  world.clock.advance({ minutes: 20 })
  await scene.tap(queueTodayApi.fallBack, bia.entry.id, { positions: 1 })
  expect(await listNotified()).toBe(1)
  await scene.tap(queueTodayApi.start, ana.entry.id, of)
  expect(await listNotified()).toBe(2)
})

describe('with an account', () => {
  test('without a verified e-mail a join is refused, and the text says how to verify it', async () => {
    const scene = await createQueueScene(world)
    const { token } = await createCaller(world, { isEmailVerified: false })
    const refused = await world.call(queueApi.join, { token, params: { id: scene.shop.id }, body: {} })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'EMAIL_NOT_VERIFIED',
      'Confirme seu e-mail para entrar na fila: peça o código e digite os 6 números.',
    ])
  })

  test('six of one address join a queue in some minutes, and the door beside it stays open', async () => {
    const scene = await createQueueScene(limited)
    const statuses = []
    for (let at = 0; at < 8; at++) statuses.push((await scene.joinAsCustomer()).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429, 429])
    expect((await scene.joinAtDoor()).status).toBe(201)
    expect((await (await createQueueScene(limited)).joinAsCustomer()).status).toBe(201)
  })
})

describe('at the door', () => {
  test('a name is enough, repeated it is the same entry, and it is called by message', async () => {
    const scene = await createQueueScene(world)
    const { body: door } = await world.call(queueApi.door, { params: { key: scene.doorKey } })
    expect(door).toMatchObject({ barbershopName: 'Navalha de Ouro', queue: { closure: null, length: 0 } })
    const entryId = crypto.randomUUID()
    const joined = await scene.joinAtDoor({ entryId, name: 'Zé', phone: '62999991234' })
    expect([joined.status, joined.body.entry.name]).toEqual([201, 'Zé'])
    expect((await scene.joinAtDoor({ entryId, phone: '62999991234' })).status).toBe(200)
    expect((await scene.joinAtDoor({ entryId })).body.code).toBe('ALREADY_IN_QUEUE')
    expect((await scene.joinAtDoor({ phone: '62999991234' })).body.code).toBe('ALREADY_IN_QUEUE')
    expect((await scene.joinAtDoor({ name: 'ze.com.br' })).status).toBe(400)
    await scene.tap(queueTodayApi.call, entryId, { barberId: scene.barbers[0].id })
    await relayAllEvents(world.db)
    const { rows } = await sql`select key from graphile_worker._private_jobs where key like 'queue-call:%'`.execute(
      world.db,
    )
    expect(rows).toEqual([{ key: `queue-call:${entryId}:2` }])
    const unknown = await world.call(queueApi.joinAtDoor, {
      params: { key: 'x'.repeat(24) },
      body: { entryId: crypto.randomUUID(), name: 'Zé' },
    })
    expect(unknown.body.code).toBe('LINK_INVALID')
  })

  test('the entry of another customer is not given away for its id', async () => {
    const scene = await createQueueScene(world)
    const other = await createQueueScene(world)
    const entryId = crypto.randomUUID()
    await other.joinAtDoor({ entryId, name: 'Outra' })
    expect((await scene.joinAtDoor({ entryId })).body.code).toBe('ALREADY_IN_QUEUE')
    expect((await other.joinAtDoor({ entryId, name: 'Zé' })).body.code).toBe('ALREADY_IN_QUEUE')
  })

  test('one client cannot fill a queue', async () => {
    const scene = await createQueueScene(limited)
    const results = []
    for (let at = 0; at < 8; at++) results.push((await scene.joinAtDoor()).status)
    expect(results).toEqual([201, 201, 201, 201, 201, 201, 429, 429])
  })
})

describe('with the link of an entry', () => {
  test('a customer who is late lets others pass', async () => {
    const scene = await createQueueScene(world)
    const [zé] = [await scene.joinAtDoor(), await scene.joinAtDoor(), await scene.joinAtDoor()]
    const { token } = zé.body.entry
    const back = await world.call(queueApi.fallBack, { params: { token }, body: { positions: 1, version: 1 } })
    expect([back.status, back.body.entry.position]).toEqual([200, 2])
    await scene.tap(queueTodayApi.call, back.body.entry.id, { barberId: scene.barbers[0].id })
    const { body: called } = await world.call(queueApi.getEntry, { params: { token } })
    expect(called.entry).toMatchObject({
      status: 'CALLED',
      call: { comeBy: '2026-03-11T15:05:00.000Z' },
      position: null,
    })
    const last = await world.call(queueApi.fallBack, { params: { token }, body: { positions: 5, version: 3 } })
    expect(last.body.entry).toMatchObject({ status: 'WAITING', position: 3, call: null })
    await scene.tap(queueTodayApi.remove, back.body.entry.id)
    const refused = await world.call(queueApi.leave, { params: { token } })
    expect(refused.body.code).toBe('QUEUE_ENTRY_CHANGED')
  })

  test('a repeated request lets others pass once, and one from before a call changes nothing', async () => {
    const scene = await createQueueScene(world)
    const [zé] = [await scene.joinAtDoor(), await scene.joinAtDoor(), await scene.joinAtDoor()]
    const { id, token } = zé.body.entry
    const fallBack = () => world.call(queueApi.fallBack, { params: { token }, body: { positions: 1, version: 1 } })
    for (const _ of ['first', 'its response was lost', 'and again']) {
      const { status, body } = await fallBack()
      expect([status, body.entry.position, body.entry.version]).toEqual([200, 2, 2])
    }
    await scene.tap(queueTodayApi.call, id, { barberId: scene.barbers[0].id })
    expect((await fallBack()).body.code).toBe('QUEUE_ENTRY_CHANGED')
    expect((await world.call(queueApi.getEntry, { params: { token } })).body.entry.status).toBe('CALLED')
    // Back among those who wait, but not by this customer.
    await scene.tap(queueTodayApi.recall, id)
    const seen = { params: { token }, body: { positions: 1, version: 3 } }
    expect((await world.call(queueApi.fallBack, seen)).body.code).toBe('QUEUE_ENTRY_CHANGED')
  })

  test('only our signature counts', async () => {
    const scene = await createQueueScene(world)
    const { body } = await scene.joinAtDoor()
    const { token } = body.entry
    for (const forged of [alterToken(token), token.slice(0, 20), 'x'])
      expect((await world.call(queueApi.getEntry, { params: { token: forged } })).body.code).toBe('LINK_INVALID')
  })
})

test('the screen shows first names, and nothing to an earlier key', async () => {
  const scene = await createQueueScene(world)
  const maria = await scene.joinAtDoor({ name: 'Maria da Silva' })
  const zé = await scene.joinAtDoor({ name: 'Zé Souza' })
  await scene.tap(queueTodayApi.call, maria.body.entry.id, { barberId: scene.barbers[0].id })
  const { body } = await world.call(queueApi.screen, { params: { key: scene.screenKey } })
  const [called] = body.called
  const [waiting] = body.waiting
  expect(called).toEqual({ id: called.id, firstName: 'Maria', barberName: 'Barbeiro', calledAt: noonInSaoPaulo })
  expect(body.waiting).toMatchObject([{ position: 1, firstName: 'Zé', barberName: null }])
  expect(waiting.id).not.toBe(called.id)
  expect(JSON.stringify(body)).not.toContain('Silva')
  expect((await world.call(queueApi.screen, { params: { key: scene.doorKey } })).body.code).toBe('LINK_INVALID')
  const { body: again } = await world.call(queueApi.screen, { params: { key: scene.screenKey } })
  expect(again.waiting[0].id).toBe(waiting.id)
  for (const { body: joined } of [maria, zé]) expect(JSON.stringify(body)).not.toContain(joined.entry.id)
})
