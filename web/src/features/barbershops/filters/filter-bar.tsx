import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Suspense, useEffect, useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useToday } from '../../../lib/use-now.ts'
import { useUrlParams } from '../../../lib/use-url-params.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MissingDialog } from '../../../ui/toast.tsx'
import { filtersQuery } from '../queries.ts'
import type { FilterPanel } from './filter-panel.tsx'
import { countChoices, formatFilters, listFilterBadges, type NearbyFilters, parseFilters } from './rules.ts'

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

const FilterSheet = lazyPart(() => import('./filter-panel.tsx').then((module) => module.FilterSheet), MissingDialog)

/** `total` is undefined until it is known. */
type FilterButtonProps = Parameters<typeof FilterPanel>[0] & { total: number | undefined }

/** Opens the filters on a phone. Wide screens show them beside the list. */
export function FilterButton({ total, ...panel }: FilterButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const count = countChoices(panel.filters)

  function open() {
    setOpened(true)
    setOpen(true)
  }

  return (
    <div className="shrink-0 md:hidden">
      <Button variant="outline" aria-haspopup="dialog" onClick={open} className="rounded-full! text-sm!">
        <Icon name="filter" />
        Filtros
        {count > 0 && (
          <span className="grid min-w-5.5 place-items-center rounded-full bg-ink px-2 text-xs leading-[1.375rem] text-paper tabular-nums">
            {count}
            <span className="sr-only"> ativos</span>
          </span>
        )}
      </Button>
      {wasOpened && (
        <Suspense>
          <FilterSheet
            {...panel}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            closeLabel={total === undefined ? 'Ver barbearias' : `Ver ${formatCount(total, 'barbearia', 'barbearias')}`}
          />
        </Suspense>
      )}
    </div>
  )
}

type QuickFiltersProps = { filters: NearbyFilters; onChange: (filters: NearbyFilters) => void }

const labels = { isOpenNow: 'Atende agora', isFreeToday: 'Livre hoje' } as const

/** The two filters for today, always visible. */
export function QuickFilters({ filters, onChange }: QuickFiltersProps) {
  return (
    <fieldset className="flex shrink-0 gap-2">
      <legend className="sr-only">Para hoje</legend>
      {(['isOpenNow', 'isFreeToday'] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={filters[name]}
          onClick={() => onChange({ ...filters, [name]: !filters[name] })}
          className={clsx(
            'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold whitespace-nowrap transition-colors',
            filters[name] ? 'border-green bg-green-soft text-green' : 'border-line bg-card hover:border-edge',
          )}
        >
          <span
            aria-hidden="true"
            className={clsx('size-2 rounded-full', filters[name] ? 'bg-green' : 'border-[1.5px] border-edge')}
          />
          {labels[name]}
        </button>
      ))}
    </fieldset>
  )
}

type FilterBadgesProps = { filters: NearbyFilters; onChange: (filters: NearbyFilters) => void }

export function FilterBadges({ filters, onChange }: FilterBadgesProps) {
  const badges = listFilterBadges(filters, useToday())
  if (badges.length === 0) return null
  return (
    <ul aria-label="Filtros ativos" className="flex shrink-0 gap-2 md:shrink md:flex-wrap">
      {badges.map(({ label, filtersWithout }) => (
        <li key={label} className="max-w-[70vw] md:max-w-full">
          <button
            type="button"
            aria-label={`Remover filtro ${label}`}
            onClick={() => onChange(filtersWithout)}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full bg-navy-soft py-1 pr-2.5 pl-3.5 text-left text-sm font-semibold text-navy md:min-h-9"
          >
            <span className="line-clamp-3 wrap-anywhere">{label}</span>
            <Icon name="close" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
