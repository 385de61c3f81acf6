import { membersApi } from '@na-regua/contract/members'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { sampleBarbershop } from '../../../../test/samples.ts'
import { ServicesDialog } from './part-dialogs.tsx'

const api = startFakeApi()
afterEach(cleanup)

test('barbers that did not load are not said to be missing, and load again', async () => {
  api.respond(membersApi.list, () => apiError(500, 'INTERNAL'))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ServicesDialog shop={sampleBarbershop as unknown as OwnBarbershop} onClose={() => {}} />
      </MemoryRouter>
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
