import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { billQuery } from '../queries.ts'
import { CancelDialog } from './cancel-dialog.tsx'

/** The way out, where there is something to leave. */
export function CancelSubscription() {
  const [isOpen, setOpen] = useState(false)
  const { data: bill } = useQuery(billQuery())
  if (!bill?.provider) return null
  return (
    <>
      <Button variant="ghost" className="text-red" onClick={() => setOpen(true)}>
        Cancelar
      </Button>
      <CancelDialog isOpen={isOpen} onClose={() => setOpen(false)} bill={bill} />
    </>
  )
}
