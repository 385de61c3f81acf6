import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Skeleton } from '../../../ui/loading.tsx'
import { StaleNotice } from '../../../ui/stale-notice.tsx'
import { AgendaList } from '../agenda/agenda-list.tsx'
import { agendaQuery } from '../agenda/queries.ts'
import { listStatusTabs, type StaffSide } from '../agenda/rules.ts'
import { StatusTabs, tabId, useAgendaFilters } from '../agenda/status-tabs.tsx'
import { UnnotifiedCustomers } from '../day/day-frame.tsx'
import { useUndoableChanges } from '../day/use-undoable-changes.ts'
import { type ShopOption, StaffFilters } from './staff-filters.tsx'
import { StaffRows } from './staff-rows.tsx'

const skeleton = (
  <div className="divide-y divide-line rounded-card border border-line bg-card">
    {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
      <div key={row} className="flex h-14 items-center gap-4 px-4">
        <Skeleton className="h-5 w-12" />
        <Skeleton className="h-5 w-40 max-w-2/5" />
        <Skeleton className="h-5 w-32 max-md:hidden" />
        <Skeleton className="ml-auto h-5 w-20" />
      </div>
    ))}
  </div>
)

type StaffAgendaProps = {
  side: StaffSide
  /** The barbershops of an owner. */
  shops?: readonly ShopOption[] | undefined
}

/** The appointments of a barber or an owner as a table; tab, filters and page are stored in the URL. */
export function StaffAgenda({ side, shops = [] }: StaffAgendaProps) {
  const [filters, change] = useAgendaFilters(side)
  // Here, because what can still be undone outlives a page of the list.
  const changes = useUndoableChanges()
  const agenda = useQuery(agendaQuery(side, filters))
  const panelId = useId()
  const { status } = filters
  const tabs = listStatusTabs(side)
  const hasTab = tabs.some(({ value }) => value === status)

  return (
    <div className="grid grid-cols-1 gap-4">
      <StatusTabs tabs={tabs} value={status} controls={panelId} onChange={(next) => change({ status: next })} />
      <StaffFilters side={side} filters={filters} shops={shops} onChange={change} />
      <UnnotifiedCustomers />
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={hasTab ? tabId(status) : undefined}
        aria-label={hasTab ? undefined : 'Não compareceram'}
      >
        <StaleNotice of={agenda} className="mb-4" />
        <AgendaList side={side} filters={filters} onChange={change} skeleton={skeleton}>
          {({ appointments }) => (
            <StaffRows
              // Nothing stays selected that another page or filter hides.
              key={JSON.stringify(filters)}
              side={side}
              filters={filters}
              stored={appointments}
              changes={changes}
              hasShops={shops.length > 1}
            />
          )}
        </AgendaList>
      </div>
    </div>
  )
}
