import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Service } from '@na-regua/contract/barbershops'
import { MAX_NAME } from '@na-regua/contract/text-limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatInstantInSentence, formatMinuteSpan, formatMoney, formatTimeInSentence } from '../../../lib/format.ts'
import { QUEUED_TEXT, runCommand } from '../../../lib/use-commands.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { formatRowDay } from '../agenda/rules.ts'
import { createProposal } from '../commands/rules.ts'
import {
  describeBreak,
  findGapMinute,
  formatDuration,
  formatMinuteOfDay,
  type MinuteSpan,
  minuteToInstant,
  toTimelineMinute,
} from '../timeline/rules.ts'
import type { PhoneBookingTarget } from './phone-booking-dialog.tsx'
import { addWalkIn, listAlternatives } from './queries.ts'
import { useOfferedServices } from './service-picker.tsx'

const PhoneBookingDialog = lazy(() => import('./phone-booking-dialog.tsx'))

/** Opens the booking for a customer who calls. The dialog is loaded when it is first needed. */
export function PhoneBookingButton({ target }: { target: PhoneBookingTarget }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" isWide onClick={() => setOpen(true)}>
        <Icon name="phone" className="size-4.5" />
        Marcar para cliente
      </Button>
      <Suspense>{isOpen && <PhoneBookingDialog target={target} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** A barber's workday and the selected gap; without a gap the walk-in starts now. */
export type WalkInTarget = { workday: BarberWorkday; date: string; gap?: MinuteSpan }

type FreeGap = Record<'barbershopId' | 'barberId' | 'timeZone' | 'startsAt' | 'endsAt', string>
/** What else can be done with a gap of a barber, between instants. */
export type RenderGapSlots = (gap: FreeGap) => ReactNode

type WalkInDialogProps = {
  target: WalkInTarget | undefined
  renderGapSlots: RenderGapSlots | undefined
  onClose: () => void
}

/** Adds a customer without an appointment: the service, and optionally the name. */
export function WalkInDialog({ target, renderGapSlots, onClose }: WalkInDialogProps) {
  return (
    <FormDialog isOpen={target !== undefined} onClose={onClose} title={target ? titleOf(target) : 'Encaixar'}>
      {target?.gap && renderGapSlots?.(toFreeGap(target, target.gap))}
      {target && <WalkInForm key={target.workday.barberId} target={target} onClose={onClose} />}
    </FormDialog>
  )
}

function toFreeGap({ workday, date }: WalkInTarget, { start, end }: MinuteSpan) {
  const { barberId, barbershop, timeZone } = workday
  const toTime = (minute: number) => minuteToInstant(minute, date, timeZone)
  return { barbershopId: barbershop.id, barberId, timeZone, startsAt: toTime(start), endsAt: toTime(end) }
}

/** 'Encaixar agora'; 'Encaixar hoje'; 'Encaixar: Sáb, 28/11/2026'. */
function titleOf({ workday, date, gap }: WalkInTarget) {
  if (!gap) return 'Encaixar agora'
  const day = formatRowDay(minuteToInstant(gap.start, date, workday.timeZone), new Date(), workday.timeZone)
  return day.includes(',') ? `Encaixar: ${day}` : `Encaixar ${day.toLowerCase()}`
}

type WalkInFormProps = { target: WalkInTarget; onClose: () => void }

function useWalkInForm({ target: { workday, date, gap }, onClose }: WalkInFormProps) {
  const { query: services, services: offered } = useOfferedServices(workday.barbershop.id, workday.barberId)
  const walkIn = useWalkIn(onClose)
  const [chosenId, setChosenId] = useState<string>()
  const [name, setName] = useState('')
  const [time, setTime] = useState(gap && formatMinuteOfDay(gap.start))
  const chosen = offered.find(({ id }) => id === chosenId) ?? (offered.length === 1 ? offered[0] : undefined)
  const minute = gap && findGapMinute(gap, time ?? '')
  const timeProblem = gap && minute === undefined ? describeGap(gap) : undefined

  function handleSubmit() {
    if (!chosen || timeProblem) return
    const startTime =
      walkIn.nextSlot?.startTime ?? (minute === undefined ? undefined : minuteToInstant(minute, date, workday.timeZone))
    const input = {
      barberId: workday.barberId,
      serviceId: chosen.id,
      startTime,
      customerName: name.trim() || undefined,
    }
    walkIn.add({ input, workday, service: chosen })
  }

  function chooseTime(next: string) {
    walkIn.reset()
    setTime(next)
  }

  function choose(id: string) {
    walkIn.reset()
    setChosenId(id)
  }

  const start = minute ?? toTimelineMinute(new Date(), date, workday.timeZone)
  const pause = describeBreak(workday, { start, end: start + (chosen?.durationMin ?? 1) })
  const left = gap && minute !== undefined ? gap.end - minute : undefined
  return {
    services,
    offered,
    chosen,
    choose,
    name,
    setName,
    time,
    chooseTime,
    timeProblem,
    left,
    pause,
    walkIn,
    handleSubmit,
  }
}

const describeGap = ({ start, end }: MinuteSpan) => `Livre ${formatMinuteSpan(start, end)}`

function WalkInForm(props: WalkInFormProps) {
  const form = useWalkInForm(props)
  const { services, offered, chosen, choose, name, setName, time, chooseTime, timeProblem, left, pause, walkIn } = form
  if (services.isLoadingError)
    return (
      <p role="alert">
        <Sentences>{errorText(services.error, 'Erro ao carregar serviços.')}</Sentences>
      </p>
    )
  if (services.isPending) return <LoadingMessage>Carregando serviços...</LoadingMessage>
  if (offered.length === 0) return <p className="text-mute">Nenhum serviço disponível no momento.</p>
  return (
    <Form isBusy={walkIn.isPending} onSubmit={form.handleSubmit} failure={false} className="grid gap-5">
      <UnsavedChanges draft={[name, time]} />
      {time !== undefined && (
        <TextField
          label="Horário"
          type="time"
          value={time}
          error={timeProblem}
          onChange={(event) => chooseTime(event.target.value)}
        />
      )}
      <ServiceChoice offered={offered} chosen={chosen} left={left} onChoose={choose} />
      <TextField
        label="Nome do cliente (opcional)"
        value={name}
        maxLength={MAX_NAME}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      {/* A refusal stands at the button that was pressed. */}
      <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-card p-4">
        {pause && (
          <p role="status" className="font-medium text-brass">
            {pause}
          </p>
        )}
        {walkIn.failure && (
          <p role="alert" className="font-medium text-red">
            {walkIn.failure}
          </p>
        )}
        <Button type="submit" size="large" isWide isBusy={walkIn.isPending} disabled={!chosen}>
          {walkIn.nextSlot ? `Encaixar às ${formatTimeInSentence(walkIn.nextSlot.time)}` : 'Confirmar encaixe'}
        </Button>
      </div>
    </Form>
  )
}

type ChoiceProps = {
  offered: readonly Service[]
  chosen: Service | undefined
  /** Free minutes from the chosen start on; undefined without a limit. */
  left: number | undefined
  onChoose: (id: string) => void
}

function ServiceChoice({ offered, chosen, left, onChoose }: ChoiceProps) {
  const available = left ?? Number.POSITIVE_INFINITY
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">Serviço</legend>
      {offered.map(({ id, name, durationMin, priceCents }) => (
        <button
          key={id}
          type="button"
          aria-pressed={chosen?.id === id}
          onClick={() => onChoose(id)}
          className={clsx(
            'flex min-h-14 items-center justify-between gap-3 rounded-control border px-4 py-2 text-left transition-colors',
            chosen?.id === id ? 'border-ink bg-sunken' : 'border-line bg-card hover:border-edge',
          )}
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-semibold">{name}</span>
            {durationMin > available && (
              <span className="block text-sm text-brass">não cabe nos {formatDuration(available)} livres</span>
            )}
          </span>
          <span className="shrink-0 text-right text-sm text-mute tabular-nums">
            {durationMin} min
            <span className="block">{formatMoney(priceCents)}</span>
          </span>
        </button>
      ))}
    </fieldset>
  )
}

/** Adds a walk-in; when the slot is taken, `nextSlot` is the next one. */
function useWalkIn(onAdded: () => void) {
  const client = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: sendWalkIn,
    onSuccess(result) {
      onAdded()
      if (!result?.appointment)
        return showToast({ tone: 'info', title: 'Proposta de encaixe guardada', text: QUEUED_TEXT })
      const { startTime: start, timeZone: zone, customer } = result.appointment
      showToast({ tone: 'success', title: `Encaixado às ${formatInstantInSentence(start, zone)}`, text: customer.name })
    },
    onSettled: () =>
      Promise.all(['appointments', 'availability'].map((topic) => client.invalidateQueries({ queryKey: [topic] }))),
  })
  return {
    add: mutate,
    isPending,
    nextSlot: listAlternatives(error)[0],
    reset,
    failure: error ? errorText(error, 'Erro ao encaixar. Tente novamente.') : undefined,
  }
}

type NewWalkIn = { input: Parameters<typeof addWalkIn>[0]; workday: BarberWorkday; service: Service }

/** A repeated walk-in would be another one: it is a command also with a network. */
function sendWalkIn({ input, workday, service }: NewWalkIn) {
  const { barberId, name, barbershop, timeZone } = workday
  const customer = { name: input.customerName ?? 'Cliente' }
  const appointment = createProposal({
    barber: { id: barberId, name },
    barbershop,
    timeZone,
    customer,
    services: [service],
    isWalkIn: true,
    startTime: input.startTime,
  })
  const act = `Encaixar às ${formatInstantInSentence(appointment.startTime, timeZone)}`
  return runCommand({
    build: () => ({ draft: { type: 'walkIn', input }, preview: { name: customer.name, act, appointment } }),
    send: () => addWalkIn(input),
  })
}
