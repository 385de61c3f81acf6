import { membersApi } from '@na-regua/contract/members'
import { type OwnBarbershop, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { sampleBarbershop } from '../../../../test/samples.ts'
import { TestRouter } from '../../../../test/test-router.tsx'
import type { DisplacementSlot } from '../../../lib/displacement-slot.ts'
import { HoursDialog, ServicesDialog } from './part-dialogs.tsx'

const api = startFakeApi()
afterEach(cleanup)

test('barbers that did not load are not said to be missing, and load again', async () => {
  api.respond(membersApi.list, () => apiError(500, 'INTERNAL'))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <TestRouter>
        <ServicesDialog
          shop={sampleBarbershop as unknown as OwnBarbershop}
          displacement={() => null}
          onClose={() => {}}
        />
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

/** Stands for what becomes of the appointments. */
const displacement: DisplacementSlot = ({ change, onClose }) => (
  <button type="button" onClick={onClose}>
    no caminho de {change.type}
  </button>
)

test('hours and services that displace appointments are settled with them, and the way back keeps the draft', async () => {
  const shop = { ...sampleBarbershop, state: 'GO', version: 3 } as unknown as OwnBarbershop
  api.respond(membersApi.list, () => ({ barbers: [], invites: [] }))
  for (const [route, Part, type] of [
    [ownBarbershopsApi.setOperatingHours, HoursDialog, 'opening-hours'],
    [ownBarbershopsApi.setServices, ServicesDialog, 'services'],
  ] as const) {
    api.respond(route, () => apiError(409, 'SCHEDULE_CONFLICT'))
    render(
      <QueryClientProvider client={new QueryClient()}>
        <TestRouter>
          <Part shop={shop} displacement={displacement} onClose={() => {}} />
        </TestRouter>
      </QueryClientProvider>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    fireEvent.click(await screen.findByText(`no caminho de ${type}`))
    await waitFor(() => expect(screen.queryByText(`no caminho de ${type}`)).toBeNull())
    expect(screen.getByRole('button', { name: 'Salvar' })).toBeTruthy()
    cleanup()
  }
  expect(api.listRequests(ownBarbershopsApi.setServices)[0]?.body).toMatchObject({ keepConflicts: false, version: 3 })
})
