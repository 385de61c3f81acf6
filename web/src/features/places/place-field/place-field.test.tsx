import { type PlaceSuggestion, suggestionsApi } from '@na-regua/contract/suggestions'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type SubmitEvent, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { PlaceField } from './place-field.tsx'

const api = startFakeApi()
const onPick = vi.fn()
const onSubmit = vi.fn((event: SubmitEvent) => event.preventDefault())
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const position = { latitude: -23.55, longitude: -46.63 }
const place = (kind: PlaceSuggestion['kind'], name: string, area: string): PlaceSuggestion => ({
  kind,
  name,
  area,
  latitude: -23.561,
  longitude: -46.701,
})
const pinheiros = place('neighborhood', 'Pinheiros', 'São Paulo - SP')
const town = place('city', 'Pinheiros', 'ES')

function Form() {
  const [value, setValue] = useState('Goiânia - GO')
  return (
    <form onSubmit={onSubmit}>
      <PlaceField label="Onde?" value={value} position={position} onPick={onPick} />
      <button type="button" onClick={() => setValue('Local do mapa')}>
        No mapa
      </button>
    </form>
  )
}

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Onde?' })
  return {
    field,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    press: (key: string) => fireEvent.keyDown(field, { key }),
  }
}

const listOptions = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent)

test('what is typed is searched for near the position, and the box keeps the words of what is chosen', async () => {
  api.respond(suggestionsApi.places, () => ({ places: [pinheiros, town] }))
  const { field, type } = open()
  expect(field.value).toBe('Goiânia - GO')
  type('pinhei')
  expect(await listOptions()).toEqual(['Pinheiros São Paulo - SP', 'Pinheiros ES'])
  expect(screen.getByRole('status').textContent).toBe('2 lugares encontrados')
  const query = new URL(api.listRequests(suggestionsApi.places)[0]?.url ?? '', 'http://localhost').searchParams
  expect(Object.fromEntries(query)).toEqual({ query: 'pinhei', latitude: '-23.55', longitude: '-46.63' })
  fireEvent.click(screen.getByRole('option', { name: 'Pinheiros ES' }))
  expect(onPick.mock.calls).toEqual([[town, 'Pinheiros - ES']])
  expect(field.value).toBe('Pinheiros - ES')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(api.listRequests(suggestionsApi.places)).toHaveLength(1)
})

test('Enter chooses the first place or the active one, and never sends the form', async () => {
  api.respond(suggestionsApi.places, () => ({ places: [pinheiros, town] }))
  const { type, press } = open()
  expect(press('Enter')).toBe(false)
  type('pinheiros')
  expect(press('Enter')).toBe(false)
  expect(onPick).not.toHaveBeenCalled()
  await listOptions()
  press('Enter')
  expect(onPick).toHaveBeenLastCalledWith(pinheiros, 'Pinheiros, São Paulo - SP')
  type('pinheiro')
  await listOptions()
  press('ArrowDown')
  press('ArrowDown')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Pinheiros ES')
  press('Enter')
  expect(onPick).toHaveBeenLastCalledWith(town, 'Pinheiros - ES')
})

test('Escape closes the list, and a choice made elsewhere takes the place of the words', async () => {
  api.respond(suggestionsApi.places, () => ({ places: [pinheiros] }))
  const { field, type, press } = open()
  type('pinheiros')
  await listOptions()
  press('Escape')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field.value).toBe('pinheiros')
  fireEvent.click(screen.getByRole('button', { name: 'No mapa' }))
  expect(field.value).toBe('Local do mapa')
})

test('a text that names nothing and a failed request say so, and one character is not searched for', async () => {
  api.respond(suggestionsApi.places, () => ({ places: [] }))
  const { type } = open()
  type('x')
  expect(screen.getByRole('status').textContent).toBe('')
  type('xyz')
  expect(await screen.findByText('Nenhum lugar encontrado. Tente o bairro, a cidade ou o CEP.')).toBeDefined()
  api.respond(suggestionsApi.places, () => Promise.reject(new TypeError('Failed to fetch')))
  type('centro')
  expect(await screen.findByText(/^Não foi possível procurar/)).toBeDefined()
  await waitFor(() => expect(api.listRequests(suggestionsApi.places)).toHaveLength(2))
})
