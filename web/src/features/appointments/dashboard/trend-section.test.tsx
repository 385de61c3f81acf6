import { dashboardApi, type TrendStep } from '@na-regua/contract/dashboard'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { TrendChart } from './dashboard-charts.tsx'
import { TrendSection } from './trend-section.tsx'

afterEach(cleanup)

const toStep = (day: number): TrendStep => ({
  date: `2026-03-0${day}`,
  count: 2 * day,
  completed: day,
  missed: 0,
  cancelled: 0,
  revenueCents: 5000 * day,
})
const steps = [1, 2, 3, 4].map(toStep)
const chart = () => screen.getByRole('slider')
const readout = () => screen.getByRole('figure').querySelector('figcaption p')?.textContent?.replaceAll('\u00a0', ' ')

test('bars stand on a scale of round values', () => {
  render(<TrendChart unit="day" steps={steps} metric="count" isBusy={false} />)
  const marks = ['0', '2', '4', '6', '8']
  for (const mark of marks) expect(screen.getAllByText(mark, { exact: true }).length).toBeGreaterThan(0)
  const heights = [...chart().querySelectorAll<HTMLElement>('[data-bar]')].map(({ style }) => style.height)
  expect(heights).toEqual(['25%', '50%', '75%', '100%'])
})

test('the focus and the arrow keys choose a bar, whose values are shown and announced', () => {
  render(<TrendChart unit="day" steps={steps} metric="count" isBusy={false} />)
  expect(readout()).toBe('No período: 20 agendamentos, 10 concluídos · R$ 500,00')
  expect(chart().tabIndex).toBe(0)
  fireEvent.focus(chart())
  expect(readout()).toBe('Qua, 04/03/2026: 8 agendamentos, 4 concluídos · R$ 200,00')
  fireEvent.keyDown(chart(), { key: 'ArrowLeft' })
  expect(readout()).toMatch(/^Ter, 03\/03\/2026: 6 agendamentos/)
  expect(chart().getAttribute('aria-valuetext')).toMatch(/^Ter, 03\/03\/2026: 6 agendamentos/)
  fireEvent.keyDown(chart(), { key: 'Home' })
  fireEvent.keyDown(chart(), { key: 'ArrowLeft' })
  expect(chart().getAttribute('aria-valuenow')).toBe('0')
  fireEvent.blur(chart())
  expect(readout()).toMatch('No período')
})

test('the pointer chooses the bar below it, until it leaves', () => {
  render(<TrendChart unit="day" steps={steps} metric="revenueCents" isBusy={false} />)
  chart().getBoundingClientRect = () => ({ left: 100, width: 400 }) as DOMRect
  fireEvent.pointerMove(chart(), { clientX: 310 })
  expect(readout()).toMatch(/^Ter, 03\/03\/2026/)
  fireEvent.pointerLeave(chart())
  expect(readout()).toMatch('No período')
})

test('the bar of a tap stays: a finger leaves the chart before it gets the focus', () => {
  render(<TrendChart unit="day" steps={steps} metric="revenueCents" isBusy={false} />)
  chart().getBoundingClientRect = () => ({ left: 100, width: 400 }) as DOMRect
  fireEvent.pointerDown(chart(), { clientX: 210, pointerType: 'touch' })
  fireEvent.pointerLeave(chart(), { pointerType: 'touch' })
  fireEvent.focus(chart())
  expect(readout()).toMatch(/^Seg, 02\/03\/2026/)
  fireEvent.blur(chart())
  expect(readout()).toMatch('No período')
})

test('screen readers get every bar as a row of a table', () => {
  render(<TrendChart unit="month" steps={steps} metric="count" isBusy={false} />)
  const table = within(screen.getByRole('table', { name: 'Agendamentos por mês' }))
  expect(table.getAllByRole('row')).toHaveLength(4)
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(Array(4).fill('mar/26'))
})

test('period, barber and service filter what is requested', async () => {
  const api = startFakeApi()
  const requests: object[] = []
  const barbershop = { id: 'shop', name: 'Barbearia do Largo' }
  const barber = { id: 'rui', name: 'Rui Prado', avatarUrl: null, barbershop, openMinutes: 540, bookedMinutes: 60 }
  const appointments = { total: 0, completed: 0, upcoming: 0, unfinished: 0, missed: 0, cancelled: 0 }
  api.respond(dashboardApi.today, () => ({
    date: '2026-03-04',
    appointments,
    doneCents: 0,
    expectedCents: 0,
    waiting: 0,
    barbers: [{ ...barber, appointments: 1 }],
  }))
  api.respond(dashboardApi.trend, ({ url }) => {
    requests.push(Object.fromEntries(new URL(url, 'http://site.test').searchParams))
    return { unit: 'day', steps }
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TrendSection barbershopId={undefined} services={['Barba', 'Corte']} />
    </QueryClientProvider>,
  )
  await screen.findByRole('slider')
  fireEvent.click(screen.getByRole('button', { name: '7 dias' }))
  await screen.findByRole('option', { name: 'Rui Prado' })
  fireEvent.change(screen.getByRole('combobox', { name: 'Barbeiro' }), { target: { value: 'rui' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Serviço' }), { target: { value: 'Corte' } })
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ period: '7d', barberId: 'rui', service: 'Corte' }))
})
