import { clsx } from 'clsx'
import { useState, useSyncExternalStore } from 'react'
import { createStoredValue, useStoredValue } from '../../../lib/use-stored-value.ts'
import { useUrlParams } from '../../../lib/use-url-params.ts'
import { Segmented } from '../../../ui/choice-group.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { CardLayout } from '../card/barbershop-card.tsx'

const storedLayout = createStoredValue<CardLayout>({
  key: 'listLayout',
  parse: (text) => (text === 'list' ? 'list' : 'grid'),
  format: (layout) => layout,
})

export function useListLayout() {
  const [layout = 'grid', setLayout] = useStoredValue(storedLayout)
  return [layout, setLayout] as const
}

const layouts = [
  { value: 'grid', label: 'Ver em grade', icon: <Icon name="grid" /> },
  { value: 'list', label: 'Ver em lista', icon: <Icon name="list" /> },
] as const

/** Hidden on a phone: with one column both layouts look the same. */
export function LayoutSwitch() {
  const [layout, setLayout] = useListLayout()
  return (
    <div className="hidden md:block">
      <Segmented label="Formato da lista" options={layouts} value={layout} onChange={setLayout} />
    </div>
  )
}

export const mapParameter = 'map'
const views = [
  { value: 'list', label: 'Lista' },
  { value: 'map', label: 'Mapa' },
] as const

const subscribe = () => () => {}

/**
 * Whether the results are shown on a map, and which barbershop the list and the map highlight. The URL has it, and "back" leaves the
 * map. The server does not read that parameter: it renders the list, which the page hydrates first.
 */
export function useResultsMap() {
  const [params, changeUrl] = useUrlParams()
  const [highlightedId, highlight] = useState<string>()
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )

  function show(isShown: boolean) {
    const write = (current: URLSearchParams) => {
      const next = new URLSearchParams(current)
      if (isShown) next.set(mapParameter, '1')
      else next.delete(mapParameter)
      return next
    }
    void changeUrl(write, { isNewEntry: true })
  }

  return { isShown: isHydrated && params.get(mapParameter) === '1', show, highlightedId, highlight }
}

type MapToggleProps = Pick<ReturnType<typeof useResultsMap>, 'isShown' | 'show'>

/** As high as the heading beside it; the area that reacts has 44 px. */
export function MapToggle({ isShown, show }: MapToggleProps) {
  return (
    <fieldset aria-label="Ver resultados como" className="inline-flex shrink-0 rounded-full border border-line bg-card">
      {views.map(({ value, label }) => {
        const isChosen = isShown === (value === 'map')
        return (
          <button
            key={value}
            type="button"
            aria-pressed={isChosen}
            onClick={() => show(value === 'map')}
            className={clsx(
              'relative min-h-6.5 rounded-full px-3.5 text-sm font-semibold transition-colors after:absolute after:inset-x-0 after:-inset-y-2.5 md:min-h-9',
              isChosen ? 'bg-ink text-paper' : 'text-mute hover:text-ink',
            )}
          >
            {label}
          </button>
        )
      })}
    </fieldset>
  )
}
