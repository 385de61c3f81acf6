import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Address } from '../../../lib/address.ts'
import { Select } from '../../../ui/select.tsx'
import { FieldFrame, TextField } from '../../../ui/text-field.tsx'
import { citiesQuery, statesQuery } from './queries.ts'

type StateCityProps = { value: Address; onChange: (change: Partial<Address>) => void }

/** Chosen from the lists; typed by hand when a list cannot be had. */
export function StateCity(props: StateCityProps) {
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
  // Another state has other cities.
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
