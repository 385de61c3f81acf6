import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'

type SectionTab = { value: string; label: string; content: ReactNode }

type SectionTabsProps = {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly SectionTab[]
  value: string
  onChange: (value: string) => void
}

/** The place of the next tab by the pressed key. */
export const tabMoves: Record<string, (index: number, count: number) => number> = {
  ArrowLeft: (index, count) => (index + count - 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

type TabButtonProps = { tab: SectionTab; isOpen: boolean; onOpen: () => void }

function TabButton({ tab, isOpen, onOpen }: TabButtonProps) {
  return (
    <button
      id={`aba-${tab.value}`}
      type="button"
      role="tab"
      aria-selected={isOpen}
      aria-controls={`painel-${tab.value}`}
      tabIndex={isOpen ? 0 : -1}
      onClick={onOpen}
      className={clsx(
        '-mb-px min-h-12 flex-1 border-b-2 px-1 leading-tight font-semibold -outline-offset-2 transition-colors sm:flex-none sm:px-4 sm:whitespace-nowrap',
        isOpen ? 'border-red text-ink' : 'border-transparent text-mute hover:text-ink',
      )}
    >
      {tab.label}
    </button>
  )
}

function TabStrip({ label, tabs, value, onChange }: SectionTabsProps) {
  const strip = useRef<HTMLDivElement>(null)

  function handleKeyDown(event: KeyboardEvent) {
    const current = tabs.findIndex((tab) => tab.value === value)
    const tab = tabs[tabMoves[event.key]?.(current, tabs.length) ?? -1]
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    strip.current?.querySelector<HTMLElement>(`#aba-${tab.value}`)?.focus()
  }

  return (
    <div
      ref={strip}
      role="tablist"
      aria-label={label}
      onKeyDown={handleKeyDown}
      className="flex flex-wrap gap-1 border-b border-line noscript:hidden"
    >
      {tabs.map((tab) => (
        <TabButton key={tab.value} tab={tab} isOpen={tab.value === value} onOpen={() => onChange(tab.value)} />
      ))}
    </div>
  )
}

/** Tabs whose panels are all in the page: without JavaScript they are shown one below the other under their titles. */
export function SectionTabs(props: SectionTabsProps) {
  return (
    <div>
      <TabStrip {...props} />
      {props.tabs.map(({ value, label, content }) => (
        <section
          key={value}
          id={`painel-${value}`}
          role="tabpanel"
          aria-labelledby={`aba-${value}`}
          className={clsx('pt-5', value !== props.value && 'hidden noscript:block')}
        >
          <h2 className="sr-only noscript:not-sr-only noscript:mb-3 noscript:text-xl">{label}</h2>
          {content}
        </section>
      ))}
    </div>
  )
}

export const TAB_PARAMETER = 'aba'

/** The open tab as a search param, so that it can be shared; the first tab without a valid one. */
export function useTab(tabs: readonly { value: string }[]) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const requested = search.get(TAB_PARAMETER)
  const tab = tabs.find(({ value }) => value === requested)?.value ?? tabs[0]?.value ?? ''

  function setTab(value: string) {
    setSearch((current) => ({ ...Object.fromEntries(current), [TAB_PARAMETER]: value }), {
      replace: true,
      preventScrollReset: true,
      state,
    })
  }

  return [tab, setTab] as const
}
