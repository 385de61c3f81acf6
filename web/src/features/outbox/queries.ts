import { outboxApi } from '@na-regua/contract/outbox'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const POLL_MS = 3_000

export function outboxQuery() {
  return queryOptions({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => api(outboxApi.list, { signal }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
}
