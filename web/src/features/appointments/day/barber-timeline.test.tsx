import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createAppointment } from '../../../../test/samples.ts'
import { minuteToInstant } from '../timeline/rules.ts'
import { BarberTimeline } from './barber-timeline.tsx'
import type { Moves } from './use-moves.ts'
import type { UndoableChanges } from './use-undoable-changes.ts'

const date = '2026-03-12'
const timeZone = 'America/Sao_Paulo'

/** `start` in minutes of the day. */
function book(start: number, status: Appointment['status']) {
  const [startTime, endTime] = [start, start + 40].map((minute) => minuteToInstant(minute, date, timeZone))
  const times = {
    startTime,
    endTime,
    durationMin: 40,
    timeZone,
    guestName: null,
    service: { id: 'cut', name: 'Corte' },
  }
  return { ...createAppointment(`at ${start}`, status), ...times } as Partial<Appointment> as Appointment
}

const workday = {
  barberId: 'beto',
  name: 'Beto',
  avatarUrl: null,
  timeZone,
  breaks: [],
  timeOff: [],
  free: [],
  barbershop: { id: 'shop', name: 'Barbearia do Largo' },
  hours: [{ start: 540, end: 1080 }],
  appointments: [book(540, 'COMPLETED'), book(600, 'CONFIRMED'), book(750, 'CONFIRMED'), book(800, 'CONFIRMED')],
} as Partial<BarberWorkday> as BarberWorkday

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const listTimes = () =>
  within(screen.getByRole('list', { name: 'O dia de Beto' }))
    .getAllByRole('button')
    .map(({ textContent }) => /\d\d:\d\d/.exec(String(textContent))?.[0])

function open({ isWide }: { isWide: boolean }) {
  const media = { matches: isWide, addEventListener() {}, removeEventListener() {} } as Partial<MediaQueryList>
  vi.spyOn(window, 'matchMedia').mockReturnValue(media as MediaQueryList)
  const changes = { applyPending: (appointment: Appointment) => appointment } as Partial<UndoableChanges>
  render(
    <BarberTimeline
      workday={workday}
      date={date}
      now={new Date(minuteToInstant(775, date, timeZone))}
      changes={changes as UndoableChanges}
      moves={{} as Moves}
      onOpen={() => {}}
      onAddWalkIn={() => {}}
    />,
    { wrapper: MemoryRouter },
  )
}

test('on a phone the day begins with the appointment that runs, and says what the hours before hide', () => {
  open({ isWide: false })
  expect(listTimes()).toEqual(['12:30', '13:20'])
  fireEvent.click(screen.getByRole('button', { name: 'Ver das 9h às 12h30 · 1 a finalizar' }))
  expect(listTimes()).toEqual(['09:00', '10:00', '12:30', '13:20'])
  fireEvent.click(screen.getByRole('button', { name: 'Esconder o que já passou' }))
  expect(listTimes()).toEqual(['12:30', '13:20'])
})

test('on a wide screen the last hour stays in view', () => {
  open({ isWide: true })
  expect(screen.getByRole('button', { name: 'Ver das 9h às 11h45 · 1 a finalizar' })).toBeDefined()
})
