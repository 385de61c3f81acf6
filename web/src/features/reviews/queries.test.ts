import { reviewsApi } from '@na-regua/contract/reviews'
import { expect, test } from 'vitest'
import { startFakeApi } from '../../../test/fake-api.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { enlargePage, reviewPageQuery, reviewsQuery, summarizeHistogram } from './queries.ts'

const api = startFakeApi()
const shopId = '7f0c1b1e-6a52-4f0e-9a39-0d7c7f1d2a10'
const reviewId = '2b1d6f4e-3f0a-4c55-8d1e-9f7b6a5c4d31'

test('the page of a linked review is downloaded once', async () => {
  const list = { reviews: [], histogram: [], pagination: { total: 12, page: 3, totalPages: 3, perPage: 5 } }
  api.respond(reviewsApi.list, () => list)
  const client = createQueryClient()
  expect(await client.fetchQuery(reviewPageQuery(shopId, reviewId))).toBe(3)
  expect(await client.fetchQuery(reviewsQuery(shopId, { page: 3 }))).toEqual(list)
  expect(api.listRequests(reviewsApi.list)).toHaveLength(1)
})

const histogram = [5, 4, 3, 2, 1].map((rating) => ({ rating, count: { 5: 3, 1: 1 }[rating] ?? 0 }))

test('average and number come from the histogram', () => {
  expect(summarizeHistogram(histogram)).toEqual({ count: 4, average: 4 })
  expect(summarizeHistogram(histogram, 5)).toEqual({ count: 3, average: 5 })
  expect(summarizeHistogram(histogram, 3)).toEqual({ count: 0, average: undefined })
  expect(summarizeHistogram([])).toEqual({ count: 0, average: undefined })
})

test.each([
  [
    { page: 1, perPage: 5, total: 40 },
    { page: 1, perPage: 10 },
  ],
  // Reviews 11 to 15 are in the second ten, 16 to 20 as well, and in the first twenty.
  [
    { page: 3, perPage: 5, total: 40 },
    { page: 2, perPage: 10 },
  ],
  [
    { page: 2, perPage: 10, total: 40 },
    { page: 1, perPage: 20 },
  ],
  [{ page: 1, perPage: 20, total: 40 }, undefined],
  [{ page: 1, perPage: 5, total: 5 }, undefined],
])('more of %j is %j', (shown, larger) => {
  expect(enlargePage(shown)).toEqual(larger)
})
