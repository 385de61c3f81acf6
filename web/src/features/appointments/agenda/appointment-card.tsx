import type { Appointment } from '@na-regua/contract/appointments'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import {
  formatDate,
  formatDuration,
  formatInstantInSentence,
  formatMoney,
  formatShortDate,
  getWeekday,
  weekdays,
} from '../../../lib/format.ts'
import { deviceTimeZone, hasSameLocalTime, toLocalTime } from '../../../lib/local-time.ts'
import { appointmentCardId, paths } from '../../../lib/paths.ts'
import { useUrlHash } from '../../../lib/use-url-hash.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { AppointmentBadges, GuestAndNoteText } from './card-actions.tsx'
import {
  describeAhead,
  describeCancellation,
  describeStatusForCustomer,
  formatNearDay,
  formatStatus,
  isUpcoming,
  statusTones,
} from './rules.ts'

type CardProps = {
  appointment: Appointment
  now: Date
  /** Buttons below the details. */
  actions?: ReactNode
}

/** 'Hoje, 28/11/2026', in the barbershop's time zone. */
function formatDay({ startTime, timeZone }: Appointment, now: Date) {
  const { date } = toLocalTime(new Date(startTime), timeZone)
  const day = formatNearDay(date, toLocalTime(now, timeZone).date) ?? weekdays[getWeekday(date)]
  return `${day}, ${formatDate(startTime, timeZone)}`
}

/** How long until it begins, in large figures when, and what has become of it. */
function When({ appointment, now }: Pick<CardProps, 'appointment' | 'now'>) {
  const { startTime, endTime, timeZone } = appointment
  const isElsewhere = !hasSameLocalTime(deviceTimeZone(), timeZone, new Date(startTime))
  return (
    <div className="tabular-nums">
      <p className="text-sm text-mute">
        {formatDay(appointment, now)}
        {isUpcoming(appointment, now) && (
          <span className="font-semibold text-ink"> · {describeAhead(appointment, now)}</span>
        )}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p>
          <time dateTime={startTime} className="font-display text-2xl font-extrabold tracking-[-0.02em]">
            {formatInstantInSentence(startTime, timeZone)}
          </time>
          <span className="text-mute"> às {formatInstantInSentence(endTime, timeZone)}</span>
        </p>
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge appointment={appointment} now={now} />
          <AppointmentBadges appointment={appointment} now={now} />
        </span>
      </div>
      {isElsewhere && <p className="text-sm text-mute">no horário local da barbearia</p>}
    </div>
  )
}

function StatusBadge({ appointment, now }: Pick<CardProps, 'appointment' | 'now'>) {
  return (
    <Badge tone={statusTones[appointment.status]} className="whitespace-normal!">
      {describeStatusForCustomer(appointment, now)}
    </Badge>
  )
}

/** With whom and where. */
function Participants({ appointment: { barber, barbershop } }: Pick<CardProps, 'appointment'>) {
  return (
    <div className="flex items-start gap-3">
      <Avatar name={barber.name} src={barber.avatarUrl} className="size-10 text-sm" />
      <p className="min-w-0 leading-snug wrap-anywhere">
        <span className="block font-semibold">
          <span className="sr-only">Com </span>
          {barber.name}
        </span>
        <Link to={paths.barbershop(barbershop.id)} className="underline-offset-2 hover:underline">
          {barbershop.name}
        </Link>
        <span className="block text-sm text-mute">{barbershop.address}</span>
      </p>
    </div>
  )
}

/** Who cancelled it, with the reason. */
function Cancellation({ appointment }: Pick<CardProps, 'appointment'>) {
  const text = describeCancellation(appointment, 'customer')
  if (!text) return null
  const { cancelReason } = appointment
  return (
    <p className="wrap-anywhere mt-3 text-sm text-mute">
      {text}
      {cancelReason && <span className="block text-ink">“{cancelReason}”</span>}
    </p>
  )
}

/** When, what, with whom and where. `titleId`: with the service as its title. */
function Details({ appointment, now, titleId: id }: Pick<CardProps, 'appointment' | 'now'> & { titleId?: string }) {
  const { service, durationMin, priceCents } = appointment
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-2.5 sm:grid-cols-2">
      <div className="min-w-0">
        <When appointment={appointment} now={now} />
        <div className="mt-1 flex flex-wrap items-baseline gap-x-2">
          {id && (
            <h3 id={id} className="min-w-0 font-sans text-lg leading-snug tracking-normal wrap-anywhere">
              {service.name}
            </h3>
          )}
          <p className="text-sm text-mute tabular-nums">
            {formatDuration(durationMin)} · {formatMoney(priceCents)}
          </p>
        </div>
      </div>
      <div className="min-w-0">
        <Participants appointment={appointment} />
        <GuestAndNoteText appointment={appointment} side="customer" className="mt-2.5" />
        <Cancellation appointment={appointment} />
      </div>
    </div>
  )
}

/** An appointment of which everything is shown: the next one, or one of a chosen day. */
export function AppointmentCard({ appointment, now, actions }: CardProps) {
  const { id } = appointment
  return (
    <article
      id={appointmentCardId(id)}
      tabIndex={-1}
      aria-labelledby={titleId(id)}
      className={clsx(
        'rounded-card border bg-card p-4 sm:p-5',
        isUpcoming(appointment, now) ? 'border-edge/50' : 'border-line',
      )}
    >
      <Details appointment={appointment} now={now} titleId={titleId(id)} />
      {actions}
    </article>
  )
}

const titleId = (id: string) => `agendamento-${id}`

type HistoryRowButtonProps = Pick<CardProps, 'appointment'> & { isOpen: boolean; onPress: () => void }

function HistoryRowButton({ appointment, isOpen, onPress }: HistoryRowButtonProps) {
  const { id, service, barber, barbershop, status, startTime, timeZone } = appointment
  return (
    <h3 className="min-w-0 flex-1 font-sans text-base tracking-normal">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onPress}
        className="grid min-h-16 w-full content-center text-left leading-tight max-sm:min-h-17"
      >
        <span id={titleId(id)} className="line-clamp-3 wrap-anywhere font-semibold">
          {service.name}
        </span>
        <span className="line-clamp-6 wrap-anywhere text-sm font-normal text-mute tabular-nums">
          <span className={status === 'COMPLETED' ? 'sr-only' : undefined}>{formatStatus(status, 'customer')} · </span>
          {formatDate(startTime, timeZone)} · {barbershop.name}, {barber.name}
        </span>
      </button>
    </h3>
  )
}

/** A later appointment as one line; a press shows the rest. Open if the URL names it. */
export function UpcomingRow({ appointment, now, actions }: CardProps) {
  const cardId = appointmentCardId(appointment.id)
  const isLinked = useUrlHash() === cardId
  const [isToggled, setToggled] = useState<boolean>()
  const isOpen = isToggled ?? isLinked
  const { id, service, barber, barbershop, startTime, timeZone, guestName } = appointment
  return (
    <article id={cardId} tabIndex={-1} aria-labelledby={titleId(id)} className="rounded-card px-4">
      <h3 className="font-sans text-base tracking-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setToggled(!isOpen)}
          className="flex min-h-16 w-full items-center gap-3 py-2.5 text-left leading-tight"
        >
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="min-w-0">
              <span id={titleId(id)} className="block font-semibold tabular-nums">
                {formatShortDate(toLocalTime(new Date(startTime), timeZone).date)} às{' '}
                {formatInstantInSentence(startTime, timeZone)}
              </span>
              <span className="line-clamp-3 text-sm font-normal text-mute wrap-anywhere">
                {service.name} {guestName && `para ${guestName} `}com {barber.name}, {barbershop.name}
              </span>
            </span>
            <StatusBadge appointment={appointment} now={now} />
          </span>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} className="size-5 shrink-0 text-mute" />
        </button>
      </h3>
      {isOpen && <OpenRow appointment={appointment} now={now} actions={actions} />}
    </article>
  )
}

/** What a press on a row shows below it. */
function OpenRow({ appointment, now, actions }: CardProps) {
  return (
    <div className="animate-rise pb-4">
      <Details appointment={appointment} now={now} />
      {actions}
    </div>
  )
}

/** What is over as one line with its review; a press shows the rest, with every action. */
export function HistoryRow({ appointment, now, actions }: CardProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <article
      id={appointmentCardId(appointment.id)}
      tabIndex={-1}
      aria-labelledby={titleId(appointment.id)}
      className="rounded-card px-4"
    >
      <div className="flex items-center gap-1.5">
        <HistoryRowButton appointment={appointment} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
        {!isOpen && (
          <div data-row className="*:mt-0 *:flex-nowrap [&_:is(a,button)]:text-sm [&_:is(a,button)]:whitespace-nowrap">
            {actions}
          </div>
        )}
      </div>
      {isOpen && <OpenRow appointment={appointment} now={now} actions={actions} />}
    </article>
  )
}
