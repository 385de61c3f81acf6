import { agendasApi } from '@na-regua/contract/agendas'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Whose chairs: one's own, or those of one of one's shops. */
export type Viewer = { side: 'barber'; userId: string } | { side: 'owner'; userId: string; barbershopId: string }

/** A day as it stands; live events and every change make it old. Without a date: today, as the shop's clock sees it. */
export function dayQuery(viewer: Viewer, date: string | undefined) {
  return queryOptions({
    queryKey: ['appointments', 'day', viewer, date ?? 'today'],
    queryFn: ({ signal }) =>
      viewer.side === 'barber'
        ? api(agendasApi.dayOfBarber, { query: { date }, signal })
        : api(agendasApi.dayOfOwner, { query: { date, barbershopId: viewer.barbershopId }, signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    // Free times shrink with the clock and holds run out, of which nobody tells.
    refetchInterval: 60_000,
  })
}
