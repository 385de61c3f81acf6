import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createStore, useStore } from 'zustand'
import { errorText } from '../../../lib/api-error.ts'
import { runBeforeLogout } from '../../../lib/before-logout.ts'
import { formatCount } from '../../../lib/format.ts'
import { findCreated, isWithoutNetwork, queueTogether, sendOrQueue } from '../../../lib/use-commands.ts'
import { openVisitClosing } from '../../../lib/visit-closing.ts'
import { dismissToast, showToast } from '../../../ui/toast.tsx'
import { changeAppointmentStatus, type StatusChange } from '../agenda/queries.ts'
import { getServedName, statusAfter } from '../agenda/rules.ts'
import { takeBack } from '../commands/command-bar.tsx'
import { createProposal, toStatusCommand } from '../commands/rules.ts'

/** How long a change can be undone before it is sent to the server. */
const UNDO_MS = 5_000

const texts = {
  confirm: { done: 'aceito', failed: 'Erro ao confirmar' },
  cancel: { done: 'recusado', failed: 'Erro ao cancelar' },
  complete: { done: 'finalizado', failed: 'Erro ao finalizar' },
  'no-show': { done: 'não compareceu', failed: 'Erro ao marcar a falta' },
  'correct-completed': { done: 'finalizado', failed: 'Erro ao corrigir' },
  'correct-no-show': { done: 'não compareceu', failed: 'Erro ao corrigir' },
  'correct-cancelled': { done: 'encaixe cancelado', failed: 'Erro ao corrigir' },
} as const satisfies Record<StatusChange['action'], object>

type PendingChange = StatusChange & {
  appointment: Appointment
  status: Appointment['status']
  /** Set once the change is being sent and can no longer be undone. */
  sending?: Promise<unknown>
  toast?: number
  /** When it is sent, with all that were made together. */
  timer?: number
  client: QueryClient
}

const store = createStore<{ pending: readonly PendingChange[] }>(() => ({ pending: [] }))

const findChange = (id: string) => store.getState().pending.find((change) => change.id === id)
const add = (change: PendingChange) => store.setState(({ pending }) => ({ pending: [...pending, change] }))
const remove = (id: string) => store.setState(({ pending }) => ({ pending: pending.filter((one) => one.id !== id) }))

/**
 * After a refusal the refetched list shows the status that the server has. Without a network the queue shows the change, and the
 * result is the command's id.
 */
async function request(change: PendingChange, keepalive: boolean): Promise<string | undefined> {
  // What created the appointment may have been applied since it was shown.
  const appointment = { ...change.appointment, ...findCreated(change.id) }
  try {
    const build = () => toStatusCommand(appointment, change)
    const send = () => changeAppointmentStatus({ ...change, id: appointment.id }, keepalive)
    const { commandId } = await sendOrQueue({ build, send })
    if (commandId) {
      remove(change.id)
      return commandId
    }
  } catch (error) {
    showToast({ tone: 'error', title: texts[change.action].failed, text: errorText(error, 'Tente novamente') })
  }
  await change.client.invalidateQueries({ queryKey: ['appointments'] })
  remove(change.id)
  return undefined
}

function send(change: PendingChange, keepalive = false) {
  if (change.sending) return change.sending
  if (change.toast !== undefined) dismissToast(change.toast)
  const sending = request(change, keepalive)
  markSending([change], sending)
  return sending
}

function markSending(changes: readonly PendingChange[], sending: Promise<unknown>) {
  const ids = changes.map(({ id }) => id)
  store.setState(({ pending }) => ({
    pending: pending.map((other) => (ids.includes(other.id) ? { ...other, sending } : other)),
  }))
}

/** What a timer is for and was neither undone nor sent: one change through its endpoint, several as commands in one request. */
function sendDue(timer: number) {
  const due = store.getState().pending.filter((change) => change.timer === timer && !change.sending)
  const [first, ...others] = due
  if (!first) return
  if (others.length === 0) return void send(first)
  if (first.toast !== undefined) dismissToast(first.toast)
  markSending(due, requestTogether(due))
}

async function requestTogether(changes: readonly PendingChange[]) {
  const ids = await queueTogether(changes.map((change) => toStatusCommand(change.appointment, change)))
  const stored = changes.filter((_, index) => ids[index] !== undefined)
  for (const { id } of stored) remove(id)
  // Where the browser stores nothing.
  await Promise.all(changes.filter((change) => !stored.includes(change)).map((change) => request(change, false)))
}

function undo(id: string) {
  const change = findChange(id)
  if (!change || change.sending) return
  remove(id)
  const isLast = !store.getState().pending.some(({ timer }) => timer === change.timer)
  if (isLast && change.toast !== undefined) dismissToast(change.toast)
}

/** No change is lost: leaving the page, logging out and hiding the app send the pending ones at once. */
function sendAll() {
  return Promise.all(store.getState().pending.map((change) => send(change, true)))
}

function handleVisibility() {
  if (document.visibilityState === 'hidden') void sendAll()
}

function watchPage() {
  window.addEventListener('pagehide', sendAll)
  document.addEventListener('visibilitychange', handleVisibility)
  const unregister = runBeforeLogout(sendAll)
  return () => {
    window.removeEventListener('pagehide', sendAll)
    document.removeEventListener('visibilitychange', handleVisibility)
    unregister()
    void sendAll()
  }
}

type NewChange = Omit<StatusChange, 'id'>

function schedule(client: QueryClient, appointments: readonly Appointment[], change: NewChange) {
  const status = statusAfter[change.action]
  const changes = appointments
    .filter(({ id }) => !findChange(id))
    .map((appointment) => ({ ...change, id: appointment.id, appointment, status, client }))
  if (changes.length === 0) return
  if (isWithoutNetwork()) return void storeAsCommands(changes)
  const toast = announce(changes, () => undoAll(changes))
  const timer = window.setTimeout(() => sendDue(timer), UNDO_MS)
  for (const one of changes) add({ ...one, toast, timer })
}

function undoAll(changes: readonly StatusChange[]) {
  for (const { id } of changes) undo(id)
}

/** Several are requests, or visits that took place: only those are decided together. */
const announce = (changes: readonly PendingChange[], onUndo: () => void) =>
  showToast({
    tone: 'info',
    title: changes.length === 1 ? describeOne(changes[0] as PendingChange) : describeMany(changes),
    action: { label: 'Desfazer', onClick: onUndo },
  })

const describeOne = ({ appointment, action }: PendingChange) => `${getServedName(appointment)}: ${texts[action].done}`

function describeMany(changes: readonly PendingChange[]) {
  const action = changes[0]?.action
  if (action === 'confirm') return formatCount(changes.length, 'pedido aceito', 'pedidos aceitos')
  if (action === 'complete') return formatCount(changes.length, 'cliente veio', 'clientes vieram')
  return formatCount(changes.length, 'pedido recusado', 'pedidos recusados')
}

/** Without a network each change is a command before it can be undone, because the tab may end at any time. */
async function storeAsCommands(changes: readonly PendingChange[]) {
  const sendings = changes.map((change) => {
    const sending = request(change, false)
    add({ ...change, sending })
    return sending
  })
  const ids = (await Promise.all(sendings)).filter((id) => id !== undefined)
  if (ids.length === 0) return
  const toast = announce(changes, () => {
    dismissToast(toast)
    for (const id of ids) void takeBack(id)
  })
  setTimeout(() => dismissToast(toast), UNDO_MS)
}

/**
 * Status changes that are shown at once and sent to the server five seconds later, so that an accidental tap can be undone.
 * `applyPending` returns an appointment with its pending status.
 */
export function useUndoableChanges() {
  const { pending } = useStore(store)
  const client = useQueryClient()
  useEffect(watchPage, [])

  /** Where visits are used, what completes appointments takes their money too: in the sheet of the page. */
  function changeAll(appointments: readonly Appointment[], change: NewChange) {
    const isPaid = ({ barbershop }: Appointment) => change.action === 'complete' && barbershop.usesVisits
    const paid = appointments.filter(isPaid)
    const others = appointments.filter((one) => !isPaid(one))
    schedule(client, others, change)
    if (paid.length > 0)
      openVisitClosing({ appointments: paid, finishOnly: (finished) => schedule(client, finished, change) })
  }

  return {
    change: (appointment: Appointment, action: StatusChange['action']) => changeAll([appointment], { action }),
    /** Accepts or refuses several requests, completes several visits, or cancels one appointment, for a reason. */
    changeAll,
    undo,
    /** Sends a change that could still be undone, before another one that follows from it. */
    async sendNow(id: string) {
      const change = findChange(id)
      if (change) await send(change)
    },
    findPending: (id: string) => pending.find((change) => change.id === id),
    applyPending: (appointment: Appointment): Appointment => {
      const status = pending.find(({ id }) => id === appointment.id)?.status
      return status ? { ...appointment, status } : appointment
    },
  }
}

export type UndoableChanges = ReturnType<typeof useUndoableChanges>

type Waiting = { name: string; service: { id: string; name: string; durationMin: number } | null }
/** What a walk-in without a chosen service shows until the server knows it. */
const usualService = { id: null, name: 'Sem serviço escolhido', durationMin: 30 }

/** What the queue, a feature of its own, needs of the day beside which it is shown. */
export function toDayQueue(workdays: readonly BarberWorkday[], changes: UndoableChanges) {
  return {
    appointments: workdays.flatMap(({ appointments }) => appointments),
    finishing: {
      finish: (appointment: Appointment) => changes.change(appointment, 'complete'),
      isFinishing: (id: string) => changes.findPending(id)?.action === 'complete',
      sendNow: changes.sendNow,
    },
    /** The walk-in of now that a start without network is shown as. */
    propose(barberId: string, { name, service }: Waiting) {
      const workday = workdays.find((one) => one.barberId === barberId)
      if (!workday) return undefined
      const barber = { id: barberId, name: workday.name }
      const services = [{ ...(service ?? usualService), priceCents: 0 }]
      const { barbershop, timeZone } = workday
      return createProposal({
        barber,
        barbershop,
        timeZone,
        services,
        customer: { name },
        startTime: undefined,
        isWalkIn: true,
      })
    },
  }
}

export type DayQueueProps = ReturnType<typeof toDayQueue> & { barbershopId: string; timeZone: string }
