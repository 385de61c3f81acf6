import { ANY_BARBER } from '@na-regua/contract/appointments'
import { useId } from 'react'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Select } from '../../../ui/select.tsx'

type BarberChoiceProps = {
  barbers: readonly { id: string; name: string }[]
  value: string
  /** With `ANY_BARBER`: one who is free. */
  hasAny?: boolean
  onChange: (id: string) => void
}

export function BarberChoice({ barbers, value, hasAny = false, onChange }: BarberChoiceProps) {
  const id = useId()
  const options = barbers.map((barber) => ({ value: barber.id, label: barber.name }))
  const any = { value: ANY_BARBER, label: 'Quem estiver livre' }
  return (
    <FieldFrame id={id} label="Barbeiro">
      <Select id={id} options={hasAny ? [any, ...options] : options} value={value} onChange={onChange} />
    </FieldFrame>
  )
}
