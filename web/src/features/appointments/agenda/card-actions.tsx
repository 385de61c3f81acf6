import { type Appointment, MAX_CANCEL_REASON_LENGTH } from '@na-regua/contract/appointments'
import { servingApi } from '@na-regua/contract/serving'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, Suspense, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatInstantInSentence } from '../../../lib/format.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { sendOrQueue, toTarget } from '../../../lib/use-commands.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextArea } from '../../../ui/text-field.tsx'
import { MissingDialog, showToast } from '../../../ui/toast.tsx'
import { type AgendaSide, getServedName, isOpenAppointment, isUpcoming } from './rules.ts'

type CardActionsProps = { appointment: Appointment; children: ReactNode }

/** The buttons below a card. The group has a label because every card of the list has the same buttons. */
export function CardActions({ appointment: { service, startTime, timeZone }, children }: CardActionsProps) {
  return (
    <fieldset
      aria-label={`${service.name} às ${formatInstantInSentence(startTime, timeZone)}`}
      className="mt-4 flex flex-wrap gap-2 empty:hidden"
    >
      {children}
    </fieldset>
  )
}

type GuestAndNoteTextProps = { appointment: Appointment; side: AgendaSide; className?: string }

/** For whom it is if not for the customer who booked, and the note to the barber. */
export function GuestAndNoteText({ appointment, side, className }: GuestAndNoteTextProps) {
  const { guestName, customer, note } = appointment
  if (!guestName && !note) return null
  return (
    <div className={clsx('grid gap-1 text-sm wrap-anywhere', className)}>
      {guestName && <p>{side === 'customer' ? `Para ${guestName}` : `Agendado por ${customer.name}`}</p>}
      {note && (
        <p>
          <span className="text-mute">{side === 'customer' ? 'Seu recado: ' : 'Recado: '}</span>
          {note}
        </p>
      )}
    </div>
  )
}

type Tap = {
  appointment: Appointment
  type: 'arrive' | 'serve'
  /** What the tap says. */
  isOn: boolean
  onSuccess?: (result: { sent?: { appointment: Appointment }; commandId?: string }) => void
}

const tapTexts = {
  arrive: { on: 'Chegou', off: 'Não chegou ainda' },
  serve: { on: 'Começou', off: 'Não começou ainda' },
} as const

const sendTap = {
  arrive: ({ id, version }: Appointment, isArrived: boolean) =>
    api(servingApi.arrive, { params: { id }, body: { version, isArrived } }),
  serve: ({ id, version }: Appointment, isServing: boolean) =>
    api(servingApi.serve, { params: { id }, body: { version, isServing } }),
}

/** A tap around the service of an appointment, which the same tap takes back; without network it waits. */
export function useTap({ appointment, type, isOn, onSuccess }: Tap) {
  const client = useQueryClient()
  const target = toTarget(appointment)
  return useMutation({
    mutationFn: () =>
      sendOrQueue({
        build: () => ({
          draft: type === 'arrive' ? { type, target, isArrived: isOn } : { type, target, isServing: isOn },
          preview: { name: getServedName(appointment), act: tapTexts[type][isOn ? 'on' : 'off'], appointment },
        }),
        send: () => sendTap[type](appointment, isOn),
      }),
    onSuccess,
    onError: (error) => showToast({ tone: 'error', title: 'Não deu certo', text: errorText(error, 'Tente de novo') }),
    onSettled: () =>
      Promise.all(['appointments', 'queue'].map((topic) => client.invalidateQueries({ queryKey: [topic] }))),
  })
}

function isTappable({ startTime, timeZone, status }: Appointment, now: Date) {
  const isToday = toLocalTime(new Date(startTime), timeZone).date === toLocalTime(now, timeZone).date
  return isToday && isOpenAppointment({ status })
}

/** Says that the customer of a booking of today is there, or takes it back. */
export function ArrivalButton({ appointment, now }: { appointment: Appointment; now: Date }) {
  const isArrived = !appointment.arrivedAt
  const { mutate, isPending } = useTap({ appointment, type: 'arrive', isOn: isArrived })
  if (appointment.servingFrom || appointment.isWalkIn || !isTappable(appointment, now)) return null
  return (
    <Button variant="outline" isBusy={isPending} onClick={() => mutate()}>
      <Icon name={isArrived ? 'check' : 'close'} className="size-4.5" />
      {isArrived ? 'Chegou' : 'Desfazer chegada'}
    </Button>
  )
}

/** Says that the service of today has begun, or takes it back. `complete` is the tap of its end. */
export function ServingButton({ appointment, now }: { appointment: Appointment; now: Date }) {
  const isServing = !appointment.servingFrom || appointment.servingUntil !== null
  const { mutate, isPending } = useTap({ appointment, type: 'serve', isOn: isServing })
  if (!isTappable(appointment, now)) return null
  return (
    <Button variant="outline" isBusy={isPending} onClick={() => mutate()}>
      <Icon name={isServing ? 'play' : 'close'} className="size-4.5" />
      {isServing ? 'Começou' : 'Desfazer início'}
    </Button>
  )
}

/** 'Chegou às 14h05', until the service begins or the appointment has an outcome. */
export function describeArrival({ status, arrivedAt, servingFrom, timeZone }: ArrivalState) {
  if (!arrivedAt || servingFrom || !isOpenAppointment({ status })) return undefined
  return `Chegou às ${formatInstantInSentence(arrivedAt, timeZone)}`
}

type ArrivalState = Pick<Appointment, 'status' | 'arrivedAt' | 'servingFrom' | 'timeZone'>

export function ArrivalBadge({ appointment, className }: { appointment: ArrivalState; className?: string }) {
  const text = describeArrival(appointment)
  if (!text) return null
  return (
    <Badge tone="green" className={clsx('tabular-nums', className)}>
      <Icon name="check" className="size-3.5" />
      {text}
    </Badge>
  )
}

type AppointmentBadgesProps = {
  appointment: ArrivalState & Pick<Appointment, 'endTime' | 'isPresenceConfirmed' | 'seriesId'>
  now: Date
  className?: string
}

/** That it is of a standing appointment, and that the customer is there, or else confirmed the reminder; the latter until it is over. */
export function AppointmentBadges({ appointment, now, className }: AppointmentBadgesProps) {
  return (
    <>
      {appointment.seriesId && (
        <Badge tone="navy" className={className}>
          <Icon name="repeat" className="size-3.5" />
          Horário fixo
        </Badge>
      )}
      <ArrivalBadge appointment={appointment} className={className} />
      {appointment.isPresenceConfirmed && !appointment.arrivedAt && isUpcoming(appointment, now) && (
        <Badge tone="green" className={className}>
          <Icon name="check" className="size-3.5" />
          Presença confirmada
        </Badge>
      )}
    </>
  )
}

const SeriesDialog = lazyPart(async () => (await import('../series/series-card.tsx')).SeriesDialog, MissingDialog)

/** Opens all dates of a standing appointment, for staff. */
export function SeriesButton({ seriesId }: { seriesId: string | null | undefined }) {
  const [isOpen, setOpen] = useState(false)
  if (!seriesId) return null
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Icon name="repeat" className="size-4.5" />
        Horário fixo
      </Button>
      <Suspense>{isOpen && <SeriesDialog seriesId={seriesId} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

type ReasonDialogProps = {
  isOpen: boolean
  title: string
  /** The consequences. */
  text: string
  label: string
  onClose: () => void
  onConfirm: (reason: string | undefined) => void
  /** Offered to be chosen instead of typed. */
  readyReasons?: readonly string[]
  /** What else there is to choose. */
  children?: ReactNode
  /** Where the reason would not be sent. */
  isWithoutReason?: boolean
  isBusy?: boolean
}

/** Confirms a cancellation or a refusal, which cannot be undone, and takes an optional reason for the other side. */
export function ReasonDialog({
  isOpen,
  title,
  text,
  label,
  onClose,
  onConfirm,
  children,
  ...props
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const footer = (
    <>
      <Button variant="ghost" onClick={onClose}>
        Voltar
      </Button>
      <Button isBusy={props.isBusy} onClick={() => onConfirm(reason.trim() || undefined)}>
        {label}
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} footer={footer}>
      <p className="mb-4">{text}</p>
      {children}
      {props.readyReasons && (
        <div className="mb-4">
          <ChoiceGroup
            legend="Motivos prontos"
            options={props.readyReasons.map((ready) => ({ value: ready, label: ready }))}
            value={reason}
            onChange={(ready) => setReason(ready ?? '')}
          />
        </div>
      )}
      {!props.isWithoutReason && (
        <TextArea
          label="Motivo (opcional)"
          rows={3}
          maxLength={MAX_CANCEL_REASON_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </Dialog>
  )
}
