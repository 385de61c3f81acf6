import type { Appointment } from '@na-regua/contract/appointments'
import { QUEUE_UNDO_SECONDS, type QueueEntry, queueBoardApi } from '@na-regua/contract/queue-board'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api } from '../../../lib/api.ts'
import { ApiResponseError, errorText } from '../../../lib/api-error.ts'
import { discardCommand, type StaffCommand, sendOrQueue, useCommands } from '../../../lib/use-commands.ts'
import { useNow } from '../../../lib/use-now.ts'
import { dismissToast, showToast } from '../../../ui/toast.tsx'
import { applyActs, type BoardAct, toAct } from './rules.ts'

/** The queue and what each barber does, for staff. The key starts with the topic of the event stream. */
export function queueBoardQuery(barbershopId: string) {
  return queryOptions({
    queryKey: ['queue', 'board', barbershopId],
    queryFn: ({ signal }) => api(queueBoardApi.get, { params: { id: barbershopId }, signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    // Waits and delays grow without an event.
    refetchInterval: 60_000,
    meta: { stored: true },
  })
}

/** How an appointment is finished, by the day that shows it: at once for the screen, after some seconds for the server. */
export type Finishing = {
  finish: (appointment: Appointment) => void
  isFinishing: (appointmentId: string) => boolean
  /** Sends what could still be undone. */
  sendNow: (appointmentId: string) => Promise<unknown>
}

/** Why a tap was refused, and beside which barber or entry that is said. */
export type QueueProblem = { barbershopId: string; at: string; code: string | undefined; text: string }

type Running = { barbershopId: string; act: BoardAct }
type State = { running: readonly Running[]; problem: QueueProblem | undefined; muted: readonly Muted[] }
/** Of whom the barber said that they are still being served. */
type Muted = { appointmentId: string; until: number }

let state: State = { running: [], problem: undefined, muted: [] }
const listeners = new Set<() => void>()
/** The newest versions that responses had: a second tap does not wait for the board. */
const versions = new Map<string, number>()
/** Started here, and perhaps not in the day yet. */
const started = new Map<string, Appointment>()
/** The last request about an entry or an appointment: the next one waits for it. */
const turns = new Map<string, Promise<unknown>>()
/** The toast with which the last tap can be undone. */
let offer: number | undefined
/** Sends a request that could still be undone. */
const holds = new Map<string, () => void>()

function setState(change: Partial<State>) {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const none: State = { running: [], problem: undefined, muted: [] }

export const findStarted = (appointmentId: string) => started.get(appointmentId)

/** The version to send: of the board, or a newer one of a response. */
export const versionOf = ({ id, version }: Pick<QueueEntry, 'id' | 'version'>) =>
  Math.max(version, versions.get(id) ?? 0)

export type TapResponse = { entry?: QueueEntry; appointment?: Appointment }

function remember({ entry, appointment }: TapResponse) {
  if (entry) versions.set(entry.id, entry.version)
  if (!appointment) return
  versions.set(appointment.id, appointment.version)
  started.set(appointment.id, appointment)
}

export type QueueTap = {
  barbershopId: string
  /** The barber or entry beside which a refusal is shown. */
  at: string
  /** The entry or appointment that changes. */
  subject: string
  act: BoardAct
  /** As a command; without one the tap needs the network. */
  build?: Parameters<typeof sendOrQueue>[0]['build']
  send: () => Promise<TapResponse>
  /** What the toast says, and how it is undone. An undo itself has no toast. */
  title?: string
  undo?: (response: TapResponse) => void
}

const topics = ['queue', 'appointments', 'availability']

const reload = (client: QueryClient) =>
  Promise.all(topics.map((topic) => client.invalidateQueries({ queryKey: [topic] })))

/** Shown at once. A refusal stands where the tap was, and the board is loaded again. Resolves to whether it was done or stored. */
export async function runTap(client: QueryClient, tap: QueueTap): Promise<boolean> {
  const { barbershopId, act, subject } = tap
  const running = { barbershopId, act }
  setState({ running: [...state.running, running], problem: undefined })
  holds.get(subject)?.()
  // What it offers to undo is not the last tap any more.
  if (offer !== undefined) dismissToast(offer)
  const before = turns.get(subject) ?? Promise.resolve()
  const turn = before.then(
    () => request(tap),
    () => request(tap),
  )
  turns.set(subject, turn)
  try {
    announce(tap, await turn)
    await reload(client)
    return true
  } catch (error) {
    if (error !== undone) setState({ problem: describeProblem(tap, error) })
    void reload(client)
    return false
  } finally {
    if (turns.get(subject) === turn) turns.delete(subject)
    setState({ running: state.running.filter((other) => other !== running) })
  }
}

function describeProblem({ barbershopId, at }: QueueTap, error: unknown): QueueProblem {
  const code = error instanceof ApiResponseError ? error.code : undefined
  return { barbershopId, at, code, text: errorText(error, 'Não deu certo. Tente de novo.') }
}

const undone = Symbol('undone')
/** How long a tap can be taken back before it is sent, where the server has no undo of it. */
const HOLD_MS = 5_000

/** Resolves after some seconds, or when the page is hidden or the same entry is tapped again. Rejects when it is undone. */
export function hold(subject: string, title: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const run = () => resolve()
  const handleVisibility = () => document.visibilityState === 'hidden' && run()
  const toast = showToast({ tone: 'info', title, action: { label: 'Desfazer', onClick: () => reject(undone) } })
  const timer = setTimeout(run, HOLD_MS)
  document.addEventListener('visibilitychange', handleVisibility)
  holds.set(subject, run)
  return promise.finally(() => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', handleVisibility)
    if (holds.get(subject) === run) holds.delete(subject)
    dismissToast(toast)
  })
}

type TapResult = { sent?: TapResponse; commandId?: string }

async function request({ build, send }: QueueTap): Promise<TapResult> {
  const result = build ? await sendOrQueue({ build, send }) : { sent: await send() }
  if (result.sent) remember(result.sent)
  return result
}

/** The server accepts an undo a little longer than it is offered. */
const OFFER_MS = (QUEUE_UNDO_SECONDS - 3) * 1000

function announce({ title, undo }: QueueTap, { sent, commandId }: TapResult) {
  if (!title) return
  const takeBack = commandId ? () => void discard(commandId) : sent && undo && (() => undo(sent))
  const text = commandId ? 'Guardado. Vai assim que a rede voltar.' : undefined
  if (!takeBack) return void showToast({ tone: 'success', title })
  const action = { label: 'Desfazer', onClick: takeBack }
  const toast = showToast({ tone: 'info', title, action, stays: true, ...(text && { text }) })
  offer = toast
  setTimeout(() => dismissToast(toast), OFFER_MS)
}

async function discard(commandId: string) {
  if (await discardCommand(commandId)) return
  showToast({ tone: 'info', title: 'Já está sendo enviada', text: 'Espere a resposta do servidor.' })
}

/** For how long the question is not repeated. */
const MUTE_MS = 15 * 60_000

export function muteDoubt(appointmentId: string) {
  setState({ muted: [...state.muted, { appointmentId, until: Date.now() + MUTE_MS }] })
}

export const dismissProblem = () => setState({ problem: undefined })

/** The entry that a command is about. */
function findEntryId({ command }: Pick<StaffCommand, 'command'>): string | undefined {
  if (command.type === 'queueAdd') return command.input.entryId
  return 'entryId' in command ? command.entryId : undefined
}

/** The board as it will be after what was tapped; undefined until it is loaded. */
export function useQueueBoard(barbershopId: string, { isFinishing }: Finishing) {
  const query = useQuery(queueBoardQuery(barbershopId))
  const { commands, pending } = useCommands()
  const now = useNow()
  const { running, problem, muted } = useSyncExternalStore(
    subscribe,
    () => state,
    () => none,
  )
  const { data } = query
  const finished = (data?.barbers ?? []).flatMap(({ serving }): BoardAct[] =>
    serving && isFinishing(serving.appointmentId) ? [{ type: 'finish', appointmentId: serving.appointmentId }] : [],
  )
  const stored = commands.flatMap((command) => toAct(command, barbershopId) ?? [])
  const own = running.filter((one) => one.barbershopId === barbershopId).map(({ act }) => act)
  const isMuted = (id: string) =>
    muted.some(({ appointmentId, until }) => appointmentId === id && until > now.getTime())
  const board = data && applyActs(data, [...finished, ...stored, ...own], now)
  return {
    query,
    now,
    /** Whether something about the entry waits for the network. */
    isStored: (entryId: string) => pending.some((command) => findEntryId(command) === entryId),
    problem: problem?.barbershopId === barbershopId ? problem : undefined,
    board: board && {
      ...board,
      barbers: board.barbers.map((barber) => ({
        ...barber,
        isDoubtful: barber.isDoubtful && !isMuted(barber.serving?.appointmentId ?? ''),
      })),
    },
  }
}
