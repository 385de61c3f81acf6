import { type BarbershopSlotsToday, MAX_BARBERSHOPS_PER_LOOKUP } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../app/paths.ts'
import { slotsTodayQuery } from '../features/availability/slots-today/queries.ts'
import { describeReopening } from '../features/availability/slots-today/rules.ts'
import type { NearbyQuery } from '../features/barbershops/queries.ts'
import { api } from '../lib/api.ts'

/** The nearest barbershops with these filters, open or not. */
const nearestQuery = ({ openNow: _, ...query }: NearbyQuery) =>
  queryOptions({
    queryKey: ['barbershops', 'nearest', query],
    queryFn: ({ signal }) =>
      api(barbershopsApi.nearby, {
        query: { ...query, orderBy: 'distance', perPage: MAX_BARBERSHOPS_PER_LOOKUP },
        signal,
      }),
  })

/** Of equal ones the first in the list. */
export function findFirstToOpen(slots: readonly BarbershopSlotsToday[]): BarbershopSlotsToday | undefined {
  const opening = slots.filter(({ nextOpensAt }) => nextOpensAt !== null)
  return opening.toSorted((one, other) => Date.parse(one.nextOpensAt ?? '') - Date.parse(other.nextOpensAt ?? ''))[0]
}

/** When no barbershop around is open now: which of the nearest opens first, and when. `query` is that of the empty list. */
export function FirstToOpen({ query }: { query: NearbyQuery }) {
  const { data } = useQuery(nearestQuery(query))
  const ids = data?.barbershops.map(({ id }) => id) ?? []
  const { data: slots = [] } = useQuery({ ...slotsTodayQuery(ids), enabled: ids.length > 0 })
  const first = findFirstToOpen(slots)
  const shop = data?.barbershops.find(({ id }) => id === first?.id)
  if (!first || !shop) return null
  return (
    <p role="status" className="rounded-card bg-brass-soft px-4 py-3 text-brass">
      Ninguém atende agora por aqui. Quem abre primeiro é a{' '}
      <Link to={paths.barbershop(shop.id)} className="font-semibold underline underline-offset-4">
        {shop.name}
      </Link>
      : {describeReopening(first)?.replace(/^Abre /, '')}.
    </p>
  )
}
