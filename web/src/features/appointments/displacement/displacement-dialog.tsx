import { ANY_BARBER } from '@na-regua/contract/appointments'
import type { DisplacedAppointment, DisplacementAction, SettledAppointment } from '@na-regua/contract/displacements'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import type { DisplacementProps } from '../../../lib/displacement-slot.ts'
import { formatDayOfYear, formatInstantInSentence, formatPhone, formatWeekday } from '../../../lib/format.ts'
import { callHref } from '../../../lib/phone-links.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { type DisplacementInput, makeDisplacement, takersQuery } from './queries.ts'
import {
  actionOf,
  type DisplacementChoice,
  type DisplacementPlan,
  describeActions,
  type Fallback,
  findNextStep,
  groupByDay,
  readPlan,
  startChoice,
  toDecisions,
} from './rules.ts'

/** What becomes of the appointments that a change displaces. Nothing changes before it is decided. */
export function DisplacementDialog(props: DisplacementProps) {
  const displacement = useDisplacement(props)
  const { plan, result, failure } = displacement
  if (result) return <ResultDialog {...result} onClose={props.onDone} />
  if (plan) return <PlanDialog {...props} displacement={displacement} plan={plan} />
  const footer = (
    <Button variant="outline" onClick={props.onClose}>
      Voltar
    </Button>
  )
  return (
    <Dialog isOpen onClose={props.onClose} width="medium" title={props.action} footer={footer}>
      {failure ? <Failure text={failure} /> : <LoadingMessage>Conferindo os agendamentos...</LoadingMessage>}
    </Dialog>
  )
}

type Result = { timeZone: string; settled: readonly (SettledAppointment & { nextStep: string })[]; summary: string }

/**
 * The first request decides nothing, so that it only shows what the change displaces; without any it makes the change. What became
 * known by a refusal stays on the screen while the next request runs, and if that fails.
 */
function useDisplacement({ barbershopId, change, onDone }: DisplacementProps) {
  const client = useQueryClient()
  const [plan, setPlan] = useState<DisplacementPlan>()
  const [result, setResult] = useState<Result>()
  const [reassignTo, setReassignTo] = useState<string>(ANY_BARBER)
  const { mutate, error, isPending } = useMutation({
    mutationFn: (input: Omit<DisplacementInput, 'change'>) => makeDisplacement(barbershopId, { ...input, change }),
    onSuccess({ appointments, timeZone }, { decisions }) {
      const decidedOf = new Map(decisions.map(({ appointmentId, action }) => [appointmentId, action]))
      const settled = appointments.flatMap((one) => {
        const nextStep = findNextStep(one, decidedOf.get(one.id) ?? one.action)
        return nextStep ? [{ ...one, nextStep }] : []
      })
      const summary = describeActions(appointments.map(({ action }) => action))
      for (const topic of ['appointments', 'availability', 'customers', 'barbers', 'account', 'barbershops'])
        void client.invalidateQueries({ queryKey: [topic] })
      if (settled.length > 0) return setResult({ timeZone, settled, summary })
      showToast({ tone: 'success', title: 'Pronto', text: summary && `${summary}.` })
      return onDone()
    },
    onError: (refusal) => setPlan((old) => readPlan(refusal) ?? old),
  })
  const look = (to: string) => mutate({ decisions: [], ...(to !== ANY_BARBER && { reassignTo: to }) })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => look(reassignTo), [])

  return {
    plan,
    result,
    isPending,
    reassignTo,
    failure: error && !readPlan(error) ? errorText(error, 'Erro ao salvar. Tente novamente.') : undefined,
    changeTaker(to: string) {
      setReassignTo(to)
      look(to)
    },
    make: (input: Pick<DisplacementInput, 'decisions' | 'otherwise'>) =>
      mutate({ ...input, ...(reassignTo !== ANY_BARBER && { reassignTo }) }),
  }
}

function Failure({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {text && <p className="mb-4 font-medium text-red">{text}</p>}
    </div>
  )
}

type PlanDialogProps = DisplacementProps & { displacement: ReturnType<typeof useDisplacement>; plan: DisplacementPlan }

function PlanDialog({ barbershopId, change, action, onClose, displacement, plan }: PlanDialogProps) {
  const { appointments, timeZone } = plan
  const [chosen, setChoice] = useState<DisplacementChoice>()
  const [isSent, setSent] = useState(false)
  const choice = chosen ?? startChoice(plan)
  const actions = appointments.map((one) => actionOf(one, choice))
  const isNotified = actions.some((one) => one !== 'retain')
  const isOfOneBarber = new Set(appointments.map(({ barber }) => barber.id)).size === 1
  const title =
    appointments.length === 1 ? 'Há 1 agendamento marcado' : `Há ${appointments.length} agendamentos marcados`

  function confirm() {
    setSent(true)
    displacement.make({ decisions: toDecisions(appointments, choice), otherwise: choice.otherwise })
  }

  const footer = (
    <>
      <p role="status" className="w-full text-sm font-medium sm:w-auto sm:flex-1 sm:content-center">
        {describeActions(actions)}.
      </p>
      <Button variant="outline" onClick={onClose}>
        Voltar
      </Button>
      <Button isBusy={displacement.isPending} onClick={confirm}>
        {isNotified ? `${action} e avisar` : action}
      </Button>
    </>
  )
  const isChanged = isSent && !displacement.isPending && displacement.failure === undefined
  return (
    <Dialog isOpen onClose={onClose} width="wide" isFullOnPhone title={title} footer={footer}>
      <Failure text={displacement.failure ?? (isChanged ? CHANGED_TEXT : undefined)} />
      <ForAll
        barbershopId={barbershopId}
        absentId={'barberId' in change ? change.barberId : undefined}
        plan={plan}
        choice={choice}
        displacement={displacement}
        onChange={setChoice}
      />
      {groupByDay(appointments, timeZone).map(([date, list]) => (
        <section key={date} aria-label={formatDayOfYear(date)} className="mt-5">
          <h3 className="font-sans text-base font-semibold tracking-normal">
            {formatWeekday(date)}, {formatDayOfYear(date)}
          </h3>
          <ul className="mt-1 divide-y divide-line">
            {list.map((appointment) => (
              <DisplacedRow
                key={appointment.id}
                appointment={appointment}
                timeZone={timeZone}
                choice={choice}
                options={plan.actions}
                isOfOneBarber={isOfOneBarber}
                onChange={(one) => setChoice({ ...choice, single: { ...choice.single, [appointment.id]: one } })}
              />
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}

const CHANGED_TEXT = 'A agenda mudou enquanto você olhava, e nada foi feito ainda. Confira a lista e confirme de novo.'

const labels: Record<DisplacementAction, string> = {
  reassign: 'Passar para quem estiver livre',
  propose: 'Oferecer outro horário',
  cancel: 'Cancelar e avisar',
  retain: 'Manter como está',
}

type ForAllProps = Pick<PlanDialogProps, 'barbershopId' | 'displacement' | 'plan'> & {
  /** Who cannot take over. */
  absentId: string | undefined
  choice: DisplacementChoice
  onChange: (choice: DisplacementChoice) => void
}

/** The decision for all, which replaces those that were made one by one. */
function ForAll({ barbershopId, absentId, plan, choice, displacement, onChange }: ForAllProps) {
  const id = useId()
  const { data: barbers = [] } = useQuery(takersQuery(barbershopId))
  const { appointments, actions } = plan
  const unassignable = appointments.filter(({ taker }) => taker === null).length
  const isReassigning = choice.all === 'reassign'
  const others = barbers.filter((barber) => barber.id !== absentId)
  const toOption = (value: DisplacementAction) => ({ value, label: labels[value] })
  return (
    <div className="grid gap-3 rounded-card bg-sunken p-4 sm:grid-cols-2">
      <FieldFrame id={id} label="O que fazer com todos">
        <Select
          id={id}
          options={actions.map(toOption)}
          value={choice.all}
          onChange={(all) => onChange({ ...choice, all: all as DisplacementAction, single: {} })}
        />
      </FieldFrame>
      {isReassigning && others.length > 1 && (
        <FieldFrame id={`${id}-barbeiro`} label="Passar para">
          <Select
            id={`${id}-barbeiro`}
            options={[
              { value: ANY_BARBER, label: 'Quem estiver livre' },
              ...others.map(({ id: value, name: label }) => ({ value, label })),
            ]}
            value={displacement.reassignTo}
            onChange={displacement.changeTaker}
          />
        </FieldFrame>
      )}
      {isReassigning && unassignable > 0 && (
        <FieldFrame id={`${id}-ninguem`} label={`Sem ninguém livre (${unassignable})`}>
          <Select
            id={`${id}-ninguem`}
            options={actions.filter((one) => one !== 'reassign').map(toOption)}
            value={choice.otherwise}
            onChange={(otherwise) => onChange({ ...choice, otherwise: otherwise as Fallback })}
          />
        </FieldFrame>
      )}
      <p className="text-sm text-mute sm:col-span-2">{hints[choice.all]}</p>
    </div>
  )
}

const hints: Record<DisplacementAction, string> = {
  reassign: 'No mesmo horário, com outro barbeiro. O cliente é avisado.',
  propose: 'O horário é cancelado, e o cliente recebe outro, que marca com um toque.',
  cancel: 'O horário é cancelado na hora e não volta. O cliente é avisado.',
  retain: 'O agendamento continua como está, e ninguém mais marca nesse tempo.',
}

type DisplacedRowProps = {
  appointment: DisplacedAppointment
  timeZone: string
  choice: DisplacementChoice
  options: readonly DisplacementAction[]
  isOfOneBarber: boolean
  onChange: (action: DisplacementAction) => void
}

function DisplacedRow({ appointment, timeZone, choice, options, isOfOneBarber, onChange }: DisplacedRowProps) {
  const { startTime, serviceName, customer, barber, taker, obstacle, isOfSeries } = appointment
  const rowLabels = { ...labels, reassign: taker ? `Passar para ${taker.name}` : 'Ninguém livre' }
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 py-2 sm:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="flex min-w-0 items-center gap-3">
        <span className="w-14 shrink-0 font-semibold tabular-nums">{formatInstantInSentence(startTime, timeZone)}</span>
        <p className="min-w-0 flex-1 text-sm">
          <span className="line-clamp-2 font-semibold wrap-anywhere">
            {customer.name} {isOfSeries && <Badge tone="navy">Horário fixo</Badge>}
          </span>
          <span className="line-clamp-2 text-mute wrap-anywhere">
            {isOfOneBarber ? serviceName : `${serviceName} · ${barber.name}`}
          </span>
          {obstacle && options.includes('reassign') && <span className="block text-brass">{obstacle}</span>}
        </p>
        {customer.phone && (
          <a
            href={callHref(customer.phone)}
            className="inline-grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken"
          >
            <Icon name="phone" className="size-4.5 text-mute" />
            <span className="sr-only">
              Ligar para {customer.name}: {formatPhone(customer.phone)}
            </span>
          </a>
        )}
      </div>
      <Select
        aria-label={`O que fazer com ${customer.name}`}
        options={options.map((value) => ({
          value,
          label: rowLabels[value],
          isDisabled: value === 'reassign' && taker === null,
        }))}
        value={actionOf(appointment, choice)}
        onChange={(action) => onChange(action as DisplacementAction)}
      />
    </li>
  )
}

/** What could not be done as decided, and who has to be called or written to. */
function ResultDialog({ timeZone, settled, summary, onClose }: Result & { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="medium"
      title="Falta resolver"
      footer={<Button onClick={onClose}>Pronto</Button>}
    >
      <p className="mb-4 text-mute">A mudança está feita: {summary}.</p>
      <ul className="grid gap-2">
        {settled.map((one) => (
          <SettledRow key={one.id} settled={one} timeZone={timeZone} />
        ))}
      </ul>
    </Dialog>
  )
}

function SettledRow({ settled, timeZone }: { settled: Result['settled'][number]; timeZone: string }) {
  const { customer, startTime, link, nextStep } = settled
  const [[date = ''] = []] = groupByDay([settled], timeZone)
  const isByHand = link && !link.isSent
  return (
    <li className="grid gap-2 rounded-control border border-line bg-card p-3">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{customer.name}</span>
        <span className="block text-sm text-mute tabular-nums">
          {formatDayOfYear(date)} às {formatInstantInSentence(startTime, timeZone)}
        </span>
        <span className="block text-sm text-brass">{nextStep}</span>
      </p>
      {isByHand && <p className="rounded-control bg-sunken p-3 text-sm wrap-anywhere">{link.text}</p>}
      {isByHand && (
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
      )}
      {!isByHand && customer.phone && (
        <a href={callHref(customer.phone)} className={buttonClass({ variant: 'outline', isWide: true })}>
          <Icon name="phone" className="size-4.5" />
          Ligar: {formatPhone(customer.phone)}
        </a>
      )}
    </li>
  )
}
