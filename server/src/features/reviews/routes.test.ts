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

test('reviews are sorted newest first, ten per page [3.7, 7.12, 9.3]', async () => {
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

const comments = (body: { reviews: { comment: string }[] }) => body.reviews.map(({ comment }) => comment)

test('a review names its service and its barber, while the barber works there', async () => {
  const own = await createBarbershopRow(world)
  const { barber_id: barberId } = await createReviewRow(world, own.id)
  const read = async () => (await list({}, own.id)).body.reviews[0]
  expect(await read()).toMatchObject({
    service: { name: 'Corte masculino' },
    barber: { id: barberId, name: 'Beto Lima' },
  })
  await world.db
    .updateTable('barbers')
    .set({ removed_at: days(1) })
    .where('id', '=', barberId)
    .execute()
  expect((await read()).barber).toBeNull()
})

test('the histogram counts every rating, and a rating or a barber filters the list', async () => {
  const own = await createBarbershopRow(world)
  const reviews = []
  for (const [age, rating] of [5, 5, 3, 1, 5].entries())
    reviews.push(await createReviewRow(world, own.id, { rating, comment: `${rating} de ${age}`, createdAt: days(age) }))
  const barberId = reviews[0]?.barber_id
  const others = reviews.slice(1, 3).map(({ id }) => id)
  await world.db.updateTable('reviews').set({ barber_id: barberId }).where('id', 'in', others).execute()
  const counts = (body: { histogram: { rating: number; count: number }[] }) =>
    body.histogram.map(({ rating, count }) => [rating, count])

  const all = await list({}, own.id)
  const ofAll = [
    [5, 3],
    [4, 0],
    [3, 1],
    [2, 0],
    [1, 1],
  ]
  expect([counts(all.body), all.body.pagination.total]).toEqual([ofAll, 5])
  const five = await list({ rating: 5, perPage: 2, page: 2 }, own.id)
  expect([counts(five.body), comments(five.body)]).toEqual([ofAll, ['5 de 4']])
  expect(five.body.pagination).toEqual({ total: 3, page: 2, totalPages: 2, perPage: 2 })
  const ofBarber = await list({ barberId }, own.id)
  expect(comments(ofBarber.body)).toEqual(['5 de 0', '5 de 1', '3 de 2'])
  expect(counts(ofBarber.body)).toEqual([
    [5, 2],
    [4, 0],
    [3, 1],
    [2, 0],
    [1, 0],
  ])
  const both = await list({ barberId, rating: 3 }, own.id)
  expect([comments(both.body), both.body.pagination.total]).toEqual([['3 de 2'], 1])
  // The page of a review is that of the filtered list.
  const linked = await list({ rating: 5, perPage: 1, review: reviews[4]?.id }, own.id)
  expect([comments(linked.body), linked.body.pagination.page]).toEqual([['5 de 4'], 3])
  const elsewhere = await list({ barberId }, shop.id)
  expect([elsewhere.body.reviews, elsewhere.body.pagination.total]).toEqual([[], 0])
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
  ['six stars', { rating: 6 }],
  ['a malformed barber', { barberId: 'x' }],
]

test.each(rejected)('rejects %s', async (_, query, id) => {
  const { status, body } = await list(query, id)
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})
