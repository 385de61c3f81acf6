import { ANY_BARBER } from '@na-regua/contract/appointments'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatDuration, formatMoney, formatTimeInSentence } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { FormDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { minuteToInstant } from '../timeline/rules.ts'
import { BarberChoice } from './barber-choice.tsx'
import { BookedMessage } from './booked-message.tsx'
import { CustomerChoice } from './customer-choice.tsx'
import { type QueueAddition, QueueEntryForm } from './queue-entry-form.tsx'
import type { NewAppointmentTarget } from './rules.ts'
import { ServicePicker } from './service-picker.tsx'
import { TimeChoice, TimeSubmit } from './time-choice.tsx'
import { type Booked, useNewAppointment } from './use-new-appointment.ts'

type FreeGap = Record<'barbershopId' | 'barberId' | 'timeZone' | 'startsAt' | 'endsAt', string>
/** What else can be done with a gap of a barber, between instants. */
export type RenderGapSlots = (gap: FreeGap) => ReactNode

type NewAppointmentDialogProps = {
  target: NewAppointmentTarget
  /** The customer waits in the queue instead. */
  queue?: QueueAddition
  renderGapSlots?: RenderGapSlots | undefined
  onClose: () => void
}

/** Staff add an appointment: for whom, which services, with whom, when. The one sheet for a gap, a call, who is there, and the queue. */
export function NewAppointmentDialog({ target, queue, renderGapSlots, onClose }: NewAppointmentDialogProps) {
  const [booked, setBooked] = useState<Booked>()
  if (booked)
    return (
      <FormDialog isOpen onClose={onClose} title="Horário marcado">
        <BookedMessage booked={booked} onClose={onClose} />
      </FormDialog>
    )
  const gap = toFreeGap(target)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={queue ? 'Pôr na fila' : 'Marcar horário'}
      isFullOnPhone={!queue && !target.isNow}
    >
      {queue ? (
        <QueueEntryForm target={target} queue={queue} onClose={onClose} />
      ) : (
        <AppointmentForm target={target} onBooked={setBooked} onClose={onClose}>
          {gap && renderGapSlots?.(gap)}
        </AppointmentForm>
      )}
    </FormDialog>
  )
}

function toFreeGap({ barbershopId, barberId, timeZone, date, gap }: NewAppointmentTarget): FreeGap | undefined {
  if (!gap || !barberId) return undefined
  const toTime = (minute: number) => minuteToInstant(minute, date, timeZone)
  return { barbershopId, barberId, timeZone, startsAt: toTime(gap.start), endsAt: toTime(gap.end) }
}

type AppointmentFormProps = {
  target: NewAppointmentTarget
  onBooked: (booked: Booked) => void
  onClose: () => void
  /** What else can be done with the gap. */
  children: ReactNode
}

const starts = [
  { value: 'now', label: 'Agora' },
  { value: 'later', label: 'Com hora' },
] as const

/** Only for the day on the screen it is known who is free now. */
const canStartNow = ({ workdays, date, timeZone }: NewAppointmentTarget) =>
  workdays !== undefined && toLocalTime(new Date(), timeZone).date === date

function AppointmentForm(props: AppointmentFormProps) {
  const { target } = props
  const form = useNewAppointment(props)
  const { services, choice, change, booking } = form
  const { customer, barberId, isNow, date, time } = choice
  if (services.isLoadingError)
    return (
      <p role="alert">
        <Sentences>{errorText(services.error, 'Erro ao carregar serviços.')}</Sentences>
      </p>
    )
  if (services.isPending) return <LoadingMessage>Carregando serviços...</LoadingMessage>
  return (
    <Form isBusy={booking.isPending} onSubmit={() => form.submit()} failure={false} className="grid grid-cols-1 gap-5">
      <UnsavedChanges draft={[customer, time]} />
      {canStartNow(target) && (
        <div>
          <Segmented
            label="Quando começa"
            options={starts}
            value={isNow ? 'now' : 'later'}
            onChange={(start) => change({ isNow: start === 'now' })}
          />
        </div>
      )}
      <CustomerChoice
        barbershopId={target.barbershopId}
        timeZone={target.timeZone}
        value={customer}
        problem={form.problem}
        isFocused={!target.isNow}
        onChange={(next) => change({ customer: next })}
      />
      <ServicePicker
        services={form.provided}
        chosenIds={choice.serviceIds}
        freeMin={form.freeMin}
        onChange={(serviceIds) => change({ serviceIds })}
      />
      <div className={isNow ? undefined : 'grid grid-cols-2 gap-3 *:min-w-0 *:grid-cols-1'}>
        <BarberChoice barbers={form.barbers} value={barberId} hasAny onChange={(id) => change({ barberId: id })} />
        {!isNow && (
          <TextField
            label="Dia"
            type="date"
            value={date}
            onChange={({ target: { value } }) => change({ date: value })}
          />
        )}
      </div>
      {!isNow && <TimeChoice slots={form.slots} value={time} onChange={(next) => change({ time: next })} />}
      {props.children}
      <TimeSubmit
        choice={choice}
        isComplete={form.isComplete}
        error={booking.error}
        fallback="Erro ao marcar. Tente novamente."
        onChoose={form.submit}
        isBusy={booking.isPending}
        label={describeSubmit(form)}
      >
        {form.pause && (
          <p role="status" className="font-medium text-brass">
            {form.pause}
          </p>
        )}
        <Total form={form} />
      </TimeSubmit>
    </Form>
  )
}

type FormState = ReturnType<typeof useNewAppointment>

function describeSubmit({ choice: { isNow, time }, isComplete }: FormState) {
  if (isNow) return 'Encaixar agora'
  return time && isComplete ? `Marcar às ${formatTimeInSentence(time)}` : 'Marcar'
}

/** 'Corte + Barba com Rui Prado', '1h · R$ 75,00'. */
function Total({ form: { chosen, total, barbers, choice } }: { form: FormState }) {
  if (chosen.length === 0) return null
  const barber = barbers.find(({ id }) => id === choice.barberId)
  const whom = choice.barberId === ANY_BARBER ? 'quem estiver livre' : barber?.name
  return (
    <p className="flex items-baseline justify-between gap-3">
      <span className="line-clamp-2 min-w-0 text-sm text-mute wrap-anywhere">
        {total.name}
        {whom && ` com ${whom}`}
      </span>
      <span className="shrink-0 font-semibold tabular-nums">
        {formatDuration(total.durationMin)} · {formatMoney(total.priceCents)}
      </span>
    </p>
  )
}
