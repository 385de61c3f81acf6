import { favoritesApi, MAX_FAVORITES } from '@na-regua/contract/favorites'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarbershop } from '../../../test/barbershop-factories.ts'
import { createCaller } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const shop = await createBarbershop(world)
const closed = await createBarbershop(world, { name: 'Fechou de Vez', isActive: false })

async function arrive() {
  const { user, token } = await createCaller(world)
  const toggle = (barbershopId: string, isFavorite?: boolean) =>
    world.call(favoritesApi.toggle, { token, body: { barbershopId, isFavorite } })
  const check = async (id: string) => (await world.call(favoritesApi.check, { token, params: { id } })).body
  const ids = async () => (await world.call(favoritesApi.ids, { token })).body.ids
  const list = async (query?: object) => (await world.call(favoritesApi.list, { token, query: { ...query } })).body
  return { user, token, toggle, check, ids, list }
}

describe('a press of the heart', () => {
  test('turns the state round each time', async () => {
    const { toggle, check, ids } = await arrive()
    expect((await toggle(shop.id)).body).toEqual({ isFavorite: true })
    expect(await check(shop.id)).toEqual({ isFavorite: true })
    expect(await ids()).toEqual([shop.id])
    expect((await toggle(shop.id)).body).toEqual({ isFavorite: false })
    expect(await check(shop.id)).toEqual({ isFavorite: false })
    expect(await ids()).toEqual([])
  })

  test('that says what it wants may be repeated', async () => {
    const { toggle, ids } = await arrive()
    for (const isFavorite of [true, true, false, false, true]) {
      expect((await toggle(shop.id, isFavorite)).body).toEqual({ isFavorite })
    }
    expect(await ids()).toEqual([shop.id])
  })

  test('never fails when many come at once, and answers what is then there', async () => {
    const { toggle, check } = await arrive()
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all([1, 2, 3].map(() => toggle(shop.id)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const { isFavorite } = await check(shop.id)
      expect(answers.map(({ body }) => body.isFavorite)).toContain(isFavorite)
    }
    const wishes = await Promise.all([1, 2, 3, 4].map(() => toggle(shop.id, true)))
    expect(wishes.map(({ body }) => body.isFavorite)).toEqual([true, true, true, true])
    expect(await check(shop.id)).toEqual({ isFavorite: true })
  })

  test('is one person’s own', async () => {
    const [one, other] = [await arrive(), await arrive()]
    await one.toggle(shop.id)
    expect(await other.ids()).toEqual([])
    expect((await other.list()).barbershops).toEqual([])
  })

  test.each([
    ['an unknown shop', crypto.randomUUID()],
    ['a shop that is not active', closed.id],
  ])('on %s is told so', async (_, id) => {
    const { toggle, ids } = await arrive()
    const answer = await toggle(id)
    expect([answer.status, answer.body.code]).toEqual([404, 'BARBERSHOP_NOT_FOUND'])
    expect(answer.body.message).toBe('Barbearia não encontrada')
    expect(await ids()).toEqual([])
  })

  test('needs a session and a shop', async () => {
    const { token } = await arrive()
    expect((await world.call(favoritesApi.toggle, { body: { barbershopId: shop.id } })).status).toBe(401)
    for (const body of [{}, { barbershopId: 'x' }, { barbershopId: shop.id, userId: shop.id }]) {
      expect((await world.call(favoritesApi.toggle, { token, body })).body.code).toBe('INVALID_INPUT')
    }
  })

  test('beyond the most that one person may keep is refused, taking one back is not', async () => {
    const { user, toggle, ids } = await arrive()
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
  test('stands newest first, in pages, with the cards of the search', async () => {
    const { toggle, list } = await arrive()
    const shops = []
    for (const name of ['Primeira', 'Segunda', 'Terceira']) {
      const made = await createBarbershop(world, { name })
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
    expect(all.pagination).toEqual({ total: 3, page: 1, perPage: 12, totalPages: 1 })
    const second = await list({ page: 2, perPage: 2 })
    expect(second.barbershops.map(({ id }: { id: string }) => id)).toEqual([shops[2]])
  })

  test('tells distances from a place', async () => {
    const { toggle, list } = await arrive()
    await toggle(shop.id)
    const { barbershops } = await list({ latitude: -16.6869, longitude: -49.2748 })
    expect(barbershops[0].distance_in_km).toBeCloseTo(1.065, 2)
  })

  test('keeps a shop that stopped, marked, until it is taken out', async () => {
    const { toggle, list } = await arrive()
    const leaving = await createBarbershop(world)
    await toggle(leaving.id)
    await world.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', leaving.id).execute()
    expect((await list()).barbershops).toMatchObject([{ id: leaving.id, is_active: false }])
    expect((await toggle(leaving.id)).body).toEqual({ isFavorite: false })
    expect((await list()).barbershops).toEqual([])
  })
})
