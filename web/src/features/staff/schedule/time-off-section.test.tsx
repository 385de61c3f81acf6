import { staffApi } from '@na-regua/contract/staff'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { TestRouter } from '../../../../test/test-router.tsx'
import type { DisplacementSlot } from '../../../lib/displacement-slot.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { TimeOffSection } from './time-off-section.tsx'

const api = startFakeApi()
afterEach(cleanup)

const refusal = () => apiError(409, 'SCHEDULE_CONFLICT')
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const bodies = () => api.listRequests(staffApi.addTimeOff).map(({ body }) => body)

const sent = {
  startDate: '2030-03-12',
  reason: 'Dentista',
  startTime: '14:00',
  endTime: '18:00',
  endDate: '2030-03-12',
}
const hours = {
  startDate: '2030-03-12',
  endDate: '2030-03-12',
  startTime: '14:00',
  endTime: '18:00',
  reason: 'Dentista',
}

/** Stands for what becomes of the appointments. */
const displacement: DisplacementSlot = ({ change, onClose }) => (
  <button type="button" onClick={onClose}>
    {JSON.stringify(change)}
  </button>
)

/** Types some hours, which the server refuses because of one appointment. */
beforeEach(async () => {
  api.respond(staffApi.addTimeOff, refusal)
  const section = (
    <TimeOffSection
      barberId="absent"
      barbershopId="shop"
      timeZone="America/Sao_Paulo"
      timeOff={[]}
      initialDate="2030-03-12"
      displacement={displacement}
    />
  )
  render(<TestRouter>{<QueryClientProvider client={createQueryClient()}>{section}</QueryClientProvider>}</TestRouter>)
  fireEvent.click(screen.getByRole('button', { name: 'Algumas horas' }))
  fireEvent.change(screen.getByLabelText('Das'), { target: { value: '14:00' } })
  fireEvent.change(screen.getByLabelText(/Motivo/), { target: { value: 'Dentista' } })
  fireEvent.click(await button('Marcar folga'))
  await screen.findByText(JSON.stringify({ type: 'time-off', barberId: 'absent', ...sent }))
})

test('the way back from what is displaced leads to the form with what was typed', async () => {
  fireEvent.click(await button(/time-off/))
  const form = within(await screen.findByRole('dialog', { name: 'Nova folga' }))
  expect(form.getByLabelText('Das')).toHaveProperty('value', '14:00')
  expect(form.getByLabelText(/Motivo/)).toHaveProperty('value', 'Dentista')
  fireEvent.click(form.getByRole('button', { name: 'Marcar folga' }))
  await waitFor(() => expect(bodies()).toHaveLength(2))
  expect(bodies()[1]).toEqual(hours)
})
