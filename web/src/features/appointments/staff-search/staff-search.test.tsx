import { type StaffSearchResult, staffSearchApi } from '@na-regua/contract/staff-search'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { StaffSearch } from './staff-search.tsx'

const api = startFakeApi()
const largo = { id: 'largo', name: 'Barbearia do Largo' }
const result: StaffSearchResult = {
  day: null,
  customers: [
    {
      id: 'ana',
      name: 'Ana Prado',
      phone: '62977771234',
      tags: ['VIP'],
      isBlocked: true,
      barbershop: largo,
      next: {
        id: 'next',
        status: 'SCHEDULED',
        startTime: '2026-03-13T13:00:00.000Z',
        timeZone: 'America/Sao_Paulo',
        customerName: 'Ana Prado',
        guestName: 'Bia',
        serviceName: 'Corte',
        barber: { id: 'beto', name: 'Beto' },
        barbershop: largo,
        isOnBoard: true,
      },
    },
  ],
  appointments: [],
  barbers: [{ id: 'beto', name: 'Anacleto', avatarUrl: null, barbershop: largo, isOnBoard: true }],
  services: [],
}

const onBarbershop = vi.fn()

beforeEach(() => api.respond(staffSearchApi.search, () => result))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  onBarbershop.mockReset()
})

function Place() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/clientes']}>
        <StaffSearch onBarbershop={onBarbershop} />
        <textarea aria-label="Nota" />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getByRole('combobox', { name: 'Buscar na barbearia' }) as HTMLInputElement
}

function type(input: HTMLInputElement, text: string) {
  input.focus()
  fireEvent.change(input, { target: { value: text } })
}

test('arrow keys and Enter open the next appointment of a customer, in its barbershop', async () => {
  const input = open()
  type(input, 'ana')
  const customer = await screen.findByRole('option', { name: /Ana Prado/ })
  expect(customer.textContent).toMatch(/\(62\) 97777-1234.*VIP.*Bloqueado/)
  expect(screen.getByRole('group', { name: 'Clientes' })).toBeTruthy()
  const next = screen.getByRole('option', { name: /para Bia/ })
  expect(next.textContent).toMatch(/10h.*Corte.*com Beto.*Pendente/)
  fireEvent.keyDown(input, { key: 'ArrowDown' })
  fireEvent.keyDown(input, { key: 'ArrowDown' })
  expect(input.getAttribute('aria-activedescendant')).toBe(next.id)
  expect(next.getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(document.querySelector('output')?.textContent).toBe(
    '/admin/appointments?ver=dia&agendamento=next&barbeiro=beto',
  )
  expect(onBarbershop).toHaveBeenCalledWith('largo')
  expect(input.value).toBe('')
})

test('Enter opens the first result, a click any', async () => {
  const input = open()
  type(input, 'ana')
  await screen.findByRole('option', { name: /Anacleto/ })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(document.querySelector('output')?.textContent).toBe('/clientes?ficha=ana')
  type(input, 'ana')
  fireEvent.click(await screen.findByRole('option', { name: /Anacleto/ }))
  expect(document.querySelector('output')?.textContent).toBe('/admin/appointments?ver=dia&barbeiro=beto')
})

test('Escape closes the list, then clears the field', async () => {
  const input = open()
  type(input, 'ana')
  await screen.findByRole('listbox')
  fireEvent.keyDown(input, { key: 'Escape' })
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(input.value).toBe('ana')
  fireEvent.keyDown(input, { key: 'Escape' })
  expect(input.value).toBe('')
})

test('nothing found says for what', async () => {
  api.respond(staffSearchApi.search, () => ({ ...result, customers: [], barbers: [] }))
  type(open(), 'xyz ')
  expect(await screen.findByText('Nada encontrado para “xyz”.')).toBeTruthy()
})

test('a failed search can be repeated', async () => {
  api.respond(staffSearchApi.search, () => apiError(503, 'OVERLOADED'))
  type(open(), 'ana')
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  api.respond(staffSearchApi.search, () => result)
  fireEvent.click(retry)
  expect(await screen.findByRole('option', { name: /Ana Prado/ })).toBeTruthy()
})

test('one character searches nothing, and shows what can be searched for', () => {
  type(open(), 'a')
  expect(screen.getByRole('list', { name: 'O que dá para buscar' })).toBeTruthy()
  expect(api.listRequests(staffSearchApi.search)).toEqual([])
})

test("'/' writes nothing into the empty field, and is part of a date", () => {
  const input = open()
  input.focus()
  expect(fireEvent.keyDown(input, { key: '/' })).toBe(false)
  type(input, '15')
  expect(fireEvent.keyDown(input, { key: '/' })).toBe(true)
})
