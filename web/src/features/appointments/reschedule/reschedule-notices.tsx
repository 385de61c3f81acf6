import type { Appointment, OtherBarber } from '@na-regua/contract/appointments'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { formatDuration, formatMoney, formatShortDate, formatTimeInSentence } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ChoiceRow } from '../booking/choice.tsx'
import { computeEndTime } from '../booking/rules.ts'
import { rescheduleAppointment } from '../queries.ts'
import { isRefusal } from '../rules.ts'
import { moveSeriesFrom } from '../series/queries.ts'
import type { ChangeScope } from '../series/scope-choice.tsx'
import { OtherBarberChoice, type OtherBarberChoiceProps } from './other-barber-choice.tsx'

type RescheduleFieldsProps = OtherBarberChoiceProps & {
  appointment: Appointment
  current: { date: string; time: string }
}

/** Whom the appointment is with, which may change, what it is for, which stays, and its current time. */
export function RescheduleFields({ current, ...choice }: RescheduleFieldsProps) {
  const { service } = choice.appointment
  const { durationMin, priceCents } = choice.chosen ?? choice.appointment
  return (
    <>
      <OtherBarberChoice {...choice} />
      <ChoiceRow
        label="Serviço"
        title={service.name}
        detail={formatDuration(durationMin)}
        figure={formatMoney(priceCents)}
      />
      <p className="flex min-h-12 items-center gap-2.5 bg-brass-soft px-4 py-2 text-brass tabular-nums">
        <Icon name="clock" className="size-5 shrink-0" />
        <span>
          Horário atual:{' '}
          <strong className="font-semibold">
            {formatShortDate(current.date)} às {formatTimeInSentence(current.time)}
          </strong>
        </span>
      </p>
    </>
  )
}

function BackToAppointments() {
  return <ButtonLink to={paths.customerAppointments()}>Voltar para meus agendamentos</ButtonLink>
}

/** The appointment exists and cannot be rescheduled any more. */
export function RescheduleObstacle({ title, text }: { title: string; text: string }) {
  return (
    <Notice as="h1" icon="calendar" title={title} action={<BackToAppointments />}>
      {text}
    </Notice>
  )
}

/** The appointment does not exist or belongs to another customer, or loading failed. */
export function AppointmentFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (hasCode(error, 'APPOINTMENT_NOT_FOUND', 'NOT_FOUND', 'INVALID_INPUT', 'FORBIDDEN')) {
    return (
      <Notice as="h1" tone="error" title="Agendamento não encontrado." action={<BackToAppointments />}>
        Confira se você entrou com a conta que fez o agendamento.
      </Notice>
    )
  }
  return (
    <Notice
      as="h1"
      tone="error"
      title="Erro ao carregar informações. Tente novamente mais tarde."
      action={
        <>
          <Button onClick={onRetry}>Tentar novamente</Button>
          <BackToAppointments />
        </>
      }
    >
      <Sentences>{errorText(error, '')}</Sentences>
    </Notice>
  )
}

type RescheduleStage =
  | { name: 'choosing'; error?: unknown }
  | { name: 'rescheduling' }
  | { name: 'slot-taken'; message: string; alternatives: Alternative[] }

type RescheduleOptions = {
  appointment: Pick<Appointment, 'id' | 'durationMin' | 'barber' | 'seriesId'>
  /** Undefined: the barber stays. */
  other: OtherBarber | undefined
  onRescheduled: () => void
}

const describeUnmoved = (count: number) =>
  count === 1
    ? '1 data ficou no horário de antes: o novo estava ocupado.'
    : `${count} datas ficaram no horário de antes: o novo estava ocupado.`

/** Moves the appointment, and of a standing one also the next dates as far as their new time is free. Resolves to what became of it. */
async function sendReschedule(
  { appointment, other }: Pick<RescheduleOptions, 'appointment' | 'other'>,
  start: Date,
  scope: ChangeScope,
) {
  const { id, seriesId } = appointment
  if (seriesId && scope === 'following') {
    const { dates } = await moveSeriesFrom({ id, seriesId }, start)
    const unmoved = dates.filter(({ reason }) => reason === 'unmoved').length
    return unmoved > 0 ? describeUnmoved(unmoved) : 'Este e os próximos foram remarcados.'
  }
  await rescheduleAppointment(id, {
    newStartTime: start.toISOString(),
    newEndTime: computeEndTime(start, (other ?? appointment).durationMin).toISOString(),
    ...(other && { barberId: other.id, priceCents: other.priceCents }),
  })
  return 'Seu agendamento foi remarcado com sucesso.'
}

/** One request for another time: accepted, refused, or the slot was taken. Repeating the same request is safe. */
export function useReschedule({ appointment, other, onRescheduled }: RescheduleOptions) {
  const client = useQueryClient()
  const [stage, setStage] = useState<RescheduleStage>({ name: 'choosing' })
  const isPending = useRef(false)
  const refresh = () => {
    for (const topic of ['availability', 'appointments']) void client.invalidateQueries({ queryKey: [topic] })
  }

  function handleFailure(error: unknown) {
    if (isRefusal(error)) refresh()
    if (!hasCode(error, 'SLOT_TAKEN')) return setStage({ name: 'choosing', error })
    const found = (error.details.alternatives ?? []) as Alternative[]
    // The barber is chosen above, with the price.
    const alternatives = found.filter(({ barberId }) => barberId === (other ?? appointment.barber).id)
    setStage({ name: 'slot-taken', message: error.message, alternatives })
  }

  async function reschedule(start: Date, scope: ChangeScope) {
    if (isPending.current) return
    isPending.current = true
    setStage({ name: 'rescheduling' })
    try {
      const text = await sendReschedule({ appointment, other }, start, scope)
      showToast({ tone: 'success', title: 'Agendamento remarcado!', text })
      refresh()
      onRescheduled()
    } catch (error) {
      handleFailure(error)
    } finally {
      isPending.current = false
    }
  }

  return {
    stage,
    reschedule: (start: Date, scope: ChangeScope = 'one') => void reschedule(start, scope),
    reset: () => setStage({ name: 'choosing' }),
  }
}
