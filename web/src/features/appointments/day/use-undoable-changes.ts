import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createStore, useStore } from 'zustand'
import { errorText } from '../../../lib/api-error.ts'
import { runBeforeLogout } from '../../../lib/before-logout.ts'
import { findCreated, isWithoutNetwork, sendOrQueue } from '../../../lib/use-commands.ts'
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
  clearTimeout(change.timer)
  if (change.toast !== undefined) dismissToast(change.toast)
  const sending = request(change, keepalive)
  store.setState(({ pending }) => ({
    pending: pending.map((other) => (other.id === change.id ? { ...other, sending } : other)),
  }))
  return sending
}

function undo(id: string) {
  const change = findChange(id)
  if (!change || change.sending) return
  clearTimeout(change.timer)
  if (change.toast !== undefined) dismissToast(change.toast)
  remove(id)
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

function schedule(client: QueryClient, appointment: Appointment, action: StatusChange['action']) {
  const { id } = appointment
  if (findChange(id)) return
  const change = { id, appointment, action, status: statusAfter[action], client }
  if (isWithoutNetwork()) return void storeAsCommand(change)
  const toast = announce(change, () => undo(id))
  const timer = window.setTimeout(() => {
    const own = findChange(id)
    if (own) void send(own)
  }, UNDO_MS)
  add({ ...change, toast, timer })
}

const announce = ({ appointment, action }: Pick<PendingChange, 'appointment' | 'action'>, onUndo: () => void) =>
  showToast({
    tone: 'info',
    title: `${getServedName(appointment)}: ${texts[action].done}`,
    action: { label: 'Desfazer', onClick: onUndo },
  })

/** Without a network the change is a command before it can be undone, because the tab may end at any time. */
async function storeAsCommand(change: Omit<PendingChange, 'toast' | 'timer'>) {
  const sending = request(change, false)
  add({ ...change, sending })
  const commandId = await sending
  if (!commandId) return
  const toast = announce(change, () => {
    dismissToast(toast)
    void takeBack(commandId)
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
  return {
    change: (appointment: Appointment, action: StatusChange['action']) => schedule(client, appointment, action),
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
