import type { ReactNode } from 'react'
import type { AddressFieldsProps } from '../../../lib/address.ts'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import { findGeneralErrors, type GeneralDraft } from './rules.ts'

export type AddressSlot = (props: AddressFieldsProps) => ReactNode

type GeneralFieldsProps = {
  value: GeneralDraft
  onChange: (change: (current: GeneralDraft) => GeneralDraft) => void
  /** CEP, street, state, city and the map. */
  addressFields: AddressSlot
  hasLine?: boolean
  /** Between phones and description: the cover. */
  children?: ReactNode
}

/** Name, address, phones and description. */
export function GeneralFields({ value, onChange, addressFields, hasLine, children }: GeneralFieldsProps) {
  const set = (change: Partial<GeneralDraft>) => onChange((current) => ({ ...current, ...change }))
  const errors = findGeneralErrors(value)
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField
        label="Nome"
        maxLength={120}
        autoComplete="off"
        required
        value={value.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      {addressFields({
        value,
        hasLine,
        zipError: errors.zipCode,
        onChange: (change) => onChange((current) => ({ ...current, ...change(current) })),
      })}
      <Phones {...{ value, errors, set }} />
      {children}
      <TextArea
        label="Descrição"
        hint="O que faz da sua barbearia a sua."
        maxLength={2000}
        value={value.description}
        onChange={({ target }) => set({ description: target.value })}
      />
    </div>
  )
}

type PhonesProps = {
  value: GeneralDraft
  errors: ReturnType<typeof findGeneralErrors>
  set: (change: Partial<GeneralDraft>) => void
}

function Phones({ value, errors, set }: PhonesProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PhoneField
        label="Telefone"
        name="phone"
        defaultValue={value.phone}
        error={errors.phone}
        onDigits={(phone) => set({ phone })}
      />
      <PhoneField
        label="WhatsApp"
        name="whatsapp"
        defaultValue={value.whatsapp}
        error={errors.whatsapp}
        onDigits={(whatsapp) => set({ whatsapp })}
      />
    </div>
  )
}
