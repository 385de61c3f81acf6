import { agendasApi } from '@na-regua/contract/agendas'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Visits that are over and of which it was not said whether the customer came, also of earlier days: of a barbershop, or the barber's own. */
export function forgottenQuery(barbershopId: string | undefined) {
  return queryOptions({
    queryKey: ['appointments', 'forgotten', barbershopId ?? 'own'],
    queryFn: ({ signal }) =>
      barbershopId === undefined
        ? api(agendasApi.forgottenOfBarber, { signal })
        : api(agendasApi.forgottenOfOwner, { query: { barbershopId }, signal }),
    refetchOnMount: 'always',
  })
}
