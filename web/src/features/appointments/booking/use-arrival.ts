import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createStoredValue } from '../../../lib/use-stored-value.ts'

type Source = 'link' | 'poster'
type Arrival = { barbershopId: string; source: Source }

/** In the tab's storage: between the arrival and the booking the customer may log in on another site. */
const storedArrival = createStoredValue<Arrival>({ key: 'arrival', storage: 'session', parse: JSON.parse })

const sources: Readonly<Record<string, Source>> = { cartaz: 'poster', link: 'link' }

type Page = { barbershopId: string | undefined; isOwnAddress?: boolean }

/**
 * Remembers that the customer came by the poster or by a link of the barbershop, which say so in the URL, or by its own address. That
 * counts only on the first page of the tab: pages of the product lead to it too.
 */
export function useArrival({ barbershopId, isOwnAddress = false }: Page) {
  const { key, search } = useLocation()
  const isFirstPage = key === 'default'
  const named = sources[new URLSearchParams(search).get('origem') ?? '']
  const source = named ?? (isOwnAddress && isFirstPage ? 'link' : undefined)
  useEffect(() => {
    if (barbershopId && source) storedArrival.write({ barbershopId, source })
  }, [barbershopId, source])
}

/** How the customer came to this barbershop in this tab; undefined: through the product. */
export function findArrivalSource(barbershopId: string): Source | undefined {
  const arrival = storedArrival.read()
  return arrival?.barbershopId === barbershopId ? arrival.source : undefined
}
