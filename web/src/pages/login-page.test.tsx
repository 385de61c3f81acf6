import { accountsApi, TERMS_VERSION } from '@na-regua/contract/accounts'
import { availabilityApi } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { staffApi } from '@na-regua/contract/staff'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiError, startFakeApi } from '../../test/fake-api.ts'
import { sampleBarbers, sampleBarbershop, sampleUser } from '../../test/samples.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { closeSession, openSession } from '../lib/session.ts'
import BookingPage from './booking-page.tsx'
import LoginPage, { readPendingBooking } from './login-page.tsx'

const api = startFakeApi()
const path = '/barbershop/shop/booking/rui/cut?date=2030-03-12&time=09:30'

beforeEach(() => {
  api.respond(barbershopsApi.get, () => ({ barbershop: sampleBarbershop }))
  api.respond(staffApi.list, () => ({ barbers: sampleBarbers }))
  api.respond(accountsApi.captcha, () => ({ provider: 'off' }))
  api.respond(availabilityApi.get, () => ({ date: '2030-03-12', slots: [], timeZone: 'America/Sao_Paulo', days: [] }))
})
afterEach(() => {
  cleanup()
  closeSession()
  localStorage.clear()
})

/** With Google configured, as the root of the site reports it. */
function open(address: string | { pathname: string; state: unknown }) {
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '/',
        loader: () => ({ hasGoogle: true }),
        HydrateFallback: () => null,
        children: [
          { path: 'login', element: <LoginPage /> },
          { path: 'barbershop/:barbershopId/booking/:barberId/:serviceId?', element: <BookingPage /> },
        ],
      },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

test('who comes from a page of the staff is spoken to as staff', async () => {
  const state = { from: '/barber/appointments?ver=semana', reason: 'Sua sessão terminou. Entre de novo para continuar' }
  open({ pathname: '/login', state })
  expect((await screen.findByRole('status')).textContent).toBe(
    'Sua sessão terminou. Entre de novo e volte para onde você estava na barbearia.',
  )
  cleanup()
  open({ pathname: '/login', state: { from: '/admin/appointments' } })
  expect((await screen.findByRole('status')).textContent).toBe('Entre para abrir a agenda e os clientes da barbearia.')
  cleanup()
  open({ pathname: '/login', state: { from: '/customer/favorites' } })
  expect(await screen.findByText('Falta pouco para marcar o seu horário.')).toBeDefined()
})

const email = () => screen.getByLabelText<HTMLInputElement>('E-mail')
const follow = (name: string) => act(async () => fireEvent.click(screen.getByRole('link', { name })))
const type = (text: string) => fireEvent.input(email(), { target: { value: text } })
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a newcomer who books is sent to the registration, with Google first and what is being booked [5.4]', async () => {
  const router = open(path)
  const booking = within(await screen.findByRole('region', { name: 'O que você está agendando' }))
  expect(router.state.location.search).toBe('?mode=register')
  expect(screen.getByText('Você precisa estar logado para fazer um agendamento.')).toBeTruthy()
  await booking.findByText('Barbearia do Largo')
  expect(booking.getByText('Corte · com Rui Prado')).toBeTruthy()
  expect(booking.getByText('Ter, 12/03/2030 às 9h30')).toBeTruthy()
  expect(booking.getByText(/^R\$\s45,00$/)).toBeTruthy()
  const google = screen.getByRole('button', { name: 'Entrar com Google' })
  expect(google.compareDocumentPosition(screen.getByLabelText('Nome'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await follow('Entrar')
  expect(screen.getByRole('region', { name: 'O que você está agendando' })).toBeTruthy()
  const below = screen.getByRole('button', { name: 'Entrar com Google' })
  expect(below.compareDocumentPosition(email())).toBe(Node.DOCUMENT_POSITION_PRECEDING)
})

test('a browser that had a session is sent to the login', async () => {
  openSession({ user: sampleUser, token: 'token' })
  closeSession()
  const router = open(path)
  await screen.findByRole('heading', { name: 'Entre na sua conta' })
  expect(router.state.location.search).toBe('')
})

test('a typed email is there in the other forms, until a session is open', async () => {
  open('/login')
  await screen.findByRole('heading', { name: 'Entre na sua conta' })
  type('ana@naregua.test')
  await follow('Cadastrar')
  expect(email().value).toBe('ana@naregua.test')
  type('ana.souza@naregua.test')
  await follow('Entrar')
  await follow('Esqueci minha senha')
  expect(email().value).toBe('ana.souza@naregua.test')
  await follow('Voltar para a entrada')
  api.respond(accountsApi.login, () => ({ user: sampleUser, token: 'token' }))
  fill('Senha', 'tesoura-7')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Entrar' })))
  cleanup()
  closeSession()
  open('/login')
  await screen.findByRole('heading', { name: 'Entre na sua conta' })
  expect(email().value).toBe('')
})

test('an email that has an account leads to its login, with the email filled in', async () => {
  open('/login?mode=register')
  await screen.findByRole('heading', { name: 'Crie sua conta' })
  await waitFor(() => expect(document.querySelector('.min-h-14')).toBeNull())
  api.respond(accountsApi.register, () => apiError(409, 'EMAIL_TAKEN'))
  expect(screen.queryByRole('link', { name: 'Entrar com este e-mail' })).toBeNull()
  type('ana@naregua.test')
  fill('Nome', 'Ana Souza')
  fill('Senha', 'tesoura-afiada-7')
  fill('Confirmar senha', 'tesoura-afiada-7')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cadastrar' })))
  expect(await screen.findByText('message of EMAIL_TAKEN')).toBeTruthy()
  // The form showed the terms, and the call states them.
  expect(api.listRequests(accountsApi.register)[0]?.body).toMatchObject({ acceptedTerms: TERMS_VERSION })
  await follow('Entrar com este e-mail')
  expect(screen.getByRole('heading', { name: 'Entre na sua conta' })).toBeTruthy()
  expect(email().value).toBe('ana@naregua.test')
})

test.each([
  ['/barbershop/shop/booking/rui', { barbershopId: 'shop', barberId: 'rui', serviceId: undefined, time: undefined }],
  [path, { barbershopId: 'shop', barberId: 'rui', serviceId: 'cut', date: '2030-03-12', time: '09:30' }],
  ['/barbershop/shop/booking/rui/cut?reschedule=a1', undefined],
  ['/barbershop/shop', undefined],
  ['/', undefined],
])('what is booked on %s', (returnPath, expected) => {
  const choices = readPendingBooking(returnPath)
  if (expected) expect(choices).toMatchObject(expected)
  else expect(choices).toBeUndefined()
})
