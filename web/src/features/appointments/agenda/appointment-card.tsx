import type { Appointment } from '@na-regua/contract/appointments'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { formatDate, formatMoney, formatPhone, formatTime, weekdayOf, weekdays } from '../../../lib/format.ts'
import { deviceTimeZone, showSameTime, wallClock } from '../../../lib/local-time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon-paths.ts'
import { PresenceBadge } from '../reminder-reply/presence-badge.tsx'
import { contactHrefs, endingWords, isAhead, nearDay, type Side, statusTones, statusWord } from './rules.ts'

type CardProps = {
  appointment: Appointment
  side: Side
  now: Date
  /** What can be done with it. */
  actions?: ReactNode
}

/** When, on the shop's wall: the day in words where it is near, the date always. */
function When({ appointment, now }: Pick<CardProps, 'appointment' | 'now'>) {
  const { startTime, endTime, timeZone } = appointment
  const start = new Date(startTime)
  const { date } = wallClock(start, timeZone)
  const day = nearDay(date, wallClock(now, timeZone).date) ?? weekdays[weekdayOf(date)]
  const isElsewhere = !showSameTime(deviceTimeZone(), timeZone, start)
  return (
    <p className="tabular-nums">
      <span className="block text-sm text-mute">
        {day}, {formatDate(startTime, timeZone)}
      </span>
      <time dateTime={startTime} className="font-display text-2xl font-extrabold tracking-[-0.02em]">
        {formatTime(startTime, timeZone)}
      </time>
      <span className="text-mute"> às {formatTime(endTime, timeZone)}</span>
      {isElsewhere && <span className="block text-sm text-mute">no horário local da barbearia</span>}
    </p>
  )
}

function Line({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon name={icon} className="mt-0.5 size-4.5 text-mute" />
      <span className="[overflow-wrap:anywhere] min-w-0">{children}</span>
    </li>
  )
}

function ShopLine({ barbershop }: Pick<Appointment, 'barbershop'>) {
  return (
    <Line icon="shop">
      <Link to={paths.barbershop(barbershop.id)} className="font-semibold underline-offset-2 hover:underline">
        {barbershop.name}
      </Link>
      <span className="block text-sm text-mute">{barbershop.address}</span>
    </Line>
  )
}

function PhoneLine({ phone }: { phone: string | null }) {
  const contact = contactHrefs(phone)
  if (!phone || !contact) return null
  return (
    <li className="flex flex-wrap items-center gap-x-4">
      <a
        href={contact.phone}
        className="inline-flex min-h-11 items-center gap-2 text-navy underline underline-offset-2"
      >
        <Icon name="phone" className="size-4.5" />
        <span className="tabular-nums">{formatPhone(phone)}</span>
      </a>
      <a
        href={contact.whatsapp}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center gap-2 text-navy underline underline-offset-2"
      >
        <Icon name="chat" className="size-4.5" />
        WhatsApp
        <span className="sr-only">(abre em nova aba)</span>
      </a>
    </li>
  )
}

/** To the customer: who serves and where. To the shop: who comes, and how to reach him. */
function Who({ appointment, side }: Pick<CardProps, 'appointment' | 'side'>) {
  const { customer, barber, barbershop, isWalkIn } = appointment
  const person = side === 'customer' ? barber.name : customer.name
  return (
    <>
      <div className="mt-3 flex items-center gap-3">
        <Avatar name={person} src={side === 'customer' ? barber.avatarUrl : null} className="size-10 text-sm" />
        <p className="[overflow-wrap:anywhere] min-w-0">
          <span className="block font-semibold">{person}</span>
          <span className="block text-sm text-mute">
            {side === 'customer' ? 'Barbeiro' : isWalkIn ? 'Encaixe, sem hora marcada' : 'Cliente'}
          </span>
        </p>
      </div>
      <ul className="mt-3 grid gap-1.5">
        {side === 'customer' ? <ShopLine barbershop={barbershop} /> : <PhoneLine phone={customer.phone} />}
        {side === 'owner' && <Line icon="scissors">com {barber.name}</Line>}
        {side !== 'customer' && <Line icon="shop">{barbershop.name}</Line>}
      </ul>
    </>
  )
}

/** Who cancelled it, and what that one said to the other side. */
function Ending({ appointment, side }: Pick<CardProps, 'appointment' | 'side'>) {
  const words = endingWords(appointment, side)
  if (!words) return null
  const { cancelReason } = appointment
  return (
    <p className="[overflow-wrap:anywhere] mt-3 text-sm text-mute">
      {words}
      {cancelReason && <span className="block text-ink">“{cancelReason}”</span>}
    </p>
  )
}

export function AppointmentCard({ appointment, side, now, actions }: CardProps) {
  const { id, service, durationMin, priceCents, status } = appointment
  const titleId = `agendamento-${id}`
  return (
    <article
      id={`cartao-${id}`}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={classNames(
        'rounded-card border bg-card p-4 sm:p-5',
        isAhead(appointment, now) ? 'border-edge/50' : 'border-line',
      )}
    >
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <div className="flex items-start justify-between gap-3 sm:flex-col sm:justify-start">
          <When appointment={appointment} now={now} />
          <div className="flex flex-col items-end gap-1.5 sm:items-start">
            <Badge tone={statusTones[status]}>{statusWord(status, side)}</Badge>
            <PresenceBadge appointment={appointment} now={now} />
          </div>
        </div>
        <div className="min-w-0">
          <h3 id={titleId} className="[overflow-wrap:anywhere] text-lg">
            {service.name}
          </h3>
          <p className="text-sm text-mute tabular-nums">
            {durationMin} min · {formatMoney(priceCents)}
          </p>
          <Who appointment={appointment} side={side} />
          <Ending appointment={appointment} side={side} />
        </div>
      </div>
      {actions}
    </article>
  )
}
