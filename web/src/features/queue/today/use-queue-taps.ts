import type { Appointment } from '@na-regua/contract/appointments'
import { type QueueEntry, type QueueToday, queueTodayApi } from '@na-regua/contract/queue-today'
import type { Body } from '@na-regua/contract/route'
import { servingApi } from '@na-regua/contract/serving'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { toTarget } from '../../../lib/use-commands.ts'
import { showToast } from '../../../ui/toast.tsx'
import { nameOf, type QueueAct, toNewEntry, toServed } from './rules.ts'
import { type Finishing, useQueueToday } from './use-queue-today.ts'
import { findStarted, hold, type QueueTap, runTap, type TapResponse, versionOf } from './use-tap-state.ts'

export type QueueScope = {
  barbershopId: string
  timeZone: string
  finishing: Finishing
  /** What the day beside the queue shows. */
  appointments: readonly Appointment[]
  /** The walk-in of now that a start without network is shown as. */
  propose: (barberId: string, entry: QueueEntry) => Appointment | undefined
}

type NewQueueEntry = Body<typeof queueTodayApi.add>

/** Everything that staff tap: sent at once or stored without network, and undone by the toast. */
function useQueueTaps({ barbershopId, finishing, appointments, propose }: QueueScope) {
  const client = useQueryClient()
  const run = (tap: NewTap) => runTap(client, { barbershopId, ...tap })
  const withReturn = (tap: NewTap, undo: QueueUndo, index?: number) =>
    run({ ...tap, undo: (response) => void run(createReturn(response, undo, index)) })
  // Who was finished a moment ago is finished first.
  const finishFirst = (barberId: string) => {
    const finished = appointments.filter(({ id, barber }) => barber.id === barberId && finishing.isFinishing(id))
    return Promise.all(finished.map(({ id }) => finishing.sendNow(id)))
  }
  const arrive = (appointment: Appointment, isArrived = true): Promise<boolean> => {
    const undo = ({ appointment: changed }: TapResponse) => changed && void arrive(changed, false)
    return run({ ...createArrival(appointment, isArrived), ...(isArrived && { undo }) })
  }
  const stopServing = ({ appointment }: TapResponse) => appointment && void run(createServing(appointment, false))
  const remove = (entry: QueueEntry, index?: number) => withReturn(createRemoval(entry), 'undoRemove', index)

  return {
    arrive,
    remove,
    /** The newest that the day or a response has. */
    findAppointment(id: string) {
      const shown = appointments.find((one) => one.id === id)
      const own = findStarted(id)
      return own && own.version > (shown?.version ?? 0) ? own : shown
    },
    add: (input: NewQueueEntry, name: string) =>
      run({ ...createAddition(barbershopId, input, name), undo: ({ entry }) => entry && void remove(entry) }),
    call: (...call: CallInput) => withReturn(createCall(...call), 'recall'),
    callAgain: (...call: CallInput) => withReturn(createSecondCall(...call), 'recall'),
    /** `positions`: how far back. Who does not come goes as far as by the late rule: the next one is called instead. */
    fallBack: (entry: QueueEntry, positions: number) => run(createFallBack(entry, positions)),
    start(input: StartInput) {
      const tap = createStart(input, propose(input.barberId, input.entry))
      return withReturn({ ...tap, before: () => finishFirst(input.barberId) }, 'undoStart')
    },
    serve: (appointment: Appointment) =>
      run({ ...createServing(appointment, true), before: () => finishFirst(appointment.barber.id), undo: stopServing }),
  }
}

/** The queue of a barbershop as the parts of its panel share it. */
export type StaffQueue = {
  barbershopId: string
  timeZone: string
  today: QueueToday
  now: Date
  problem: ReturnType<typeof useQueueToday>['problem']
  taps: ReturnType<typeof useQueueTaps>
  /** Whether something about the entry waits for the network. */
  isStored: (entryId: string) => boolean
  finish: (appointmentId: string) => void
  /** Who has an appointment of the day. */
  findName: (appointmentId: string) => string | undefined
}

/** Without `queue` until it is loaded, and where the barbershop has none. */
export function useStaffQueue(scope: QueueScope) {
  const { barbershopId, timeZone, finishing } = scope
  const client = useQueryClient()
  const taps = useQueueTaps(scope)
  const { today, now, problem, query, isStored } = useQueueToday(barbershopId, finishing)
  if (!today || today.closure === 'off') return { query }
  const queue: StaffQueue = {
    barbershopId,
    timeZone,
    today,
    now,
    problem,
    taps,
    isStored,
    finish(id) {
      const appointment = taps.findAppointment(id)
      if (appointment) return finishing.finish(appointment)
      void client.invalidateQueries({ queryKey: ['appointments'] })
      showToast({ tone: 'info', title: 'A agenda ainda está carregando', text: 'Toque de novo em instantes.' })
    },
    findName(id) {
      const appointment = taps.findAppointment(id)
      return appointment && nameOf(appointment)
    },
  }
  return { query, queue }
}

type QueueUndo = 'recall' | 'undoStart' | 'undoRemove'
type NewTap = Omit<QueueTap, 'barbershopId'>

const nowText = () => new Date().toISOString()

function createAddition(barbershopId: string, input: NewQueueEntry, name: string): NewTap {
  return {
    at: 'add',
    subject: input.entryId,
    act: { type: 'put', entry: toNewEntry(input, name, nowText()) },
    build: () => ({ draft: { type: 'queueAdd', barbershopId, input }, preview: { name, act: 'Pôr na fila' } }),
    send: () => api(queueTodayApi.add, { params: { id: barbershopId }, body: input }),
    title: `${name} está na fila`,
  }
}

/** The last one: beside what a refusal is shown. */
type CallInput = [entry: QueueEntry, barberId: string, at: string]

function createCall(...[entry, barberId, at]: CallInput): NewTap {
  const { id, name } = entry
  const toInput = () => ({ barberId, version: versionOf(entry) })
  return {
    at,
    subject: id,
    act: { type: 'call', entryId: id, barberId, at: nowText() },
    build: () => ({ draft: { type: 'queueCall', entryId: id, input: toInput() }, preview: { name, act: 'Chamar' } }),
    send: () => api(queueTodayApi.call, { params: { id }, body: toInput() }),
    title: `${name}: chamada feita`,
  }
}

/** Only who waits is called: the call ends and begins again, with the full time to come. Needs the network, like the push it sends. */
function createSecondCall(...[entry, barberId, at]: CallInput): NewTap {
  const params = { id: entry.id }
  return {
    ...createCall(entry, barberId, at),
    build: undefined,
    async send() {
      const { entry: waiting } = await api(queueTodayApi.recall, { params, body: { version: versionOf(entry) } })
      return api(queueTodayApi.call, { params, body: { barberId, version: waiting.version } })
    },
    title: `${entry.name}: chamada de novo`,
  }
}

/** `at`: beside what a refusal is shown. */
type StartInput = { entry: QueueEntry; barberId: string; at: string; serviceId?: string }

function createStart({ entry, barberId, at, serviceId }: StartInput, appointment?: Appointment): NewTap {
  const { id, name } = entry
  const toInput = () => ({ barberId, version: versionOf(entry), ...(serviceId && { serviceId }) })
  const preview = { name, act: 'Começar', ...(appointment && { appointment }) }
  return {
    at,
    subject: id,
    act: { type: 'start', entryId: id, barberId, appointmentId: '', at: nowText() },
    build: () => ({ draft: { type: 'queueStart', entryId: id, input: toInput() }, preview }),
    send: () => api(queueTodayApi.start, { params: { id }, body: toInput() }),
    title: `${name}: atendimento começou`,
  }
}

function createRemoval(entry: QueueEntry): NewTap {
  const { id, name } = entry
  const toInput = () => ({ version: versionOf(entry) })
  const preview = { name, act: 'Tirar da fila' }
  return {
    at: id,
    subject: id,
    act: { type: 'remove', entryId: id },
    build: () => ({ draft: { type: 'queueRemove', entryId: id, input: toInput() }, preview }),
    send: () => api(queueTodayApi.remove, { params: { id }, body: toInput() }),
    title: `${name} saiu da fila`,
  }
}

function createFallBack(entry: QueueEntry, positions: number): NewTap {
  const { id, name } = entry
  return {
    at: id,
    subject: id,
    act: { type: 'fallBack', entryId: id, positions },
    async send() {
      await hold(id, `${name} volta ${formatCount(positions, 'lugar', 'lugares')}`)
      const body = { positions, version: versionOf(entry) }
      return api(queueTodayApi.fallBack, { params: { id }, body, keepalive: true })
    },
  }
}

/** The undo of a call, a start or a removal: the entry waits again. */
function createReturn({ entry }: TapResponse, undo: QueueUndo, index?: number): NewTap {
  if (!entry) throw new Error('an undo without the entry that was changed')
  const { id, version } = entry
  const waiting: QueueAct = {
    type: 'put',
    entry: { ...entry, status: 'WAITING', call: null, version: version + 1 },
    index: index ?? 0,
  }
  return {
    subject: id,
    act: waiting,
    send: () => api(queueTodayApi[undo], { params: { id }, body: { version } }),
  }
}

function createArrival(appointment: Appointment, isArrived: boolean): NewTap {
  const { id, barber } = appointment
  return {
    ...(isArrived && { at: barber.id }),
    subject: id,
    act: { type: 'arrive', appointmentId: id, isArrived },
    build: () => ({
      draft: { type: 'arrive', target: toTarget(appointment), isArrived },
      preview: { name: nameOf(appointment), act: isArrived ? 'Chegou' : 'Não chegou ainda', appointment },
    }),
    send: () => api(servingApi.arrive, { params: { id }, body: { version: versionOf(appointment), isArrived } }),
    ...(isArrived && { title: `${nameOf(appointment)} chegou` }),
  }
}

function createServing(appointment: Appointment, isServing: boolean): NewTap {
  const { id, barber } = appointment
  const name = nameOf(appointment)
  return {
    ...(isServing && { at: barber.id }),
    subject: id,
    act: { type: 'serve', appointment: toServed(appointment), isServing, at: nowText() },
    build: () => ({
      draft: { type: 'serve', target: toTarget(appointment), isServing },
      preview: { name, act: isServing ? 'Começar' : 'Não começou ainda', appointment },
    }),
    send: () => api(servingApi.serve, { params: { id }, body: { version: versionOf(appointment), isServing } }),
    ...(isServing && { title: `${name}: atendimento começou` }),
  }
}
