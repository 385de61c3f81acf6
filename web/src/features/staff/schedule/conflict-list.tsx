import type { AddedAbsence } from '@na-regua/contract/absences'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import { Link } from 'react-router'
import { formatInstantInSentence, formatPhone, formatShortDate } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { callHref } from '../../../lib/phone-links.ts'
import type { StaffCommand } from '../../../lib/use-commands.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { listUntold } from './rules.ts'

type ConflictListProps = {
  /** `obstacle`: why it cannot go to another barber. */
  conflicts: readonly (ScheduleConflict & { obstacle?: string })[]
  timeZone: string
  /** Link to the day of the appointment, where it can be cancelled. */
  dayLink: (date: string) => string
}

const linkClass = 'inline-flex min-h-11 items-center text-sm text-navy underline underline-offset-2 tabular-nums'

/** Appointments outside of the schedule, with phone number and link to the day. */
export function ConflictList({ conflicts, timeZone, dayLink }: ConflictListProps) {
  return (
    <ul className="grid gap-2">
      {conflicts.map(({ id, startTime, serviceName, customer, isOfSeries, obstacle }) => {
        const { date } = toLocalTime(new Date(startTime), timeZone)
        return (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 rounded-control border border-line bg-card px-3 py-2"
          >
            <p className="min-w-0 grow basis-52 [overflow-wrap:anywhere]">
              <span className="font-semibold tabular-nums">
                {formatShortDate(date)} às {formatInstantInSentence(startTime, timeZone)}
              </span>
              <span className="block text-sm text-mute">
                {customer.name} · {serviceName}
              </span>
              {isOfSeries && <Badge tone="navy">Horário fixo</Badge>}
              {obstacle && <span className="block text-sm text-brass">{obstacle}</span>}
            </p>
            {customer.phone && (
              <a href={callHref(customer.phone)} className={linkClass}>
                <span className="sr-only">Ligar para {customer.name}: </span>
                {formatPhone(customer.phone)}
              </a>
            )}
            <Link to={dayLink(date)} className={`${linkClass} font-semibold`}>
              Ver no dia
              <span className="sr-only">: {customer.name}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

type ConflictDialogProps = Parameters<typeof ConflictList>[0] & {
  isBusy: boolean
  onBack: () => void
  onConfirm: () => void
  /** Saves, and cancels only the dates of standing appointments, whose customers choose other times. */
  onPropose: () => void
}

/** 'cancela 2 de horário fixo…'; undefined where there are none. */
function describeAlternatives(conflicts: readonly ScheduleConflict[]) {
  const count = conflicts.filter(({ isOfSeries }) => isOfSeries).length
  if (count === 0) return undefined
  const rest = count < conflicts.length ? ' O resto continua marcado.' : ''
  return `cancela ${count} de horário fixo, e ${count === 1 ? 'o' : 'cada'} cliente escolhe outro horário.${rest}`
}

/** Confirms a change that leaves appointments outside of the schedule. Kept, none of them is cancelled. */
export function ScheduleConflictDialog({ isBusy, onBack, onConfirm, onPropose, ...list }: ConflictDialogProps) {
  const { conflicts } = list
  const one = conflicts.length === 1
  const alternatives = describeAlternatives(conflicts)
  return (
    <Dialog
      isOpen={conflicts.length > 0}
      onClose={onBack}
      width="medium"
      title={one ? 'Há um agendamento nesse tempo' : `Há ${conflicts.length} agendamentos nesse tempo`}
      footer={
        <>
          <Button variant="outline" onClick={onBack}>
            Voltar
          </Button>
          {alternatives && (
            <Button variant="outline" onClick={onPropose} isBusy={isBusy}>
              Oferecer outros horários
            </Button>
          )}
          <Button onClick={onConfirm} isBusy={isBusy}>
            {one ? 'Manter o agendamento e salvar' : 'Manter os agendamentos e salvar'}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-mute">
        Se você mantiver, {one ? 'ele continua marcado' : 'eles continuam marcados'} e ninguém mais consegue agendar
        nesse tempo. Para mudar ou cancelar, abra o dia ou fale com o cliente.
      </p>
      {alternatives && <p className="mb-4">“Oferecer outros horários” {alternatives}</p>}
      <ConflictList {...list} />
    </Dialog>
  )
}

type UntoldProps = { absence: AddedAbsence; timeZone: string; onClose: () => void }

/** After a change: customers without an account, each with a text that is ready to be sent. */
export function UntoldCustomers({ absence, timeZone, onClose }: UntoldProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="medium"
      title="Falta avisar"
      footer={<Button onClick={onClose}>Pronto</Button>}
    >
      <p className="mb-4 text-mute">Estes clientes marcaram pelo telefone e não têm conta. O texto já está pronto.</p>
      <ul className="grid gap-2">
        {listUntold(absence).map(({ id, customer, startTime, link }) => (
          <li key={id} className="grid gap-2 rounded-control border border-line bg-card p-3">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-semibold">{customer.name}</span>
              <span className="block text-sm text-mute tabular-nums">
                {formatShortDate(toLocalTime(new Date(startTime), timeZone).date)} às{' '}
                {formatInstantInSentence(startTime, timeZone)}
              </span>
            </p>
            <p className="rounded-control bg-sunken p-3 text-sm [overflow-wrap:anywhere]">{link.text}</p>
            <a
              href={link.whatsAppUrl}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'outline', isWide: true })}
            >
              <Icon name="chat" className="size-4.5" />
              Enviar pelo WhatsApp
              <span className="sr-only">para {customer.name} (abre em nova aba)</span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Time off that waits for the network. */
export function WaitingTimeOff({ commands }: { commands: readonly StaffCommand[] }) {
  return commands.map(({ id, preview }) => (
    <li key={id} className="flex items-center gap-2 rounded-control border border-dashed border-edge px-4 py-2">
      <Icon name="clock" className="size-4.5 shrink-0" />
      <span className="min-w-0">
        <span className="font-semibold tabular-nums">{preview.name}</span> · Aguardando rede
      </span>
    </li>
  ))
}
