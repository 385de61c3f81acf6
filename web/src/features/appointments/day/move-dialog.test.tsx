import type { Appointment } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { staffApi } from '@na-regua/contract/staff'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { startFakeApi } from '../../../../test/fake-api.ts'
import { createAppointment, sampleBarbers } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { MoveDialog } from './move-dialog.tsx'
import type { Moves } from './use-moves.ts'

const api = startFakeApi()
const appointment = {
  ...createAppointment('a1', 'CONFIRMED'),
  startTime: '2099-03-12T12:00:00.000Z',
  durationMin: 30,
  timeZone: 'America/Sao_Paulo',
  priceCents: 4500,
  barber: { id: 'rui', name: 'Rui Prado' },
  barbershop: { id: 'shop', name: 'Barbearia do Largo' },
  service: { id: 'cut', name: 'Corte' },
  guestName: null,
} as Partial<Appointment> as Appointment

afterEach(cleanup)

test('the current time is not offered, unless with another barber', async () => {
  api.respond(staffApi.list, () => ({ barbers: sampleBarbers }))
  api.respond(availabilityApi.get, () => ({ slots: ['09:00', '09:30'] }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MoveDialog isOpen appointment={appointment} moves={{} as Moves} onClose={() => {}} />
    </QueryClientProvider>,
  )
  const listSlots = async () =>
    within(await screen.findByRole('group', { name: 'Horários livres' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  expect(await listSlots()).toEqual(['09:30'])
  await screen.findByRole('option', { name: 'Lia Fontes' })
  fireEvent.change(screen.getByLabelText('Barbeiro'), { target: { value: 'lia' } })
  expect(await listSlots()).toEqual(['09:00', '09:30'])
})
