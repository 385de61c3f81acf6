import { useId } from 'react'
import { PatternFormat } from 'react-number-format'
import type { AddressFieldsProps } from '../../../lib/address.ts'
import { classNames } from '../../../ui/class-names.ts'
import { controlClass, FieldFrame, fieldBorder, TextField } from '../../../ui/text-field.tsx'
import { PlacePicker } from './place-picker.tsx'
import { StateCity } from './state-city.tsx'
import { useAddressHelp } from './use-address-help.ts'

/** Where the shop stands: the CEP first, because it fills the rest; the map last, because it is the exact place. */
export function AddressFields({ value, onChange, hasLine = true, zipError }: AddressFieldsProps) {
  const { zip, lookUp, pick } = useAddressHelp(onChange)
  const set = (change: Partial<typeof value>) => onChange(() => change)
  return (
    <>
      <ZipField value={value.zipCode} zip={zip} error={zipError} onDigits={lookUp} />
      {hasLine && (
        <TextField
          label="Endereço"
          hint="Como o cliente lê: rua, número e o que ajuda a achar a porta."
          autoComplete="off"
          maxLength={300}
          required
          value={value.address}
          onChange={({ target }) => set({ address: target.value })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={hasLine ? 'Rua' : 'Rua e número'}
          autoComplete="off"
          maxLength={160}
          value={value.street}
          onChange={({ target }) => set({ street: target.value })}
        />
        <TextField
          label="Bairro"
          autoComplete="off"
          maxLength={120}
          value={value.neighborhood}
          onChange={({ target }) => set({ neighborhood: target.value })}
        />
      </div>
      <StateCity value={value} onChange={set} />
      <PlacePicker value={value} onPick={pick} />
    </>
  )
}

type ZipFieldProps = {
  value: string
  zip: { isBusy: boolean; words?: string }
  error: string | undefined
  onDigits: (digits: string) => void
}

function ZipField({ value, zip, error, onDigits }: ZipFieldProps) {
  const id = useId()
  const hint = zip.words ?? (zip.isBusy ? 'Procurando o endereço...' : 'Preenche rua, bairro e cidade.')
  return (
    <FieldFrame id={id} label="CEP" error={error} hint={<span role="status">{hint}</span>}>
      <PatternFormat
        id={id}
        format="#####-###"
        inputMode="numeric"
        autoComplete="off"
        placeholder="00000-000"
        value={value}
        valueIsNumericString
        onValueChange={({ value: digits }, { source }) => source === 'event' && onDigits(digits)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-words`}
        className={classNames(controlClass, fieldBorder(error), 'max-w-44 tabular-nums')}
      />
    </FieldFrame>
  )
}
