import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiResponseError, NetworkError } from './api-error.ts'
import { createQueryClient, fresh, loadQueries, shouldRetry, shouldRetrySearch, storeResponse } from './query-client.ts'

test('queries are fresh for 5 minutes, reviews and availability for 2 [9.1]', () => {
  expect(fresh).toEqual({ usual: 300_000, short: 120_000 })
  expect(createQueryClient().getDefaultOptions().queries?.staleTime).toBe(300_000)
})

const delayOf = createQueryClient().getDefaultOptions().queries?.retryDelay as (attempt: number, error: Error) => number

test('the delay before a retry is one second, doubled each time, at most 30 seconds [9.1]', () => {
  expect([0, 1, 2, 4, 5, 9].map((attempt) => delayOf(attempt, new NetworkError('network')))).toEqual([
    1_000, 2_000, 4_000, 16_000, 30_000, 30_000,
  ])
})

test('a retry is not sent before the server wants it, and a query waits half a minute at most', () => {
  const refused = (retryAfter?: number) => new ApiResponseError(503, { retryAfter })
  expect([0, 1, 2].map((attempt) => delayOf(attempt, refused(3)))).toEqual([3_000, 3_000, 4_000])
  expect([delayOf(0, refused(30)), delayOf(0, refused(0)), delayOf(0, refused())]).toEqual([30_000, 1_000, 1_000])
  expect([refused(30), refused(31)].map((error) => shouldRetry(0, error))).toEqual([true, false])
})

test.each([400, 409, 429, 500, 502, 503])('a query that fails with %i is retried twice [7.33, 9.1]', (status) => {
  const error = new ApiResponseError(status)
  expect([0, 1, 2].map((failures) => shouldRetry(failures, error))).toEqual([true, true, false])
  expect([0, 1, 2].map((failures) => shouldRetrySearch(failures, error))).toEqual([true, true, false])
})

test.each([401, 403, 404, 410, 422])(
  'a query that fails with %i is not retried: a dead link is shown at once',
  (status) => {
    expect(shouldRetry(0, new ApiResponseError(status))).toBe(false)
  },
)

test('a network failure is retried, except by the searches; a timeout is retried by both [7.33]', () => {
  expect(shouldRetry(0, new NetworkError('network'))).toBe(true)
  expect(shouldRetrySearch(0, new NetworkError('network'))).toBe(false)
  expect(shouldRetrySearch(0, new NetworkError('timeout'))).toBe(true)
})

test('a mutation is never retried', () => {
  expect(createQueryClient().getDefaultOptions().mutations?.retry).toBeFalsy()
})

test('the page has every query that the server ran in the state in which the server had it', async () => {
  let server: QueryClient | undefined
  const { queries } = await loadQueries(async (client) => {
    server = client
    await client.fetchQuery({ queryKey: ['a', { page: 1 }], queryFn: async () => 42 })
    const pages = { initialPageParam: 1, getNextPageParam: () => 2 }
    await client.fetchInfiniteQuery({ queryKey: ['b'], queryFn: async () => ['item'], ...pages })
    await client.prefetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new ApiResponseError(404)) })
  })
  const page = createQueryClient(JSON.parse(JSON.stringify(queries)))
  const list = (client?: QueryClient) =>
    client
      ?.getQueryCache()
      .getAll()
      .map(({ queryKey, queryHash, state }) => ({ queryKey, queryHash, state }))
  expect(list(page)).toHaveLength(2)
  expect(list(page)).toEqual(list(server)?.slice(0, 2))
})

test('an error response for required data becomes the status of the page', async () => {
  const body = { code: 'BARBERSHOP_NOT_FOUND', message: 'Barbearia não encontrada' }
  const loading = loadQueries(() => Promise.reject(new ApiResponseError(404, body)))
  await expect(loading).rejects.toMatchObject({
    init: { status: 404 },
    data: body,
  })
})

test('a server error stays an error, and a failed prefetch does not fail the page', async () => {
  await expect(loadQueries(() => Promise.reject(new ApiResponseError(503)))).rejects.toBeInstanceOf(ApiResponseError)
  const optional = { queryKey: ['b'], queryFn: () => Promise.reject(new Error('away')) }
  await expect(loadQueries((client: QueryClient) => client.prefetchQuery(optional))).resolves.toBeDefined()
})

test('what a change returned stays when a refetch that began before it ends later', async () => {
  const client = createQueryClient()
  const states = ['off', 'off']
  const replies: (() => void)[] = []
  const queryFn = () =>
    new Promise<string>((resolve) => {
      const state = states[replies.length] ?? 'on'
      replies.push(() => resolve(state))
    })
  const query = queryOptions({ queryKey: ['switch'], queryFn })
  const first = client.fetchQuery(query)
  replies[0]?.()
  await first
  const refetch = client.fetchQuery({ ...query, staleTime: 0 })
  storeResponse(client, query.queryKey, 'on')
  replies[1]?.()
  await refetch
  expect(client.getQueryData(query.queryKey)).toBe('on')
  storeResponse(client, query.queryKey, (current) => `${current} again`)
  expect(client.getQueryData(query.queryKey)).toBe('on again')
})
