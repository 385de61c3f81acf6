import type { Appointment } from '@na-regua/contract/appointments'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import {
  formatDate,
  formatInstantInSentence,
  formatMoney,
  formatPhone,
  getWeekday,
  weekdays,
} from '../../../lib/format.ts'
import { deviceTimeZone, hasSameLocalTime, toLocalTime } from '../../../lib/local-time.ts'
import { appointmentCardId, paths } from '../../../lib/paths.ts'
import { callHref } from '../../../lib/phone-links.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { AppointmentBadges, GuestAndNoteText } from './card-actions.tsx'
import { describeCancellation, formatNearDay, formatStatus, isUpcoming, statusTones } from './rules.ts'

type CardProps = {
  appointment: Appointment
  now: Date
  /** Buttons below the details. */
  actions?: ReactNode
}

/** Date and time in the barbershop's time zone; a near day also in words. */
function When({ appointment, now }: Pick<CardProps, 'appointment' | 'now'>) {
  const { startTime, endTime, timeZone } = appointment
  const start = new Date(startTime)
  const { date } = toLocalTime(start, timeZone)
  const day = formatNearDay(date, toLocalTime(now, timeZone).date) ?? weekdays[getWeekday(date)]
  const isElsewhere = !hasSameLocalTime(deviceTimeZone(), timeZone, start)
  return (
    <p className="tabular-nums">
      <span className="block text-sm text-mute">
        {day}, {formatDate(startTime, timeZone)}
      </span>
      <time dateTime={startTime} className="font-display text-2xl font-extrabold tracking-[-0.02em]">
        {formatInstantInSentence(startTime, timeZone)}
      </time>
      <span className="text-mute"> às {formatInstantInSentence(endTime, timeZone)}</span>
      {isElsewhere && <span className="block text-sm text-mute">no horário local da barbearia</span>}
    </p>
  )
}

function IconRow({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon name={icon} className="mt-0.5 size-4.5 text-mute" />
      <span className="[overflow-wrap:anywhere] min-w-0">{children}</span>
    </li>
  )
}

function ShopRow({ barbershop }: Pick<Appointment, 'barbershop'>) {
  return (
    <IconRow icon="shop">
      <Link to={paths.barbershop(barbershop.id)} className="font-semibold underline-offset-2 hover:underline">
        {barbershop.name}
      </Link>
      <span className="block text-sm text-mute">{barbershop.address}</span>
    </IconRow>
  )
}

/** Often of a landline, so that there is no chat. */
function PhoneRow({ phone }: { phone: string | null | undefined }) {
  const call = callHref(phone ?? null)
  if (!phone || !call) return null
  return (
    <li>
      <a href={call} className="inline-flex min-h-11 items-center gap-2 text-navy underline underline-offset-2">
        <Icon name="phone" className="size-4.5" />
        <span className="tabular-nums">{formatPhone(phone)}</span>
      </a>
    </li>
  )
}

function Participants({ appointment: { barber, barbershop } }: Pick<CardProps, 'appointment'>) {
  return (
    <>
      <div className="mt-3 flex items-center gap-3">
        <Avatar name={barber.name} src={barber.avatarUrl} className="size-10 text-sm" />
        <p className="[overflow-wrap:anywhere] min-w-0">
          <span className="block font-semibold">{barber.name}</span>
          <span className="block text-sm text-mute">Barbeiro</span>
        </p>
      </div>
      <ul className="mt-3 grid gap-1.5">
        <ShopRow barbershop={barbershop} />
        <PhoneRow phone={barbershop.phone} />
      </ul>
    </>
  )
}

/** Who cancelled it, with the reason. */
function Cancellation({ appointment }: Pick<CardProps, 'appointment'>) {
  const text = describeCancellation(appointment, 'customer')
  if (!text) return null
  const { cancelReason } = appointment
  return (
    <p className="[overflow-wrap:anywhere] mt-3 text-sm text-mute">
      {text}
      {cancelReason && <span className="block text-ink">“{cancelReason}”</span>}
    </p>
  )
}

function Details({ appointment }: Pick<CardProps, 'appointment'>) {
  return (
    <>
      <p className="text-sm text-mute tabular-nums">
        {appointment.durationMin} min · {formatMoney(appointment.priceCents)}
      </p>
      <Participants appointment={appointment} />
      <GuestAndNoteText appointment={appointment} side="customer" className="mt-3" />
      <Cancellation appointment={appointment} />
    </>
  )
}

export function AppointmentCard({ appointment, now, actions }: CardProps) {
  const { id, service, status } = appointment
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
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <div className="flex items-start justify-between gap-3 sm:flex-col sm:justify-start">
          <When appointment={appointment} now={now} />
          <div className="flex flex-col items-end gap-1.5 sm:items-start">
            <Badge tone={statusTones[status]}>{formatStatus(status, 'customer')}</Badge>
            <AppointmentBadges appointment={appointment} now={now} />
          </div>
        </div>
        <div className="min-w-0">
          <h3 id={titleId(id)} className="[overflow-wrap:anywhere] text-lg">
            {service.name}
          </h3>
          <Details appointment={appointment} />
        </div>
      </div>
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

/** What is over as one line with its actions; a press shows the rest. */
export function HistoryRow({ appointment, now, actions }: CardProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <article
      id={appointmentCardId(appointment.id)}
      tabIndex={-1}
      aria-labelledby={titleId(appointment.id)}
      className="rounded-card px-3 sm:px-4"
    >
      <div className="flex items-center gap-1.5">
        <HistoryRowButton appointment={appointment} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
        <div
          data-row
          className="*:mt-0 *:flex-nowrap *:gap-0.5 *:border-0 *:pt-0 [&_:is(a,button)]:text-sm [&_:is(a,button)]:whitespace-nowrap"
        >
          {actions}
        </div>
      </div>
      {isOpen && (
        <div className="animate-rise pb-4">
          <When appointment={appointment} now={now} />
          <Details appointment={appointment} />
        </div>
      )}
    </article>
  )
}
