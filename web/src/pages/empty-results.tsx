import { type BarbershopSlotsToday, MAX_BARBERSHOPS_PER_LOOKUP } from '@na-regua/contract/availability'
import { barbershopsApi, MAX_RADIUS_KM } from '@na-regua/contract/barbershops'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { formatNextOpening, slotsTodayQuery } from '../features/availability/slots-today/queries.ts'
import { LooserList } from '../features/barbershops/filters/looser-filters.tsx'
import { nearestQuery } from '../features/barbershops/filters/queries.ts'
import { clearAll, DEFAULT_RADIUS, isNarrowed, type NearbyFilters } from '../features/barbershops/filters/rules.ts'
import { Tile } from '../features/barbershops/listing/nearby-list.tsx'
import type { NearbyQuery } from '../features/barbershops/queries.ts'
import { PlaceField } from '../features/places/place-field/place-field.tsx'
import { describePlace, placeNameQuery } from '../features/places/use-search-position.ts'
import { api } from '../lib/api.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { paths } from '../lib/paths.ts'
import { Button } from '../ui/button.tsx'
import { MissingPart } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'

/** The nearest barbershops with these filters, open or not. */
const nearestToOpenQuery = ({ openNow: _, ...query }: NearbyQuery) =>
  queryOptions({
    queryKey: ['barbershops', 'nearest-to-open', query],
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
  const { data } = useQuery(nearestToOpenQuery(query))
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
        placeField={PlaceField}
        position={{ latitude, longitude }}
        placeName={place && describePlace(place)}
        radiusInKm={radiusInKm}
        service={filters.service}
        wanted={{ date: filters.freeOn, from: filters.freeFrom, until: filters.freeUntil }}
      />
    </Suspense>
  )
}

/** The nearest barbershop, however far away: without it an empty list would lead nowhere. */
function NearestBarbershop({ query }: { query: NearbyQuery }) {
  const { data } = useQuery(nearestQuery(query))
  if (!data?.barbershop) return null
  const { barbershop, isMatch } = data
  return (
    <section aria-labelledby="nearest-title" className="rounded-card bg-sunken p-3">
      <h3 id="nearest-title" className="mb-2 px-1 font-sans text-sm leading-tight font-semibold tracking-normal">
        {isMatch ? 'A mais perto com estes filtros' : 'A barbearia mais perto'}, em {barbershop.city} -{' '}
        {barbershop.state}
      </h3>
      <div>
        <Tile shop={barbershop} />
      </div>
    </section>
  )
}

type NothingFoundProps = {
  query: NearbyQuery
  filters: NearbyFilters
  onChange: (filters: NearbyFilters) => void
  onChangeLocation: () => void
}

/** The first button waits for what was searched; the others search more widely. */
function NothingFound({ query, filters, onChange, onChangeLocation }: NothingFoundProps) {
  const radius = filters.radius ?? DEFAULT_RADIUS
  // On a phone one below the other, all of one width.
  const action = (
    <div className="grid gap-2 md:flex md:flex-wrap">
      <OwnAreaRequest query={query} filters={filters} />
      {isNarrowed(filters) && (
        <Button variant="outline" onClick={() => onChange(clearAll(filters))}>
          Limpar filtros
        </Button>
      )}
      {radius < MAX_RADIUS_KM && (
        <Button variant="outline" onClick={() => onChange({ ...filters, radius: MAX_RADIUS_KM })}>
          Buscar em até {MAX_RADIUS_KM}km
        </Button>
      )}
      <Button variant="outline" onClick={onChangeLocation}>
        Alterar localização
      </Button>
    </div>
  )
  return (
    <Notice icon="chair" title="Nenhuma barbearia encontrada por aqui" action={action}>
      <div className="grid gap-4">
        <p>{isNarrowed(filters) ? 'Tire um filtro ou procure mais longe.' : 'Procure mais longe ou em outro lugar.'}</p>
        <LooserList position={query} filters={filters} onChange={onChange} />
      </div>
    </Notice>
  )
}

/** What an empty list shows. */
export function EmptyResults(props: NothingFoundProps) {
  const { query, filters } = props
  return (
    <div className="grid grid-cols-1 gap-4">
      {filters.isOpenNow && <FirstToOpen query={query} />}
      <NothingFound {...props} />
      <NearestBarbershop query={query} />
    </div>
  )
}
