import { type Barber, staffApi } from '@na-regua/contract/staff'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { createBarber, createBarbershopRow, createReviewRow } from '../../../test/barbershop-factories.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

test('lists the current barbers in the order of their barbershop, with specialties [3.6, 7.12]', async () => {
  const shop = await createBarbershopRow(world, { name: 'Régua' })
  const other = await createBarbershopRow(world)
  await createBarber(world, shop.id, { name: 'Segundo Silva', position: 1 })
  await createBarber(world, shop.id, {
    name: 'Primeiro Prado',
    bio: 'Degradê é comigo.',
    specialties: ['Degradê', 'Barba'],
  })
  await createBarber(world, shop.id, { name: 'Saiu Souza', removedAt: new Date() })
  await createBarber(world, other.id)
  const { status, body } = await world.call(staffApi.list, { params: { id: shop.id } })
  expect(status).toBe(200)
  expect(Value.Check(staffApi.list.schema.response[200], body)).toBe(true)
  expect(body.barbers.map(({ name }: { name: string }) => name)).toEqual(['Primeiro Prado', 'Segundo Silva'])
  expect(body.barbers[0]).toMatchObject({
    bio: 'Degradê é comigo.',
    specialties: ['Barba', 'Degradê'],
    user: { name: 'Primeiro Prado', avatarUrl: null },
    barbershop: { id: shop.id, name: 'Régua' },
  })
})

test('each barber has the average and the number of the reviews of their own appointments', async () => {
  const shop = await createBarbershopRow(world)
  const reviews = [
    await createReviewRow(world, shop.id, { rating: 5 }),
    await createReviewRow(world, shop.id, { rating: 2 }),
  ]
  const [first, second] = reviews.map(({ barber_id }) => String(barber_id))
  await world.db.updateTable('reviews').set({ barber_id: second }).where('rating', '=', 5).execute()
  const { body } = await world.call(staffApi.list, { params: { id: shop.id } })
  const ratings = body.barbers.map(({ id, averageRating, reviewCount }: Barber) => [id, averageRating, reviewCount])
  expect(new Map(ratings.map(([id, ...rating]: [string]) => [id, rating]))).toEqual(
    new Map([
      [first, [null, 0]],
      [second, [3.5, 2]],
    ]),
  )
})

test('the response contains no e-mail and no phone [3.6]', async () => {
  const shop = await createBarbershopRow(world)
  await createBarber(world, shop.id)
  const { body } = await world.call(staffApi.list, { params: { id: shop.id } })
  expect(JSON.stringify(body)).not.toMatch(/@|62999990000|email|phone/)
})

test('a barbershop without barbers has an empty list', async () => {
  const shop = await createBarbershopRow(world)
  expect((await world.call(staffApi.list, { params: { id: shop.id } })).body).toEqual({ barbers: [] })
})

test('an inactive barbershop is not found', async () => {
  const shop = await createBarbershopRow(world, { isActive: false })
  const { status, body } = await world.call(staffApi.list, { params: { id: shop.id } })
  expect([status, body.code]).toEqual([404, 'BARBERSHOP_NOT_FOUND'])
})

test('a malformed id is refused', async () => {
  const { status, body } = await world.call(staffApi.list, { params: { id: "1' or 1=1" } })
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})
