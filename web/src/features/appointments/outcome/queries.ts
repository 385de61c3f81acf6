import { agendasApi } from '@na-regua/contract/agendas'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import type { DayViewer } from '../day/queries.ts'

/** Visits that are over and of which it was not said whether the customer came, also of earlier days. */
export function forgottenQuery(viewer: DayViewer) {
  return queryOptions({
    queryKey: ['appointments', 'forgotten', viewer],
    queryFn: ({ signal }) =>
      viewer.side === 'barber'
        ? api(agendasApi.forgottenOfBarber, { signal })
        : api(agendasApi.forgottenOfOwner, { query: { barbershopId: viewer.barbershopId }, signal }),
    refetchOnMount: 'always',
  })
}
