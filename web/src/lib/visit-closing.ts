import type { Appointment } from '@na-regua/contract/appointments'
import { createStore, useStore } from 'zustand'

/** Where staff finish appointments that are paid by a visit (comanda) each. */
type VisitClosing = {
  appointments: readonly Appointment[]
  /** Finishes them without money, as where no visits are used. */
  finishOnly: (appointments: readonly Appointment[]) => void
}

const store = createStore<{ open?: VisitClosing }>(() => ({}))

/** Opens the sheet of the page: what finishes appointments and what takes their money are two features. */
export const openVisitClosing = (open: VisitClosing) => store.setState({ open })

export const endVisitClosing = () => store.setState({ open: undefined })

export const useVisitClosing = () => useStore(store, ({ open }) => open)
