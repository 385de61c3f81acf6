import type { Appointment } from '@na-regua/contract/appointments'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { formatLocalDate } from '../../../lib/format.ts'
import { deviceTimeZone, toLocalTime } from '../../../lib/local-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MonthCalendar } from '../../../ui/month-calendar.tsx'
import { Select } from '../../../ui/select.tsx'
import { useIsWide } from '../../../ui/use-media-query.ts'
import { AgendaList } from './agenda-list.tsx'
import { markedDaysQuery } from './queries.ts'
import { type AgendaSide, listStatusTabs } from './rules.ts'
import { StatusTabs, tabId, useAgendaFilters } from './status-tabs.tsx'

type ShopOption = { id: string; name: string }

type ShopFilterProps = {
  shops: readonly ShopOption[]
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Rendered for owners of several barbershops only. */
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
  side: AgendaSide
  actionsFor: (appointment: Appointment, now: Date) => ReactNode
  /** The owner's barbershops. */
  shops?: readonly ShopOption[]
}

/** Next to the list on wide screens, above it otherwise. */
function Filters({ side, shops = [], as: DateFilter }: AgendaViewProps & { as: typeof DateCard }) {
  const [{ date, barbershopId }, change] = useAgendaFilters(side)
  return (
    <>
      <ShopFilter shops={shops} value={barbershopId} onChange={(id) => change({ barbershopId: id })} />
      <DateFilter side={side} barbershopId={barbershopId} date={date} onChange={(next) => change({ date: next })} />
    </>
  )
}

/** The list of the open tab. Another page scrolls to the top of the list. */
function TabPanel({ id, side, actionsFor }: AgendaViewProps & { id: string }) {
  const [filters, change] = useAgendaFilters(side)
  const panel = useRef<HTMLDivElement>(null)

  function handlePage(page: number) {
    change({ page })
    panel.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <div ref={panel} id={id} role="tabpanel" aria-labelledby={tabId(filters.status)} className="scroll-mt-24 pt-4">
      <AgendaList
        side={side}
        filters={filters}
        actionsFor={actionsFor}
        onPage={handlePage}
        onClearDate={() => change({ date: undefined })}
      />
    </div>
  )
}

/** The list of appointments for customers, barbers and owners; tab, day, barbershop and page are stored in the URL. */
export function AgendaView(props: AgendaViewProps) {
  const { side } = props
  const [{ status }, change] = useAgendaFilters(side)
  const isWide = useIsWide()
  const panelId = useId()
  return (
    <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="min-w-0">
        <StatusTabs
          tabs={listStatusTabs(side)}
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

type DateFilterProps = {
  side: AgendaSide
  barbershopId?: string
  date: string | undefined
  onChange: (date: string | undefined) => void
}

function MarkedCalendar({ side, barbershopId, date, onChange }: DateFilterProps) {
  const today = toLocalTime(new Date(), deviceTimeZone()).date
  const [month, setMonth] = useState((date ?? today).slice(0, 7))
  const { data } = useQuery(markedDaysQuery(side, { month, barbershopId }))
  return (
    <MonthCalendar
      month={month}
      onMonthChange={setMonth}
      today={today}
      selected={date}
      onSelect={onChange}
      marked={data?.marked ?? []}
      markLabel="com agendamento"
      off={data?.off}
    />
  )
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="ghost" onClick={onClear}>
      <Icon name="close" className="size-4.5" />
      Limpar data
    </Button>
  )
}

/** Next to the list, on wide screens. */
function DateCard(props: DateFilterProps) {
  return (
    <section aria-label="Filtrar por data" className="rounded-card border border-line bg-card p-3">
      {/* The key opens the month of a date that was changed elsewhere, for example by the back button. */}
      <MarkedCalendar key={props.date?.slice(0, 7)} {...props} />
      {props.date && (
        <div className="mt-1 flex items-center justify-between border-t border-line pt-2 pl-2">
          <span className="font-semibold tabular-nums">{formatLocalDate(props.date)}</span>
          <ClearButton onClear={() => props.onChange(undefined)} />
        </div>
      )}
    </section>
  )
}

/** On phones: a button with the day, which opens the calendar. */
function DateButton(props: DateFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const { date, onChange } = props
  return (
    <div className="flex items-center gap-2">
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="calendar" />
        <span className="tabular-nums">{date ? formatLocalDate(date) : 'Filtrar por data'}</span>
      </Button>
      {date && <ClearButton onClear={() => onChange(undefined)} />}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Filtrar por data">
        <MarkedCalendar
          {...props}
          onChange={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      </Dialog>
    </div>
  )
}
