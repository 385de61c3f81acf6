import { barbershopsApi } from '@na-regua/contract/barbershops'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { addCalendarDays, deviceTimeZone, toLocalTime } from '../../../lib/local-time.ts'
import { useFilterOptions } from './filter-bar.tsx'
import { FilterPanel, FilterSheet } from './filter-panel.tsx'
import { type NearbyFilters, parseFilters } from './rules.ts'

const api = startFakeApi()
afterEach(cleanup)

const position = { latitude: -16.7, longitude: -49.3 }
const noFilters = parseFilters(new URLSearchParams())

function Panel({ onChange = vi.fn() }: { onChange?: (filters: NearbyFilters) => void }) {
  const [filters, setFilters] = useState(noFilters)
  const change = (next: NearbyFilters) => {
    setFilters(next)
    onChange(next)
  }
  return <FilterPanel {...useFilterOptions()} position={position} filters={filters} onChange={change} />
}

test('a service is searched after a pause in typing, a part of the day is today unless a day is chosen', async () => {
  const onChange = vi.fn()
  api.respond(barbershopsApi.filters, () => ({ distances: [], ratings: [], priceRanges: [], features: [] }))
  api.respond(barbershopsApi.count, () => ({ totals: [] }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Panel onChange={onChange} />
    </QueryClientProvider>,
  )
  const service = await screen.findByRole('combobox', { name: 'Serviço' })
  for (const text of ['d', 'de', 'degradê ']) fireEvent.change(service, { target: { value: text } })
  expect(onChange).not.toHaveBeenCalled()
  await waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(onChange.mock.calls).toEqual([[{ ...noFilters, service: 'degradê' }]])
  const today = toLocalTime(new Date(), deviceTimeZone()).date
  fireEvent.click(screen.getByRole('button', { name: 'Tarde' }))
  const afternoon = { service: 'degradê', freeFrom: '12:00', freeUntil: '18:00' }
  expect(onChange).toHaveBeenLastCalledWith({ ...noFilters, ...afternoon, freeOn: today })
  fireEvent.click(screen.getByRole('button', { name: 'Amanhã' }))
  const tomorrow = addCalendarDays(today, 1)
  expect(onChange).toHaveBeenLastCalledWith({ ...noFilters, ...afternoon, freeOn: tomorrow })
  expect(screen.getByLabelText<HTMLInputElement>('Outro dia').value).toBe(tomorrow)
  fireEvent.click(screen.getByRole('button', { name: 'Tarde' }))
  expect(onChange).toHaveBeenLastCalledWith({ ...noFilters, service: 'degradê', freeOn: tomorrow })
})

const lastFilters = (onChange: ReturnType<typeof vi.fn>) => onChange.mock.calls.map(([filters]) => filters)

test('a service that was just typed is searched when its field is left or the sheet is closed', () => {
  const onChange = vi.fn()
  const onClose = vi.fn()
  const options = { distances: [], ratings: [], priceRanges: [], features: [] }
  const panel = {
    options,
    position,
    filters: noFilters,
    onChange,
    onClose,
    onRetry: undefined,
    closeLabel: 'Ver 38 barbearias',
  }
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false
  }
  api.respond(barbershopsApi.count, () => ({ totals: [] }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FilterSheet {...panel} isOpen />
    </QueryClientProvider>,
  )
  const service = screen.getByRole('combobox', { name: 'Serviço', hidden: true })
  const type = (value: string) => {
    service.focus()
    fireEvent.change(service, { target: { value } })
  }
  type('barba')
  service.blur()
  expect(lastFilters(onChange)).toEqual([{ ...noFilters, service: 'barba' }])
  type('degradê')
  fireEvent(screen.getByRole('dialog', { hidden: true }), new Event('cancel', { cancelable: true }))
  expect(lastFilters(onChange).at(-1)).toEqual({ ...noFilters, service: 'degradê' })
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a typed day is searched once its year is complete, and only a day that can be free', async () => {
  const onChange = vi.fn()
  api.respond(barbershopsApi.filters, () => ({ distances: [], ratings: [], priceRanges: [], features: [] }))
  api.respond(barbershopsApi.count, () => ({ totals: [] }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Panel onChange={onChange} />
    </QueryClientProvider>,
  )
  const field = await screen.findByLabelText<HTMLInputElement>('Outro dia')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const day = addCalendarDays(toLocalTime(new Date(), deviceTimeZone()).date, 12)
  for (const year of ['0002', '0020', '0202']) {
    type(`${year}${day.slice(4)}`)
    expect(field.value).toBe(`${year}${day.slice(4)}`)
    expect(field.getAttribute('aria-invalid')).toBeNull()
  }
  expect(onChange).not.toHaveBeenCalled()
  type(day)
  expect(onChange.mock.calls).toEqual([[{ ...noFilters, freeOn: day }]])
  type(addCalendarDays(day, 60))
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  type('')
  expect(onChange).toHaveBeenLastCalledWith({ ...noFilters, freeOn: undefined })
})

test('filters that fail to load are logged once, and a retry loads them [8.8]', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  api.respond(barbershopsApi.filters, () => Response.json({ code: 'INTERNAL' }, { status: 500 }))
  api.respond(barbershopsApi.count, () => ({ totals: [] }))
  const client = new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 1 } } })
  render(
    <QueryClientProvider client={client}>
      <Panel />
    </QueryClientProvider>,
  )
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  expect(api.listRequests(barbershopsApi.filters)).toHaveLength(2)
  expect(warn).toHaveBeenCalledTimes(1)
  api.respond(barbershopsApi.filters, () => ({
    distances: [{ value: 5, label: 'Até 5km' }],
    ratings: [],
    priceRanges: [],
    features: [{ id: 1, name: 'Wi-Fi' }],
  }))
  fireEvent.click(retry)
  expect(await screen.findByText('Wi-Fi')).toBeDefined()
  expect(warn).toHaveBeenCalledTimes(1)
  warn.mockRestore()
})

test('each choice shows how many it finds with the others, and what none has is hidden unless it is chosen', async () => {
  api.respond(barbershopsApi.filters, () => ({
    distances: [
      { value: 1, label: '1 km' },
      { value: 5, label: '5 km' },
    ],
    ratings: [{ value: 4, label: '4+' }],
    priceRanges: [],
    features: [
      { id: 1, name: 'Wi-Fi' },
      { id: 2, name: 'Bar' },
    ],
  }))
  api.respond(barbershopsApi.count, ({ body }) => {
    const { filters } = body as { filters: { radiusInKm: number; features?: string; ratingMin?: number }[] }
    const total = filters.map(({ radiusInKm, features, ratingMin }) => {
      if (features?.includes('Bar') || radiusInKm === 1) return 0
      return ratingMin ? 1 : radiusInKm
    })
    return { totals: total }
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Panel />
    </QueryClientProvider>,
  )
  const near = await screen.findByRole('button', { name: '5 km' })
  await waitFor(() => expect(near.getAttribute('aria-description')).toBe('5 barbearias'))
  expect(near.textContent).toBe('5 km5')
  expect(screen.getByRole('button', { name: '4+ estrelas' }).getAttribute('aria-description')).toBe('1 barbearia')
  expect(screen.queryByRole('button', { name: '1 km' })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: 'Bar' })).toBeNull()
  const wifi = screen.getByRole('checkbox', { name: 'Wi-Fi' })
  expect(wifi.getAttribute('aria-description')).toBe('50 barbearias')

  fireEvent.click(near)
  expect(near.getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(wifi.getAttribute('aria-description')).toBe('5 barbearias'))
  fireEvent.click(near)
  await waitFor(() => expect(wifi.getAttribute('aria-description')).toBe('50 barbearias'))
})

test('without counts all choices are there', async () => {
  api.respond(barbershopsApi.filters, () => ({
    distances: [{ value: 1, label: '1 km' }],
    ratings: [],
    priceRanges: [],
    features: [{ id: 1, name: 'Wi-Fi' }],
  }))
  api.respond(barbershopsApi.count, () => Response.json({ code: 'UNAVAILABLE' }, { status: 503 }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Panel />
    </QueryClientProvider>,
  )
  const chip = await screen.findByRole('button', { name: '1 km' })
  await waitFor(() => expect(api.listRequests(barbershopsApi.count)).toHaveLength(1))
  expect(chip.textContent).toBe('1 km')
  expect(screen.getByRole('checkbox', { name: 'Wi-Fi' })).toBeDefined()
})
