import type { Appointment } from '@na-regua/contract/appointments'
import { QUEUE_UNDO_SECONDS, type QueueEntry, type QueueToday } from '@na-regua/contract/queue-today'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createStore, useStore } from 'zustand'
import { ApiResponseError, errorText } from '../../../lib/api-error.ts'
import { runBeforeLogout } from '../../../lib/before-logout.ts'
import { useUser } from '../../../lib/session.ts'
import { discardCommand, sendOrQueue } from '../../../lib/use-commands.ts'
import { dismissToast, showToast } from '../../../ui/toast.tsx'
import type { QueueAct } from './rules.ts'

/** The key starts with the topic of the event stream. */
export const queueTodayKey = (barbershopId: string) => ['queue', 'today', barbershopId] as const

/** Why a tap was refused, and beside which barber or entry that is said. */
type QueueProblem = { barbershopId: string; at: string; act: QueueAct; code: string | undefined; text: string }

type Running = { barbershopId: string; act: QueueAct }
/** The barber said that they are still being served. */
type Muted = { appointmentId: string; until: number }
/** The last request about an entry or an appointment, until its response: the next one waits for it. */
type Turn = { act: QueueAct; done: Promise<unknown> }

type TapState = {
  /** Whose taps these are: nothing of one user is left for the next one in the same tab. */
  userId: string | undefined
  running: readonly Running[]
  problem: QueueProblem | undefined
  muted: readonly Muted[]
  /** The newest versions that responses had, by id: a second tap does not wait for the queue. */
  versions: Readonly<Record<string, number>>
  /** Appointments that were started here, and perhaps are not in the day yet. */
  started: Readonly<Record<string, Appointment>>
  /** By what changes: the entry or appointment. */
  turns: Readonly<Record<string, Turn | undefined>>
  /** What sends a request that could still be undone, by what changes. */
  holds: Readonly<Record<string, (() => void) | undefined>>
  /** The toast with which the last tap can be undone. */
  undoToast: number | undefined
}

const store = createStore<TapState>(() => ({
  userId: undefined,
  running: [],
  problem: undefined,
  muted: [],
  versions: {},
  started: {},
  turns: {},
  holds: {},
  undoToast: undefined,
}))
const { getState, setState } = store

export const findStarted = (appointmentId: string) => getState().started[appointmentId]

/** Returns the version to send: of the queue, or a newer one of a response. */
export const versionOf = ({ id, version }: Pick<QueueEntry, 'id' | 'version'>) =>
  Math.max(version, getState().versions[id] ?? 0)

export type TapResponse = { entry?: QueueEntry; appointment?: Appointment }

function remember({ entry, appointment }: TapResponse) {
  setState(({ versions, started }) => ({
    versions: {
      ...versions,
      ...(entry && { [entry.id]: entry.version }),
      ...(appointment && { [appointment.id]: appointment.version }),
    },
    started: { ...started, ...(appointment && { [appointment.id]: appointment }) },
  }))
}

export type QueueTap = {
  barbershopId: string
  /** The barber or entry beside which a refusal is shown; a toast says it without one. */
  at?: string
  /** The entry or appointment that changes. */
  subject: string
  act: QueueAct
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

/** Shown at once. A refusal stands where the tap was, and the queue is loaded again. Resolves to whether it was done or stored. */
export async function runTap(client: QueryClient, tap: QueueTap): Promise<boolean> {
  const { barbershopId, act, subject } = tap
  if (isRunning(tap)) return false
  const running = { barbershopId, act }
  const stop = () => setState((state) => ({ running: state.running.filter((other) => other !== running) }))
  setState((state) => ({ running: [...state.running, running], problem: undefined }))
  const { holds, undoToast } = getState()
  holds[subject]?.()
  // What it offers to undo is not the last tap any more.
  if (undoToast !== undefined) dismissToast(undoToast)
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
  const last = getState().turns[subject]?.act
  return last !== undefined && act.type !== 'fallBack' && describeAct(last) === describeAct(act)
}

const describeAct = (act: QueueAct) => JSON.stringify({ ...act, at: undefined })

/** Behind the request before it about the same entry or appointment. A logout waits for it. */
async function sendInTurn(tap: QueueTap) {
  const { subject, act } = tap
  const previous = getState().turns[subject]?.done ?? Promise.resolve()
  const send = () => request(tap)
  const turn = { act, done: previous.then(send, send) }
  const setTurn = (next: Turn | undefined) => setState(({ turns }) => ({ turns: { ...turns, [subject]: next } }))
  setTurn(turn)
  const unregister = runBeforeLogout(() => {
    getState().holds[subject]?.()
    return turn.done
  })
  try {
    return await turn.done
  } finally {
    unregister()
    if (getState().turns[subject] === turn) setTurn(undefined)
  }
}

/** Beside what was tapped; in a toast where that is not shown any more. */
async function report(client: QueryClient, { barbershopId, at, act }: QueueTap, error: unknown) {
  const code = error instanceof ApiResponseError ? error.code : undefined
  const text = errorText(error, 'Não deu certo. Tente de novo.')
  const problem = at === undefined ? undefined : { barbershopId, at, act, code, text }
  setState({ problem })
  await reload(client)
  const { entries = [] } = client.getQueryData<QueueToday>(queueTodayKey(barbershopId)) ?? {}
  const isHidden = 'entryId' in act && act.entryId === at && entries.every(({ id }) => id !== at)
  if (problem && (!isHidden || getState().problem !== problem)) return
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
  const setHold = (next: (() => void) | undefined) =>
    setState(({ holds }) => ({ holds: { ...holds, [subject]: next } }))
  setHold(run)
  return promise.finally(() => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', handleVisibility)
    if (getState().holds[subject] === run) setHold(undefined)
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
const UNDO_MS = (QUEUE_UNDO_SECONDS - 3) * 1000

function announce({ title, undo }: QueueTap, { sent, commandId }: TapResult) {
  if (!title) return
  const takeBack = commandId ? () => void discard(commandId) : sent && undo && (() => undo(sent))
  const text = commandId ? 'Guardado. Vai assim que a rede voltar.' : undefined
  if (!takeBack) return void showToast({ tone: 'success', title })
  const action = { label: 'Desfazer', onClick: takeBack }
  const toast = showToast({ tone: 'info', title, action, stays: true, ...(text && { text }) })
  setState({ undoToast: toast })
  setTimeout(() => dismissToast(toast), UNDO_MS)
}

async function discard(commandId: string) {
  if (await discardCommand(commandId)) return
  showToast({ tone: 'info', title: 'Já está sendo enviada', text: 'Espere a resposta do servidor.' })
}

export const dismissProblem = () => setState({ problem: undefined })

/** For how long the question is not repeated. */
const MUTE_MS = 15 * 60_000

export function muteDoubt(appointmentId: string) {
  setState(({ muted }) => ({ muted: [...muted, { appointmentId, until: Date.now() + MUTE_MS }] }))
}

/** Returns what is under way, refused and muted on this device. */
export function useTapState() {
  const userId = useUser()?.id
  useEffect(() => {
    if (getState().userId !== userId) setState({ ...store.getInitialState(), userId })
  }, [userId])
  return {
    running: useStore(store, ({ running }) => running),
    problem: useStore(store, ({ problem }) => problem),
    muted: useStore(store, ({ muted }) => muted),
  }
}
