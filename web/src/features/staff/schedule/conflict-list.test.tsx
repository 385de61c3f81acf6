import { type Schedule, staffApi } from '@na-regua/contract/staff'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createConflict } from '../../../../test/samples.ts'
import { TestRouter } from '../../../../test/test-router.tsx'
import { createQueryClient } from '../../../lib/query-client.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { WeeklyHoursEditor } from './weekly-hours-editor.tsx'

const api = startFakeApi()
afterEach(cleanup)

const schedule: Schedule = {
  barberId: 'rui',
  name: 'Rui Prado',
  barbershop: { id: 'shop', name: 'Largo' },
  timeZone: 'America/Sao_Paulo',
  version: 3,
  hours: [{ dayOfWeek: 2, start: 540, end: 1080 }],
  breaks: [],
  conflicts: [],
  shopHours: [{ dayOfWeek: 2, start: 540, end: 1080 }],
}
const bodies = () => api.listRequests(staffApi.saveSchedule).map(({ body }) => body)

/** Saves a week that is refused because of these appointments. */
async function openRefusal(conflicts: readonly ReturnType<typeof createConflict>[]) {
  api.respond(staffApi.saveSchedule, () => apiError(409, 'SCHEDULE_CONFLICT', { conflicts }))
  render(
    <TestRouter>
      <QueryClientProvider client={createQueryClient()}>
        <WeeklyHoursEditor schedule={schedule} dayLink={() => '/'} />
        <Toasts />
      </QueryClientProvider>
    </TestRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'O da barbearia' }))
  fireEvent.click(screen.getByRole('button', { name: 'Salvar horário' }))
  return within(await screen.findByRole('dialog', { name: /^Há .* nesse tempo$/ }))
}

test('the customers of standing appointments are offered other times', async () => {
  const fixed = ['Davi Lopes', 'Ana Prado'].map((name) => createConflict(name, { isOfSeries: true }))
  const dialog = await openRefusal([...fixed, createConflict('Rui Alves')])
  expect(dialog.getAllByText('Horário fixo')).toHaveLength(2)
  expect(dialog.getByText(/cancela 2 de horário fixo, e cada cliente escolhe outro horário\. O resto/)).toBeTruthy()
  api.respond(staffApi.saveSchedule, () => ({ ...schedule, version: 4, cancelledAppointments: 2 }))
  fireEvent.click(dialog.getByRole('button', { name: 'Oferecer outros horários' }))
  expect(await screen.findByText('2 datas de horário fixo canceladas. O cliente escolhe outro horário.')).toBeTruthy()
  expect(bodies()[1]).toMatchObject({ version: 3, keepConflicts: true, proposeAlternatives: true })
})

test('without standing appointments there is nothing to offer', async () => {
  const dialog = await openRefusal([createConflict('Rui Alves')])
  expect(dialog.queryByText('Horário fixo')).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Oferecer outros horários' })).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Manter o agendamento e salvar' }))
  await waitFor(() => expect(bodies()).toHaveLength(2))
  expect(bodies()[1]).not.toHaveProperty('proposeAlternatives')
})
