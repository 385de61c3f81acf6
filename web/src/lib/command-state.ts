import type { StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import type { Command } from '@na-regua/contract/commands'
import type { PageQueue, QueuedCommand, QueueSnapshot } from '@na-regua/offline'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createStore } from 'zustand'
import { toLocalTime } from './local-time.ts'

/** What the screens show of a command, also after the page was opened again. */
export type CommandPreview = {
  /** Whom or what it is about: 'Ana Lua', 'Folga'. */
  name: string
  /** What was done: 'Aceitar', 'Encaixar às 10h15'. */
  act: string
  /** What would be lost with a refusal, line by line: what a customer had, and how they paid. */
  details?: readonly string[]
  /** As it will be afterwards. A new one has no id yet: it has that of the command. */
  appointment?: Appointment
}

/** A command of the queue with its preview. */
export type StaffCommand = Omit<QueuedCommand, 'preview'> & {
  preview: CommandPreview
  /** A dialog shows its result. */
  isInDialog?: boolean
}

type CommandState = {
  commands: readonly StaffCommand[]
  queue: QueueSnapshot['state']
  isOffline: boolean
  /** The user's queue on this device, while their session is open. */
  opened?: { userId: string; token: string; queue: Promise<PageQueue> }
  client?: QueryClient
  /** Commands whose result a dialog is waiting for. It shows the refusal itself. */
  inDialogs: readonly string[]
  /** When this page learned that a command was applied, and the appointment that is its result. */
  learned: Readonly<Record<string, number>>
  created: Readonly<Record<string, Appointment>>
  /** A command got through: there is a network, whatever the browser says. */
  hasProof: boolean
  reportRefusals: (count: number) => void
  lastMoment: number
}

/** What is shown without a queue. */
export const nothingShown: Pick<CommandState, 'commands' | 'queue' | 'isOffline'> = {
  commands: [],
  queue: 'idle',
  isOffline: false,
}

export const commandStore = createStore<CommandState>(() => ({
  ...nothingShown,
  inDialogs: [],
  learned: {},
  created: {},
  hasProof: false,
  reportRefusals: () => {},
  lastMoment: 0,
}))

export const isPending = (command: StaffCommand) => command.state === 'pending'
const creations: readonly string[] = ['walkIn', 'book', 'queueStart']
export const isCreation = ({ command }: StaffCommand) => creations.includes(command.type)

/** A new appointment has the id of the command that creates it. */
export function nameCreated(one: StaffCommand, isInDialog: boolean): StaffCommand {
  const { appointment } = one.preview
  if (!appointment || !isCreation(one)) return { ...one, isInDialog }
  return { ...one, isInDialog, preview: { ...one.preview, appointment: { ...appointment, id: one.id } } }
}

/** Returns the next of the moments of this page, which only have an order: no clock is involved. */
export function nextMoment() {
  const moment = commandStore.getState().lastMoment + 1
  commandStore.setState({ lastMoment: moment })
  return moment
}

/** What the server has sent, with the moment at which the request began. */
export type FetchedData = { key: QueryKey; data: unknown; startedAt: number }

/** Not what was stored or set by the page itself. */
export function subscribeToFetches(client: QueryClient, listener: (fetched: FetchedData) => void) {
  const starts = new Map<string, number>()
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'fetch') starts.set(query.queryHash, nextMoment())
    if (action.type !== 'success' || action.manual) return
    listener({ key: query.queryKey, data: query.state.data, startedAt: starts.get(query.queryHash) ?? 0 })
  })
}

/** Whether what was fetched shows what the command has changed. */
export function isAbout({ key, data }: FetchedData, command: Command, appointment: Appointment | null | undefined) {
  const [topic, kind, id] = key
  if (command.type === 'note') return topic === 'customers' && kind === 'profile' && id === command.customerId
  if (command.type === 'closeVisit' && !command.target) return topic === 'visits' && kind === 'day'
  if (command.type.startsWith('queue')) return topic === 'queue' && kind === 'today'
  if (topic !== 'appointments' || kind !== 'day') return false
  const { date, barbers } = data as StaffDay
  const has = (barberId: string) => barbers.some((workday) => workday.barberId === barberId)
  if (command.type === 'break')
    return has(command.barberId) && date >= command.input.startDate && date <= command.input.endDate
  if (!appointment) return true
  return has(appointment.barber.id) && toLocalTime(new Date(appointment.startTime), appointment.timeZone).date === date
}
