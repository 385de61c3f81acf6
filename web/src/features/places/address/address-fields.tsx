import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { PatternFormat } from 'react-number-format'
import { errorText } from '../../../lib/api-error.ts'
import type { Address, AddressFieldsProps, Coordinates } from '../../../lib/geolocation.ts'
import { controlClass, FieldFrame, fieldBorder } from '../../../ui/field-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { placeNameQuery } from '../queries.ts'
import { roundPosition } from '../rules.ts'
import { PositionPicker } from './position-picker.tsx'
import { citiesQuery, statesQuery, zipCodeQuery } from './queries.ts'
import { fillFromPlace, fillFromZip, roundPickedPosition } from './rules.ts'

/** The CEP comes first, because it fills most of the fields, and the map last, for the exact position. */
export function AddressFields({ value, onChange, hasLine = true, zipError }: AddressFieldsProps) {
  const { zip, lookUp, pick } = useAddressLookup(onChange)
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
      <PositionPicker value={value} onPick={pick} />
    </>
  )
}

type ZipFieldProps = {
  value: string
  zip: ZipLookup
  error: string | undefined
  onDigits: (digits: string) => void
}

function ZipField({ value, zip, error, onDigits }: ZipFieldProps) {
  const id = useId()
  const hint = zip.message ?? (zip.isBusy ? 'Procurando o endereço...' : 'Preenche rua, bairro e cidade.')
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
        className={clsx(controlClass, fieldBorder(error), 'max-w-44 tabular-nums')}
      />
    </FieldFrame>
  )
}

type StateCityProps = { value: Address; onChange: (change: Partial<Address>) => void }

/** Chosen from lists, or typed when a list fails to load. */
function StateCity(props: StateCityProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,12rem)_1fr]">
      <StateField {...props} />
      <CityField {...props} />
    </div>
  )
}

function StateField({ value: { state }, onChange }: StateCityProps) {
  const id = useId()
  const { data, isError } = useQuery(statesQuery())
  const choose = (sigla: string) => onChange({ state: sigla, city: '' })
  if (isError)
    return (
      <TextField
        label="Estado"
        hint="Erro ao carregar estados. Digite a sigla."
        placeholder="GO"
        maxLength={2}
        autoCapitalize="characters"
        value={state}
        onChange={({ target }) => onChange({ state: target.value.toUpperCase().replace(/[^A-Z]/g, '') })}
      />
    )
  const options = (data ?? []).map(({ sigla, nome }) => ({ value: sigla, label: nome }))
  const isListed = state === '' || options.some((option) => option.value === state)
  return (
    <FieldFrame id={id} label="Estado">
      <Select
        id={id}
        aria-busy={!data || undefined}
        options={[
          { value: '', label: data ? 'Escolha' : 'Carregando...' },
          ...(isListed ? [] : [{ value: state, label: state }]),
          ...options,
        ]}
        value={state}
        onChange={choose}
      />
    </FieldFrame>
  )
}

function CityField({ value: { state, city }, onChange }: StateCityProps) {
  const id = useId()
  const { data, isError } = useQuery(citiesQuery(state))
  const isTyped = isError || (state !== '' && state.length < 2)
  if (isTyped)
    return (
      <TextField
        label="Cidade"
        hint={isError ? 'Erro ao carregar cidades. Digite o nome.' : undefined}
        maxLength={120}
        value={city}
        onChange={({ target }) => onChange({ city: target.value })}
      />
    )
  const options = (data ?? []).map(({ nome }) => ({ value: nome, label: nome }))
  const isListed = city === '' || options.some((option) => option.value === city)
  const first = state === '' ? 'Escolha o estado antes' : data ? 'Escolha' : 'Carregando...'
  return (
    <FieldFrame id={id} label="Cidade">
      <Select
        id={id}
        disabled={state === ''}
        options={[{ value: '', label: first }, ...(isListed ? [] : [{ value: city, label: city }]), ...options]}
        value={city}
        onChange={(name) => onChange({ city: name })}
      />
    </FieldFrame>
  )
}

type ZipLookup = { isBusy: boolean; message?: string }

/** Fills the address from a CEP or a picked position. If a lookup fails, the user types the address. */
function useAddressLookup(change: AddressFieldsProps['onChange']) {
  const client = useQueryClient()
  const [zip, setZip] = useState<ZipLookup>({ isBusy: false })

  async function lookUp(digits: string) {
    change(() => ({ zipCode: digits }))
    if (digits.length !== 8) return setZip({ isBusy: false })
    setZip({ isBusy: true })
    try {
      const found = await client.fetchQuery(zipCodeQuery(digits))
      // The user may have typed another CEP in the meantime.
      change((current) => (current.zipCode === digits ? fillFromZip(current, found) : {}))
      setZip({ isBusy: false })
    } catch (error) {
      setZip({ isBusy: false, message: `${errorText(error, 'CEP não encontrado.')} Preencha o endereço à mão.` })
    }
  }

  async function pick(picked: Coordinates) {
    const point = roundPickedPosition(picked)
    change(() => point)
    const place = await client.fetchQuery(placeNameQuery(roundPosition(point))).catch(() => undefined)
    if (place) change((current) => fillFromPlace(current, place))
  }

  return { zip, lookUp, pick }
}
