import type { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiResponseError } from './api-error.ts'
import { loadQueries } from './load-queries.ts'

test('the data that the server fetched is dehydrated for the queries of the page', async () => {
  const { queries } = await loadQueries((client) => client.fetchQuery({ queryKey: ['a'], queryFn: async () => 42 }))
  expect(queries.queries).toMatchObject([{ queryKey: ['a'], state: { data: 42 } }])
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
