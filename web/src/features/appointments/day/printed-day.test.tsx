import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createAppointment } from '../../../../test/samples.ts'
import { PrintedDay, type PrintLayout } from './printed-day.tsx'

afterEach(cleanup)

function createWorkday(name: string, appointments: number): BarberWorkday {
  return {
    barberId: name,
    name,
    avatarUrl: null,
    barbershop: { id: 'shop', name: 'Barbearia do Largo' },
    timeZone: 'America/Sao_Paulo',
    hours: [{ start: 540, end: 1080 }],
    breaks: [{ start: 720, end: 780 }],
    timeOff: [{ start: 1020, end: 1080, reason: 'Médico' }],
    free: [],
    appointments: Array.from({ length: appointments }, (_, index) => ({
      ...createAppointment(`${name} ${index}`, 'CONFIRMED'),
      guestName: `Cliente ${index} de ${name}`,
      service: { id: 'cut', name: 'Corte' },
      timeZone: 'America/Sao_Paulo',
      startTime: new Date(Date.parse('2026-11-23T12:00:00Z') + index * 1_200_000).toISOString(),
      endTime: new Date(Date.parse('2026-11-23T12:20:00Z') + index * 1_200_000).toISOString(),
    })),
  }
}

function renderDay(barbers: number, appointments: number, layout: PrintLayout) {
  const workdays = Array.from({ length: barbers }, (_, index) => createWorkday(`Barbeiro ${index + 1}`, appointments))
  const day: StaffDay = { date: '2026-11-23', barbers: workdays }
  render(<PrintedDay day={day} layout={layout} />)
}

test.each([
  [2, 30],
  [8, 8],
  [12, 5],
  [12, 25],
])('the board of %i barbers with %i appointments each has all of them, and breaks and time off', (barbers, each) => {
  renderDay(barbers, each, 'board')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    `Segunda-feira, 23/11/2026 · Barbearia do Largo · ${barbers * each} agendamentos`,
  )
  const [board] = screen.getAllByRole('list')
  expect(Number.parseFloat(String(board?.style.fontSize)), 'pixels that can be read').toBeGreaterThan(5)
  for (const heading of screen.getAllByRole('heading', { level: 2 })) {
    const column = within(heading.closest('li') as HTMLElement)
    expect(column.getAllByText(/^Cliente \d+ de/)).toHaveLength(each)
    expect(column.getAllByText(/Pausa$|Folga: /).map(({ textContent }) => textContent)).toEqual([
      '12:00 – 13:00 Pausa',
      '17:00 – 18:00 Folga: Médico',
    ])
  }
})

test('a page for each barber, with cut texts where many appointments share it', () => {
  renderDay(2, 60, 'barbers')
  const tables = screen.getAllByRole('table')
  expect(tables).toHaveLength(2)
  for (const table of tables) {
    // The headings, the break and the time off.
    expect(within(table).getAllByRole('row')).toHaveLength(63)
    expect(Number.parseFloat(table.style.fontSize)).toBeLessThan(10)
  }
})
