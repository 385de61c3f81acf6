import { randomUUID } from 'node:crypto'
import { productsApi } from '@na-regua/contract/products'
import { visitsApi } from '@na-regua/contract/visits'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBarber } from '../../../test/barbershop-factories.ts'
import { createSessionToken } from '../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createOwner } from '../../../test/owner-scene.ts'
import { createVisitScene } from '../../../test/visit-scene.ts'
import { getUsualRegister } from '../cash/queries.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import { getBalance } from '../ledger/queries.ts'
import type { AccountKind } from '../ledger/rules.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

async function createScene() {
  const owner = await createOwner(world)
  const { shop, token } = owner
  const register = await getUsualRegister(world.db, shop.id)
  const create = async (fields: object = {}) =>
    world.call(productsApi.create, {
      token,
      params: { id: shop.id },
      body: { name: 'Pomada', priceCents: 4500, costCents: 2000, minimum: 3, ...fields },
    })
  return {
    ...owner,
    register,
    create,
    move: (id: string, movement: object, as = token) =>
      world.call(productsApi.move, { token: as, params: { id }, body: { id: randomUUID(), ...movement } }),
    list: async (as = token) => (await world.call(productsApi.list, { token: as, params: { id: shop.id } })).body,
    reverse: (id: string, note = 'Valor errado', as = token) =>
      world.call(productsApi.reverse, { token: as, params: { id }, body: { note } }),
    history: async (id: string, as = token) =>
      (await world.call(productsApi.movements, { token: as, params: { id } })).body,
    balance: (kind: AccountKind, ownerId?: string) =>
      getBalance(world.db, { barbershopId: shop.id, kind, ...(ownerId && { ownerId }) }),
  }
}

/** Cash of an earlier day, to buy with. */
async function fillRegister({ shop, register }: { shop: { id: string }; register: string }, cents: number) {
  const transaction = { id: randomUUID(), barbershopId: shop.id, kind: 'supply', occurredAt: world.clock.now() }
  const postings = [
    { kind: 'cash' as const, ownerId: register, cents },
    { kind: 'equity' as const, cents: -cents },
  ]
  await world.db.transaction().execute((tx) => postTransaction(tx, { ...transaction, postings }, world.clock.now()))
}

describe('the list', () => {
  test('has prices and stock for the team, and the cost for those who may change prices', async () => {
    const scene = await createScene()
    const { body } = await scene.create()
    expect(body.product).toEqual({
      id: expect.any(String),
      name: 'Pomada',
      priceCents: 4500,
      costCents: 2000,
      minimum: 3,
      isActive: true,
      stock: 0,
      version: 1,
    })
    const barber = await createBarber(world, scene.shop.id)
    const seen = await scene.list(await createSessionToken(world, barber.user_id))
    expect(seen.products).toEqual([{ ...body.product, costCents: null }])
    const foreign = await createBarber(world, (await createOwner(world)).shop.id)
    expect(await scene.list(await createSessionToken(world, foreign.user_id))).toMatchObject({
      code: 'BARBERSHOP_NOT_FOUND',
    })
  })

  test('is not changed by a page that is behind, nor without a name', async () => {
    const scene = await createScene()
    const { product } = (await scene.create()).body
    const { id, stock, ...fields } = product
    const save = (change: object) =>
      world.call(productsApi.update, { token: scene.token, params: { id }, body: { ...fields, ...change } })
    expect((await save({ name: ' Cera ', isActive: false })).body.product).toMatchObject({
      name: 'Cera',
      isActive: false,
      version: 2,
    })
    expect((await save({ priceCents: 1 })).body.code).toBe('EDIT_CONFLICT')
    expect((await scene.create({ name: ' ' })).body.code).toBe('INVALID_INPUT')
  })

  test('ends at 500', async () => {
    const scene = await createScene()
    await sql`insert into products (id, barbershop_id, name, price_cents, created_at, updated_at)
      select gen_random_uuid(), ${scene.shop.id}, 'P' || number, 1, now(), now() from generate_series(1, 500) number`.execute(
      world.db,
    )
    expect((await scene.create()).body.code).toBe('PRODUCT_LIMIT')
  })
})

describe('a movement', () => {
  test('bought with cash is in stock and book, once', async () => {
    const scene = await createScene()
    const { id } = (await scene.create()).body.product
    const bought = { id: randomUUID(), kind: 'purchase', quantity: 12, paidCents: 30_000, paidFrom: 'cash' }
    expect((await scene.move(id, bought)).body.code).toBe('BALANCE_TOO_LOW')
    expect((await scene.list()).products[0].stock).toBe(0)
    await fillRegister(scene, 40_000)
    expect((await scene.move(id, bought)).body.product).toMatchObject({ stock: 12, costCents: 2500 })
    expect((await scene.move(id, bought)).body.product).toMatchObject({ stock: 12, costCents: 2500 })
    expect(
      (await scene.move(id, { ...bought, kind: 'use', paidCents: undefined, paidFrom: undefined })).body.code,
    ).toBe('IDEMPOTENCY_CONFLICT')
    expect(await scene.balance('stock')).toBe(30_000)
    expect(await scene.balance('cash', scene.register)).toBe(10_000)
  })

  test('used, lost or counted is a cost; what the stock says blocks nothing', async () => {
    const scene = await createScene()
    const { id } = (await scene.create()).body.product
    await scene.move(id, { kind: 'purchase', quantity: 4, paidCents: 8000, paidFrom: 'bank' })
    await scene.move(id, { kind: 'use', quantity: 1, note: ' lavatório ' })
    expect((await scene.move(id, { kind: 'loss', quantity: 5 })).body.product.stock).toBe(-2)
    expect((await scene.move(id, { kind: 'count', quantity: 3 })).body.product.stock).toBe(3)
    expect(await scene.balance('bank')).toBe(-8000)
    expect(await scene.balance('stock')).toBe(6000)
    expect(await scene.balance('productCost')).toBe(2000)
    const { movements, pagination } = await scene.history(id)
    expect(pagination.total).toBe(4)
    expect(movements.map(({ kind, quantity, note }: Record<string, unknown>) => [kind, quantity, note])).toEqual(
      expect.arrayContaining([
        ['purchase', 4, null],
        ['use', -1, 'lavatório'],
        ['loss', -5, null],
        ['count', 5, null],
      ]),
    )
  })

  test('with another cost makes what is there worth it', async () => {
    const scene = await createScene()
    const { id, stock, ...fields } = (await scene.create()).body.product
    await scene.move(id, { kind: 'count', quantity: 10 })
    const body = { ...fields, costCents: 2300 }
    await world.call(productsApi.update, { token: scene.token, params: { id }, body })
    expect(await scene.balance('stock')).toBe(23_000)
    expect(await scene.balance('productCost')).toBe(-23_000)
  })

  test('that says too little or too much is refused', async () => {
    const scene = await createScene()
    const { id } = (await scene.create()).body.product
    for (const movement of [
      { kind: 'use', quantity: 0 },
      { kind: 'purchase', quantity: 1 },
      { kind: 'loss', quantity: 1, paidCents: 1, paidFrom: 'bank' },
    ])
      expect((await scene.move(id, movement)).body.code).toBe('INVALID_INPUT')
    expect((await scene.history(id)).movements).toEqual([])
  })

  test('is reversed once, with its money; a count is not, nor a reversal', async () => {
    const scene = await createScene()
    const { id } = (await scene.create()).body.product
    await fillRegister(scene, 40_000)
    const bought = { id: randomUUID(), kind: 'purchase', quantity: 12, paidCents: 30_000, paidFrom: 'cash' }
    await scene.move(id, { kind: 'count', quantity: 2 })
    await scene.move(id, bought)
    world.clock.advance({ minutes: 1 })
    expect((await scene.reverse(bought.id)).body.product).toMatchObject({ stock: 2, costCents: 2000 })
    expect(await scene.balance('cash', scene.register)).toBe(40_000)
    expect(await scene.balance('stock')).toBe(4000)
    const [reversal, ...earlier] = (await scene.history(id)).movements
    expect(reversal).toMatchObject({ kind: 'purchase', quantity: -12, reverses: bought.id, note: 'Valor errado' })
    expect(earlier.find((one: { id: string }) => one.id === bought.id).isReversed).toBe(true)
    expect((await scene.reverse(bought.id)).body.code).toBe('ALREADY_REVERSED')
    expect((await scene.reverse(reversal.id)).body.code).toBe('ALREADY_REVERSED')
    const counted = earlier.find(({ kind }: { kind: string }) => kind === 'count')
    expect((await scene.reverse(counted.id)).body.code).toBe('INVALID_INPUT')
    expect((await scene.reverse(bought.id, ' ')).body.code).toBe('INVALID_INPUT')
    const foreign = (await createOwner(world)).token
    expect((await scene.reverse(bought.id, 'x', foreign)).body.code).toBe('BARBERSHOP_NOT_FOUND')
  })

  test('goes on without a current plan, as sales do; the list is not edited then', async () => {
    const scene = await createScene()
    const { product } = (await scene.create()).body
    await world.db.deleteFrom('subscriptions').where('user_id', '=', scene.user.id).execute()
    const bought = { id: randomUUID(), kind: 'purchase', quantity: 2, paidCents: 4000, paidFrom: 'bank' }
    expect((await scene.move(product.id, bought)).body.product.stock).toBe(2)
    expect((await scene.reverse(bought.id)).body.product.stock).toBe(0)
    expect((await scene.create()).body.code).toBe('PLAN_LAPSED')
    const { id, name, priceCents, minimum, isActive, version } = product
    const body = { name, priceCents, costCents: 2000, minimum, isActive, version }
    const edited = await world.call(productsApi.update, { token: scene.token, params: { id }, body })
    expect(edited.body.code).toBe('PLAN_LAPSED')
  })

  test('without a cost is reversed too', async () => {
    const scene = await createScene()
    const { id } = (await scene.create({ costCents: 0 })).body.product
    const used = { id: randomUUID(), kind: 'use', quantity: 2 }
    await scene.move(id, used)
    expect((await scene.reverse(used.id)).body.product.stock).toBe(0)
    expect((await scene.reverse(used.id)).body.code).toBe('ALREADY_REVERSED')
  })

  test('is never changed', async () => {
    const scene = await createScene()
    const { id } = (await scene.create()).body.product
    await scene.move(id, { kind: 'count', quantity: 1 })
    for (const change of [
      sql`update product_movements set quantity = 2`,
      sql`delete from product_movements`,
      sql`truncate product_movements`,
    ])
      await expect(change.execute(world.db)).rejects.toThrow('append-only')
  })

  test('of another barbershop does not exist', async () => {
    const scene = await createScene()
    const { id } = (await scene.create()).body.product
    const other = await createOwner(world)
    expect((await scene.move(id, { kind: 'count', quantity: 1 }, other.token)).status).toBe(404)
    expect(await scene.history(id, other.token)).toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
    expect((await scene.move(randomUUID(), { kind: 'count', quantity: 1 })).body.code).toBe('PRODUCT_NOT_FOUND')
  })
})

describe('a visit', () => {
  test('takes what it sold out of the stock at the cost of then, and gives it back when it is reversed', async () => {
    const { shop, owner, pomade, barber, close } = await createVisitScene(world)
    const { token } = owner
    const list = async () => (await world.call(productsApi.list, { token, params: { id: shop.id } })).body.products
    const stockOf = async (id: string) => (await list()).find((product: { id: string }) => product.id === id).stock
    const balance = (kind: AccountKind) => getBalance(world.db, { barbershopId: shop.id, kind })
    const buy = (quantity: number, paidCents: number) =>
      world.call(productsApi.move, {
        token,
        params: { id: pomade.id },
        body: { id: randomUUID(), kind: 'purchase', quantity, paidCents, paidFrom: 'bank' },
      })
    await buy(1, 1500)
    const lines = [
      { kind: 'service', barberId: barber.id, name: 'Corte', unitCents: 5000 },
      { kind: 'product', productId: pomade.id, barberId: barber.id, quantity: 2, unitCents: 4000 },
    ]
    const closed = await close({ lines })
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    expect(await stockOf(pomade.id)).toBe(-1)
    expect(await balance('productCost')).toBe(3000)
    await buy(9, 27_000)
    const reversed = await world.call(visitsApi.reverse, {
      token,
      params: { id: closed.body.visit.id },
      body: { reason: 'Cliente errado' },
    })
    expect(reversed.status, JSON.stringify(reversed.body)).toBe(200)
    expect(await stockOf(pomade.id)).toBe(10)
    expect(await balance('productCost')).toBe(0)
    expect(await balance('stock')).toBe(28_500)
  })
})
