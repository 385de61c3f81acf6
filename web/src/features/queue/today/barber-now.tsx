import type { QueueState } from '@na-regua/contract/queue'
import type { BarberNow, QueueEntry } from '@na-regua/contract/queue-today'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatDuration, formatInstantInSentence } from '../../../lib/format.ts'
import { useCountdown, useSettling } from '../../../lib/relative-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { queueQuery } from '../queries.ts'
import { formatCountdown } from '../rules.ts'
import { describeDelay, describeIdle, findNowState, type NowState, slidePositionsOf } from './rules.ts'
import type { StaffQueue } from './use-queue-taps.ts'
import { dismissProblem, muteDoubt } from './use-tap-state.ts'

type BarberNowProps = {
  queue: StaffQueue
  barber: BarberNow
  /** The screen of this barber: the next tap is its main action. */
  isOwn?: boolean
}

/** What a barber does now, and the one tap that comes next. */
export function BarberNowCard({ queue, barber, isOwn = false }: BarberNowProps) {
  const state = findNowState(queue.today, barber, queue.now)
  return (
    <section
      aria-label={isOwn ? 'Agora' : `${barber.name} agora`}
      className={clsx('grid grid-cols-1 gap-2', isOwn ? 'rounded-hero border border-line bg-card p-4 md:p-5' : 'py-3')}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="min-w-0 line-clamp-3 wrap-anywhere font-semibold">{isOwn ? 'Agora' : barber.name}</p>
        <FreeAt queue={queue} barber={barber} state={state} />
      </div>
      <NowText queue={queue} barber={barber} state={state} />
      <NowButtons queue={queue} barber={barber} isOwn={isOwn} />
    </section>
  )
}

type StateProps = BarberNowProps & { state: NowState }

/** When the barber is expected to be free, and how late the next customer will begin. */
function FreeAt({ queue: { timeZone, now }, barber, state }: StateProps) {
  const delay = describeDelay(barber)
  const isBusy = state.kind === 'serving' || state.kind === 'doubt'
  if (delay) return <span className="shrink-0 text-sm font-semibold text-brass">{delay}</span>
  if (!isBusy || !barber.freeAt) return null
  // Estimated when the queue was loaded: a service that lasts longer is expected to end at any moment.
  if (Date.parse(barber.freeAt) <= now.getTime())
    return <span className="shrink-0 text-sm text-mute">termina a qualquer momento</span>
  return (
    <span className="shrink-0 text-sm text-mute tabular-nums">
      livre por volta de {formatInstantInSentence(barber.freeAt, timeZone)}
    </span>
  )
}

/** Who it is about, with the time, above the buttons of a phone. */
export function NowHeader({ queue, barber }: BarberNowProps) {
  const state = findNowState(queue.today, barber, queue.now)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <NowText queue={queue} barber={barber} state={state} />
      <FreeAt queue={queue} barber={barber} state={state} />
    </div>
  )
}

/** Who it is about. */
function NowText({ queue, barber, state }: StateProps) {
  const { today, timeZone } = queue
  if (state.kind === 'idle') return <p className="text-sm text-mute">{describeIdle(today, barber, queue)}</p>
  if (state.kind === 'doubt')
    return <Line name={`Ainda com ${state.serving.customerName}?`}>{since(queue, state)}</Line>
  if (state.kind === 'serving') return <Line name={state.serving.customerName}>{since(queue, state)}</Line>
  if (state.kind === 'called')
    return (
      <Line name={state.entry.name}>
        <TimeLeft entry={state.entry} />
      </Line>
    )
  if (state.kind === 'suggestion')
    return <Line name={state.entry.name}>{state.entry.service?.name ?? 'é quem vem agora'}</Line>
  const name = queue.findName(state.next.appointmentId)
  return (
    <Line name={name ?? 'Quem marcou'}>
      marcado {formatInstantInSentence(state.next.startTime, timeZone)}
      {state.next.isArrived && <Badge tone="green">chegou</Badge>}
    </Line>
  )
}

const since = ({ timeZone }: StaffQueue, { serving }: Extract<NowState, { serving: object }>) =>
  `desde ${formatInstantInSentence(serving.since, timeZone)}`

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="min-w-0 text-lg leading-tight font-semibold wrap-anywhere">{name}</span>
      <span className="flex gap-1.5 text-sm text-mute tabular-nums">{children}</span>
    </p>
  )
}

const MAX_CALL_SECONDS = 30 * 60

/** What a called customer has left to come. */
export function TimeLeft({ entry: { call } }: { entry: QueueEntry }) {
  const seconds = useCountdown(call?.comeBy, MAX_CALL_SECONDS)
  if (!call || call.comeBy === call.calledAt) return 'chamando'
  return seconds > 0 ? <>{formatCountdown(seconds)} para chegar</> : <span className="text-red">o tempo acabou</span>
}

/** The taps of the state, the main one to the right, with a refusal above them: where the thumb is. */
export function NowButtons({ queue, barber, isOwn = false }: BarberNowProps) {
  const state = findNowState(queue.today, barber, queue.now)
  const taps = listNowTaps(queue, barber, state)
  const settling = useSettling(taps.map(({ label }) => label).join())
  return (
    <div className="grid grid-cols-1 gap-2 empty:hidden">
      <NowProblem queue={queue} barber={barber} state={state} />
      {taps.length > 0 && (
        <div {...settling} className="flex flex-row-reverse flex-wrap gap-2">
          {taps.map(({ label, icon, onTap }, index) => (
            <Button
              key={label}
              variant={index > 0 ? 'outline' : isOwn ? 'primary' : 'ink'}
              className={clsx('px-3! whitespace-nowrap', icon ? 'shrink-0' : 'flex-1')}
              aria-label={icon && label}
              onClick={onTap}
            >
              {icon ? <Icon name={icon} /> : label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** With an icon the label is for screen readers only. */
type NowTap = { label: string; icon?: IconName; onTap: () => unknown }

/** The main one first. */
function listNowTaps(queue: StaffQueue, barber: BarberNow, state: NowState): NowTap[] {
  const { today, taps, finish } = queue
  const { barberId } = barber
  switch (state.kind) {
    case 'serving':
      // Of a start that is under way the appointment is not known yet.
      if (!state.serving.appointmentId) return []
      return [{ label: 'Terminou', onTap: () => finish(state.serving.appointmentId) }]
    case 'doubt':
      return [
        { label: 'Não, terminou', onTap: () => finish(state.serving.appointmentId) },
        { label: 'Sim', onTap: () => muteDoubt(state.serving.appointmentId) },
      ]
    case 'called':
      return [
        { label: 'Começou', onTap: () => taps.start({ entry: state.entry, barberId, at: barberId }) },
        { label: 'Não apareceu', onTap: () => taps.fallBack(state.entry, slidePositionsOf(today)) },
        { label: 'Chamar de novo', icon: 'bell', onTap: () => taps.callAgain(state.entry, barberId, barberId) },
      ]
    case 'suggestion':
      return [
        { label: 'Chamar próximo', onTap: () => taps.call(state.entry, barberId, barberId) },
        { label: 'Começou', onTap: () => taps.start({ entry: state.entry, barberId, at: barberId }) },
      ]
    case 'due':
      return listDueTaps(queue, state.next)
    default:
      return []
  }
}

function listDueTaps({ taps }: StaffQueue, next: NonNullable<BarberNow['next']>): NowTap[] {
  const appointment = taps.findAppointment(next.appointmentId)
  if (!appointment) return []
  const begin = { label: 'Começou', onTap: () => taps.serve(appointment) }
  return next.isArrived ? [begin] : [begin, { label: 'Chegou', onTap: () => taps.arrive(appointment) }]
}

/** A refusal at a barber, and what can be done instead. */
function NowProblem({ queue, barber, state }: StateProps) {
  const { problem } = queue
  const isOwn = problem?.at === barber.barberId
  return (
    <div role="alert" className="grid gap-2 empty:hidden">
      {isOwn && <p className="text-sm font-medium text-red">{problem.text}</p>}
      {isOwn && 'entry' in state && <ShorterServices queue={queue} entry={state.entry} />}
    </div>
  )
}

type Service = QueueState['services'][number]

/** After a start that reaches into the next appointment: what would end before it. */
export function ShorterServices({ queue, entry }: { queue: StaffQueue; entry: QueueEntry }) {
  const { act, at, code } = queue.problem ?? {}
  const isTooLong = code === 'SLOT_TAKEN' && act?.type === 'start' && act.entryId === entry.id
  const { data } = useQuery({ ...queueQuery(queue.barbershopId), enabled: isTooLong })
  const barber = isTooLong && queue.today.barbers.find(({ barberId }) => barberId === act.barberId)
  if (!barber || at === undefined) return null
  const left = barber.next ? (Date.parse(barber.next.startTime) - queue.now.getTime()) / 60_000 : 0
  const shorter = (data?.services ?? []).filter(({ durationMin }: Service) => durationMin <= left).slice(0, 3)
  function begin({ id: serviceId }: Service) {
    dismissProblem()
    if (barber) void queue.taps.start({ entry, barberId: barber.barberId, at: at ?? entry.id, serviceId })
  }
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {shorter.map((service) => (
        <Button key={service.id} variant="outline" className="px-3!" onClick={() => begin(service)}>
          {service.name}, {formatDuration(service.durationMin)}
        </Button>
      ))}
    </div>
  )
}
