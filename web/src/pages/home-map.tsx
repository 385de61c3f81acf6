import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSlotDay } from '../features/availability/slots-today/queries.ts'
import { formatFilters, mapParameter, parseFilters } from '../features/barbershops/filters/rules.ts'
import { barbershopQuery, type NearbyQuery } from '../features/barbershops/queries.ts'
import { ResultsMap } from '../features/barbershops/results-map/results-map.tsx'
import type { SearchCircle } from '../features/barbershops/results-map/rules.ts'
import { municipalitiesInViewQuery } from '../features/places/map/queries.ts'
import { formatPosition, isSamePosition, useStoredPosition } from '../features/places/use-search-position.ts'
import { queueQuery } from '../features/queue/queries.ts'
import { useSite } from '../lib/site.ts'
import { useUrlParams } from '../lib/use-url-params.ts'
import { useIsWide, useReducedMotion } from '../ui/use-media-query.ts'
import { useCardRenderer } from './barbershop-cards.tsx'

type HomeMapProps = {
  query: NearbyQuery
  highlightedId: string | undefined
  onHighlight: (id: string | undefined) => void
}

/** Another area in the URL, as a history entry, so that "back" returns to the last one. */
function useAreaSearch() {
  const [, changeUrl] = useUrlParams()
  return function search({ latitude, longitude, radiusInKm }: SearchCircle, leavesMap = false) {
    const write = (current: URLSearchParams) => {
      const next = formatPosition(current, { latitude, longitude })
      if (leavesMap) next.delete(mapParameter)
      return formatFilters(next, { ...parseFilters(current), radius: radiusInKm })
    }
    void changeUrl(write, { isNewEntry: true })
  }
}

/** The results of the list on a map. A tap on a pin leads to its card: beside the map on a desktop, else above its lower edge. */
export function HomeMap({ query, highlightedId, onHighlight }: HomeMapProps) {
  const site = useSite()
  const queryClient = useQueryClient()
  const search = useAreaSearch()
  const isWide = useIsWide()
  const isMotionReduced = useReducedMotion()
  const stored = useStoredPosition()
  const [selectedId, setSelectedId] = useState<string>()

  function select(id: string) {
    const card = isWide && document.querySelector(`[data-barbershop="${id}"]`)
    setSelectedId(card ? undefined : id)
    if (!card) return
    card.scrollIntoView({ block: 'center', behavior: isMotionReduced ? 'auto' : 'smooth' })
    card.querySelector('a')?.focus({ preventScroll: true })
  }

  return (
    <ResultsMap
      query={query}
      tilesUrl={site?.tilesUrl ?? ''}
      listMunicipalities={async (bounds) =>
        (await queryClient.fetchQuery(municipalitiesInViewQuery(bounds))).municipalities
      }
      formatDay={formatSlotDay}
      highlightedId={highlightedId ?? selectedId}
      onHighlight={onHighlight}
      onSelect={select}
      isOwnPosition={stored?.isDetected === true && isSamePosition(stored, query)}
      onSearch={(circle) => search(circle)}
      onList={(circle) => search(circle, !isWide)}
      card={
        selectedId
          ? {
              id: selectedId,
              content: <MapCard id={selectedId} query={query} />,
              onClose: () => setSelectedId(undefined),
            }
          : undefined
      }
    />
  )
}

/** The card of the list, for any barbershop on the map. */
function MapCard({ id, query }: { id: string; query: NearbyQuery }) {
  const { data, error } = useQuery(barbershopQuery(id))
  const hasQueue = data?.barbershop.hasQueue ?? false
  const { data: queue } = useQuery({ ...queueQuery(id), enabled: hasQueue })
  const card = data && { ...data.barbershop, queue: hasQueue ? { wait: queue?.wait ?? null } : null }
  const renderCard = useCardRenderer(card ? [card] : [], 1, { filter: query })
  if (card) return renderCard(card, 0)
  return (
    <p role={error ? 'alert' : 'status'} className="rounded-card bg-card p-5 text-center text-mute">
      {error ? error.message : 'Carregando...'}
    </p>
  )
}
