import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { createAppointment } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { createProposal } from '../commands/rules.ts'
import { AppointmentDialog, DayActions } from './appointment-dialog.tsx'
import type { Moves } from './use-moves.ts'
import type { UndoableChanges } from './use-undoable-changes.ts'

afterEach(cleanup)

const times = {
  startTime: '2030-03-12T18:00:00.000Z',
  endTime: '2030-03-12T18:30:00.000Z',
  timeZone: 'America/Sao_Paulo',
}

test('what cancels an appointment does not read as the way out of its dialog', () => {
  const changes = { findPending: () => undefined } as Partial<UndoableChanges> as UndoableChanges
  const appointment = { ...createAppointment('a1', 'CONFIRMED'), ...times }
  render(<DayActions appointment={appointment} changes={changes} now={new Date('2030-03-12T12:00:00Z')} hasCancel />)
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Cancelar horário'])
})

test('the dialog says what to know of the customer, and leads to the profile; of a guest it only leads there', () => {
  const customerProfile = { id: 'f1', allergies: 'Navalha: sangra fácil', notes: 'Máquina 2' }
  const changes: Partial<UndoableChanges> = { findPending: () => undefined, applyPending: (one) => one }
  const show = (guestName: string | null) => {
    const planned = createProposal({
      barber: { id: 'rui', name: 'Rui' },
      barbershop: { id: 'shop', name: 'Régua' },
      timeZone: times.timeZone,
      services: [{ id: 'cut', name: 'Corte', durationMin: 30, priceCents: 4500 }],
      startTime: times.startTime,
      customer: { name: 'Ana' },
      isWalkIn: false,
    })
    const appointment = { ...planned, id: 'a1', status: 'COMPLETED' as const, customerProfile, guestName }
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <AppointmentDialog
            appointment={appointment}
            now={new Date('2030-03-12T20:00:00Z')}
            changes={changes as UndoableChanges}
            moves={{} as Moves}
            onClose={() => undefined}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    return screen
      .getByText(/^Ficha de/)
      .closest('a')
      ?.getAttribute('href')
  }
  expect(show(null)).toBe('/clientes?ficha=f1')
  expect([screen.queryByText('Navalha: sangra fácil'), screen.queryByText(/Máquina 2/)]).not.toContain(null)
  cleanup()
  expect(show('Bento')).toBe('/clientes?ficha=f1')
  expect(screen.queryByText('Navalha: sangra fácil')).toBeNull()
})
