import { addressLengths } from '@na-regua/contract/addresses'
import type { GeocodedAddress } from '@na-regua/contract/places'
import type { PlaceSuggestion } from '@na-regua/contract/suggestions'
import { matchesPattern, STATE_PATTERN, ZIP_CODE_PATTERN } from '@na-regua/contract/text-limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ChangeEvent, useId, useState } from 'react'
import { PatternFormat } from 'react-number-format'
import { errorText } from '../../../lib/api-error.ts'
import type { Address, AddressFieldsProps, Coordinates } from '../../../lib/geolocation.ts'
import { Button } from '../../../ui/button.tsx'
import { controlClass, FieldFrame, fieldBorder } from '../../../ui/field-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { PlaceField } from '../place-field/place-field.tsx'
import { placeNameQuery, roundPosition, useSearchPosition } from '../use-search-position.ts'
import { LocateButton, PositionPicker } from './position-picker.tsx'
import {
  changeAddress,
  citiesQuery,
  composeLine,
  fillFromPlace,
  fillFromSuggestion,
  fillFromZip,
  isOwnLine,
  roundPickedPosition,
  statesQuery,
  zipCodeQuery,
} from './queries.ts'

/** What fills most of the fields comes first, and the map last, for the exact position. */
export function AddressFields({ value, onChange, errors = {} }: AddressFieldsProps) {
  const { zip, located, forgetLocated, isPicked, lookUp, pick, locate, usePlace, fillSuggestion } =
    useAddressLookup(onChange)
  const { coordinates } = useSearchPosition()
  const set = (change: Partial<Address>) => onChange((current) => changeAddress(current, change))
  return (
    <>
      <PlaceField label="Onde fica?" position={coordinates} onPick={fillSuggestion} />
      <LocateButton onLocate={(position) => void locate(position)} />
      <ZipField value={value.zipCode} zip={zip} error={errors.zipCode} onDigits={lookUp} />
      <StreetFields value={value} onChange={set} />
      <StateCity
        value={value}
        onChange={(change) => {
          forgetLocated()
          set(change)
        }}
      />
      <LineField value={value} error={errors.address} onChange={(address) => onChange(() => ({ address }))} />
      <PositionPicker
        value={value}
        located={located}
        isPicked={isPicked}
        error={errors.position}
        onPick={pick}
        onUsePlace={usePlace}
      />
    </>
  )
}

type PartFieldsProps = { value: Address; onChange: (change: Partial<Address>) => void }

function StreetFields({ value, onChange }: PartFieldsProps) {
  const field = (part: 'street' | 'number' | 'complement' | 'neighborhood') => ({
    autoComplete: 'off',
    maxLength: addressLengths[part],
    value: value[part],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ [part]: target.value }),
  })
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-4">
        <TextField label="Rua" {...field('street')} />
        <TextField label="Número" {...field('number')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Complemento" placeholder="Sala, loja, andar" {...field('complement')} />
        <TextField label="Bairro" {...field('neighborhood')} />
      </div>
    </>
  )
}

type LineFieldProps = { value: Address; error: string | undefined; onChange: (line: string) => void }

/** What customers read. It follows the fields above until the owner writes something else. */
function LineField({ value, error, onChange }: LineFieldProps) {
  const composed = composeLine(value)
  const isOwn = isOwnLine(value)
  return (
    <div className="grid justify-items-start gap-1">
      <div className="w-full">
        <TextField
          label="Endereço"
          hint={isOwn ? 'Escrito por você: não muda com os campos acima.' : 'Como o cliente lê. Você pode mudar.'}
          error={error}
          autoComplete="off"
          maxLength={addressLengths.line}
          required
          value={value.address}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => value.address.trim() === '' && onChange(composed)}
        />
      </div>
      {isOwn && composed && (
        <Button variant="ghost" className="-ml-3 px-3! text-left! text-sm!" onClick={() => onChange(composed)}>
          Usar: {composed}
        </Button>
      )}
    </div>
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

/** Chosen from lists, or typed when a list fails to load. */
function StateCity(props: PartFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,12rem)_1fr]">
      <StateField {...props} />
      <CityField {...props} />
    </div>
  )
}

function StateField({ value: { state }, onChange }: PartFieldsProps) {
  const id = useId()
  const { data, isError } = useQuery(statesQuery())
  const choose = (sigla: string) => onChange({ state: sigla, city: '' })
  if (isError)
    return (
      <TextField
        label="Estado"
        hint="Erro ao carregar estados. Digite a sigla."
        placeholder="GO"
        maxLength={addressLengths.state}
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

function CityField({ value: { state, city }, onChange }: PartFieldsProps) {
  const id = useId()
  const { data, isError } = useQuery(citiesQuery(state))
  const isTyped = isError || (state !== '' && !matchesPattern(STATE_PATTERN, state))
  if (isTyped)
    return (
      <TextField
        label="Cidade"
        hint={isError ? 'Erro ao carregar cidades. Digite o nome.' : undefined}
        maxLength={addressLengths.city}
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
  const [located, setLocated] = useState<Coordinates>()
  const [isPicked, setPicked] = useState(false)

  async function lookUp(digits: string) {
    change(() => ({ zipCode: digits }))
    if (!matchesPattern(ZIP_CODE_PATTERN, digits)) return setZip({ isBusy: false })
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
    setPicked(true)
    const found = await client.fetchQuery(placeNameQuery(roundPosition(point))).catch(() => undefined)
    if (found) change((current) => fillFromPlace(current, found))
  }

  function locate(position: Coordinates) {
    setLocated(roundPickedPosition(position))
    return pick(position)
  }

  /** Shows it on the map. The exact point stays for the owner to pick. */
  function fillSuggestion(place: PlaceSuggestion) {
    setLocated(roundPickedPosition(place))
    change((current) => fillFromSuggestion(current, place))
    if (place.kind === 'zipCode') void lookUp(place.name.replaceAll(/\D/g, ''))
  }

  const usePlace = ({ city, state }: GeocodedAddress) => change((current) => changeAddress(current, { city, state }))

  const forgetLocated = () => setLocated(undefined)

  return { zip, located, forgetLocated, isPicked, lookUp, pick, locate, usePlace, fillSuggestion }
}
