import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type Reviewable, ReviewDialog } from './review-dialog.tsx'

/** 'Avaliar' until it is done, then 'Já Avaliado'. */
export function ReviewButton({ visit, isReviewed }: { visit: Reviewable; isReviewed: boolean }) {
  const [isOpen, setOpen] = useState(false)
  if (isReviewed)
    return (
      <p className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-green">
        <Icon name="check" className="size-4.5" />
        Já Avaliado
      </p>
    )
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="star" className="size-4.5" />
        Avaliar
      </Button>
      <ReviewDialog visit={visit} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
