import type { Appointment } from '@na-regua/contract/appointments'
import type { ReactNode } from 'react'
import { formatMoney, formatTime } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { statusTones, statusWord } from '../agenda/rules.ts'
import { PresenceBadge } from '../reminder-reply/presence-badge.tsx'
import { ContactRow } from './contact-row.tsx'
import { formatDistanceInTime } from './rules.ts'

type NextCardProps = {
  appointment: Appointment
  now: Date
  /** Told where the person has chairs in several shops. */
  hasShop: boolean
  children?: ReactNode
}

/** Who is in the chair, or who comes next: what a barber looks at between two customers. */
export function NextCard({ appointment, now, hasShop, children }: NextCardProps) {
  const { customer, service, startTime, endTime, timeZone, status, priceCents, durationMin, barbershop } = appointment
  const minutes = Math.ceil((Date.parse(startTime) - now.getTime()) / 60_000)
  const isHere = minutes <= 0
  return (
    <section aria-labelledby="proximo" className="grid gap-4 rounded-hero border border-line bg-card p-5">
      <div className="flex items-start justify-between gap-3">
        <p id="proximo" className="font-semibold text-mute">
          {isHere ? 'Na cadeira' : 'Próximo cliente'}
        </p>
        <p className="flex flex-wrap justify-end gap-1.5">
          <Badge tone={statusTones[status]}>{statusWord(status, 'barber')}</Badge>
          <PresenceBadge appointment={appointment} now={now} />
        </p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="font-display text-2xl font-extrabold tracking-[-0.02em] [overflow-wrap:anywhere]">
            {customer.name}
          </p>
          <p className="text-mute [overflow-wrap:anywhere]">
            {service.name} · {durationMin} min · {formatMoney(priceCents)}
            {hasShop && ` · ${barbershop.name}`}
          </p>
        </div>
        <p className="tabular-nums">
          <time dateTime={startTime} className="font-display text-3xl font-extrabold tracking-[-0.02em]">
            {formatTime(startTime, timeZone)}
          </time>{' '}
          <span className="font-semibold whitespace-nowrap text-red">
            {isHere ? `até ${formatTime(endTime, timeZone)}` : formatDistanceInTime(minutes)}
          </span>
        </p>
      </div>
      <ContactRow phone={customer.phone} name={customer.name} />
      {children}
    </section>
  )
}
