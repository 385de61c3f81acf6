import type { Appointment } from '@na-regua/contract/appointments'
import { type ReactNode, useId, useRef } from 'react'
import { Select } from '../../../ui/select.tsx'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { AgendaList } from './agenda-list.tsx'
import { DateButton, DateCard } from './date-filter.tsx'
import { EmptyAgenda } from './empty-agenda.tsx'
import { type Side, tabsOf } from './rules.ts'
import { StatusTabs, tabId } from './status-tabs.tsx'
import { useView } from './use-view.ts'

type Shop = { id: string; name: string }

type ShopFilterProps = { shops: readonly Shop[]; value: string | undefined; onChange: (id: string | undefined) => void }

/** Only who has several shops has something to choose. */
function ShopFilter({ shops, value, onChange }: ShopFilterProps) {
  if (shops.length < 2) return null
  const options = [
    { value: '', label: 'Todas as barbearias' },
    ...shops.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div className="min-w-0 max-lg:flex-1">
      <Select
        aria-label="Barbearia"
        options={options}
        value={shops.some(({ id }) => id === value) ? value : ''}
        onChange={(id) => onChange(id || undefined)}
      />
    </div>
  )
}

type AgendaViewProps = {
  side: Side
  actionsFor: (appointment: Appointment, now: Date) => ReactNode
  /** Of an owner, to choose among. */
  shops?: readonly Shop[]
}

/** On a wide screen they stand beside the list, otherwise above it. */
function Filters({ side, shops = [], as: DateFilter }: AgendaViewProps & { as: typeof DateCard }) {
  const [{ date, barbershopId }, change] = useView(side)
  return (
    <>
      <ShopFilter shops={shops} value={barbershopId} onChange={(id) => change({ barbershopId: id })} />
      <DateFilter {...{ side, barbershopId, date }} onChange={(next) => change({ date: next })} />
    </>
  )
}

/** What the open tab shows. Turning a page leads back to its beginning. */
function TabPanel({ id, side, actionsFor }: AgendaViewProps & { id: string }) {
  const [view, change] = useView(side)
  const panel = useRef<HTMLDivElement>(null)

  function handlePage(page: number) {
    change({ page })
    panel.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <div ref={panel} id={id} role="tabpanel" aria-labelledby={tabId(view.status)} className="scroll-mt-24 pt-4">
      <AgendaList
        {...{ side, view, actionsFor }}
        onPage={handlePage}
        empty={<EmptyAgenda side={side} view={view} onClearDate={() => change({ date: undefined })} />}
      />
    </div>
  )
}

/** The list of appointments that all three sides have in common: tabs, day, shop, pages, kept in the address. */
export function AgendaView(props: AgendaViewProps) {
  const { side } = props
  const [{ status }, change] = useView(side)
  const isWide = useIsWide()
  const panelId = useId()
  return (
    <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="min-w-0">
        <StatusTabs
          tabs={tabsOf(side)}
          value={status}
          controls={panelId}
          onChange={(next) => change({ status: next })}
        />
        {!isWide && (
          <div className="mt-4 flex flex-wrap gap-2">
            <Filters {...props} as={DateButton} />
          </div>
        )}
        <TabPanel {...props} id={panelId} />
      </div>
      {isWide && (
        <aside className="sticky top-24 grid gap-4">
          <Filters {...props} as={DateCard} />
        </aside>
      )}
    </div>
  )
}
