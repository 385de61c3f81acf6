import type { Appointment } from '@na-regua/contract/appointments'
import type { CommandResult } from '@na-regua/contract/commands'
import type { CommandDraft, PageQueue, QueuedCommand, QueueSnapshot } from '@na-regua/offline'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { ApiResponseError, NetworkError } from './api-error.ts'
import {
  type CommandPreview,
  commandStore,
  type FetchedData,
  isAbout,
  isCreation,
  isPending,
  nameCreated,
  nextMoment,
  nothingShown,
  type StaffCommand,
  subscribeToFetches,
} from './command-state.ts'
import { getSession, useSessionToken, useUser } from './session.ts'

export type { CommandPreview, StaffCommand } from './command-state.ts'

const { getState, setState } = commandStore

/** The queue of the user of this session. Rejects where the browser stores nothing. */
export function getCommandQueue(): Promise<PageQueue> {
  const { user, token } = getSession()
  if (!user || !token) return Promise.reject(new Error('commands without a session'))
  const { opened } = getState()
  if (opened?.userId === user.id && opened.token === token) return opened.queue
  const queue = import('@na-regua/offline').then(({ openCommandQueue }) => openCommandQueue({ userId: user.id, token }))
  const isOpen = () => getState().opened?.queue === queue
  setState({ ...nothingShown, opened: { userId: user.id, token, queue } })
  queue.then(
    (page) => {
      page.subscribe((snapshot) => isOpen() && showSnapshot(snapshot))
      page.subscribeToRefusals(handleRefusals)
    },
    () => {
      if (isOpen()) setState({ opened: undefined })
    },
  )
  return queue
}

/** Closes the queue: of a session that has ended nothing is shown or sent any more. */
export async function closeCommands() {
  const { opened } = getState()
  setState({ ...nothingShown, opened: undefined })
  if (!opened) return
  const { closeCommandQueue } = await import('@na-regua/offline')
  await opened.queue.then(closeCommandQueue, () => {})
}

function showSnapshot(queue: QueueSnapshot) {
  const before = getState()
  const wasPending = (id: string) => before.commands.some((one) => one.id === id && isPending(one))
  // A result proves a network; a queue that had nothing to send does not.
  if (queue.commands.some(({ id, state }) => state !== 'pending' && wasPending(id))) setState({ hasProof: true })
  if (queue.state === 'waiting') setState({ hasProof: false })
  const commands = (queue.commands as StaffCommand[])
    .filter(({ id, state }) => state !== 'refused' || !before.inDialogs.includes(id))
    .map(toShown)
  const applied = commands.filter(({ id, state }) => state === 'applied' && before.learned[id] === undefined)
  for (const { id, result } of applied) {
    const moment = nextMoment()
    setState(({ learned }) => ({ learned: { ...learned, [id]: moment } }))
    const appointment = result?.appointment
    if (appointment) setState(({ created }) => ({ created: { ...created, [id]: appointment } }))
  }
  setState({ commands, queue: queue.state, isOffline: isDisconnected(queue.state) })
  if (applied.length > 0) refetch()
}

const isInDialog = (id: string) => getState().inDialogs.includes(id)

const toShown = (one: StaffCommand) => nameCreated(one, isInDialog(one.id))

const isDisconnected = (queue: QueueSnapshot['state']) =>
  queue === 'waiting' || (navigator.onLine === false && !getState().hasProof)

/** True when an act would wait for the network now. */
export const isWithoutNetwork = () => isDisconnected(getState().queue)

function refetch() {
  for (const topic of ['appointments', 'availability', 'customers', 'staff', 'queue', 'visits', 'cash'])
    void getState().client?.invalidateQueries({ queryKey: [topic] })
}

/** What was applied is shown over the day until a day that was requested afterwards contains it. */
async function handleFetched(fetched: FetchedData) {
  const { client, commands, learned } = getState()
  const shown = commands.filter(
    (one) =>
      one.state === 'applied' &&
      !isInDialog(one.id) &&
      isAbout(fetched, one.command, one.result?.appointment ?? one.preview.appointment),
  )
  const ids = shown.filter((one) => (learned[one.id] ?? 0) < fetched.startedAt).map(({ id }) => id)
  if (ids.length < shown.length) void client?.invalidateQueries({ queryKey: fetched.key, exact: true })
  if (ids.length > 0) await (await getCommandQueue()).forgetApplied(ids)
}

/** Each refusal is reported once, in one tab. */
function handleRefusals(refused: readonly QueuedCommand[]) {
  const count = refused.filter(({ id }) => !isInDialog(id)).length
  if (count > 0) getState().reportRefusals(count)
}

/** Returns what a command has created, also after the queue has forgotten it. */
export const findCreated = (commandId: string) => getState().created[commandId]

/** The target of a command: a proposal is the command that creates it. */
export function toTarget({ id, version }: Appointment) {
  return getState().commands.some((one) => one.id === id && isCreation(one))
    ? { commandId: id }
    : { appointmentId: id, version }
}

/** While something waits, what follows goes behind it. */
function mustQueue() {
  return isWithoutNetwork() || getState().commands.some(isPending)
}

type Act<T> = {
  /** The act as a command. */
  build: () => { draft: CommandDraft; preview: CommandPreview }
  /** The act through its endpoint. */
  send: () => Promise<T>
}

/**
 * For acts that the server recognizes when they are repeated: through their endpoint, or as a command without a network. Resolves to
 * undefined and the id of the command then.
 */
export async function sendOrQueue<T>({ build, send }: Act<T>): Promise<{ sent?: T; commandId?: string }> {
  let failure: unknown
  if (!mustQueue()) {
    try {
      return { sent: await send() }
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      failure = error
    }
  }
  const { draft, preview } = build()
  const commandId = await addCommand(draft, { preview })
  if (commandId) return { commandId }
  if (failure) throw failure
  return { sent: await send() }
}

type AddOptions = { preview: CommandPreview; replaces?: string; hasDialog?: boolean }

/** The id of the stored command; undefined where the browser stores none. */
async function addCommand(draft: CommandDraft, { hasDialog, ...options }: AddOptions) {
  try {
    const queue = await getCommandQueue()
    const { id } = await queue.add(draft, options)
    if (hasDialog) setState(({ inDialogs }) => ({ inDialogs: [...inDialogs, id] }))
    return id
  } catch (error) {
    console.warn('a command was not stored, sending the request directly', error)
    return undefined
  }
}

/** For several acts at once: commands, which go in one request. The id of each, undefined for what the browser does not store. */
export async function queueTogether(acts: readonly ReturnType<Act<unknown>['build']>[]) {
  const ids: (string | undefined)[] = []
  for (const { draft, preview } of acts) ids.push(await addCommand(draft, { preview }))
  return ids
}

const WAIT_MS = 10_000

/**
 * For acts that would happen twice when they are repeated: always a command, which the server executes once. Resolves to undefined
 * while it waits for the network, and rejects with what the server refused.
 */
export async function runCommand<T>({ build, send }: Act<T>): Promise<CommandResult | T | undefined> {
  const isDirect = !mustQueue()
  const { draft, preview } = build()
  const id = await addCommand(draft, { preview, hasDialog: isDirect })
  if (!id) return send()
  if (!isDirect) return undefined
  const queue = await getCommandQueue()
  try {
    await Promise.race([queue.send(), new Promise((resolve) => setTimeout(resolve, WAIT_MS))])
    const result = (await queue.list({ withHidden: true })).find((one) => one.id === id)?.result
    if (result?.outcome !== 'refused') return result ?? undefined
    await queue.dismiss(id)
    throw new ApiResponseError(409, { ...result.error, alternatives: result.alternatives })
  } finally {
    setState(({ inDialogs }) => ({ inDialogs: inDialogs.filter((other) => other !== id) }))
    setState(({ commands }) => ({ commands: commands.map(toShown) }))
  }
}

/** Follows a title that says what was stored. */
export const QUEUED_TEXT = 'Vai assim que a rede voltar.'

/** What the server refused is done another way, in one step. False: it could not be stored. */
export async function replaceCommand(refused: string, draft: CommandDraft, preview: CommandPreview) {
  return (await addCommand(draft, { preview, replaces: refused })) !== undefined
}

export const dismissCommand = async (id: string) => (await getCommandQueue()).dismiss(id)

/** A command that was not sent yet is not done after all. False: the server may have it. */
export const discardCommand = async (id: string) => (await getCommandQueue()).discard(id)

export const sendQueue = async () => void (await getCommandQueue()).send()

/** Opens the user's queue for as long as a page of the staff is open; what is stored is sent. */
export function useCommandQueue(onRefused: (count: number) => void) {
  const queryClient = useQueryClient()
  const user = useUser()
  const token = useSessionToken()
  const userId = user?.id
  useEffect(() => {
    if (!userId || !token) return
    setState({ client: queryClient, reportRefusals: onRefused })
    const stop = subscribeToFetches(queryClient, (fetched) => void handleFetched(fetched).catch(() => {}))
    function update() {
      if (navigator.onLine === false) setState({ hasProof: false })
      else if (getState().commands.some((one) => one.state === 'applied')) refetch()
      setState({ isOffline: isWithoutNetwork() })
    }
    update()
    getCommandQueue().catch((error) => console.warn('commands cannot be stored in this browser', error))
    for (const type of ['online', 'offline']) window.addEventListener(type, update)
    return () => {
      stop()
      if (!getSession().token) void closeCommands()
      for (const type of ['online', 'offline']) window.removeEventListener(type, update)
    }
  }, [queryClient, userId, token, onRefused])
}

/** The commands of the user: those that wait, those that were refused, and those that the day does not contain yet. */
export function useCommands() {
  const commands = useStore(commandStore, (state) => state.commands)
  const queue = useStore(commandStore, (state) => state.queue)
  const isOffline = useStore(commandStore, (state) => state.isOffline)
  return {
    isOffline,
    queue,
    isSending: queue === 'sending',
    commands,
    pending: commands.filter(isPending),
    refused: commands.filter((one) => one.state === 'refused'),
  }
}
