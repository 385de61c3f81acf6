import type { Appointment } from '@na-regua/contract/appointments'
import { createStore, useStore } from 'zustand'

/** Where staff finish an appointment that is paid by a visit (comanda). */
type VisitClosing = {
  appointment: Appointment
  /** Finishes it without money, as where no visits are used. */
  finishOnly: () => void
}

const store = createStore<{ open?: VisitClosing }>(() => ({}))

/** Opens the sheet of the page: what finishes an appointment and what takes its money are two features. */
export const openVisitClosing = (open: VisitClosing) => store.setState({ open })

export const endVisitClosing = () => store.setState({ open: undefined })

export const useVisitClosing = () => useStore(store, ({ open }) => open)
