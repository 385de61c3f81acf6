import type { Appointment } from '@na-regua/contract/appointments'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { runBeforeLogout } from '../../../lib/before-leaving.ts'
import { errorText } from '../../../lib/error-text.ts'
import { dismissToast, showToast } from '../../../ui/toast-store.ts'
import { type Change, changeAppointment } from '../agenda/queries.ts'

/** How long somebody may take it back. Until then the server does not know of it. */
export const UNDO_MS = 5_000

const statuses = { confirm: 'CONFIRMED', cancel: 'CANCELLED', complete: 'COMPLETED', 'no-show': 'NO_SHOW' } as const
const done = { confirm: 'aceito', cancel: 'recusado', complete: 'finalizado', 'no-show': 'não compareceu' }
const failures = {
  confirm: 'Erro ao confirmar',
  cancel: 'Erro ao cancelar',
  complete: 'Erro ao finalizar',
  'no-show': 'Erro ao marcar a falta',
}

type Pending = Change & {
  status: Appointment['status']
  /** From when on it cannot be taken back: settles when the server has heard. */
  sending?: Promise<void>
  toast: number
  timer: number
  client: QueryClient
}

let pending: readonly Pending[] = []
const listeners = new Set<() => void>()
let leaveOut = () => {}

function set(next: readonly Pending[]) {
  pending = next
  for (const listener of listeners) listener()
}

const drop = (id: string) => set(pending.filter((change) => change.id !== id))

/** Tells the server. What it refuses is shown as it is there. */
async function tell(change: Pending, keepalive: boolean) {
  try {
    await changeAppointment(change, keepalive)
  } catch (error) {
    showToast({ tone: 'error', title: failures[change.act], text: errorText(error, 'Tente novamente') })
  }
  await change.client.invalidateQueries({ queryKey: ['appointments'] })
  drop(change.id)
}

function send(change: Pending, keepalive = false) {
  if (change.sending) return change.sending
  clearTimeout(change.timer)
  dismissToast(change.toast)
  const sending = tell(change, keepalive)
  set(pending.map((other) => (other.id === change.id ? { ...other, sending } : other)))
  return sending
}

function undo(id: string) {
  const change = pending.find((other) => other.id === id)
  if (!change || change.sending) return
  clearTimeout(change.timer)
  dismissToast(change.toast)
  drop(id)
}

/** What was decided is never lost: whoever leaves the page, logs out, or puts the phone away, has decided. */
function sendAll() {
  return Promise.all(pending.map((change) => send(change, true)))
}

function handleVisibility() {
  if (document.visibilityState === 'hidden') void sendAll()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    window.addEventListener('pagehide', sendAll)
    document.addEventListener('visibilitychange', handleVisibility)
    leaveOut = runBeforeLogout(sendAll)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('pagehide', sendAll)
    document.removeEventListener('visibilitychange', handleVisibility)
    leaveOut()
    void sendAll()
  }
}

function plan(client: QueryClient, { id, customer }: Appointment, act: Change['act']) {
  if (pending.some((change) => change.id === id)) return
  const toast = showToast({
    tone: 'info',
    title: `${customer.name}: ${done[act]}`,
    action: { label: 'Desfazer', onClick: () => undo(id) },
  })
  const timer = window.setTimeout(() => {
    const change = pending.find((other) => other.id === id)
    if (change) void send(change)
  }, UNDO_MS)
  set([...pending, { id, act, status: statuses[act], toast, timer, client }])
}

const none: readonly Pending[] = []

/**
 * Changes that show at once and reach the server five seconds later, so that a slip of the thumb costs nothing. `show` tells
 * an appointment as it will be.
 */
export function useUndoable() {
  const changes = useSyncExternalStore(
    subscribe,
    () => pending,
    () => none,
  )
  const client = useQueryClient()
  return {
    change: (appointment: Appointment, act: Change['act']) => plan(client, appointment, act),
    undo,
    findPending: (id: string) => changes.find((change) => change.id === id),
    show: (appointment: Appointment): Appointment => {
      const status = changes.find(({ id }) => id === appointment.id)?.status
      return status ? { ...appointment, status } : appointment
    },
  }
}

export type Undoable = ReturnType<typeof useUndoable>
