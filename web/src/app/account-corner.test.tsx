import { notificationsApi } from '@na-regua/contract/notifications'
import { presetPermissions } from '@na-regua/contract/permissions'
import type { BarbershopRole } from '@na-regua/contract/roles'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStreamResponse, startFakeApi } from '../../test/fake-api.ts'
import { sampleUser, workIn } from '../../test/samples.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { closeSession, openSession } from '../lib/session.ts'
import { AccountCorner, menuSections } from './account-corner.tsx'

const api = startFakeApi()
const connections = () => api.listRequests(notificationsApi.stream)
const fetches = {
  appointments: vi.fn(async () => []),
  account: vi.fn(async () => []),
  barbershops: vi.fn(async () => []),
  availability: vi.fn(async () => []),
}
const countFetches = () => Object.values(fetches).map((fetch) => fetch.mock.calls.length)

let sendTopic: (topic: string) => void

beforeEach(() => {
  openSession({ user: sampleUser, token: 'token' })
  api.respond(notificationsApi.list, () => ({ notifications: [], unreadCount: 0, pagination: {} }))
  api.respond(notificationsApi.stream, () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    sendTopic = (topic) => {
      void writer.write(new TextEncoder().encode(`data: ${JSON.stringify({ topic })}\n\n`))
    }
    return createStreamResponse(readable)
  })
})
afterEach(() => {
  cleanup()
  closeSession()
  vi.clearAllMocks()
})

/** A page that shows data of each topic. */
function Page() {
  for (const [topic, queryFn] of Object.entries(fetches)) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the topics are constant.
    useQuery({ queryKey: [topic, 'shown'], queryFn })
  }
  return <AccountCorner user={sampleUser} />
}

async function renderAccount() {
  const client = createQueryClient()
  const router = createMemoryRouter([{ path: '/', element: <Page /> }])
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Notificações' })
  return { client, leave: view.unmount }
}

async function openAccount() {
  const opened = await renderAccount()
  // Once for the page, and once because events before the connection were missed.
  await waitFor(() => expect(countFetches()).toEqual([2, 2, 1, 1]))
  vi.clearAllMocks()
  return opened
}

test('an event refetches the queries of its topic', async () => {
  await openAccount()
  await act(async () => sendTopic('appointments'))
  await waitFor(() => expect(countFetches()).toEqual([1, 0, 0, 1]))
  await act(async () => sendTopic('account'))
  await waitFor(() => expect(countFetches()).toEqual([1, 1, 0, 1]))
  await act(async () => sendTopic('everything'))
  await waitFor(() => expect(countFetches()).toEqual([2, 2, 0, 1]))
})

test('a first load under way when an event arrives is followed by another: it may have read the state from before', async () => {
  let respond = (_data: never[]) => {}
  const response = new Promise<never[]>((resolve) => {
    respond = resolve
  })
  fetches.appointments.mockImplementationOnce(() => response)
  await renderAccount()
  await waitFor(() => expect(countFetches()).toEqual([1, 2, 1, 1]))
  await act(async () => sendTopic('appointments'))
  await waitFor(() => expect(countFetches()).toEqual([1, 2, 1, 2]))
  await act(async () => respond([]))
  await waitFor(() => expect(countFetches()).toEqual([2, 2, 1, 2]))
})

test('a notification refetches the bell, and marks public data as stale without refetching it', async () => {
  const { client } = await openAccount()
  const before = api.listRequests(notificationsApi.list).length
  api.respond(notificationsApi.list, () => ({ notifications: [], unreadCount: 3, pagination: {} }))
  await act(async () => sendTopic('notifications'))
  await screen.findByRole('button', { name: 'Notificações, 3 não lidas' })
  expect(api.listRequests(notificationsApi.list)).toHaveLength(before + 1)
  expect(client.getQueryState(['barbershops', 'shown'])?.isInvalidated).toBe(true)
  expect(countFetches()).toEqual([0, 0, 0, 0])
})

test('leaving the account closes the connection', async () => {
  const { leave } = await openAccount()
  expect(connections().map(({ signal }) => signal?.aborted)).toEqual([false])
  leave()
  expect(connections().map(({ signal }) => signal?.aborted)).toEqual([true])
})

test('a logout forgets the queues of the account on this device', async () => {
  const { leave } = await openAccount()
  const keys = ['queueEntry', 'queueDoor', 'queueName']
  for (const name of keys) localStorage.setItem(name, name === 'queueName' ? 'Ana' : '{}')
  closeSession()
  leave()
  await waitFor(() => expect(keys.map((name) => localStorage.getItem(name))).toEqual([null, null, null]))
})

const personal = ['Meus agendamentos /customer/appointments', 'Favoritos /customer/favorites', 'Meu Perfil /profile']
const earnings = 'Meus ganhos /ganhos'
const reviews = 'Avaliações /barber/reviews'
const plan = 'Plano e pagamentos /admin/payments'
const cash = 'Caixa /financeiro/caixa'
const products = 'Produtos /financeiro/produtos'

test.each([
  ['CUSTOMER', false, ['Torne-se dono /become-owner']],
  [
    'BARBER',
    true,
    [
      'Clientes /clientes',
      'Ag. Barbearias /barber/appointments',
      'Comandas /caixa',
      earnings,
      reviews,
      'Torne-se dono /become-owner',
    ],
  ],
  [
    'OWNER',
    false,
    [
      'Painel /admin',
      'Agendamentos /admin/appointments',
      'Comandas /caixa',
      'Clientes /clientes',
      cash,
      products,
      reviews,
      plan,
    ],
  ],
  [
    'OWNER',
    true,
    [
      'Meu dia /barber/appointments',
      earnings,
      'Painel /admin',
      'Agendamentos /admin/appointments',
      'Comandas /caixa',
      'Clientes /clientes',
      cash,
      products,
      reviews,
      plan,
    ],
  ],
  [
    'CUSTOMER',
    false,
    ['Agendamentos /admin/appointments', 'Comandas /caixa', 'Clientes /clientes', cash, 'Torne-se dono /become-owner'],
    'RECEPTIONIST',
  ],
  [
    'CUSTOMER',
    false,
    [
      'Painel /admin',
      'Agendamentos /admin/appointments',
      'Comandas /caixa',
      'Clientes /clientes',
      cash,
      products,
      reviews,
      'Torne-se dono /become-owner',
    ],
    'MANAGER',
  ],
  [
    'BARBER',
    true,
    [
      'Agendamentos /admin/appointments',
      'Comandas /caixa',
      'Clientes /clientes',
      cash,
      'Ag. Barbearias /barber/appointments',
      earnings,
      reviews,
      'Torne-se dono /become-owner',
    ],
    'RECEPTIONIST',
  ],
] as const)(
  'the menu of %s, who is a barber: %s [2.11, 2.23, 6.3]',
  (role, isBarber, business, own?: BarbershopRole) => {
    const barbershop = { id: 'shop', name: 'Régua' }
    const ofBarber = role === 'BARBER' ? [{ barbershop, permissions: [...presetPermissions.BARBER] }] : []
    const permissions = own ? workIn(barbershop, own).permissions : ofBarber
    const sections = menuSections({ role, isBarber, permissions }).map(({ title, links }) => [
      title,
      links.map(({ label, to }) => `${label} ${to}`),
    ])
    expect(sections).toEqual([
      ['Pessoal', personal],
      ['Administrativo', business],
    ])
  },
)
