import type { Appointment } from '@na-regua/contract/appointments'
import { type BookingLink, UNDO_SECONDS } from '@na-regua/contract/staff-bookings'
import type { QueryClient } from '@tanstack/react-query'
import { createStore, useStore } from 'zustand'
import { errorText } from '../../../lib/api-error.ts'
import { useUser } from '../../../lib/session.ts'
import { dismissToast, showToast } from '../../../ui/toast.tsx'
import { getServedName } from '../agenda/rules.ts'

/**
 * A customer without an account who must be notified by the staff, when the move can no longer be undone. `id` is the
 * appointment's, `userId` that of who moved it: the page may outlive the session.
 */
type Unnotified = {
  id: string
  userId: string | undefined
  barbershopId: string
  name: string
  link: BookingLink
}

const store = createStore<{ unnotified: readonly Unnotified[] }>(() => ({ unnotified: [] }))

const dismiss = (id: string) =>
  store.setState(({ unnotified }) => ({ unnotified: unnotified.filter((other) => other.id !== id) }))

const topics = ['appointments', 'availability']
export const reload = (client: QueryClient) =>
  Promise.all(topics.map((topic) => client.invalidateQueries({ queryKey: [topic] })))

type Changed = { appointment: Appointment; link: BookingLink | null }
type Undo = {
  userId: string | undefined
  /** What the appointment is now, for the toast: '9h com Beto'. */
  describe: (appointment: Appointment) => string
  undo: (id: string, version: number) => Promise<{ appointment: Appointment }>
}

/** Offers to undo what was sent. Then the staff notify a customer without an account. */
export function offerUndo(client: QueryClient, { appointment, link }: Changed, { userId, describe, undo }: Undo) {
  const { id, version, barbershop, customer } = appointment
  function remind() {
    if (!link || link.isSent) return
    dismiss(id)
    const one = { id, userId, barbershopId: barbershop.id, name: customer.name, link }
    store.setState(({ unnotified }) => ({ unnotified: [...unnotified, one] }))
  }
  const reminder = window.setTimeout(() => {
    dismissToast(toast)
    remind()
  }, UNDO_SECONDS * 1000)

  /** If it is refused, the change stays. */
  async function handleUndo() {
    clearTimeout(reminder)
    try {
      const undone = await undo(id, version)
      showToast({
        tone: 'success',
        title: `${getServedName(undone.appointment)} de volta: ${describe(undone.appointment)}`,
      })
    } catch (error) {
      showToast({ tone: 'error', title: 'A mudança continua valendo', text: errorText(error, 'Tente novamente') })
      remind()
    }
    await reload(client)
  }
  const toast = showToast({
    tone: 'info',
    title: `${getServedName(appointment)}: ${describe(appointment)}`,
    action: { label: 'Desfazer', onClick: () => void handleUndo() },
  })
}

/** The customers whom the user has to notify. */
export function useUnnotified() {
  const { unnotified } = useStore(store)
  const user = useUser()
  return { unnotified: unnotified.filter(({ userId }) => userId === user?.id), dismiss }
}
