import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'

export type SectionTab = { value: string; label: string; content: ReactNode }

type SectionTabsProps = {
  /** Names the set for screen readers. */
  label: string
  tabs: readonly SectionTab[]
  value: string
  onChange: (value: string) => void
}

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowLeft: (index, count) => (index + count - 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Tabs whose panels all stand in the page: without script they read one below the other under their titles. */
export function SectionTabs({ label, tabs, value, onChange }: SectionTabsProps) {
  const list = useRef<HTMLDivElement>(null)

  function handleKeyDown(event: KeyboardEvent) {
    const current = tabs.findIndex((tab) => tab.value === value)
    const next = moves[event.key]?.(current, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    list.current?.querySelector<HTMLElement>(`#aba-${tab.value}`)?.focus()
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKeyDown}
        className="flex gap-1 border-b border-line noscript:hidden"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`aba-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`painel-${tab.value}`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={classNames(
              '-mb-px min-h-12 flex-1 border-b-2 px-1 font-semibold whitespace-nowrap -outline-offset-2 transition-colors sm:flex-none sm:px-4',
              tab.value === value ? 'border-red text-ink' : 'border-transparent text-mute hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <section
          key={tab.value}
          id={`painel-${tab.value}`}
          role="tabpanel"
          aria-labelledby={`aba-${tab.value}`}
          className={classNames('pt-5', tab.value !== value && 'hidden noscript:block')}
        >
          <h2 className="sr-only noscript:not-sr-only noscript:mb-3 noscript:text-xl">{tab.label}</h2>
          {tab.content}
        </section>
      ))}
    </div>
  )
}
