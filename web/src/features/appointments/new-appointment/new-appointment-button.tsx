import { Suspense, useState } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MissingDialog } from '../../../ui/toast.tsx'
import type { NewAppointmentTarget } from './rules.ts'

/** The sheet is loaded when it is first needed. */
export const NewAppointmentSheet = lazyPart(
  async () => (await import('./new-appointment-sheet.tsx')).NewAppointmentDialog,
  MissingDialog,
)

/** Opens the sheet for a customer who calls. */
export function NewAppointmentButton({ target }: { target: NewAppointmentTarget }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" isWide onClick={() => setOpen(true)}>
        <Icon name="phone" className="size-4.5" />
        Marcar para cliente
      </Button>
      <Suspense>{isOpen && <NewAppointmentSheet target={target} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
