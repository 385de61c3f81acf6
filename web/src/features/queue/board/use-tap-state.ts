import type { Appointment } from '@na-regua/contract/appointments'
import { QUEUE_UNDO_SECONDS, type QueueBoard, type QueueEntry } from '@na-regua/contract/queue-board'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiResponseError, errorText } from '../../../lib/api-error.ts'
import { runBeforeLogout } from '../../../lib/command-state.ts'
import { getSession } from '../../../lib/session.ts'
import { discardCommand, sendOrQueue } from '../../../lib/use-commands.ts'
import { dismissToast, showToast } from '../../../ui/toast.tsx'
import type { BoardAct } from './rules.ts'

/** The key starts with the topic of the event stream. */
export const queueBoardKey = (barbershopId: string) => ['queue', 'board', barbershopId] as const

/** Why a tap was refused, and beside which barber or entry that is said. */
export type QueueProblem = { barbershopId: string; at: string; act: BoardAct; code: string | undefined; text: string }

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
/** The last request about an entry or an appointment, until its response: the next one waits for it. */
const turns = new Map<string, { act: BoardAct; done: Promise<unknown> }>()
/** The toast with which the last tap can be undone. */
let offer: number | undefined
/** Sends a request that could still be undone. */
const holds = new Map<string, () => void>()

function setState(change: Partial<State>) {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  forgetOthers()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const none: State = { running: [], problem: undefined, muted: [] }

let userId: string | undefined

/** Nothing of one user is left for the next one in the same tab. */
function forgetOthers() {
  const { user } = getSession()
  if (user?.id === userId) return
  userId = user?.id
  state = none
  versions.clear()
  started.clear()
}

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
  /** The barber or entry beside which a refusal is shown; a toast says it without one. */
  at?: string
  /** The entry or appointment that changes. */
  subject: string
  act: BoardAct
  /** What must have reached the server first. */
  before?: () => Promise<unknown>
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
  if (isRunning(tap)) return false
  const running = { barbershopId, act }
  const stop = () => setState({ running: state.running.filter((other) => other !== running) })
  setState({ running: [...state.running, running], problem: undefined })
  holds.get(subject)?.()
  // What it offers to undo is not the last tap any more.
  if (offer !== undefined) dismissToast(offer)
  try {
    announce(tap, await sendInTurn(tap))
    void reload(client).finally(stop)
    return true
  } catch (error) {
    stop()
    if (error === undone) void reload(client)
    else void report(client, tap, error)
    return false
  }
}

/** A second tap while the first is sent. Each time that someone is let pass counts. */
function isRunning({ subject, act }: QueueTap) {
  const last = turns.get(subject)?.act
  return last !== undefined && act.type !== 'fallBack' && describeAct(last) === describeAct(act)
}

const describeAct = (act: BoardAct) => JSON.stringify({ ...act, at: undefined })

/** Behind the request before it about the same entry or appointment. A logout waits for it. */
async function sendInTurn(tap: QueueTap) {
  const { subject, act } = tap
  const previous = turns.get(subject)?.done ?? Promise.resolve()
  const send = () => request(tap)
  const turn = { act, done: previous.then(send, send) }
  turns.set(subject, turn)
  const unregister = runBeforeLogout(() => {
    holds.get(subject)?.()
    return turn.done
  })
  try {
    return await turn.done
  } finally {
    unregister()
    if (turns.get(subject) === turn) turns.delete(subject)
  }
}

/** Beside what was tapped; in a toast where that is not shown any more. */
async function report(client: QueryClient, { barbershopId, at, act }: QueueTap, error: unknown) {
  const code = error instanceof ApiResponseError ? error.code : undefined
  const text = errorText(error, 'Não deu certo. Tente de novo.')
  const problem = at === undefined ? undefined : { barbershopId, at, act, code, text }
  setState({ problem })
  await reload(client)
  const { entries = [] } = client.getQueryData<QueueBoard>(queueBoardKey(barbershopId)) ?? {}
  const isHidden = 'entryId' in act && act.entryId === at && entries.every(({ id }) => id !== at)
  if (problem && (!isHidden || state.problem !== problem)) return
  if (problem) dismissProblem()
  showToast({ tone: 'error', title: problem ? 'Não deu certo' : 'Não deu para desfazer', text })
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

async function request({ before, build, send }: QueueTap): Promise<TapResult> {
  await before?.()
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

export const dismissProblem = () => setState({ problem: undefined })

/** For how long the question is not repeated. */
const MUTE_MS = 15 * 60_000

export function muteDoubt(appointmentId: string) {
  setState({ muted: [...state.muted, { appointmentId, until: Date.now() + MUTE_MS }] })
}

/** What is under way, refused and muted on this device. */
export const useTapState = () =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => none,
  )
