import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

const LONGEST = 300

type ReasonDialogProps = {
  isOpen: boolean
  title: string
  /** What follows from it, in words. */
  text: string
  label: string
  onClose: () => void
  onConfirm: (reason: string | undefined) => void
}

/** Cancelling and declining cannot be taken back: asked once more, with room for a word to the other side. */
export function ReasonDialog({ isOpen, title, text, label, onClose, onConfirm }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const footer = (
    <>
      <Button variant="ghost" onClick={onClose}>
        Voltar
      </Button>
      <Button onClick={() => onConfirm(reason.trim() || undefined)}>{label}</Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} footer={footer}>
      <p className="mb-4">{text}</p>
      <TextArea
        label="Motivo (opcional)"
        rows={3}
        maxLength={LONGEST}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  )
}
