import type { Appointment } from '@na-regua/contract/appointments'
import { clsx } from 'clsx'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { formatDuration, formatInstantInSentence, formatMoney, formatPhone } from '../../../lib/format.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { paths } from '../../../lib/paths.ts'
import { callHref, chatHref } from '../../../lib/phone-links.ts'
import { useSettling } from '../../../lib/relative-time.ts'
import { useUser } from '../../../lib/session.ts'
import { useCommands } from '../../../lib/use-commands.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MissingDialog } from '../../../ui/toast.tsx'
import {
  AppointmentBadges,
  ArrivalButton,
  GuestAndNoteText,
  SeriesButton,
  ServingButton,
} from '../agenda/card-actions.tsx'
import type { StatusChange } from '../agenda/queries.ts'
import {
  describeCancellation,
  formatRowDay,
  formatStatus,
  getServedName,
  isCorrection,
  isOpenAppointment,
  listStaffActions,
  type StaffAction,
  staffActionLabels,
  statusTones,
} from '../agenda/rules.ts'
import { type CommandMark, takeBack, useMark } from '../commands/command-bar.tsx'
import { LastVisits, PriceChangeText, StaffNote } from '../edit/staff-details.tsx'
import { describeDeadline, isEditable, isMovable } from './rules.ts'
import type { Moves } from './use-moves.ts'
import type { UndoableChanges } from './use-undoable-changes.ts'

type AppointmentDialogProps = {
  appointment: Appointment | undefined
  now: Date
  changes: UndoableChanges
  moves: Moves
  onClose: () => void
  /** Refuses or cancels another way than with one tap. */
  onRefuse?: (appointment: Appointment) => void
  /** For an appointment of another day than the one shown. */
  onShowDay?: () => void
}

const MoveDialog = lazyPart(() => import('./move-dialog.tsx').then((module) => module.MoveDialog), MissingDialog)

const EditDialog = lazyPart(
  () => import('../edit/edit-dialog.tsx').then((module) => module.AppointmentEditDialog),
  MissingDialog,
)

/** Opens the dialogs for another time and for other services, which are loaded when they are first needed. */
function useChangeDialogs(moves: Moves) {
  const [moved, setMoved] = useState<Appointment>()
  const [edited, setEdited] = useState<Appointment>()
  const dialogs = (
    <Suspense>
      {moved && <MoveDialog isOpen appointment={moved} moves={moves} onClose={() => setMoved(undefined)} />}
      {edited && <EditDialog isOpen appointment={edited} onClose={() => setEdited(undefined)} />}
    </Suspense>
  )
  return { dialogs, openMove: setMoved, openEdit: setEdited }
}

/** The details of an appointment, with its actions at the bottom. */
export function AppointmentDialog(props: AppointmentDialogProps) {
  const { appointment, now, changes, moves, onClose, onRefuse, onShowDay } = props
  const { dialogs, openMove, openEdit } = useChangeDialogs(moves)
  const user = useUser()
  const isIdle = appointment && !changes.findPending(appointment.id)

  function handleMove() {
    openMove(appointment)
    onClose()
  }

  function handleEdit() {
    openEdit(appointment)
    onClose()
  }

  return (
    <>
      {dialogs}
      <Dialog
        isOpen={appointment !== undefined}
        onClose={onClose}
        title={appointment ? getServedName(appointment) : 'Agendamento'}
        footer={
          appointment && (
            <DayActions
              appointment={appointment}
              now={now}
              changes={changes}
              hasCancel
              onRefuse={onRefuse}
              onDone={onClose}
            />
          )
        }
      >
        {appointment && <CommandNote appointmentId={appointment.id} />}
        {appointment && <Details appointment={changes.applyPending(appointment)} now={now} />}
        <div className="mt-4 flex flex-wrap gap-2 *:grow empty:hidden">
          {isIdle && <ArrivalButton appointment={appointment} now={now} />}
          {isIdle && <ServingButton appointment={appointment} now={now} />}
          {isIdle && user && isEditable(appointment, user, now) && (
            <Button variant="outline" onClick={handleEdit}>
              <Icon name="pencil" className="size-4.5" />
              {isOpenAppointment(appointment) ? 'Mudar serviço ou valor' : 'Mudar valor'}
            </Button>
          )}
          {isIdle && isMovable(appointment, now) && (
            <Button variant="outline" onClick={handleMove}>
              <Icon name="clock" className="size-4.5" />
              Mudar horário
            </Button>
          )}
          <SeriesButton seriesId={appointment?.seriesId} />
          {onShowDay && (
            <Button variant="ghost" onClick={onShowDay}>
              <Icon name="calendar" className="size-4.5" />
              Ver no dia
            </Button>
          )}
        </div>
      </Dialog>
    </>
  )
}

const markTexts: Record<CommandMark, string> = { pending: 'Aguardando rede', proposal: 'Proposta' }

type CommandBadgeProps = { appointmentId: string; className?: string; isCompact?: boolean }

/** Says that a change waits for the network, or that a whole appointment is only proposed so far. */
export function CommandBadge({ appointmentId, className, isCompact = false }: CommandBadgeProps) {
  const mark = useMark(appointmentId)
  if (!mark) return null
  return (
    <Badge className={clsx('border border-dashed border-edge', className)}>
      <Icon name="clock" className="size-3.5" />
      <span className={isCompact ? 'max-sm:sr-only' : undefined}>{markTexts[mark]}</span>
      {mark === 'proposal' && <span className="sr-only">, aguardando rede</span>}
    </Badge>
  )
}

/** In the details of an appointment: what waits, and the way back while it was not sent. */
function CommandNote({ appointmentId }: { appointmentId: string }) {
  const { pending } = useCommands()
  const own = pending.filter(({ preview }) => preview.appointment?.id === appointmentId)
  const last = own.at(-1)
  if (!last) return null
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-control border border-dashed border-edge px-4 py-2">
      <p className="flex min-w-0 flex-1 items-center gap-2 text-sm">
        <Icon name="clock" className="size-4.5 shrink-0" />
        <span className="min-w-0">Aguardando rede: {own.map(({ preview }) => preview.act).join(', ')}</span>
      </p>
      <Button variant="outline" onClick={() => void takeBack(last.id)}>
        Desistir
      </Button>
    </div>
  )
}

function Details({ appointment, now }: { appointment: Appointment; now: Date }) {
  const { customer, service, barber, barbershop, startTime, endTime, timeZone, status } = appointment
  const deadline = describeDeadline(appointment, now)
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 tabular-nums">
        <span className="font-display text-2xl font-extrabold tracking-[-0.02em]">
          {formatInstantInSentence(startTime, timeZone)}
        </span>
        <span className="text-mute">às {formatInstantInSentence(endTime, timeZone)}</span>
        <Badge tone={statusTones[status]} className="ml-auto">
          {formatStatus(status, 'barber')}
        </Badge>
      </p>
      {deadline && <p className="-mt-2 font-medium text-brass tabular-nums">{deadline}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 [&_dd]:wrap-anywhere [&_dt]:text-mute">
        <dt>Dia</dt>
        <dd>{formatRowDay(startTime, now, timeZone)}</dd>
        <dt>Serviço</dt>
        <dd>{service.name}</dd>
        <dt>Valor</dt>
        <dd>
          {formatMoney(appointment.priceCents)}
          <PriceChangeText appointment={appointment} />
        </dd>
        <dt>Duração</dt>
        <dd>{formatDuration(appointment.durationMin)}</dd>
        <dt>Barbeiro</dt>
        <dd>{barber.name}</dd>
        <dt>Barbearia</dt>
        <dd>{barbershop.name}</dd>
      </dl>
      <GuestAndNoteText appointment={appointment} side="barber" />
      <StaffNote key={appointment.id} appointment={appointment} />
      <ProfileSummary appointment={appointment} />
      <AppointmentBadges appointment={appointment} now={now} className="justify-self-start" />
      {appointment.isWalkIn && <p className="text-mute">Encaixe, sem hora marcada.</p>}
      {status === 'CANCELLED' && (
        <p className="wrap-anywhere">
          {describeCancellation(appointment, 'barber')}
          {appointment.cancelReason && <span className="block text-mute">Motivo: {appointment.cancelReason}</span>}
        </p>
      )}
      <ContactRow phone={customer.phone} name={customer.name} />
    </div>
  )
}

/** What is to be known before the service, and the way to the rest. What was noted is of who booked, not of a guest. */
function ProfileSummary({ appointment }: { appointment: Appointment }) {
  const { customerProfile: profile, guestName, customer } = appointment
  if (!profile) return null
  const { id, allergies, notes } = profile
  return (
    <div className="grid gap-2 wrap-anywhere">
      {!guestName && allergies && (
        <p className="rounded-control bg-red-soft px-3.5 py-2.5">
          <strong className="font-semibold text-red">Alergias e cuidados: </strong>
          {allergies}
        </p>
      )}
      {!guestName && notes && (
        <p className="text-sm whitespace-pre-line">
          <span className="text-mute">Notas: </span>
          {notes}
        </p>
      )}
      <LastVisits appointment={appointment} />
      <Link
        to={paths.customers(id)}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-navy hover:underline"
      >
        <Icon name="user" className="size-4.5" />
        Ficha de {customer.name}
      </Link>
    </div>
  )
}

/** Phone and WhatsApp links, when the customer has a phone number. */
export function ContactRow({ phone, name }: { phone: string | null; name: string }) {
  const call = callHref(phone)
  if (!phone || !call) return null
  const linkClass = `${buttonClass({ variant: 'outline' })} min-w-0 flex-1 px-3!`
  return (
    <div className="flex gap-2">
      <a href={call} className={linkClass} aria-label={`Ligar para ${name}, ${formatPhone(phone)}`}>
        <Icon name="phone" className="size-4.5" />
        Ligar
      </a>
      <a
        href={chatHref(phone)}
        target="_blank"
        rel="noopener noreferrer"
        className={linkClass}
        aria-label={`WhatsApp de ${name} (abre em nova aba)`}
      >
        <Icon name="chat" className="size-4.5" />
        WhatsApp
      </a>
    </div>
  )
}

const changeOf = (action: StaffAction): StatusChange['action'] => (action === 'decline' ? 'cancel' : action)

/** The actions of one tap. Cancelling a confirmed appointment and corrections are offered in the details only. */
export function listOneTapActions(appointment: Appointment, now: Date) {
  return listStaffActions(appointment, now).filter((action) => action !== 'cancel' && !isCorrection(action))
}

type DayActionsProps = {
  appointment: Appointment
  now: Date
  changes: UndoableChanges
  hasCancel?: boolean
  /** One of many rows: the loud colour is for the one main action of the screen. */
  isRow?: boolean
  /** Refuses or cancels another way than with one tap. */
  onRefuse?: ((appointment: Appointment) => void) | undefined
  /** Called after an action, to close the details. */
  onDone?: () => void
}

/** One button per action. After a tap an undo button replaces them for five seconds. */
export function DayActions(props: DayActionsProps) {
  const { appointment, now, changes, hasCancel = false, isRow = false, onRefuse, onDone } = props
  const { id, startTime, timeZone } = appointment
  const pending = changes.findPending(id)
  const main = isRow ? 'ink' : 'primary'
  const possible = hasCancel ? listStaffActions(appointment, now) : listOneTapActions(appointment, now)
  const settling = useSettling(pending ? 'undo' : possible.join())
  if (!pending && possible.length === 0) return null

  function handleAction(action: StaffAction) {
    if (onRefuse && changeOf(action) === 'cancel') onRefuse(appointment)
    else changes.change(appointment, changeOf(action))
    onDone?.()
  }

  return (
    <fieldset
      {...settling}
      aria-label={`${getServedName(appointment)} às ${formatInstantInSentence(startTime, timeZone)}`}
      className="flex w-full flex-row-reverse gap-2"
    >
      {pending ? (
        <Button variant="outline" isWide isBusy={pending.sending !== undefined} onClick={() => changes.undo(id)}>
          Desfazer
        </Button>
      ) : (
        possible.map((action, index) => (
          <Button
            key={action}
            variant={index === 0 && ['confirm', 'complete', 'no-show'].includes(action) ? main : 'outline'}
            className={clsx('min-w-0 flex-1 px-2!', action === 'cancel' && 'text-red')}
            onClick={() => handleAction(action)}
          >
            {/* In a dialog 'Cancelar' alone reads as the way out of it. */}
            {action === 'cancel' ? 'Cancelar horário' : staffActionLabels[action]}
          </Button>
        ))
      )}
    </fieldset>
  )
}
