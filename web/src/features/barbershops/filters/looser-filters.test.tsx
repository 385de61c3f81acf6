import { barbershopsApi } from '@na-regua/contract/barbershops'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { LooserList, listLooserFilters } from './looser-filters.tsx'
import { parseFilters } from './rules.ts'

const api = startFakeApi()
afterEach(cleanup)
vi.useFakeTimers({ now: new Date('2026-11-29T15:00:00Z'), toFake: ['Date'] })

const position = { latitude: -16.7, longitude: -49.3 }
const parse = (url: string) => parseFilters(new URLSearchParams(url))
const filters = parse('service=corte&price=0-6000&freeOn=2026-11-30&freeFrom=18:00')
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')

test('each filter can be left out, and a day and time may be another day', () => {
  const looser = listLooserFilters(filters, '2026-11-29')
  expect(looser.map(({ label }) => plain(label))).toEqual([
    'Sem o serviço “corte”',
    'Sem o limite de R$ 60,00',
    'A qualquer hora',
    'Em qualquer dia',
    'Ter, 01/12, à noite',
    'Qua, 02/12, à noite',
    'Qui, 03/12, à noite',
    'Sex, 04/12, à noite',
    'Sáb, 05/12, à noite',
    'Dom, 06/12, à noite',
  ])
  expect(looser[1]?.filters).toEqual({ ...filters, price: undefined })
  expect(looser[4]?.filters).toEqual({ ...filters, freeOn: '2026-12-01' })
})

test('every other filter can be left out too, and without any there is nothing to change', () => {
  const labels = (url: string) => listLooserFilters(parse(url), '2026-11-29').map(({ label }) => plain(label))
  expect(labels('radius=5&rating=4&price=8000-&features=Bar,Wi-Fi&open=1&free=1&maxWait=20&lastMinute=1')).toEqual([
    'Sem o preço mínimo',
    'Em até 50 km',
    'Com ou sem horário hoje',
    'Abertas ou fechadas agora',
    'Com qualquer avaliação',
    'Com qualquer espera',
    'Sem o desconto relâmpago',
    'Sem “Bar”',
    'Sem “Wi-Fi”',
  ])
  expect(labels('walkIns=1')).toEqual(['Também com hora marcada'])
  expect(labels('radius=100&sort=price')).toEqual([])
})

const renderList = (onChange: (next: typeof filters) => void, chosen = filters) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LooserList position={position} filters={chosen} onChange={onChange} />
    </QueryClientProvider>,
  )

test('one request counts them, and what finds something is shown and becomes the filters', async () => {
  api.respond(barbershopsApi.count, ({ body }) => {
    const sets = (body as { filters: { priceMax?: number; freeOn?: string }[] }).filters
    return {
      totals: sets.map(({ priceMax, freeOn }) => (priceMax === undefined ? 4 : (freeOn ?? '') > '2026-11-30' ? 2 : 0)),
    }
  })
  const changed: unknown[] = []
  renderList((next) => changed.push(next))
  fireEvent.click((await screen.findAllByRole('button'))[0] as HTMLElement)
  expect(screen.getAllByRole('button').map(({ textContent }) => plain(textContent))).toEqual([
    'Sem o limite de R$ 60,00: 4',
    'Ter, 01/12, à noite: 2',
    'Qua, 02/12, à noite: 2',
    'Qui, 03/12, à noite: 2',
  ])
  expect(changed).toEqual([{ ...filters, price: undefined }])
  expect(api.listRequests(barbershopsApi.count)).toHaveLength(1)
})

test('nothing is shown when nothing helps, when counting fails, and without filters nothing is counted', async () => {
  api.respond(barbershopsApi.count, ({ body }) => ({ totals: (body as { filters: object[] }).filters.map(() => 0) }))
  const { container, unmount } = renderList(() => {})
  await waitFor(() => expect(api.listRequests(barbershopsApi.count)).toHaveLength(1))
  expect(container.textContent).toBe('')
  unmount()
  api.respond(barbershopsApi.count, () => Response.json({ code: 'UNAVAILABLE' }, { status: 503 }))
  const failed = renderList(() => {})
  await waitFor(() => expect(api.listRequests(barbershopsApi.count)).toHaveLength(2))
  expect(failed.container.textContent).toBe('')
  failed.unmount()
  expect(renderList(() => {}, parse('')).container.textContent).toBe('')
  expect(api.listRequests(barbershopsApi.count)).toHaveLength(2)
})
