import type { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { loadQueries } from './load-queries.ts'

test('what the server fetched is handed over to the queries of the page', async () => {
  const { queries } = await loadQueries((client) => client.fetchQuery({ queryKey: ['a'], queryFn: async () => 42 }))
  expect(queries.queries).toMatchObject([{ queryKey: ['a'], state: { data: 42 } }])
})

test('a refusal of what the page needs becomes the status of the page', async () => {
  const body = { code: 'BARBERSHOP_NOT_FOUND', message: 'Barbearia não encontrada' }
  const refused = loadQueries(() => Promise.reject(new ApiError(404, body)))
  await expect(refused).rejects.toMatchObject({
    init: { status: 404 },
    data: body,
  })
})

test('a failure of ours stays a failure, and what is only wished for does not stop the page', async () => {
  await expect(loadQueries(() => Promise.reject(new ApiError(503)))).rejects.toBeInstanceOf(ApiError)
  const wished = { queryKey: ['b'], queryFn: () => Promise.reject(new Error('away')) }
  await expect(loadQueries((client: QueryClient) => client.prefetchQuery(wished))).resolves.toBeDefined()
})
