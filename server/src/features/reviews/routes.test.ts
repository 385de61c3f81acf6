import { reviewsApi } from '@na-regua/contract/reviews'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow, createReviewRow } from '../../../test/barbershop-factories.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const shop = await createBarbershopRow(world)
const days = (count: number) => new Date(world.clock.now().getTime() - count * 86_400_000)
for (const [age, comment] of ['Hoje', 'Ontem', 'Antes'].entries()) {
  await createReviewRow(world, shop.id, {
    comment,
    createdAt: days(age),
    rating: 5 - age,
    customerName: 'Maria das Dores Lima',
  })
}

const list = (query: Record<string, unknown> = {}, id = shop.id) =>
  world.call(reviewsApi.list, { params: { id }, query })

test('reviews are sorted newest first, ten per page', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(Value.Check(reviewsApi.list.schema.response[200], body)).toBe(true)
  expect(body.reviews.map(({ comment }: { comment: string }) => comment)).toEqual(['Hoje', 'Ontem', 'Antes'])
  expect(body.reviews[0]).toMatchObject({ rating: 5, createdAt: '2026-03-11T15:00:00.000Z' })
  expect(body.pagination).toEqual({ total: 3, page: 1, totalPages: 1, perPage: 10 })
})

test('pages are consecutive, and empty after the last', async () => {
  const second = await list({ page: 2, perPage: 2 })
  expect(second.body.reviews.map(({ comment }: { comment: string }) => comment)).toEqual(['Antes'])
  expect(second.body.pagination).toEqual({ total: 3, page: 2, totalPages: 2, perPage: 2 })
  expect((await list({ page: 3, perPage: 2 })).body.reviews).toEqual([])
})

test('a reviewer is shown by first name and initial, without contact data', async () => {
  const { body } = await list()
  expect(body.reviews[0].user).toEqual({ name: 'Maria L.', avatarUrl: null })
  expect(JSON.stringify(body)).not.toMatch(/@|6298888|email|phone|customer|Dores/)
})

test('the review of a deleted account stays, without its name', async () => {
  const left = await createBarbershopRow(world)
  const review = await createReviewRow(world, left.id)
  await world.db.updateTable('reviews').set({ customer_id: null }).where('id', '=', review.id).execute()
  expect((await list({}, left.id)).body.reviews[0].user).toEqual({ name: 'Cliente', avatarUrl: null })
})

test('an inactive barbershop is not found', async () => {
  const off = await createBarbershopRow(world, { isActive: false })
  const { status, body } = await list({}, off.id)
  expect([status, body.code]).toEqual([404, 'BARBERSHOP_NOT_FOUND'])
})

const rejected: [string, Record<string, unknown>, string?][] = [
  ['a malformed id', {}, 'x'],
  ['a page before the first', { page: 0 }],
  ['too long a page', { perPage: 51 }],
  ['an unknown parameter', { order: 'rating' }],
]

test.each(rejected)('rejects %s', async (_, query, id) => {
  const { status, body } = await list(query, id)
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})
