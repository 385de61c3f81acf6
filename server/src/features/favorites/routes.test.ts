import { favoritesApi, MAX_FAVORITES } from '@na-regua/contract/favorites'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createCaller } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const shop = await createBarbershopRow(world)
const closed = await createBarbershopRow(world, { name: 'Fechou de Vez', isActive: false })

async function createCustomer() {
  const { user, token } = await createCaller(world)
  const toggle = (barbershopId: string, isFavorite?: boolean) =>
    world.call(favoritesApi.toggle, { token, body: { barbershopId, isFavorite } })
  const check = async (id: string) => (await world.call(favoritesApi.check, { token, params: { id } })).body
  const ids = async () => (await world.call(favoritesApi.ids, { token })).body.ids
  const list = async (query?: object) => (await world.call(favoritesApi.list, { token, query: { ...query } })).body
  return { user, token, toggle, check, ids, list }
}

describe('toggling a favorite', () => {
  test('inverts the state each time [7.15]', async () => {
    const { toggle, check, ids } = await createCustomer()
    expect((await toggle(shop.id)).body).toEqual({ isFavorite: true })
    expect(await check(shop.id)).toEqual({ isFavorite: true })
    expect(await ids()).toEqual([shop.id])
    expect((await toggle(shop.id)).body).toEqual({ isFavorite: false })
    expect(await check(shop.id)).toEqual({ isFavorite: false })
    expect(await ids()).toEqual([])
  })

  test('with a desired state is idempotent', async () => {
    const { toggle, ids } = await createCustomer()
    for (const isFavorite of [true, true, false, false, true]) {
      expect((await toggle(shop.id, isFavorite)).body).toEqual({ isFavorite })
    }
    expect(await ids()).toEqual([shop.id])
  })

  test('never fails concurrently and responds with the final state', async () => {
    const { toggle, check } = await createCustomer()
    for (let round = 0; round < 20; round++) {
      const responses = await Promise.all([1, 2, 3].map(() => toggle(shop.id)))
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
      const { isFavorite } = await check(shop.id)
      expect(responses.map(({ body }) => body.isFavorite)).toContain(isFavorite)
    }
    const repeated = await Promise.all([1, 2, 3, 4].map(() => toggle(shop.id, true)))
    expect(repeated.map(({ body }) => body.isFavorite)).toEqual([true, true, true, true])
    expect(await check(shop.id)).toEqual({ isFavorite: true })
  })

  test('is visible to its user only', async () => {
    const one = await createCustomer()
    const other = await createCustomer()
    await one.toggle(shop.id)
    expect(await other.ids()).toEqual([])
    expect((await other.list()).barbershops).toEqual([])
  })

  test.each([
    ['an unknown shop', crypto.randomUUID()],
    ['a shop that is not active', closed.id],
  ])('of %s is rejected', async (_, id) => {
    const { toggle, ids } = await createCustomer()
    const response = await toggle(id)
    expect([response.status, response.body.code]).toEqual([404, 'BARBERSHOP_NOT_FOUND'])
    expect(response.body.message).toBe('Barbearia não encontrada')
    expect(await ids()).toEqual([])
  })

  test('requires a session and a barbershop', async () => {
    const { token } = await createCustomer()
    expect((await world.call(favoritesApi.toggle, { body: { barbershopId: shop.id } })).status).toBe(401)
    for (const body of [{}, { barbershopId: 'x' }, { barbershopId: shop.id, userId: shop.id }]) {
      expect((await world.call(favoritesApi.toggle, { token, body })).body.code).toBe('INVALID_INPUT')
    }
  })

  test('beyond the limit is rejected, removing one is not', async () => {
    const { user, toggle, ids } = await createCustomer()
    const row = { ...closed, id: undefined, position: undefined, search_name: undefined, average_rating: undefined }
    const shops = await world.db
      .insertInto('barbershops')
      .values(Array.from({ length: MAX_FAVORITES }, () => ({ ...row })))
      .returning('id')
      .execute()
    await world.db
      .insertInto('favorites')
      .values(shops.map(({ id }) => ({ user_id: user.id, barbershop_id: id })))
      .execute()
    expect((await toggle(shop.id)).body.code).toBe('TOO_MANY_FAVORITES')
    expect(await ids()).toHaveLength(MAX_FAVORITES)
    expect((await toggle(shops[0]?.id ?? '')).body).toEqual({ isFavorite: false })
    expect((await toggle(shop.id)).body).toEqual({ isFavorite: true })
  })
})

describe('the list', () => {
  test('is sorted newest first, paged, with barbershop cards [7.15]', async () => {
    const { toggle, list } = await createCustomer()
    const shops = []
    for (const name of ['Primeira', 'Segunda', 'Terceira']) {
      const made = await createBarbershopRow(world, { name })
      shops.unshift(made.id)
      await toggle(made.id)
      world.clock.advance({ minutes: 1 })
    }
    const all = await list()
    expect(all.barbershops.map(({ id }: { id: string }) => id)).toEqual(shops)
    expect(all.barbershops[0]).toMatchObject({
      name: 'Terceira',
      price_from: 5000,
      is_open: true,
      distance_in_km: null,
    })
    expect(all.pagination).toEqual({ total: 3, page: 1, perPage: 10, totalPages: 1 })
    const second = await list({ page: 2, perPage: 2 })
    expect(second.barbershops.map(({ id }: { id: string }) => id)).toEqual([shops[2]])
  })

  test('contains distances from a position [7.15]', async () => {
    const { toggle, list } = await createCustomer()
    await toggle(shop.id)
    const { barbershops } = await list({ latitude: -16.6869, longitude: -49.2748 })
    expect(barbershops[0].distance_in_km).toBeCloseTo(1.065, 2)
  })

  test('lists an inactive barbershop, marked, until it is removed', async () => {
    const { toggle, list } = await createCustomer()
    const leaving = await createBarbershopRow(world)
    await toggle(leaving.id)
    await world.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', leaving.id).execute()
    expect((await list()).barbershops).toMatchObject([{ id: leaving.id, is_active: false }])
    expect((await toggle(leaving.id)).body).toEqual({ isFavorite: false })
    expect((await list()).barbershops).toEqual([])
  })
})
