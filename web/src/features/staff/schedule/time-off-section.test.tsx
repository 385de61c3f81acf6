import { absencesApi } from '@na-regua/contract/absences'
import { staffApi } from '@na-regua/contract/staff'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiError, createPendingResponse, startFakeApi } from '../../../../test/fake-api.ts'
import { sampleBarbers } from '../../../../test/samples.ts'
import { TestRouter } from '../../../../test/test-router.tsx'
import { createQueryClient } from '../../../lib/query-client.ts'
import { barbersQuery } from '../barbers/queries.ts'
import { TimeOffSection } from './time-off-section.tsx'

const api = startFakeApi()
afterEach(cleanup)

const conflict = {
  id: 'appointment',
  serviceName: 'Corte',
  customer: { name: 'Davi Lopes', phone: null },
  status: 'CONFIRMED',
  startTime: '2030-03-12T18:00:00.000Z',
  endTime: '2030-03-12T18:30:00.000Z',
}
const refusal = () => apiError(409, 'SCHEDULE_CONFLICT', { conflicts: [conflict] })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const bodies = () => api.listRequests(staffApi.addTimeOff).map(({ body }) => body)

const hours = {
  startDate: '2030-03-12',
  endDate: '2030-03-12',
  startTime: '14:00',
  endTime: '18:00',
  reason: 'Dentista',
}

/** Types some hours, which the server refuses because of one appointment. */
beforeEach(async () => {
  api.respond(staffApi.addTimeOff, refusal)
  const client = createQueryClient()
  client.setQueryData(barbersQuery('shop').queryKey, sampleBarbers)
  const section = (
    <TimeOffSection
      barberId="absent"
      barbershopId="shop"
      timeZone="America/Sao_Paulo"
      timeOff={[]}
      initialDate="2030-03-12"
      dayLink={() => '/'}
    />
  )
  render(<TestRouter>{<QueryClientProvider client={client}>{section}</QueryClientProvider>}</TestRouter>)
  fireEvent.click(screen.getByRole('button', { name: 'Algumas horas' }))
  fireEvent.change(screen.getByLabelText('Das'), { target: { value: '14:00' } })
  fireEvent.change(screen.getByLabelText(/Motivo/), { target: { value: 'Dentista' } })
  fireEvent.click(await button('Marcar folga'))
  await screen.findByRole('dialog', { name: 'Há um agendamento nesse tempo' })
})

test('a refused time off stays on the screen while it is saved anyway, and after that failed', async () => {
  const pending = createPendingResponse<Response>()
  api.respond(staffApi.addTimeOff, () => pending.promise)
  fireEvent.click(await button('Manter o agendamento e salvar'))
  await waitFor(() => expect(bodies()).toHaveLength(2))
  expect(screen.getByRole('dialog', { name: 'Há um agendamento nesse tempo' })).toBeTruthy()
  pending.respond(apiError(500, 'INTERNAL'))
  expect(await screen.findByText('message of INTERNAL')).toBeTruthy()
  fireEvent.click(await button('Manter o agendamento e salvar'))
  await waitFor(() => expect(bodies()).toHaveLength(3))
  expect(bodies()[2]).toEqual({ ...hours, keepConflicts: true })
})

test('the way back from a refused time off leads to the form with what was typed', async () => {
  fireEvent.click(await button('Voltar'))
  const form = within(await screen.findByRole('dialog', { name: 'Nova folga' }))
  expect(form.getByLabelText('Das')).toHaveProperty('value', '14:00')
  expect(form.getByLabelText(/Motivo/)).toHaveProperty('value', 'Dentista')
  fireEvent.click(form.getByRole('button', { name: 'Marcar folga' }))
  await waitFor(() => expect(bodies()).toHaveLength(2))
  expect(bodies()[1]).toEqual(hours)
})

test('what no barber can take stays on the screen while the choice is sent, and after that failed', async () => {
  const conflicts = [{ ...conflict, obstacle: 'Ninguém está livre.' }]
  api.respond(absencesApi.add, () => apiError(409, 'ABSENCE_UNRESOLVED', { conflicts, assignable: 0 }))
  fireEvent.click(await button('Passar e avisar'))
  const title = 'Um agendamento não coube'
  await screen.findByRole('dialog', { name: title })
  const pending = createPendingResponse<Response>()
  api.respond(absencesApi.add, () => pending.promise)
  fireEvent.click(await button('Deixar como está'))
  await waitFor(() => expect(api.listRequests(absencesApi.add)).toHaveLength(2))
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy()
  pending.respond(apiError(500, 'INTERNAL'))
  expect(await screen.findByText('message of INTERNAL')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy()
})
