import { staffApi } from '@na-regua/contract/staff'
import { type WaitlistRequest, waitlistApi } from '@na-regua/contract/waitlist'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../test/fake-api.ts'
import { createWaitlistOffer, createWaitlistRequest, sampleBarbers, sampleUser } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { Toasts } from '../../ui/toast-region.tsx'
import { OwnRequests } from './own-requests.tsx'
import { storedRequest } from './queries.ts'

const api = startFakeApi()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T18:00:00Z') })
  sessionStorage.clear()
  openSession({ user: sampleUser, token: 't' })
  api.respond(staffApi.list, () => ({ barbers: sampleBarbers }))
})
afterEach(() => {
  cleanup()
  closeSession()
  vi.useRealTimers()
})

const respondWith = (...requests: WaitlistRequest[]) => api.respond(waitlistApi.listOwn, () => ({ requests }))

function open(path = '/customer/appointments') {
  window.history.replaceState(null, '', path)
  const element = (
    <>
      <OwnRequests verification={() => null} />
      <Toasts />
    </>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const section = async () => within(await screen.findByRole('region', { name: 'Avise-me se abrir' }))

test('requests are shown with place, days, price and what was done; cancelled and fulfilled ones are not', async () => {
  respondWith(
    createWaitlistRequest({ maxPriceCents: 5000, offerCount: 2 }),
    createWaitlistRequest({ id: 'gone', status: 'CANCELLED', targets: [] }),
    createWaitlistRequest({ id: 'booked', status: 'FULFILLED', offerCount: 1 }),
    createWaitlistRequest({ id: 'over', status: 'EXPIRED', offerCount: 1 }),
  )
  open()
  const [first, second, ...others] = (await section()).getAllByRole('article')
  expect(others).toHaveLength(0)
  expect(first?.textContent).toMatch(
    /^CorteBarbearia do Largo, com Rui PradoTer 24\/11, das 14h às 18h · até R\$\u00a050,00Esperando um horário abrir\. Avisamos você de 2 horários\./,
  )
  expect(second?.textContent).toMatch(/Os dias passaram e o pedido terminou\. Avisamos você de 1 horário\.$/)
})

test('without a request nothing is shown', async () => {
  respondWith()
  open()
  await waitFor(() => expect(api.listRequests(waitlistApi.listOwn)).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Avise-me se abrir' })).toBeNull()
})

test('the request of an open offer, which stands above the page, cannot be paused', async () => {
  respondWith(createWaitlistRequest({ offerCount: 1, openOffer: createWaitlistOffer() }))
  open()
  const requests = await section()
  expect(requests.getByText(/Avisamos você de 1 horário\.$/)).toBeDefined()
  expect(requests.queryByRole('button', { name: 'Pausar' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Quero este horário' })).toBeNull()
})

test('a request is paused, resumed, and cancelled after a question', async () => {
  const requested: unknown[] = []
  respondWith(createWaitlistRequest())
  api.respond(waitlistApi.setStatus, ({ body }) => {
    requested.push(body)
    const { status } = body as { status: WaitlistRequest['status'] }
    const request = createWaitlistRequest({ status, version: 3 + requested.length })
    respondWith(request)
    return { request }
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Pausar' }))
  expect(await screen.findByText('Pausado: não avisamos até você retomar.')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Retomar' }))
  expect(await screen.findByText('Esperando um horário abrir.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(requested).toHaveLength(2)
  const dialog = within(screen.getByRole('dialog', { name: 'Cancelar o pedido?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar pedido' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Avise-me se abrir' })).toBeNull())
  expect(requested).toEqual([
    { status: 'PAUSED', version: 3 },
    { status: 'ACTIVE', version: 4 },
    { status: 'CANCELLED', version: 5 },
  ])
})

test('a change that came too late is reported, and the list is loaded again', async () => {
  respondWith(createWaitlistRequest())
  api.respond(waitlistApi.setStatus, () => {
    respondWith(createWaitlistRequest({ status: 'FULFILLED' }))
    return apiError(409, 'WAITLIST_REQUEST_CHANGED')
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Pausar' }))
  expect(await screen.findByText('message of WAITLIST_REQUEST_CHANGED')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Avise-me se abrir' })).toBeNull())
})

test('after the login the dialog is there again with what was typed, until it is discarded after a question', async () => {
  respondWith()
  const draft = createWaitlistRequest({ wanted: [{ date: '2026-11-26', fromMin: 0, untilMin: 1440 }] })
  storedRequest.write({ draft, at: Date.now() })
  open('/customer/appointments?aviso=1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Avise-me se abrir' }))
  expect(dialog.getByRole('button', { name: 'Qui 26/11' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(dialog.getByRole('button', { name: 'Fechar' }))
  const question = within(await screen.findByRole('dialog', { name: 'Descartar as alterações?' }))
  expect(storedRequest.read()).toBeDefined()
  fireEvent.click(question.getByRole('button', { name: 'Descartar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(storedRequest.read()).toBeUndefined()
})

test('what was typed long before the login may be of another person, and is not shown', async () => {
  respondWith(createWaitlistRequest())
  storedRequest.write({ draft: createWaitlistRequest(), at: Date.now() - 61 * 60_000 })
  open('/customer/appointments?aviso=1')
  await section()
  expect(screen.queryByRole('dialog', { name: 'Avise-me se abrir' })).toBeNull()
})
