import type { Appointment } from '@na-regua/contract/appointments'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { formatTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/text-field.tsx'
import type { AgendaSide } from './rules.ts'

type CardActionsProps = { appointment: Appointment; children: ReactNode }

/** The buttons below a card. The group has a label because every card of the list has the same buttons. */
export function CardActions({ appointment: { service, startTime, timeZone }, children }: CardActionsProps) {
  return (
    <fieldset
      aria-label={`${service.name} às ${formatTime(startTime, timeZone)}`}
      className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4 empty:hidden"
    >
      {children}
    </fieldset>
  )
}

type GuestAndNoteTextProps = { appointment: Appointment; side: AgendaSide; className?: string }

/** For whom it is if not for the customer who booked, and the note to the barber. */
export function GuestAndNoteText({ appointment, side, className }: GuestAndNoteTextProps) {
  const { guestName, customer, note } = appointment
  if (!guestName && !note) return null
  return (
    <div className={clsx('grid gap-1 text-sm [overflow-wrap:anywhere]', className)}>
      {guestName && <p>{side === 'customer' ? `Para ${guestName}` : `Agendado por ${customer.name}`}</p>}
      {note && (
        <p>
          <span className="text-mute">{side === 'customer' ? 'Seu recado: ' : 'Recado: '}</span>
          {note}
        </p>
      )}
    </div>
  )
}

const MAX_REASON_LENGTH = 300

type ReasonDialogProps = {
  isOpen: boolean
  title: string
  /** The consequences. */
  text: string
  label: string
  onClose: () => void
  onConfirm: (reason: string | undefined) => void
}

/** Confirms a cancellation or a refusal, which cannot be undone, and takes an optional reason for the other side. */
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
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  )
}
