import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

type TabsProps = {
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  defaultValue?: string
  value?: string
  onChange?: (value: string) => void
}

/** Arrow keys move between tabs; only the chosen panel exists. */
export function Tabs({ label, tabs, defaultValue = tabs[0]?.value, value, onChange }: TabsProps) {
  return (
    <Base.Root
      value={value}
      defaultValue={value === undefined ? defaultValue : undefined}
      onValueChange={(next) => onChange?.(String(next))}
    >
      <Base.List aria-label={label} activateOnFocus className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-12 border-b-2 border-transparent px-4 font-semibold whitespace-nowrap text-mute -outline-offset-2 transition-colors hover:text-ink data-active:border-red data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
