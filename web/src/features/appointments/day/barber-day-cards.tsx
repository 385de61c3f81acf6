import type { Appointment } from '@na-regua/contract/appointments'
import { type ReactNode, useId, useRef, useState } from 'react'
import { formatDuration, formatInstantInSentence, formatMoney, formatTime } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useIsWide } from '../../../ui/use-media-query.ts'
import { AppointmentBadges, ArrivalBadge, GuestAndNoteText } from '../agenda/card-actions.tsx'
import { formatRowDay, formatStatus, getServedName, statusTones } from '../agenda/rules.ts'
import { CommandBadge, ContactRow, DayActions } from './appointment-dialog.tsx'
import { collapseList, describeDeadline, formatTimeUntil, sumDay } from './rules.ts'
import type { UndoableChanges } from './use-undoable-changes.ts'

/** How the day stands, in one line. */
export function DayTotals({ appointments }: { appointments: readonly Appointment[] }) {
  const { count, doneCount, cents, doneCents } = sumDay(appointments)
  if (appointments.length === 0) return null
  return (
    <dl className="-my-2 flex flex-wrap gap-x-6 gap-y-1 text-sm tabular-nums">
      <Total label="Atendidos" value={doneCount} of={count} />
      <Total label="Feito" value={formatMoney(doneCents)} of={formatMoney(cents)} />
    </dl>
  )
}

function Total({ label, value, of }: { label: string; value: string | number; of: string | number }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-mute">{label}</dt>
      <dd>
        <span className="font-semibold">{value}</span> de {of}
      </dd>
    </div>
  )
}

type FollowingListProps = { appointments: readonly Appointment[]; onOpen: (id: string) => void }

/** Who comes after the next customer. */
export function LaterAppointments({ appointments, onOpen }: FollowingListProps) {
  if (appointments.length === 0) return null
  return (
    <ul aria-label="Depois" className="-mt-3 grid grid-cols-1 gap-1">
      {appointments.map((appointment) => (
        <li key={appointment.id}>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(appointment.id)}
            className="flex min-h-11 w-full items-center gap-3 rounded-control border border-line bg-card px-4 text-left text-sm hover:border-edge"
          >
            <span className="font-semibold tabular-nums">
              {formatTime(appointment.startTime, appointment.timeZone)}
            </span>
            <span className="min-w-0 line-clamp-4 wrap-anywhere">
              <span className="font-semibold">{getServedName(appointment)}</span>
              <span className="text-mute"> · {appointment.service.name}</span>
            </span>
            <span className="ml-auto flex shrink-0 gap-1.5 empty:hidden">
              {appointment.status === 'SCHEDULED' && (
                <Badge tone="brass">{formatStatus(appointment.status, 'barber')}</Badge>
              )}
              <ArrivalBadge appointment={appointment} />
              <CommandBadge appointmentId={appointment.id} isCompact />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type NextCardProps = {
  appointment: Appointment
  now: Date
  /** For a barber who works in several barbershops. */
  showsBarbershop: boolean
  children?: ReactNode
}

/** The current or next customer. */
export function NextCard({ appointment, now, showsBarbershop, children }: NextCardProps) {
  const { customer, service, startTime, status, priceCents, durationMin, barbershop } = appointment
  const minutes = Math.ceil((Date.parse(startTime) - now.getTime()) / 60_000)
  const hasStarted = minutes <= 0
  const deadline = describeDeadline(appointment, now)
  return (
    <section
      aria-labelledby="proximo"
      className="grid grid-cols-1 gap-3 rounded-hero border border-line bg-card p-4 md:gap-4 md:p-5"
    >
      <div className="flex items-start justify-between gap-3">
        <p id="proximo" className="shrink-0 font-semibold text-mute">
          {hasStarted ? 'Na cadeira' : 'Próximo cliente'}
        </p>
        <p className="flex flex-wrap justify-end gap-1.5">
          <Badge tone={statusTones[status]}>{formatStatus(status, 'barber')}</Badge>
          <AppointmentBadges appointment={appointment} now={now} />
          <CommandBadge appointmentId={appointment.id} />
        </p>
      </div>
      <div className="-mt-1 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-display text-2xl leading-tight font-extrabold tracking-[-0.02em] wrap-anywhere">
            {getServedName(appointment)}
          </p>
          <p className="text-mute wrap-anywhere">
            {service.name} · <span className="whitespace-nowrap">{formatDuration(durationMin)} ·</span>{' '}
            <span className="whitespace-nowrap">{formatMoney(priceCents)}</span>
            {showsBarbershop && ` · ${barbershop.name}`}
          </p>
        </div>
        <NextTime appointment={appointment} minutes={minutes} />
      </div>
      {deadline && <p className="-mt-2 text-sm text-brass">{deadline}</p>}
      <GuestAndNoteText appointment={appointment} side="barber" />
      <ContactRow phone={customer.phone} name={customer.name} />
      {children}
    </section>
  )
}

function NextTime({ appointment, minutes }: { appointment: Appointment; minutes: number }) {
  const { startTime, endTime, timeZone } = appointment
  return (
    <p className="grid shrink-0 justify-items-end tabular-nums">
      <time dateTime={startTime} className="font-display text-2xl leading-tight font-extrabold tracking-[-0.02em]">
        {formatTime(startTime, timeZone)}
      </time>{' '}
      <span className="font-semibold whitespace-nowrap text-red">
        {minutes <= 0 ? `até ${formatInstantInSentence(endTime, timeZone)}` : formatTimeUntil(minutes)}
      </span>
    </p>
  )
}

type OpenListProps = {
  title: string
  appointments: readonly Appointment[]
  now: Date
  changes: UndoableChanges
  onOpen: (id: string) => void
}

/** Appointments that need an action of the barber: requests, and past ones without an outcome. */
export function OpenList({ title, appointments, ...row }: OpenListProps) {
  const titleId = useId()
  const { shown, hidden, list, expand } = useCollapse(appointments)
  if (appointments.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="text-lg">
        {title} <span className="font-sans text-sm font-semibold text-mute">{appointments.length}</span>
      </h3>
      <ul ref={list} className="mt-2 grid gap-2">
        {shown.map((appointment) => (
          <OpenRow key={appointment.id} {...row} appointment={appointment} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="ghost" isWide className="mt-1" onClick={expand}>
          {hidden === 1 ? 'Ver mais 1' : `Ver mais ${hidden}`}
          <span className="sr-only"> em {title}</span>
        </Button>
      )}
    </section>
  )
}

/** A long list is collapsed on phones. Expanding moves the focus to the first added row. */
function useCollapse(appointments: readonly Appointment[]) {
  const isWide = useIsWide()
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const { shown, hidden } = collapseList(appointments, isWide || isOpen)

  function expand() {
    setOpen(true)
    requestAnimationFrame(() => list.current?.querySelectorAll('li')[shown.length]?.focus())
  }

  return { shown, hidden, list, expand }
}

type OpenRowProps = Omit<OpenListProps, 'title' | 'appointments'> & { appointment: Appointment }

function OpenRow({ appointment, now, changes, onOpen }: OpenRowProps) {
  const { id, service, startTime, timeZone } = appointment
  const deadline = describeDeadline(appointment, now)
  return (
    <li tabIndex={-1} className="grid gap-2 rounded-card border border-line bg-card p-3">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(id)}
        className="-m-1.5 grid min-h-11 content-center rounded-control p-1.5 text-left hover:bg-sunken"
      >
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 wrap-anywhere">
            <span className="font-semibold">{getServedName(appointment)}</span>
            <span className="text-sm text-mute"> · {service.name}</span>
          </span>
          <span className="ml-auto shrink-0 tabular-nums">{formatTime(startTime, timeZone)}</span>
        </span>
        <ArrivalBadge appointment={appointment} className="justify-self-start" />
        <CommandBadge appointmentId={id} className="justify-self-start" />
        {deadline && (
          <span className="flex flex-wrap justify-between gap-x-3 text-sm">
            <span className="text-brass">{deadline}</span>
            <span className="text-mute">{formatRowDay(startTime, now, timeZone)}</span>
          </span>
        )}
      </button>
      <DayActions appointment={appointment} now={now} changes={changes} isRow />
    </li>
  )
}
