import type { Checkout } from '@na-regua/contract/visits'
import { useId } from 'react'
import { chooseRegister, useChosenRegister } from '../../lib/chosen-register.ts'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Select } from '../../ui/select.tsx'
import { type ClosingDraft, totalOf } from './rules.ts'

/** Where cash goes, until another register is chosen on this device. Nothing in a barbershop that has one. */
export function RegisterChoice({ checkout, draft }: { checkout: Checkout | undefined; draft: ClosingDraft }) {
  const id = useId()
  const registers = checkout?.registers ?? []
  const register = useChosenRegister(registers)
  const takesCash = totalOf(draft.lines) !== 0 && draft.payments.some(({ method }) => method === 'cash')
  if (!register || registers.length < 2 || !takesCash) return null
  return (
    <FieldFrame id={id} label="Caixa deste aparelho">
      <Select
        id={id}
        options={registers.map(({ id: value, name }) => ({ value, label: name }))}
        value={register.id}
        onChange={chooseRegister}
      />
    </FieldFrame>
  )
}
