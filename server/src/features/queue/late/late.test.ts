import { queueTodayApi } from '@na-regua/contract/queue-today'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createQueueScene } from '../../../../test/queue-scene.ts'
import { applyLateRule } from './apply-late-rule.ts'
import { expireQueues } from './expire-entries.ts'
import { sweepQueues } from './sweep-queues.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

const read = (id: string) =>
  world.db
    .selectFrom('queue_entries')
    .select(['status', 'slides', 'version', 'name', 'phone', 'called_by'])
    .where('id', '=', id)
    .executeTakeFirst()

describe('the late rule', () => {
  test('puts a called customer back when the time to come is over, and out when that happened often enough', async () => {
    const scene = await createQueueScene(world, { settings: { maxSlides: 1, slidePositions: 2 } })
    const entries = [await scene.add(), await scene.add(), await scene.add(), await scene.add()]
    const [ana, bia, caio, davi] = entries.map(({ body }) => body.entry.id)
    const call = () => scene.tap(queueTodayApi.call, ana, { barberId: scene.barbers[0].id })
    await call()
    world.clock.advance({ minutes: 4 })
    await applyLateRule(world)
    expect(await read(ana)).toMatchObject({ status: 'CALLED' })
    world.clock.advance({ minutes: 1 })
    await Promise.all([applyLateRule(world), applyLateRule(world)])
    await applyLateRule(world)
    expect(await read(ana)).toMatchObject({ status: 'WAITING', slides: 1, called_by: null })
    expect(await scene.listWaiting()).toEqual([bia, caio, ana, davi])
    await call()
    world.clock.advance({ minutes: 5 })
    await applyLateRule(world)
    expect(await read(ana)).toMatchObject({ status: 'MISSED', slides: 1 })
    expect(await scene.listWaiting()).toEqual([bia, caio, davi])
  })

  test('does not touch who was started in the last moment', async () => {
    const scene = await createQueueScene(world)
    const { body } = await scene.add()
    const barberId = scene.barbers[0].id
    await scene.tap(queueTodayApi.call, body.entry.id, { barberId })
    world.clock.advance({ minutes: 6 })
    const [started] = await Promise.all([
      scene.tap(queueTodayApi.start, body.entry.id, { barberId }),
      applyLateRule(world),
    ])
    const after = await read(body.entry.id)
    expect(after?.status).toBe(started.status === 200 ? 'SERVED' : 'WAITING')
  })
})

describe('the end of the day', () => {
  test.each([
    ['America/Sao_Paulo', '2026-03-12T02:59:00Z', '2026-03-12T03:00:00Z'],
    ['America/Manaus', '2026-03-12T03:59:00Z', '2026-03-12T04:00:00Z'],
  ])('in %s empties the queue', async (timeZone, before, after) => {
    const scene = await createQueueScene(world, { shop: { timeZone } })
    const [ana, bia] = [await scene.add(), await scene.add()].map(({ body }) => body.entry.id)
    await scene.tap(queueTodayApi.call, ana, { barberId: scene.barbers[0].id })
    world.clock.set(before)
    await expireQueues(world)
    expect((await read(bia))?.status).toBe('WAITING')
    world.clock.set(after)
    await expireQueues(world)
    await expireQueues(world)
    expect([await read(ana), await read(bia)]).toMatchObject([
      { status: 'EXPIRED', version: 3, called_by: null },
      { status: 'EXPIRED', version: 2 },
    ])
  })

  test('is not at midnight in a barbershop that does not close', async () => {
    const hours = [0, 1, 2, 3, 4, 5, 6].map((day) => [day, 0, 1440] as const)
    const scene = await createQueueScene(world, { shop: { hours } })
    world.clock.set('2026-03-12T02:55:00Z')
    const { id } = (await scene.add()).body.entry
    world.clock.set('2026-03-12T03:00:30Z')
    await expireQueues(world)
    expect((await read(id))?.status).toBe('WAITING')
    world.clock.set('2026-03-12T14:55:00Z')
    await expireQueues(world)
    expect((await read(id))?.status).toBe('EXPIRED')
  })

  test('is not for those who joined after it', async () => {
    const hours = [0, 1, 2, 3, 4, 5, 6].map((day) => [day, 1080, 1560] as const)
    const scene = await createQueueScene(world, { shop: { hours } })
    world.clock.set('2026-03-12T01:00:00Z')
    const old = (await scene.add()).body.entry.id
    world.clock.set('2026-03-12T22:00:00Z')
    const fresh = (await scene.add()).body.entry.id
    await expireQueues(world)
    expect([(await read(old))?.status, (await read(fresh))?.status]).toEqual(['EXPIRED', 'WAITING'])
  })
})

test('names are cleared after a month, entries after more than a year', async () => {
  const scene = await createQueueScene(world)
  const { body } = await scene.joinAtDoor({ phone: '62999990001' })
  const { id } = body.entry
  await sql`update queue_entries set status = 'LEFT' where id = ${id}`.execute(world.db)
  world.clock.advance({ minutes: 29 * 1440 })
  await sweepQueues(world)
  expect(await read(id)).toMatchObject({ name: 'Zé', phone: '+5562999990001' })
  world.clock.advance({ minutes: 1440 })
  await sweepQueues(world)
  expect(await read(id)).toMatchObject({ name: null, phone: null })
  world.clock.advance({ minutes: 371 * 1440 })
  await sweepQueues(world)
  expect(await read(id)).toBeUndefined()
})

test('a name of the door is cleared in the appointment, too', async () => {
  const scene = await createQueueScene(world)
  const ana = await scene.joinAtDoor({ name: 'Ana' })
  const bia = await scene.add({ phone: '62999990002' })
  const profile = await world.db
    .insertInto('customer_profiles')
    .values({ barbershop_id: scene.shop.id, name: 'Caio', created_at: world.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const caio = await scene.add({ customerId: profile.id })
  const ids = [ana, bia, caio].map(({ body }) => body.entry.id)
  for (const [index, id] of ids.entries()) {
    world.clock.advance({ minutes: 40 })
    const barberId = scene.barbers[index % 2]?.id
    await world.db.updateTable('appointments').set({ status: 'COMPLETED' }).execute()
    expect((await scene.tap(queueTodayApi.start, id, { barberId })).status).toBe(200)
  }
  const read = async () => {
    const { rows } = await sql<{ name: string | null; copy: string | null }>`
      select coalesce(name, phone) as name, customer_name as copy from queue_entries entries
        join appointments on appointments.id = appointment_id where entries.id = any(${ids}::uuid[]) order by rank`.execute(
      world.db,
    )
    return rows
  }
  expect(await read()).toEqual([
    { name: 'Ana', copy: 'Ana' },
    { name: '+5562999990002', copy: 'Cliente' },
    { name: null, copy: 'Caio' },
  ])
  world.clock.advance({ minutes: 30 * 1440 })
  await sweepQueues(world)
  const cleared = { name: null, copy: null }
  expect(await read()).toEqual([cleared, cleared, { name: null, copy: 'Caio' }])
})
