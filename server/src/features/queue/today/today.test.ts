import { membersApi } from '@na-regua/contract/members'
import { privacyApi } from '@na-regua/contract/privacy'
import { queueTodayApi } from '@na-regua/contract/queue-today'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createQueueScene } from '../../../../test/queue-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

const { call, recall, start, undoStart, remove, undoRemove, fallBack } = queueTodayApi

const addThree = async (scene: Awaited<ReturnType<typeof createQueueScene>>) =>
  [await scene.add({ name: 'Ana' }), await scene.add(), await scene.add({ name: 'Caio' })].map(
    ({ body }) => body.entry.id as string,
  ) as [string, string, string]

describe('a call', () => {
  test('is of one customer per barber, and undone at the same position', async () => {
    const scene = await createQueueScene(world)
    const [ana, unnamed] = await addThree(scene)
    const [barber, other] = scene.barbers
    const called = await scene.tap(call, ana, { barberId: barber.id }, barber.token)
    expect([called.status, called.body.entry.status]).toEqual([200, 'CALLED'])
    expect(called.body.entry.call).toEqual({
      barberId: barber.id,
      calledAt: noonInSaoPaulo,
      comeBy: '2026-03-11T15:05:00.000Z',
    })
    const second = await scene.tap(call, unnamed, { barberId: barber.id }, barber.token)
    expect([second.status, second.body.code]).toEqual([409, 'BARBER_CALLING'])
    expect((await scene.tap(call, ana, { barberId: other?.id })).body.code).toBe('QUEUE_ENTRY_CHANGED')
    expect((await scene.tap(recall, ana)).body.entry.status).toBe('WAITING')
    expect(await scene.listWaiting()).toHaveLength(3)
    expect((await scene.listWaiting())[0]).toBe(ana)
  })

  test.each(['is removed', 'closes the account'])(
    'of a barber who %s: the customer waits again at the same position',
    async (end) => {
      const scene = await createQueueScene(world)
      const [ana] = await addThree(scene)
      const [barber] = scene.barbers
      expect((await scene.tap(call, ana, { barberId: barber.id }, barber.token)).status).toBe(200)
      const { status } =
        end === 'is removed'
          ? await world.call(membersApi.remove, { token: scene.owner.token, params: { id: barber.id } })
          : await world.call(privacyApi.requestDeletion, { token: barber.token, body: {} })
      expect(status).toBe(200)
      const { entries } = (
        await world.call(queueTodayApi.get, { token: scene.owner.token, params: { id: scene.shop.id } })
      ).body
      expect(entries[0]).toMatchObject({ id: ana, status: 'WAITING', call: null })
    },
  )

  test('is for themselves for barbers, for each barber by the owner', async () => {
    const scene = await createQueueScene(world)
    const [ana, unnamed] = await addThree(scene)
    const [barber, other] = scene.barbers
    const refused = await scene.tap(call, ana, { barberId: other?.id }, barber.token)
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
    expect((await scene.tap(call, ana, { barberId: other?.id })).status).toBe(200)
    expect((await scene.tap(call, unnamed, { barberId: crypto.randomUUID() })).body.code).toBe('BARBER_NOT_FOUND')
    const stranger = await createQueueScene(world)
    expect((await scene.tap(call, unnamed, { barberId: barber.id }, stranger.owner.token)).status).toBe(404)
  })

  test('repeated returns the same entry, stale is refused', async () => {
    const scene = await createQueueScene(world)
    const [ana] = await addThree(scene)
    const barberId = scene.barbers[0].id
    await scene.tap(call, ana, { barberId, version: 1 })
    const repeated = await scene.tap(call, ana, { barberId, version: 1 })
    expect([repeated.status, repeated.body.entry.version]).toEqual([200, 2])
    expect((await scene.tap(remove, ana, { version: 1 })).body.code).toBe('QUEUE_ENTRY_CHANGED')
  })
})

describe('a start', () => {
  test('makes a walk-in of now that is served, and its undo takes it back', async () => {
    const scene = await createQueueScene(world)
    const [ana] = await addThree(scene)
    const [barber] = scene.barbers
    const started = await scene.tap(start, ana, { barberId: barber.id }, barber.token)
    expect(started.status).toBe(200)
    expect(started.body.entry).toMatchObject({ status: 'SERVED', appointmentId: started.body.appointment.id })
    expect(started.body.appointment).toMatchObject({ startTime: noonInSaoPaulo, status: 'CONFIRMED', isWalkIn: true })
    const row = await world.db
      .selectFrom('appointments')
      .select(['serving_from', 'customer_name', 'source'])
      .where('id', '=', started.body.appointment.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ serving_from: new Date(noonInSaoPaulo), customer_name: 'Ana', source: 'queue' })
    const undone = await scene.tap(undoStart, ana, {}, barber.token)
    expect([undone.status, undone.body.entry.status]).toEqual([200, 'WAITING'])
    expect((await scene.listWaiting())[0]).toBe(ana)
    const again = await scene.tap(start, ana, { barberId: barber.id })
    expect(again.status).toBe(200)
    world.clock.advance({ minutes: 1 })
    expect((await scene.tap(undoStart, ana)).body.code).toBe('UNDO_TOO_LATE')
  })

  test('is refused while the barber serves another customer', async () => {
    const scene = await createQueueScene(world)
    const [ana, unnamed] = await addThree(scene)
    const barberId = scene.barbers[0].id
    await scene.tap(start, ana, { barberId })
    const second = await scene.tap(start, unnamed, { barberId })
    expect([second.status, second.body.code]).toEqual([409, 'BARBER_SERVING'])
    const repeated = await scene.tap(start, ana, { barberId, version: 1 })
    expect([repeated.status, repeated.body.entry.status]).toEqual([200, 'SERVED'])
  })

  test('of an account that has another appointment is not among its own, and has no copy of its name', async () => {
    const scene = await createQueueScene(world)
    const { entry, user } = await scene.joinAsCustomer()
    const other = await createQueueScene(world)
    const starts_at = world.clock.now()
    await world.db
      .insertInto('appointments')
      .values({
        barbershop_id: other.shop.id,
        barber_id: other.barbers[0].id,
        barber_user_id: other.barbers[0].userId,
        customer_id: user.id,
        service_name: 'Corte',
        duration_min: 30,
        price_cents: 1,
        status: 'HELD',
        starts_at,
        ends_at: new Date(starts_at.getTime() + 1_800_000),
        held_until: new Date(starts_at.getTime() + 60_000),
      })
      .execute()
    const started = await scene.tap(start, entry.id, { barberId: scene.barbers[0].id })
    expect([started.status, started.body.appointment.customer]).toMatchObject([200, { id: null, name: 'Cliente' }])
  })

  test('of an account is among its appointments', async () => {
    const scene = await createQueueScene(world)
    const { entry, user } = await scene.joinAsCustomer()
    const started = await scene.tap(start, entry.id, { barberId: scene.barbers[0].id })
    expect(started.body.appointment.customer.id).toBe(user.id)
  })

  const bookAt = async (scene: Awaited<ReturnType<typeof createQueueScene>>, minutes: number) => {
    const [barber] = scene.barbers
    const starts_at = new Date(Date.parse(noonInSaoPaulo) + minutes * 60_000)
    await world.db
      .insertInto('appointments')
      .values({
        barbershop_id: scene.shop.id,
        barber_id: barber.id,
        barber_user_id: barber.userId,
        status: 'CONFIRMED',
        customer_id: (await createCaller(world)).user.id,
        service_name: 'Corte',
        duration_min: 30,
        price_cents: 1,
        starts_at,
        ends_at: new Date(starts_at.getTime() + 30 * 60_000),
      })
      .execute()
  }

  test('never reaches into the next appointment: at most three minutes are cut', async () => {
    const scene = await createQueueScene(world)
    const [ana] = await addThree(scene)
    await bookAt(scene, 26)
    const refused = await scene.tap(start, ana, { barberId: scene.barbers[0].id })
    expect([refused.status, refused.body.code]).toEqual([409, 'SLOT_TAKEN'])
    expect(refused.body.alternatives).not.toEqual([])
    const near = await createQueueScene(world)
    const [bia] = await addThree(near)
    await bookAt(near, 27)
    const cut = await near.tap(start, bia, { barberId: near.barbers[0].id })
    expect([cut.status, cut.body.appointment.durationMin]).toEqual([200, 27])
  })
})

test('an entry goes back some positions, is removed, and comes back', async () => {
  const scene = await createQueueScene(world)
  const [ana, unnamed, caio] = await addThree(scene)
  const back = await scene.tap(fallBack, ana, { positions: 1 })
  expect(back.status).toBe(200)
  expect(await scene.listWaiting()).toEqual([unnamed, ana, caio])
  await scene.tap(fallBack, unnamed, { positions: 5 })
  expect(await scene.listWaiting()).toEqual([ana, caio, unnamed])
  expect((await scene.tap(remove, caio)).body.entry.status).toBe('REMOVED')
  expect((await scene.tap(undoRemove, caio)).body.entry.status).toBe('WAITING')
  expect(await scene.listWaiting()).toEqual([ana, caio, unnamed])
  await scene.tap(remove, caio)
  world.clock.advance({ minutes: 1 })
  expect((await scene.tap(undoRemove, caio)).body.code).toBe('UNDO_TOO_LATE')
})

test('going back again and again between the same two numbers the queue again', async () => {
  const scene = await createQueueScene(world)
  const [ana, bia, caio] = await addThree(scene)
  for (let round = 0; round < 60; round++) {
    const first = round % 2 ? bia : ana
    expect((await scene.tap(fallBack, first, { positions: 1 })).status).toBe(200)
  }
  expect(await scene.listWaiting()).toEqual([ana, bia, caio])
})

test('staff put known customers and names into the queue, once', async () => {
  const scene = await createQueueScene(world)
  const { user, entry } = await scene.joinAsCustomer()
  const profile = await world.db
    .insertInto('customer_profiles')
    .values({ barbershop_id: scene.shop.id, user_id: user.id, created_at: world.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await scene.add({ customerId: profile.id })).body.code).toBe('ALREADY_IN_QUEUE')
  await scene.tap(remove, entry.id)
  const added = await scene.add({ customerId: profile.id }, scene.barbers[0].token)
  expect([added.status, added.body.entry.customerId, added.body.entry.name]).toEqual([201, profile.id, user.name])
  expect((await scene.tap(undoRemove, entry.id)).body.code).toBe('ALREADY_IN_QUEUE')
  const entryId = crypto.randomUUID()
  expect((await scene.add({ entryId, phone: '62999991234' })).body.entry).toMatchObject({
    name: 'Cliente',
    phone: '62999991234',
  })
  expect((await scene.add({ entryId, phone: '62999991234' })).status).toBe(200)
  expect((await scene.add({ phone: '62999991234' })).body.code).toBe('ALREADY_IN_QUEUE')
  const foreign = await createQueueScene(world)
  expect((await scene.add({}, foreign.owner.token)).body.code).toBe('BARBERSHOP_NOT_FOUND')
  expect((await scene.add({ customerId: crypto.randomUUID() })).body.code).toBe('CUSTOMER_NOT_FOUND')
})
