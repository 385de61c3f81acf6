import type { DisplacingChange } from '@na-regua/contract/displacements'
import type { ReactNode } from 'react'

export type DisplacementProps = {
  barbershopId: string
  change: DisplacingChange
  /** What the button says that makes the change: 'Remover'. */
  action: string
  onClose: () => void
  /** The change is made, and everything is settled. */
  onDone: () => void
}

/** What becomes of the appointments that a change displaces, for features that make such changes: the page passes it. */
export type DisplacementSlot = (props: DisplacementProps) => ReactNode
