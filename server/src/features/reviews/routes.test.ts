import { reviewsApi } from '@na-regua/contract/reviews'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { createBarbershop, createReview } from '../../../test/barbershop-factories.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const shop = await createBarbershop(world)
const days = (count: number) => new Date(world.clock.now().getTime() - count * 86_400_000)
for (const [age, comment] of ['Hoje', 'Ontem', 'Antes'].entries()) {
  await createReview(world, shop.id, {
    comment,
    createdAt: days(age),
    rating: 5 - age,
    customerName: 'Maria das Dores Lima',
  })
}

const ask = (query: Record<string, unknown> = {}, id = shop.id) =>
  world.call(reviewsApi.list, { params: { id }, query })

test('the newest comes first, ten a page', async () => {
  const { status, body } = await ask()
  expect(status).toBe(200)
  expect(Value.Check(reviewsApi.list.schema.response[200], body)).toBe(true)
  expect(body.reviews.map(({ comment }: { comment: string }) => comment)).toEqual(['Hoje', 'Ontem', 'Antes'])
  expect(body.reviews[0]).toMatchObject({ rating: 5, createdAt: '2026-03-11T15:00:00.000Z' })
  expect(body.pagination).toEqual({ total: 3, page: 1, totalPages: 1, perPage: 10 })
})

test('pages follow each other, and beyond the last there is nothing', async () => {
  const second = await ask({ page: 2, perPage: 2 })
  expect(second.body.reviews.map(({ comment }: { comment: string }) => comment)).toEqual(['Antes'])
  expect(second.body.pagination).toEqual({ total: 3, page: 2, totalPages: 2, perPage: 2 })
  expect((await ask({ page: 3, perPage: 2 })).body.reviews).toEqual([])
})

test('a person is named by first name and initial, and by nothing that reaches him', async () => {
  const { body } = await ask()
  expect(body.reviews[0].user).toEqual({ name: 'Maria L.', avatarUrl: null })
  expect(JSON.stringify(body)).not.toMatch(/@|6298888|email|phone|customer|Dores/)
})

test('the review of someone who deleted his account stays, without him', async () => {
  const left = await createBarbershop(world)
  const review = await createReview(world, left.id)
  await world.db.updateTable('reviews').set({ customer_id: null }).where('id', '=', review.id).execute()
  expect((await ask({}, left.id)).body.reviews[0].user).toEqual({ name: 'Cliente', avatarUrl: null })
})

test('a shop that is off is not found', async () => {
  const off = await createBarbershop(world, { isActive: false })
  const { status, body } = await ask({}, off.id)
  expect([status, body.code]).toEqual([404, 'BARBERSHOP_NOT_FOUND'])
})

const refused: [string, Record<string, unknown>, string?][] = [
  ['a malformed id', {}, 'x'],
  ['a page before the first', { page: 0 }],
  ['too long a page', { perPage: 51 }],
  ['a parameter that nobody knows', { order: 'rating' }],
]

test.each(refused)('refuses %s', async (_, query, id) => {
  const { status, body } = await ask(query, id)
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})
