import type { Appointment } from '@na-regua/contract/appointments'
import { visitsApi } from '@na-regua/contract/visits'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../test/fake-api.ts'
import { createAppointment, sampleUser } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { Toasts } from '../../ui/toast-region.tsx'
import { ClosingAllSheet } from './closing-all-sheet.tsx'

const api = startFakeApi()

const booked = (id: string, name: string, priceCents: number) =>
  ({
    ...createAppointment(id, 'CONFIRMED'),
    version: 3,
    services: [{ id: 'cut', name: 'Corte', durationMin: 30, priceCents: 5000 }],
    priceCents,
    timeZone: 'America/Sao_Paulo',
    customer: { id: null, name, phone: null },
    barber: { id: 'beto', name: 'Beto' },
    barbershop: { id: 'loja', name: 'Régua', usesVisits: true },
    guestName: null,
  }) as unknown as Appointment

/** Of the second one, left open with a product. */
const openVisit = {
  id: 'v2',
  version: 2,
  status: 'OPEN',
  appointmentId: 'a2',
  lines: [
    {
      kind: 'product',
      productId: 'pomade',
      barber: null,
      name: 'Pomada',
      quantity: 1,
      unitCents: 4000,
      discountCents: 0,
    },
  ],
}

const onClose = vi.fn()
const onFinishOnly = vi.fn()

async function show() {
  const appointments = [booked('a1', 'Ana', 4500), booked('a2', 'Rui', 5000)]
  const sheet = <ClosingAllSheet appointments={appointments} onFinishOnly={onFinishOnly} onClose={onClose} />
  const router = createMemoryRouter([{ path: '/', element: sheet }])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>,
  )
  await screen.findByRole('list', { name: 'Comandas' })
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const listClosed = () => api.listRequests(visitsApi.close)

beforeEach(() => {
  openSession({ user: { ...sampleUser, role: 'OWNER' }, token: 'token' })
  api.respond(visitsApi.list, () => ({ date: '2030-03-12', visits: [openVisit] }))
  api.respond(visitsApi.close, () => ({ visit: {} }))
})
afterEach(() => {
  cleanup()
  closeSession()
  localStorage.clear()
  vi.clearAllMocks()
})

test('each is closed as it was agreed or left open, all paid the same way', async () => {
  await show()
  press('Dinheiro')
  press(/^Receber R\$\s85,00 em dinheiro$/)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [first, second] = listClosed()
  expect(first?.body).toMatchObject({
    barbershopId: 'loja',
    appointmentId: 'a1',
    lines: [{ kind: 'service', serviceId: 'cut', barberId: 'beto', unitCents: 4500 }],
    payments: [{ method: 'cash', amountCents: 4500 }],
  })
  expect(second?.url).toMatch(/\/visits\/v2\//)
  expect(second?.body).toMatchObject({
    appointmentId: 'a2',
    version: 2,
    payments: [{ method: 'cash', amountCents: 4000 }],
  })
})

test('what is refused stays with its reason, and the others are not sent again', async () => {
  api.respond(visitsApi.close, ({ url }) =>
    url.includes('v2') ? apiError(409, 'VISIT_CHANGED', { message: 'Esta comanda mudou.' }) : { visit: {} },
  )
  await show()
  press('Pix')
  press(/^Receber R\$\s85,00 no Pix$/)
  expect(await screen.findByText(/Rui: Esta comanda mudou\./)).toBeTruthy()
  expect(screen.queryByText('Ana')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  api.respond(visitsApi.close, () => ({ visit: {} }))
  press(/^Receber R\$\s40,00 no Pix$/)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(listClosed()).toHaveLength(3)
})

test('without money they are finished only where a person says so', async () => {
  await show()
  press('Finalizar todos sem cobrar')
  expect(onFinishOnly).toHaveBeenCalledOnce()
  expect(listClosed()).toHaveLength(0)
})

test('what was closed before a refusal is not finished once more', async () => {
  api.respond(visitsApi.close, ({ url }) =>
    url.includes('v2') ? apiError(409, 'VISIT_CHANGED', { message: 'Esta comanda mudou.' }) : { visit: {} },
  )
  await show()
  press('Pix')
  press(/^Receber R\$\s85,00 no Pix$/)
  await screen.findByText(/Rui: Esta comanda mudou\./)
  press('Finalizar todos sem cobrar')
  expect(onFinishOnly).toHaveBeenCalledExactlyOnceWith([expect.objectContaining({ id: 'a2' })])
})
