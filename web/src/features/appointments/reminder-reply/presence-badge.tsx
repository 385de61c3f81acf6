import type { Appointment } from '@na-regua/contract/appointments'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { isAhead } from '../agenda/rules.ts'

type PresenceBadgeProps = {
  appointment: Pick<Appointment, 'status' | 'endTime' | 'isPresenceConfirmed'>
  now: Date
  className?: string
}

/** The customer said that he comes. Afterwards it no longer matters who said what. */
export function PresenceBadge({ appointment, now, className }: PresenceBadgeProps) {
  if (!appointment.isPresenceConfirmed || !isAhead(appointment, now)) return null
  return (
    <Badge tone="green" className={className}>
      <Icon name="check" className="size-3.5" />
      Presença confirmada
    </Badge>
  )
}
