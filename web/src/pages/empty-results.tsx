import { type BarbershopSlotsToday, MAX_BARBERSHOPS_PER_LOOKUP } from '@na-regua/contract/availability'
import { barbershopsApi, MAX_RADIUS_KM } from '@na-regua/contract/barbershops'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { formatNextOpening, slotsTodayQuery } from '../features/availability/slots-today/queries.ts'
import { clearAll, DEFAULT_RADIUS, isNarrowed, type NearbyFilters } from '../features/barbershops/filters/rules.ts'
import type { NearbyQuery } from '../features/barbershops/queries.ts'
import { describePlace, placeNameQuery } from '../features/places/use-search-position.ts'
import { api } from '../lib/api.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { paths } from '../lib/paths.ts'
import { Button } from '../ui/button.tsx'
import { MissingPart } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'

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

/** Returns the one that opens first, of equal ones the first in the list. */
export function findFirstToOpen(slots: readonly BarbershopSlotsToday[]): BarbershopSlotsToday | undefined {
  const opening = slots.filter(({ nextOpensAt }) => nextOpensAt !== null)
  return opening.toSorted((one, other) => Date.parse(one.nextOpensAt ?? '') - Date.parse(other.nextOpensAt ?? ''))[0]
}

/** When no barbershop around is open now: which of the nearest opens first, and when. `query` is that of the empty list. */
function FirstToOpen({ query }: { query: NearbyQuery }) {
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
      : {formatNextOpening(first, new Date())}.
    </p>
  )
}

const AreaRequest = lazyPart(
  async () => (await import('../features/waitlist/request-dialog.tsx')).AreaRequest,
  () => null,
)

const VerificationDialog = lazyPart(
  async () => (await import('../features/accounts/verification/verification-dialog.tsx')).VerificationDialog,
  MissingPart,
)

/** To be offered a time that opens around here. Without the filter of a service it is typed in the dialog. */
function OwnAreaRequest({ query, filters }: { query: NearbyQuery; filters: NearbyFilters }) {
  const { latitude, longitude, radiusInKm = DEFAULT_RADIUS } = query
  const { data: place } = useQuery(placeNameQuery({ latitude, longitude }))
  return (
    <Suspense>
      <AreaRequest
        verification={VerificationDialog}
        position={{ latitude, longitude }}
        placeName={place && describePlace(place)}
        radiusInKm={radiusInKm}
        service={filters.service}
        wanted={{ date: filters.freeOn, from: filters.freeFrom, until: filters.freeUntil }}
      />
    </Suspense>
  )
}

type NothingFoundProps = {
  filters: NearbyFilters
  onChange: (filters: NearbyFilters) => void
  onChangeLocation: () => void
}

/** Each button widens the search; the last one waits for what was searched. */
function NothingFound({ filters, onChange, onChangeLocation, request }: NothingFoundProps & { request: ReactNode }) {
  const radius = filters.radius ?? DEFAULT_RADIUS
  const wider = radius < DEFAULT_RADIUS ? DEFAULT_RADIUS : MAX_RADIUS_KM
  const action = (
    <>
      {isNarrowed(filters) && (
        <Button variant="ink" onClick={() => onChange(clearAll(filters))}>
          Limpar filtros
        </Button>
      )}
      {radius < wider && (
        <Button variant="outline" onClick={() => onChange({ ...filters, radius: wider })}>
          Buscar em até {wider}km
        </Button>
      )}
      <Button variant="outline" onClick={onChangeLocation}>
        Alterar localização
      </Button>
      {request}
    </>
  )
  return (
    <Notice icon="chair" title="Nenhuma barbearia encontrada por aqui" action={action}>
      {isNarrowed(filters)
        ? 'Nenhuma combina com todos os filtros. Tire algum deles ou procure mais longe.'
        : 'Procure mais longe ou em outro lugar.'}
    </Notice>
  )
}

type EmptyResultsProps = NothingFoundProps & { query: NearbyQuery }

/** What an empty list shows. */
export function EmptyResults({ query, ...nothing }: EmptyResultsProps) {
  return (
    <div className="grid gap-4">
      {nothing.filters.isOpenNow && <FirstToOpen query={query} />}
      <NothingFound {...nothing} request={<OwnAreaRequest query={query} filters={nothing.filters} />} />
    </div>
  )
}
