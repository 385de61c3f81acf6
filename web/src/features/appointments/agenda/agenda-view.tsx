import type { Appointment } from '@na-regua/contract/appointments'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { formatLocalDate } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { RulerSkeleton, Skeleton } from '../../../ui/loading.tsx'
import { StaleNotice } from '../../../ui/stale-notice.tsx'
import { useIsWide } from '../../../ui/use-media-query.ts'
import { AgendaList, EmptyAgenda, useRestoredFocus } from './agenda-list.tsx'
import { AppointmentCard, HistoryRow, UpcomingRow } from './appointment-card.tsx'
import { MarkedCalendar } from './marked-calendar.tsx'
import { agendaQuery } from './queries.ts'
import {
  type AgendaFilters,
  type AgendaSide,
  groupByTime,
  isFiltered,
  isUpcoming,
  listStatusTabs,
  splitUpcoming,
} from './rules.ts'
import { StatusTabs, tabId, useAgendaFilters } from './status-tabs.tsx'

/** What a phone shows at once. */
const FIRST_ROWS = 2

type RenderActions = (appointment: Appointment, now: Date) => ReactNode

const cardSkeleton = (
  <div className="grid gap-3 rounded-card border border-line bg-card p-5">
    <Skeleton className="h-4 w-40" />
    <Skeleton className="h-8 w-28" />
    <RulerSkeleton />
    <Skeleton className="h-5 w-56 max-w-full" />
  </div>
)

const rowsClass = 'divide-y divide-line rounded-card border border-line bg-card'

type AppointmentsProps = { appointments: readonly Appointment[]; now: Date; actionsFor: RenderActions }

/** What comes next: the next day as cards, the days after it as one line each. */
function Upcoming({ appointments, now, actionsFor }: AppointmentsProps) {
  const { next, later } = splitUpcoming(appointments, now)
  // A list that is there from the beginning, as without network: the first screen is painted before the rest is rendered.
  const maxRows = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS)
  return (
    <section aria-label="Próximos" className="grid grid-cols-1 gap-3">
      <h2 className="sr-only">Próximos</h2>
      {next.map((appointment) => (
        <AppointmentCard
          key={appointment.id}
          appointment={appointment}
          now={now}
          actions={actionsFor(appointment, now)}
        />
      ))}
      {later.length > 0 && (
        <ul className={rowsClass}>
          {later.slice(0, maxRows).map((appointment) => (
            <li key={appointment.id}>
              <UpcomingRow appointment={appointment} now={now} actions={actionsFor(appointment, now)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type GroupsProps = AppointmentsProps & { filters: AgendaFilters }

/** The rows of the list: what is over has one line each. */
function Groups({ appointments, filters, now, actionsFor }: GroupsProps) {
  const maxRows = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS)
  return (
    <div className="grid grid-cols-1 gap-6">
      {groupByTime(appointments, filters, now).map(({ title, isTitleShown, isHistory, appointments: rows }) => {
        const Row = isHistory ? HistoryRow : AppointmentCard
        return (
          <section key={title} aria-label={title}>
            <h2 className={isTitleShown ? 'mb-3 text-xl' : 'sr-only'}>{title}</h2>
            <ul className={isHistory ? rowsClass : 'grid grid-cols-1 gap-4'}>
              {rows.slice(0, maxRows).map((appointment) => (
                <li key={appointment.id}>
                  <Row appointment={appointment} now={now} actions={actionsFor(appointment, now)} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

const noHistory = <p className="text-mute">O que já passou aparece aqui.</p>

type CustomerAgendaProps = {
  actionsFor: RenderActions
  /** Stands where the next appointment would, while none is booked. */
  whenNothingIsBooked: (appointments: readonly Appointment[]) => ReactNode
  /** What else the customer waits for, between what comes next and the list. */
  children: ReactNode
}

/** The appointments of a customer, what comes next first; tab, day and page of the list are stored in the URL. */
export function CustomerAgenda({ actionsFor, whenNothingIsBooked, children }: CustomerAgendaProps) {
  const [filters, change] = useAgendaFilters('customer')
  const agenda = useQuery(agendaQuery('customer', filters))
  const { data, isPending } = agenda
  const frame = useRestoredFocus<HTMLDivElement>()
  const now = useNow()
  const isWide = useIsWide()
  const panelId = useId()
  const isWhole = !isFiltered(filters)
  const upcoming = data?.appointments.filter((row) => isUpcoming(row, now)) ?? []
  const { status, date } = filters
  const dateProps = { side: 'customer', date, onChange: (next: string | undefined) => change({ date: next }) } as const
  return (
    <div
      ref={frame}
      tabIndex={-1}
      className="grid items-start gap-x-8 gap-y-4 outline-none lg:grid-cols-[minmax(0,1fr)_21rem]"
    >
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <StaleNotice of={agenda} />
        {isWhole && isPending && cardSkeleton}
        {isWhole && upcoming.length > 0 && <Upcoming appointments={upcoming} now={now} actionsFor={actionsFor} />}
        {isWhole && data && upcoming.length === 0 && whenNothingIsBooked(data.appointments)}
        {isWhole && data?.pagination.total === 0 && <EmptyAgenda side="customer" filters={filters} onChange={change} />}
        {children}
        <StatusTabs
          tabs={listStatusTabs('customer')}
          value={status}
          controls={panelId}
          onChange={(next) => change({ status: next })}
        />
        {!isWide && <DateButton {...dateProps} />}
        <div id={panelId} role="tabpanel" aria-labelledby={tabId(status)}>
          <AgendaList
            side="customer"
            filters={filters}
            onChange={change}
            skeleton={cardSkeleton}
            empty={isWhole ? noHistory : undefined}
          >
            {({ appointments, pagination }) => {
              const rows = isWhole ? appointments.filter((row) => !isUpcoming(row, now)) : appointments
              if (rows.length === 0 && pagination.totalPages === 1) return noHistory
              return <Groups appointments={rows} filters={filters} now={now} actionsFor={actionsFor} />
            }}
          </AgendaList>
        </div>
      </div>
      {isWide && (
        <aside className="sticky top-24">
          <DateCard {...dateProps} />
        </aside>
      )}
    </div>
  )
}

type DateFilterProps = {
  side: AgendaSide
  barbershopId?: string | undefined
  date: string | undefined
  onChange: (date: string | undefined) => void
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
function DateCard({ side, barbershopId, date, onChange }: DateFilterProps) {
  return (
    <section aria-label="Filtrar por data" className="rounded-card border border-line bg-card p-3">
      {/* The key opens the month of a date that was changed elsewhere, for example by the back button. */}
      <MarkedCalendar key={date?.slice(0, 7)} side={side} barbershopId={barbershopId} date={date} onSelect={onChange} />
      {date && (
        <div className="mt-1 flex items-center justify-between border-t border-line pt-2 pl-2">
          <span className="font-semibold tabular-nums">{formatLocalDate(date)}</span>
          <ClearButton onClear={() => onChange(undefined)} />
        </div>
      )}
    </section>
  )
}

/** A button with the day, which opens the calendar. */
export function DateButton({ side, barbershopId, date, onChange }: DateFilterProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex items-center gap-2">
      <Button variant="outline" aria-haspopup="dialog" className="min-h-12" onClick={() => setOpen(true)}>
        <Icon name="calendar" />
        <span className="tabular-nums">{date ? formatLocalDate(date) : 'Filtrar por data'}</span>
      </Button>
      {date && <ClearButton onClear={() => onChange(undefined)} />}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Filtrar por data">
        <MarkedCalendar
          side={side}
          barbershopId={barbershopId}
          date={date}
          onSelect={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      </Dialog>
    </div>
  )
}
