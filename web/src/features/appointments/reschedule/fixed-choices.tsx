import type { Appointment } from '@na-regua/contract/appointments'
import { formatMoney, formatShortDate } from '../../../lib/format.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ChoiceRow } from '../booking/choice-row.tsx'

type FixedChoicesProps = { appointment: Appointment; current: { date: string; time: string } }

/** What stays as it is when an appointment moves, and the time that it has now. */
export function FixedChoices({ appointment, current }: FixedChoicesProps) {
  const { barber, service, durationMin, priceCents } = appointment
  return (
    <>
      <ChoiceRow
        label="Barbeiro"
        picture={<Avatar name={barber.name} src={barber.avatarUrl} />}
        title={barber.name}
        detail="O mesmo barbeiro"
      />
      <ChoiceRow label="Serviço" title={service.name} detail={`${durationMin} min`} figure={formatMoney(priceCents)} />
      <p className="flex min-h-12 items-center gap-2.5 bg-brass-soft px-4 py-2 text-brass tabular-nums">
        <Icon name="clock" className="size-5 shrink-0" />
        <span>
          Horário atual:{' '}
          <strong className="font-semibold">
            {formatShortDate(current.date)} às {current.time}
          </strong>
        </span>
      </p>
    </>
  )
}
