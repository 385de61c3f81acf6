import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createAppointment } from '../../../../test/samples.ts'
import { DragLayer } from './drag-layer.tsx'
import type { Moves } from './use-moves.ts'

const date = '2026-03-12'
const timeZone = 'America/Sao_Paulo'
const now = new Date('2026-03-12T11:00:00.000Z')
const appointment = {
  ...createAppointment('a1', 'CONFIRMED'),
  startTime: '2026-03-12T12:00:00.000Z',
  endTime: '2026-03-12T12:30:00.000Z',
  durationMin: 30,
  timeZone,
  guestName: null,
} as Partial<Appointment> as Appointment
const workday = {
  barberId: 'beto',
  name: 'Beto',
  timeZone,
  hours: [{ start: 540, end: 1080 }],
  breaks: [],
  timeOff: [],
  appointments: [appointment],
} as Partial<BarberWorkday> as BarberWorkday

/** One pixel is one minute, and every element is at the top: 60 pixels down is an hour later. */
function Board({ moves }: { moves: Moves }) {
  const board = useRef<HTMLDivElement>(null)
  return (
    <div ref={board}>
      <div data-timeline="beto">
        <button type="button" data-appointment="a1">
          Beto Sol
        </button>
      </div>
      <DragLayer
        board={board}
        date={date}
        now={now}
        moves={moves}
        workdays={[workday]}
        span={{ start: 540, end: 1080 }}
        scale={1}
      />
    </div>
  )
}

function openBoard() {
  const moves = { drop: vi.fn(), refuse: vi.fn() }
  render(<Board moves={moves as unknown as Moves} />)
  const block = screen.getByRole('button', { name: 'Beto Sol' })
  const send = (type: string, clientY: number) =>
    block.dispatchEvent(
      new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0, pointerType: 'mouse', clientY }),
    )
  const listGhosts = () => document.querySelectorAll('[data-timeline] > [aria-hidden="true"]')
  return { moves, send, listGhosts }
}

afterEach(cleanup)

test('a drag whose events all come before the next render is dropped where it ended', () => {
  const { moves, send, listGhosts } = openBoard()
  act(() => {
    send('pointerdown', 0)
    send('pointermove', 30)
    send('pointermove', 60)
    send('pointerup', 60)
  })
  expect(moves.drop).toHaveBeenCalledExactlyOnceWith(
    appointment,
    expect.objectContaining({ startTime: '2026-03-12T13:00:00.000Z' }),
  )
  expect(listGhosts()).toHaveLength(0)
})

test('a last move right before the release counts, and a cancelled drag leaves nothing', () => {
  const { moves, send, listGhosts } = openBoard()
  act(() => send('pointerdown', 0))
  act(() => send('pointermove', 30))
  expect(listGhosts()).toHaveLength(1)
  act(() => {
    send('pointermove', 90)
    send('pointerup', 90)
  })
  expect(moves.drop.mock.lastCall?.[1].startTime).toBe('2026-03-12T13:30:00.000Z')
  act(() => {
    send('pointerdown', 0)
    send('pointermove', 30)
    send('pointercancel', 30)
  })
  expect(listGhosts()).toHaveLength(0)
  expect(moves.drop).toHaveBeenCalledOnce()
})
