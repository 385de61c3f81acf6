import { clsx } from 'clsx'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useUrlParams } from '../../../lib/use-url-params.ts'
import { tabMoves } from '../../../ui/section-tabs.tsx'
import { type AgendaFilters, type AgendaSide, readAgendaFilters, writeAgendaFilters } from './rules.ts'

type Tab<T> = { value: T; label: string }

type StatusTabsProps<T> = {
  tabs: readonly Tab<T>[]
  value: T
  /** The id of the tab panel. */
  controls: string
  onChange: (value: T) => void
}

export function tabId(value: string) {
  return `situacao-${value}`
}

type TabButtonProps = { tab: Tab<string>; isOpen: boolean; isReached: boolean; controls: string; onOpen: () => void }

function TabButton({ tab, isOpen, isReached, controls, onOpen }: TabButtonProps) {
  return (
    <button
      id={tabId(tab.value)}
      type="button"
      role="tab"
      aria-selected={isOpen}
      aria-controls={controls}
      tabIndex={isReached ? 0 : -1}
      onClick={onOpen}
      className={clsx(
        'min-h-12 shrink-0 border-b-2 px-3 font-semibold whitespace-nowrap -outline-offset-2 transition-colors sm:px-4',
        isOpen ? 'border-red text-ink' : 'border-transparent text-mute hover:text-ink',
      )}
    >
      {tab.label}
    </button>
  )
}

/** Tabs that share one panel. On phones they scroll horizontally; the open tab stays visible. */
export function StatusTabs<T extends string>({ tabs, value, controls, onChange }: StatusTabsProps<T>) {
  const strip = useRef<HTMLDivElement>(null)
  const place = tabs.findIndex((tab) => tab.value === value)

  // Also when the URL names the open tab. Only sideways: the page stays where it was left.
  useLayoutEffect(() => {
    const open = strip.current?.children[place]
    if (strip.current && open instanceof HTMLElement)
      strip.current.scrollLeft = open.offsetLeft - (strip.current.clientWidth - open.offsetWidth) / 2
  }, [place])

  function handleKeyDown(event: KeyboardEvent) {
    const index = tabMoves[event.key]?.(place, tabs.length)
    const tab = tabs[index ?? -1]
    if (!tab || index === undefined) return
    event.preventDefault()
    onChange(tab.value)
    strip.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }

  return (
    <div
      ref={strip}
      role="tablist"
      aria-label="Situação"
      onKeyDown={handleKeyDown}
      className="[scrollbar-width:none] relative -mx-5 flex scroll-px-5 gap-1 overflow-x-auto border-b border-line px-5 md:mx-0 md:px-0"
    >
      {tabs.map((tab, index) => (
        <TabButton
          key={tab.value}
          tab={tab}
          isOpen={tab.value === value}
          // By the keyboard; without an open one it is the first.
          isReached={index === Math.max(0, place)}
          controls={controls}
          onOpen={() => onChange(tab.value)}
        />
      ))}
    </div>
  )
}

/** Tab, page and filters are stored in the URL: they survive a reload and can be shared. */
export function useAgendaFilters(side: AgendaSide) {
  const [params, changeParams] = useUrlParams()
  const change = (next: Partial<AgendaFilters>) => void changeParams((current) => writeAgendaFilters(current, next))
  return [readAgendaFilters(side, params), change] as const
}

const PARAMETER = 'ver'
/** Parameters of the list view: a URL that contains one of them opens the list. */
const listParameters = ['status', 'date', 'page', 'barbershopId', 'barberId', 'serviceId', 'q', 'from', 'to', 'source']

/** The day view's own parameter for its date. */
export const DAY_PARAMETER = 'dia'

const BARBER_PARAMETER = 'barbeiro'

/** The barber whose day or week is shown: a link to a barber or to one of their appointments names them. */
export function useBarberOfUrl() {
  const [params, changeParams] = useUrlParams()
  const select = (id: string | undefined) =>
    void changeParams((current) => {
      const next = new URLSearchParams(current)
      if (id) next.set(BARBER_PARAMETER, id)
      else next.delete(BARBER_PARAMETER)
      return next
    })
  return [params.get(BARBER_PARAMETER), select] as const
}

/** The URL of another view, which shows the same date; day and week also show the same barber. */
export function toViewParams(current: URLSearchParams, view: string) {
  const next = new URLSearchParams({ [PARAMETER]: view })
  const date = current.get('date') ?? current.get(DAY_PARAMETER)
  if (date) next.set(view === 'lista' ? 'date' : DAY_PARAMETER, date)
  const barberId = current.get(BARBER_PARAMETER)
  if (barberId && view !== 'lista') next.set(BARBER_PARAMETER, barberId)
  return next
}

/** The view of a URL; the first mode is the default. */
export function findViewMode<T extends string>(params: URLSearchParams, modes: readonly { value: T }[]): T {
  const requested = params.get(PARAMETER)
  const known = modes.find(({ value }) => value === requested)?.value
  const implied = listParameters.some((name) => params.has(name))
    ? modes.find(({ value }) => value === 'lista')
    : modes[0]
  return known ?? (implied?.value as T)
}

/** Day, week or list, stored in the URL. */
export function useViewMode<T extends string>(modes: readonly { value: T }[]) {
  const [params, changeParams] = useUrlParams()
  const mode = findViewMode(params, modes)
  const setMode = (value: T) => void changeParams((current) => toViewParams(current, value))
  return [mode, setMode] as const
}
