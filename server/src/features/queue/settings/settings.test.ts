import { queueApi } from '@na-regua/contract/queue'
import { queueSettingsApi, queueTodayApi } from '@na-regua/contract/queue-today'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createSessionToken, createSubscription } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createQueueScene, openSettings } from '../../../../test/queue-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

type Scene = Awaited<ReturnType<typeof createQueueScene>>
const save = ({ shop, owner }: Scene, body: object) =>
  world.call(queueSettingsApi.save, { token: owner.token, params: { id: shop.id }, body: { ...openSettings, ...body } })

describe('the settings', () => {
  test('have defaults before the first save, which reading does not store', async () => {
    const shop = await createBarbershopRow(world)
    const token = await createSessionToken(world, shop.owner_id)
    const params = { id: shop.id }
    const { body } = await world.call(queueSettingsApi.get, { token, params })
    expect(body.settings).toMatchObject({ isOn: false, maxLength: 20, callMinutes: 5, walkInShare: 0, version: 1 })
    expect(await world.db.selectFrom('barbershop_queues').where('barbershop_id', '=', shop.id).execute()).toEqual([])
    await createSubscription(world, shop.owner_id)
    const saved = await world.call(queueSettingsApi.save, { token, params, body: openSettings })
    expect(saved.body.settings).toEqual({ ...body.settings, ...openSettings, version: 2 })
  })

  test('are saved once per version', async () => {
    const scene = await createQueueScene(world)
    const changed = await save(scene, { version: 2, opensAt: '10:00', closesAt: '00:00', weekdays: [6, 2] })
    expect(changed.body.settings).toMatchObject({ version: 3, opensAt: '10:00', closesAt: '00:00', weekdays: [2, 6] })
    for (const version of [1, 2]) expect((await save(scene, { version })).body.code).toBe('EDIT_CONFLICT')
  })

  test('are of owners and managers, and need a plan', async () => {
    const scene = await createQueueScene(world)
    const params = { id: scene.shop.id }
    const barber = await world.call(queueSettingsApi.get, { token: scene.barbers[0].token, params })
    expect(barber.status).toBe(403)
    const stranger = await createQueueScene(world)
    const other = await world.call(queueSettingsApi.get, { token: stranger.owner.token, params })
    expect(other.body.code).toBe('BARBERSHOP_NOT_FOUND')
    world.clock.advance({ minutes: 60 * 24 * 31 })
    const token = await createSessionToken(world, scene.owner.id)
    const lapsed = await world.call(queueSettingsApi.save, { token, params, body: { ...openSettings, version: 2 } })
    expect(lapsed.body.code).toBe('PLAN_LAPSED')
  })

  test('a renewed key ends the earlier link only', async () => {
    const scene = await createQueueScene(world)
    const { token } = scene.owner
    const params = { id: scene.shop.id }
    const renewed = await world.call(queueSettingsApi.renewKey, { token, params, body: { key: 'door' } })
    expect(renewed.body.settings.doorUrl).not.toBe(scene.settings.doorUrl)
    expect(renewed.body.settings.screenUrl).toBe(scene.settings.screenUrl)
    const door = (key: string) => world.call(queueApi.door, { params: { key } })
    expect((await door(scene.doorKey)).body.code).toBe('LINK_INVALID')
    expect((await door(renewed.body.settings.doorUrl.split('#')[1])).status).toBe(200)
    const shop = await createBarbershopRow(world)
    const first = await world.call(queueSettingsApi.renewKey, {
      token: await createSessionToken(world, shop.owner_id),
      params: { id: shop.id },
      body: { key: 'screen' },
    })
    expect(first.body.settings).toMatchObject({ isOn: false, version: 2 })
  })
})

test('statistics count by the local hour, promises and waits', async () => {
  const scene = await createQueueScene(world, { shop: { timeZone: 'America/Manaus' } })
  const [ana, bia, caio] = [await scene.add(), await scene.add(), await scene.add()].map(({ body }) => body.entry.id)
  const promise = (id: string, from: number, to: number) =>
    world.db.updateTable('queue_entries').set({ promised_from: from, promised_to: to }).where('id', '=', id).execute()
  await promise(ana, 5, 15)
  await promise(bia, 20, 30)
  world.clock.advance({ minutes: 10 })
  const second = await createBarber(world, scene.shop.id)
  await scene.tap(queueTodayApi.start, ana, { barberId: scene.barbers[0].id })
  await scene.tap(queueTodayApi.start, bia, { barberId: second.id })
  await scene.tap(queueTodayApi.remove, caio)
  const read = (dateFrom: string, dateTo: string) =>
    world.call(queueSettingsApi.statistics, {
      token: scene.owner.token,
      params: { id: scene.shop.id },
      query: { dateFrom, dateTo },
    })
  const { body } = await read('2026-03-11', '2026-03-11')
  expect(body).toEqual({
    entries: 3,
    served: 2,
    lost: 1,
    medianWaitMin: 10,
    promisesKept: 50,
    byHour: [{ hour: 11, entries: 3, lost: 1, promisedMin: expect.any(Number), waitedMin: 10 }],
  })
  const empty = { entries: 0, served: 0, lost: 0, medianWaitMin: null, promisesKept: null, byHour: [] }
  expect((await read('2026-03-12', '2026-03-13')).body).toEqual(empty)
})
