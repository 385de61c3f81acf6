import { suggestionsApi } from '@na-regua/contract/suggestions'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { SearchCombobox } from './search-combobox.tsx'
import { addRecentSearch, recentSearches } from './use-search-combobox.ts'

const api = startFakeApi()
const sentence = {
  service: 'barba',
  priceMin: null,
  priceMax: 4000,
  freeOn: null,
  freeFrom: null,
  freeUntil: null,
  place: null,
  openNow: false,
  ratingMin: null,
  features: ['Wi-Fi', 'Café'],
  orderBy: null,
  text: '',
}

const suggestions = {
  barbershops: [],
  matches: [],
  barbers: [],
  places: [],
  sentence,
  order: ['filters', 'barbershops', 'barbers', 'places'],
  notes: [],
}

const onPlace = vi.fn()

beforeEach(() => api.respond(suggestionsApi.list, () => suggestions))
afterEach(() => {
  cleanup()
  recentSearches.write(undefined)
  onPlace.mockClear()
})

const page = (Combobox: typeof SearchCombobox, isInline: boolean) => (
  <QueryClientProvider client={createQueryClient()}>
    <MemoryRouter>
      <Combobox position={{ latitude: -16.7, longitude: -49.3 }} isInline={isInline} onPlace={onPlace} />
    </MemoryRouter>
  </QueryClientProvider>
)

function open(Combobox: typeof SearchCombobox = SearchCombobox, isInline = false) {
  render(page(Combobox, isInline))
  const input = screen.getByRole('combobox', { name: 'Buscar barbearias' })
  input.focus()
  return input
}

/** A browser focuses a button that is pressed. */
async function press(name: string) {
  const button = await screen.findByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

test('an example and a removed chip return the focus to the field, which closes the list when it is left', async () => {
  const input = open()
  await press('barba até 40')
  expect(document.activeElement).toBe(input)
  await press('Remover serviço: Barba')
  expect(screen.queryByRole('button', { name: 'Remover serviço: Barba' })).toBeNull()
  expect(document.activeElement).toBe(input)
  input.blur()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'O que entendemos' })).toBeNull())
})

test('what was typed before hydration is searched for', async () => {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page(SearchCombobox, false))
  const input = container.querySelector('input') as HTMLInputElement
  input.value = 'barba'
  render(page(SearchCombobox, false), { container, hydrate: true })
  expect(await screen.findByRole('button', { name: 'Remover serviço: Barba' })).toBeDefined()
  expect(input.value).toBe('barba')
})

test('a recent search, chosen or removed, returns the focus to the field', async () => {
  addRecentSearch('pezinho')
  addRecentSearch('luzes')
  const input = open()
  await press('Remover busca luzes')
  expect(screen.queryByRole('button', { name: 'luzes' })).toBeNull()
  expect(document.activeElement).toBe(input)
  await press('pezinho')
  expect(document.activeElement).toBe(input)
})

test('recent searches are cleared at once', async () => {
  addRecentSearch('pezinho')
  addRecentSearch('luzes')
  const input = open()
  await press('Limpar buscas')
  expect(screen.queryByRole('region', { name: 'Buscas recentes' })).toBeNull()
  expect(document.activeElement).toBe(input)
})

test('a word that was understood otherwise is explained, and a barber shows where, why and when', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const barber = {
    id: 'b1',
    name: 'Rafael Moreira',
    avatarUrl: null,
    barbershop: { id: 's1', name: 'Navalha', neighborhood: 'Bueno', timeZone: 'UTC', distance_in_km: 1.2 },
    matches: [{ field: 'specialty', text: 'Degradê', priceCents: null, highlights: [[0, 7]] }],
    nextTime: { barberId: 'b1', serviceId: 'c1', date: today, time: '15:30' },
  }
  api.respond(suggestionsApi.list, () => ({ ...suggestions, barbers: [barber], notes: ['“low fade” é um degradê.'] }))
  fireEvent.change(open(), { target: { value: 'low fade' } })
  const option = await screen.findByRole('option', { name: /Rafael Moreira/ })
  expect(option.textContent).toContain('Barbeiro · Navalha, Bueno')
  expect(option.querySelector('mark')?.textContent).toBe('Degradê')
  expect(option.textContent).toContain('Próximo horário: hoje, 15h30')
  expect(screen.getByRole('list', { name: 'Sobre a busca' }).textContent).toBe('“low fade” é um degradê.')
})

test('in the sheet of a phone the focus stays in the list, so that no keyboard opens', async () => {
  const input = open(SearchCombobox, true)
  await press('barba até 40')
  await press('Remover comodidade: Wi-Fi')
  expect(screen.getByRole('button', { name: 'Remover comodidade: Café' })).toBeTruthy()
  expect(document.activeElement).not.toBe(input)
  expect(document.activeElement?.contains(screen.getByRole('list', { name: 'O que entendemos' }))).toBe(true)
})

test('the sheet of a phone opens with the keyboard: the dialog focuses the field', () => {
  render(page(SearchCombobox, true))
  expect(screen.getByRole('combobox', { name: 'Buscar barbearias' }).hasAttribute('autofocus')).toBe(true)
})

test('a changed chip keeps the focus', async () => {
  open()
  await press('barba até 40')
  const choice = await screen.findByRole('combobox', { name: 'Mudar serviço: Barba' })
  choice.focus()
  fireEvent.change(choice, { target: { value: '0' } })
  expect(await screen.findByRole('combobox', { name: 'Mudar serviço: Corte' })).toBe(document.activeElement)
})

test('a list whose code cannot be loaded says so', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.resetModules()
  vi.doMock('./search-rows.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { SearchCombobox: Fresh } = await import('./search-combobox.tsx')
  open(Fresh)
  expect((await screen.findByRole('alert')).textContent).toContain('Não foi possível carregar')
})

test('the search needs two characters, trimmed, and requests only the last of what is typed in a row [5.1, 9.2]', async () => {
  const input = open()
  const texts = () =>
    api.listRequests(suggestionsApi.list).map(({ url }) => new URL(url, 'http://x').searchParams.get('query'))
  for (const value of [' n ', 'na', 'nav']) fireEvent.change(input, { target: { value } })
  await waitFor(() => expect(texts()).toEqual(['nav']))
  fireEvent.change(input, { target: { value: ' n ' } })
  fireEvent.change(input, { target: { value: 'nava' } })
  await waitFor(() => expect(texts()).toEqual(['nav', 'nava']))
})

test('a place that is chosen is passed on, to be named where the position is shown', async () => {
  const place = {
    kind: 'neighborhood',
    name: 'Pinheiros',
    area: 'São Paulo - SP',
    latitude: -23.561,
    longitude: -46.701,
  }
  api.respond(suggestionsApi.list, () => ({
    ...suggestions,
    places: [place],
    sentence: { ...sentence, service: null },
  }))
  const input = open()
  fireEvent.change(input, { target: { value: 'pinheiros' } })
  fireEvent.click(await screen.findByRole('option', { name: /Pinheiros/ }))
  expect(onPlace.mock.calls).toEqual([[place]])
})
