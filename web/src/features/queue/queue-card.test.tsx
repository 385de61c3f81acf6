import type { User } from '@na-regua/contract/accounts'
import { queueApi } from '@na-regua/contract/queue'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiError, createStreamResponse, startFakeApi } from '../../../test/fake-api.ts'
import { createOwnEntry, sampleQueue, sampleUser } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { OwnEntries, QueueCard } from './queue-card.tsx'

const api = startFakeApi()

beforeEach(() => {
  openSession({ user: sampleUser, token: 't' })
  api.respond(queueApi.listOwn, () => ({ entries: [] }))
  api.respond(queueApi.get, () => ({ queue: sampleQueue }))
  api.respond(queueApi.stream, () => new Promise(() => {}))
})
afterEach(() => {
  cleanup()
  closeSession()
})

function Destination() {
  const { pathname, state } = useLocation()
  return <p>{`at ${pathname} from ${(state as { from?: string } | null)?.from}`}</p>
}

const card = <QueueCard barbershopId="shop" verification={Verification} />

/** Stands for the dialog of another feature. */
function Verification({ user, onVerified }: { user: User; onVerified: (user: User) => void }) {
  return (
    <button type="button" onClick={() => onVerified({ ...user, isEmailVerified: true })}>
      verify {user.email}
    </button>
  )
}

function open(element = card) {
  const routes = [
    { path: '/barbershop/shop', element },
    { path: '*', element: <Destination /> },
  ]
  // The page writes the choice into the URL of the browser.
  window.history.replaceState(null, '', '/barbershop/shop')
  const router = createMemoryRouter(routes, { initialEntries: ['/barbershop/shop'] })
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return client
}

const openDialog = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Entrar na fila' }))
  return within(await screen.findByRole('dialog', { name: 'Entrar na fila' }))
}

test('a signed-in customer joins for a barber and lands at their position', async () => {
  api.respond(queueApi.join, () => ({ entry: createOwnEntry() }))
  open()
  expect((await screen.findByRole('status')).textContent).toBe('Espera de 15 a 25 min3 esperando agora')
  const dialog = await openDialog()
  fireEvent.change(dialog.getByLabelText('Barbeiro'), { target: { value: 'rui' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Entrar na fila' }))
  expect(await screen.findByText(/^at \/f\/token/)).toBeDefined()
  expect(api.listRequests(queueApi.join)[0]?.body).toEqual({ barberId: 'rui' })
})

test('without a verified e-mail it is verified first, and then the customer joins', async () => {
  openSession({ user: { ...sampleUser, isEmailVerified: false }, token: 't' })
  api.respond(queueApi.join, () => ({ entry: createOwnEntry() }))
  open()
  const dialog = await openDialog()
  fireEvent.click(dialog.getByRole('button', { name: 'Entrar na fila' }))
  fireEvent.click(await screen.findByRole('button', { name: `verify ${sampleUser.email}` }))
  expect(await screen.findByText(/^at \/f\/token/)).toBeDefined()
  expect(api.listRequests(queueApi.join)).toHaveLength(1)
})

test('a refusal is said in the dialog', async () => {
  api.respond(queueApi.join, () => apiError(409, 'QUEUE_FULL'))
  open()
  const dialog = await openDialog()
  fireEvent.click(dialog.getByRole('button', { name: 'Entrar na fila' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('message of QUEUE_FULL')
})

test('the dialog stays while the queue closes behind it, and the entry that arrives first is still opened', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  api.respond(queueApi.join, async () => {
    await promise
    return { entry: createOwnEntry() }
  })
  const client = open()
  const dialog = await openDialog()
  fireEvent.click(dialog.getByRole('button', { name: 'Entrar na fila' }))
  api.respond(queueApi.get, () => ({ queue: { ...sampleQueue, closure: 'full' } }))
  api.respond(queueApi.listOwn, () => ({
    entries: [createOwnEntry({ barbershop: { ...createOwnEntry().barbershop, id: 'shop' } })],
  }))
  await act(() => client.invalidateQueries({ queryKey: ['queue'] }))
  expect(await dialog.findByText(/^Fila cheia agora/)).toBeDefined()
  resolve()
  expect(await screen.findByText(/^at \/f\/token/)).toBeDefined()
})

describe('the events of the queue', () => {
  let publish: (topic?: string) => void
  let connect: () => void

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const encoder = new TextEncoder()
    const connected = new Promise<void>((resolve) => {
      connect = resolve
    })
    api.respond(queueApi.stream, async () => {
      await connected
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          publish = (topic) =>
            topic ? controller.enqueue(encoder.encode(`data: {"topic":"${topic}"}\n\n`)) : controller.close()
        },
      })
      return createStreamResponse(body)
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  const loads = () => api.listRequests(queueApi.get).length

  test('open pages refetch spread over most of a second, the own entries at once', async () => {
    open()
    await screen.findByText('Espera de 15 a 25 min')
    connect()
    await pass(0)
    const own = api.listRequests(queueApi.listOwn).length
    for (const _ of [1, 2, 3]) publish('queue')
    await pass(300)
    expect(loads()).toBe(1)
    expect(api.listRequests(queueApi.listOwn).length).toBeGreaterThan(own)
    await pass(51)
    expect(loads()).toBe(2)
    await pass(1_000)
    expect(loads()).toBe(2)
  })

  test('what was loaded in the last seconds is not loaded again by the connection', async () => {
    open()
    await screen.findByText('Espera de 15 a 25 min')
    await pass(1_000)
    connect()
    await pass(1_000)
    expect(loads()).toBe(1)
  })

  test('a connection that opens late loads again, and one that is lost is opened again after a random time', async () => {
    open()
    await screen.findByText('Espera de 15 a 25 min')
    await pass(4_000)
    connect()
    await pass(1_000)
    expect(loads()).toBe(2)
    publish()
    // A second by the back-off, and half of five.
    await pass(3_000)
    expect(api.listRequests(queueApi.stream)).toHaveLength(1)
    await pass(1_000)
    expect(api.listRequests(queueApi.stream)).toHaveLength(2)
  })
})

test('without a session it leads to the login and back to the choice', async () => {
  closeSession()
  open()
  fireEvent.click(await screen.findByRole('link', { name: 'Entrar na fila' }))
  expect(await screen.findByText('at /login from /barbershop/shop?fila=1')).toBeDefined()
})

test('a full queue has no button, and one that is off is not shown', async () => {
  api.respond(queueApi.get, () => ({ queue: { ...sampleQueue, closure: 'full' } }))
  open()
  expect(await screen.findByText('Fila cheia agora')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Entrar na fila' })).toBeNull()
  cleanup()
  api.respond(queueApi.get, () => ({ queue: { ...sampleQueue, closure: 'off' } }))
  open(
    <>
      {card}
      <OwnEntries instead={<p>nothing</p>} />
    </>,
  )
  expect(await screen.findByText('nothing')).toBeDefined()
  expect(screen.queryByLabelText('Fila')).toBeNull()
})

test('who waits here or elsewhere sees their position instead', async () => {
  api.respond(queueApi.listOwn, () => ({ entries: [createOwnEntry(), createOwnEntry({ id: 'x', status: 'SERVED' })] }))
  open(<OwnEntries />)
  const link = await screen.findByRole('link')
  expect(link.getAttribute('href')).toBe('/f/token')
  expect(link.textContent).toBe('2º na fila · Venha às 15h2015 a 25 min · Barbearia do Largo')
  cleanup()
  open()
  expect((await screen.findByRole('link')).textContent).toContain('Ver meu lugar')
})
