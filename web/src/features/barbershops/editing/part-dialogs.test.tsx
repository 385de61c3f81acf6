import { membersApi } from '@na-regua/contract/members'
import { type OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { createConflict, sampleBarbershop } from '../../../../test/samples.ts'
import { TestRouter } from '../../../../test/test-router.tsx'
import { Toasts } from '../../../ui/toast-region.tsx'
import { HoursDialog, ServicesDialog } from './part-dialogs.tsx'

const api = startFakeApi()
afterEach(cleanup)

test('barbers that did not load are not said to be missing, and load again', async () => {
  api.respond(membersApi.list, () => apiError(500, 'INTERNAL'))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <TestRouter>
        <ServicesDialog shop={sampleBarbershop as unknown as OwnBarbershop} onClose={() => {}} />
      </TestRouter>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getAllByRole('button', { name: /barbeiro/i })[0] as HTMLElement)
  expect(await screen.findByText('Erro ao carregar os barbeiros.')).toBeTruthy()
  expect(screen.queryByText('Esta barbearia ainda não tem barbeiros.')).toBeNull()
  const barber = { id: 'rui', name: 'Rui Tesoura', barbershop: { id: sampleBarbershop.id } }
  api.respond(membersApi.list, () => ({ barbers: [barber], invites: [] }))
  fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(await screen.findByText('Rui Tesoura')).toBeTruthy()
})

/** Opening hours whose first save is refused because of two appointments, one of them a standing one. */
async function openRefusedHours() {
  api.respond(ownBarbershopsApi.setOperatingHours, () =>
    apiError(409, 'SCHEDULE_CONFLICT', {
      conflicts: [createConflict('Davi Lopes', { isOfSeries: true }), createConflict('Rui Alves')],
    }),
  )
  const shop = { ...sampleBarbershop, state: 'GO', version: 3 } as unknown as OwnBarbershop
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TestRouter>
        <HoursDialog shop={shop} onClose={() => {}} />
        <Toasts />
      </TestRouter>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  const title = await screen.findByRole('heading', { name: 'Há 2 agendamentos fora desses horários' })
  // It is above a form that is longer than the screen.
  expect(document.activeElement).toBe(title.parentElement)
  return within(title.parentElement as HTMLElement)
}
const sentHours = () => api.listRequests(ownBarbershopsApi.setOperatingHours).map(({ body }) => body)

test('other times are offered for the standing appointments outside the new hours', async () => {
  const refusal = await openRefusedHours()
  expect(sentHours()).toMatchObject([{ keepConflicts: false, proposeAlternatives: false }])
  expect(refusal.getAllByRole('listitem').map((row) => row.textContent?.includes('Horário fixo'))).toEqual([
    true,
    false,
  ])
  expect(refusal.getByText(/cancela 1 de horário fixo, e o cliente escolhe outro horário\. O resto/)).toBeTruthy()
  api.respond(ownBarbershopsApi.setOperatingHours, () => ({ barbershop: sampleBarbershop, cancelledAppointments: 1 }))
  fireEvent.click(refusal.getByRole('button', { name: 'Oferecer outros horários' }))
  expect(await screen.findByText('1 data de horário fixo cancelada. O cliente escolhe outro horário.')).toBeTruthy()
  expect(sentHours()[1]).toMatchObject({ version: 3, keepConflicts: true, proposeAlternatives: true })
})

test('keeping all of them offers nothing', async () => {
  const refusal = await openRefusedHours()
  fireEvent.click(refusal.getByRole('button', { name: 'Manter os agendamentos e salvar' }))
  await waitFor(() => expect(sentHours()).toHaveLength(2))
  expect(sentHours()[1]).toMatchObject({ keepConflicts: true, proposeAlternatives: false })
})

test('hours that changed after the refusal have to be saved again, because the list is not theirs', async () => {
  await openRefusedHours()
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar data' }))
  expect(screen.queryByRole('button', { name: 'Oferecer outros horários' })).toBeNull()
})
