import { ApiError } from '@na-regua/contract/errors'
import type { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { loadQueries } from './load-queries.ts'

test('what the server fetched is handed over to the queries of the page', async () => {
  const { queries } = await loadQueries((client) => client.fetchQuery({ queryKey: ['a'], queryFn: async () => 42 }))
  expect(queries.queries).toMatchObject([{ queryKey: ['a'], state: { data: 42 } }])
})

test('a refusal of what the page needs becomes the status of the page', async () => {
  const refused = loadQueries(() => Promise.reject(new ApiError('BARBERSHOP_NOT_FOUND')))
  await expect(refused).rejects.toMatchObject({
    init: { status: 404 },
    data: { code: 'BARBERSHOP_NOT_FOUND', message: 'Barbearia não encontrada' },
  })
})

test('a failure of ours stays a failure, and what is only wished for does not stop the page', async () => {
  await expect(loadQueries(() => Promise.reject(new ApiError('UNAVAILABLE')))).rejects.toBeInstanceOf(ApiError)
  const wished = { queryKey: ['b'], queryFn: () => Promise.reject(new Error('away')) }
  await expect(loadQueries((client: QueryClient) => client.prefetchQuery(wished))).resolves.toBeDefined()
})
