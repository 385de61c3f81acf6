import { agendasApi } from '@na-regua/contract/agendas'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Whose week: the barber's own, or that of a barber of a barbershop. */
export type WeekViewer = { side: 'barber' } | { side: 'owner'; barbershopId: string; barberId: string }

const liveOptions = {
  placeholderData: keepPreviousData,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
} as const

/** The week that has the date, or today. */
export function weekQuery(viewer: WeekViewer, date: string | undefined) {
  return queryOptions({
    queryKey: ['appointments', 'week', viewer, date],
    queryFn: ({ signal }) =>
      viewer.side === 'barber'
        ? api(agendasApi.weekOfBarber, { query: { date }, signal })
        : api(agendasApi.weekOfOwner, {
            query: { date, barbershopId: viewer.barbershopId, barberId: viewer.barberId },
            signal,
          }),
    ...liveOptions,
  })
}

/** The same as numbers, of all barbers of a barbershop. */
export function weekCountsQuery(barbershopId: string, date: string | undefined) {
  return queryOptions({
    queryKey: ['appointments', 'week', 'counts', barbershopId, date],
    queryFn: ({ signal }) => api(agendasApi.countsOfWeek, { query: { barbershopId, date }, signal }),
    ...liveOptions,
  })
}
