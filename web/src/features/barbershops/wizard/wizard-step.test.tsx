import type { User } from '@na-regua/contract/accounts'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../../test/fake-api.ts'
import { sampleUser } from '../../../../test/samples.ts'
import { createQueryClient } from '../../../lib/query-client.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { Toasts } from '../../../ui/toast-region.tsx'
import { type BarbershopDraft, createDraft } from '../form/rules.ts'
import { createServiceDraft } from '../services/rules.ts'
import { useCreateBarbershop } from './wizard-step.tsx'

const api = startFakeApi()

afterEach(() => {
  cleanup()
  closeSession()
})

async function create(draft: BarbershopDraft) {
  openSession({ user: { ...sampleUser, role: 'OWNER' } as User, token: 'k'.repeat(43) })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const handleCreated = vi.fn()
  const { result } = renderHook(() => useCreateBarbershop(handleCreated, vi.fn()), { wrapper })
  render(<Toasts />)
  act(() => result.current.mutate(draft))
  await waitFor(() => expect(['success', 'error']).toContain(result.current.status))
  return handleCreated
}

const general = { ...createDraft().general, name: 'Navalha', address: 'Rua 9, 1200' }

test('a barbershop without a name or an address is not created, with the reason [5.10]', async () => {
  for (const incomplete of [
    { ...general, name: ' ' },
    { ...general, address: '' },
  ]) {
    const handleCreated = await create({ ...createDraft(), general: incomplete })
    expect(screen.getAllByText('Preencha nome e endereço').length).toBeGreaterThan(0)
    expect(handleCreated).not.toHaveBeenCalled()
    expect(api.listRequests(ownBarbershopsApi.createBarbershop)).toEqual([])
    cleanup()
  }
})

test('a creation that fails without a reason says so [8.16]', async () => {
  api.respond(ownBarbershopsApi.createBarbershop, () => new Response('', { status: 500 }))
  const handleCreated = await create({ ...createDraft(), general })
  await waitFor(() => expect(screen.getByText('Erro ao criar barbearia')).toBeTruthy())
  expect(handleCreated).not.toHaveBeenCalled()
})

test('what cannot be sent at all is listed like what was refused, and the rest is saved [8.20]', async () => {
  api.respond(ownBarbershopsApi.createBarbershop, () => ({ id: 'shop' }))
  api.respond(ownBarbershopsApi.setFeatures, () => apiError(500, 'INTERNAL'))
  api.respond(ownBarbershopsApi.setOperatingHours, () => ({}))
  api.respond(ownBarbershopsApi.updateBarbershop, () => ({}))
  const { terms: _, ...broken } = createServiceDraft('Corte')
  const handleCreated = await create({ ...createDraft(), general, services: [broken as never] })
  const text = 'Não deu para salvar as comodidades e os serviços. Complete na lista das suas barbearias.'
  await waitFor(() => expect(screen.getByText(text)).toBeTruthy())
  expect(handleCreated).toHaveBeenCalledOnce()
  expect(api.listRequests(ownBarbershopsApi.setOperatingHours)).toHaveLength(1)
})
