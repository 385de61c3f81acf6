import type { Appointment } from '@na-regua/contract/appointments'
import { formatMoney, formatTime } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { statusTones, statusWord } from '../agenda/rules.ts'
import { PresenceBadge } from '../reminder-reply/presence-badge.tsx'
import { ContactRow } from './contact-row.tsx'
import { DayActions } from './day-actions.tsx'
import type { Undoable } from './use-undoable.ts'

type AppointmentDialogProps = {
  appointment: Appointment | undefined
  now: Date
  undoable: Undoable
  onClose: () => void
}

/** Everything about one block of the line, and what can be done with it, within the thumb's reach. */
export function AppointmentDialog({ appointment, now, undoable, onClose }: AppointmentDialogProps) {
  return (
    <Dialog
      isOpen={appointment !== undefined}
      onClose={onClose}
      title={appointment ? appointment.customer.name : 'Agendamento'}
      footer={appointment && <DayActions {...{ appointment, now, undoable }} hasCancel onDone={onClose} />}
    >
      {appointment && <Details appointment={undoable.show(appointment)} now={now} />}
    </Dialog>
  )
}

function Details({ appointment, now }: { appointment: Appointment; now: Date }) {
  const { customer, service, barber, barbershop, startTime, endTime, timeZone, status } = appointment
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 tabular-nums">
        <span className="font-display text-2xl font-extrabold tracking-[-0.02em]">
          {formatTime(startTime, timeZone)}
        </span>
        <span className="text-mute">às {formatTime(endTime, timeZone)}</span>
        <Badge tone={statusTones[status]} className="ml-auto">
          {statusWord(status, 'barber')}
        </Badge>
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-mute">
        <dt>Serviço</dt>
        <dd>{service.name}</dd>
        <dt>Valor</dt>
        <dd>{formatMoney(appointment.priceCents)}</dd>
        <dt>Barbeiro</dt>
        <dd>{barber.name}</dd>
        <dt>Barbearia</dt>
        <dd>{barbershop.name}</dd>
      </dl>
      <PresenceBadge appointment={appointment} now={now} className="justify-self-start" />
      {appointment.isWalkIn && <p className="text-mute">Encaixe, sem hora marcada.</p>}
      <ContactRow phone={customer.phone} name={customer.name} />
    </div>
  )
}
