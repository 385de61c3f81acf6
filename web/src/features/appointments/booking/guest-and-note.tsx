import { MAX_GUEST_NAME_LENGTH, MAX_NOTE_LENGTH } from '@na-regua/contract/appointments'
import { useEffect, useRef } from 'react'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import type { TypedGuestAndNote } from './rules.ts'

type GuestAndNoteFieldsProps = { value: TypedGuestAndNote; onChange: (value: TypedGuestAndNote) => void }

/** For whom the booking is, and a note to the barber. Loaded when they are opened: most bookings have neither. */
export function GuestAndNoteFields({ value, onChange }: GuestAndNoteFieldsProps) {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <TextField
        ref={first}
        label="Para quem é? (opcional)"
        name="guestName"
        autoComplete="off"
        maxLength={MAX_GUEST_NAME_LENGTH}
        enterKeyHint="next"
        hint="Para um filho ou um amigo, por exemplo. Sem nome, é para você."
        value={value.guestName}
        onChange={(event) => onChange({ ...value, guestName: event.target.value })}
      />
      <TextArea
        label="Recado para o barbeiro (opcional)"
        name="note"
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        value={value.note}
        onChange={(event) => onChange({ ...value, note: event.target.value })}
      />
    </div>
  )
}
