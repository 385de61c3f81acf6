import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useUrlParams } from '../../../lib/use-url-params.ts'
import { filtersQuery } from '../queries.ts'
import { formatFilters, type NearbyFilters, parseFilters } from './rules.ts'

/** The filters in the URL. A change is shown at once, because the URL follows asynchronously and the next click may come first. */
export function useFilters() {
  const [params, changeUrl] = useUrlParams()
  const [unsaved, setUnsaved] = useState<{ url: string; filters: NearbyFilters }>()
  const url = params.toString()
  const filters = unsaved?.url === url ? unsaved.filters : parseFilters(params)
  if (unsaved && unsaved.url !== url) setUnsaved(undefined)

  function setFilters(next: NearbyFilters) {
    const change = findChange(filters, next)
    setUnsaved((last) => ({ url, filters: { ...(last ? last.filters : filters), ...change } }))
    void changeUrl((current) => formatFilters(current, { ...parseFilters(current), ...change }))
  }

  return [filters, setFilters] as const
}

/** What the panel offers; `onRetry` is set after the options failed to load. */
export function useFilterOptions() {
  const { data: options, error, refetch } = useQuery(filtersQuery())
  useEffect(() => {
    if (error) console.warn('filters failed to load', error)
  }, [error])
  return { options, onRetry: error && !options ? () => void refetch() : undefined }
}

/** Only the changed filters: another click may have changed the others in the meantime. */
function findChange(from: NearbyFilters, to: NearbyFilters): Partial<NearbyFilters> {
  const keys = Object.keys({ ...from, ...to }) as (keyof NearbyFilters)[]
  return Object.fromEntries(keys.filter((key) => to[key] !== from[key]).map((key) => [key, to[key]]))
}
