import { queueApi } from '@na-regua/contract/queue'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../test/fake-api.ts'
import { createOwnEntry, sampleQueue, sampleUser } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { DoorView } from './door-view.tsx'
import { forgetAccountEntries, storedDoorEntry, storedQueueName } from './queries.ts'

const api = startFakeApi()
const key = 'k'.repeat(24)
const entry = createOwnEntry()

beforeEach(() => {
  storedDoorEntry.write(undefined)
  storedQueueName.write(undefined)
  api.respond(queueApi.door, () => ({ barbershopName: 'Barbearia do Largo', queue: sampleQueue }))
})
afterEach(() => {
  cleanup()
  closeSession()
  vi.useRealTimers()
})

const SoonerTime = ({ wait }: { wait: { toMin: number } | null }) => <p>mais cedo que {wait?.toMin} min</p>

function Destination() {
  const { pathname, hash } = useLocation()
  return <p>{`at ${pathname}${hash}`}</p>
}

/** In a container: what the server rendered, with a name that was typed before hydration. */
function open(options: { container?: HTMLElement } = {}) {
  const router = createMemoryRouter([
    { path: '/', element: <DoorView doorKey={key} soonerTime={SoonerTime} /> },
    { path: '*', element: <Destination /> },
  ])
  const page = (
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  if (options.container) options.container.innerHTML = renderToString(page)
  const field = options.container?.querySelector('input[name="name"]')
  if (field) (field as HTMLInputElement).value = 'Beto'
  return render(page, { ...options, hydrate: options.container !== undefined })
}

const join = () => fireEvent.click(screen.getByRole('button', { name: 'Entrar na fila' }))
const typeName = (name: string) => fireEvent.change(screen.getByLabelText('Seu nome'), { target: { value: name } })
const joins = () => api.listRequests(queueApi.joinAtDoor)
const entryIds = () => joins().map(({ body }) => (body as { entryId: string }).entryId)

test('a name and one tap lead to the position, and the name is remembered', async () => {
  api.respond(queueApi.joinAtDoor, () => ({ entry }))
  open()
  expect(await screen.findByText('Barbearia do Largo')).toBeDefined()
  expect(screen.getByText('3 esperando')).toBeDefined()
  expect(screen.getByText('mais cedo que 25 min')).toBeDefined()
  join()
  expect(await screen.findByText('Como a barbearia chama você?')).toBeDefined()
  expect(joins()).toHaveLength(0)
  typeName('  Beto ')
  join()
  expect(await screen.findByText('at /f/token')).toBeDefined()
  expect(joins()[0]?.body).toEqual({ entryId: expect.stringMatching(/^[\da-f-]{36}$/), name: 'Beto' })
  expect(storedQueueName.read()).toBe('Beto')
})

test('a name that was typed before hydration stays', async () => {
  api.respond(queueApi.joinAtDoor, () => ({ entry }))
  open({ container: document.body.appendChild(document.createElement('div')) })
  expect(await screen.findByText('3 esperando')).toBeDefined()
  join()
  expect(await screen.findByText('at /f/token')).toBeDefined()
  expect(joins()[0]?.body).toMatchObject({ name: 'Beto' })
})

test('barber, service and phone are optional and sent when chosen', async () => {
  api.respond(queueApi.joinAtDoor, () => ({ entry }))
  open()
  await screen.findByText('3 esperando')
  typeName('Beto')
  fireEvent.change(screen.getByLabelText('Barbeiro'), { target: { value: 'rui' } })
  fireEvent.change(screen.getByLabelText('Serviço'), { target: { value: 'cut' } })
  fireEvent.change(screen.getByLabelText('Telefone (opcional)'), { target: { value: '999' } })
  join()
  expect(await screen.findByText(/Informe o DDD/)).toBeDefined()
  fireEvent.change(screen.getByLabelText('Telefone (opcional)'), { target: { value: '(62) 99999-1234' } })
  join()
  await screen.findByText('at /f/token')
  expect(joins()[0]?.body).toMatchObject({ barberId: 'rui', serviceId: 'cut', phone: '62999991234' })
})

test('it can be joined before the queue is known', async () => {
  api.respond(queueApi.door, () => new Promise(() => {}))
  api.respond(queueApi.joinAtDoor, () => ({ entry }))
  open()
  typeName('Beto')
  join()
  expect(await screen.findByText('at /f/token')).toBeDefined()
})

test('a lost response is repeated by itself with the same id: one entry', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let failures = 2
  api.respond(queueApi.joinAtDoor, () => {
    if (failures-- > 0) throw new TypeError('Failed to fetch')
    return { entry }
  })
  open()
  typeName('Beto')
  join()
  expect(await screen.findByText(/Tentando de novo sozinho/)).toBeDefined()
  // A tap meanwhile does nothing.
  join()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(await screen.findByText('at /f/token')).toBeDefined()
  expect(joins()).toHaveLength(3)
  expect(new Set(entryIds()).size).toBe(1)
})

test('after a failure the next tap, even after a reload, is the same entry', async () => {
  api.respond(queueApi.joinAtDoor, () => apiError(500, 'INTERNAL'))
  open()
  typeName('Beto')
  join()
  expect(await screen.findByText(/message of INTERNAL/)).toBeDefined()
  cleanup()
  api.respond(queueApi.joinAtDoor, () => ({ entry }))
  open()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Seu nome').value).toBe('Beto'))
  join()
  await screen.findByText('at /f/token')
  const [first, second] = entryIds()
  expect(second).toBe(first)
})

test('a signed-in customer joins with the account, another name at the door', async () => {
  openSession({ user: sampleUser, token: 't' })
  api.respond(queueApi.join, () => ({ entry }))
  open()
  await screen.findByText('3 esperando')
  join()
  expect(await screen.findByText('at /f/token')).toBeDefined()
  expect(api.listRequests(queueApi.join)[0]?.body).toEqual({})
  cleanup()
  storedDoorEntry.write(undefined)
  api.respond(queueApi.joinAtDoor, () => ({ entry }))
  open()
  await screen.findByText('3 esperando')
  typeName('Davi')
  join()
  expect(await screen.findByText('at /f/token')).toBeDefined()
  expect(joins()[0]?.body).toMatchObject({ name: 'Davi' })
})

test.each([
  ['with another phone', '(62) 99999-1234', 0],
  ['after a week', '', 7 * 24],
  ['later on the same day', '', 4],
])('a tap %s is another entry than the one whose response was lost', async (_, phone, hours) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  api.respond(queueApi.joinAtDoor, () => apiError(500, 'INTERNAL'))
  open()
  await screen.findByText('3 esperando')
  for (const number of [1, 2]) {
    typeName('Beto')
    if (number === 2) fireEvent.change(screen.getByLabelText('Telefone (opcional)'), { target: { value: phone } })
    join()
    await waitFor(() => expect(joins()).toHaveLength(number))
    await screen.findByText(/message of INTERNAL/)
    vi.setSystemTime(Date.now() + hours * 3_600_000)
  }
  expect(new Set(entryIds()).size).toBe(2)
})

test('an entry of an earlier day is not what the device has here', async () => {
  localStorage.setItem(
    'queueDoor',
    JSON.stringify({ key, entryId: 'x', name: 'Beto', token: 'token', at: Date.now() - 13 * 3_600_000 }),
  )
  expect(storedDoorEntry.read()).toBeUndefined()
})

test('the end of a session forgets the account, and not who joined without it', async () => {
  const isStored = () => ['queueDoor', 'queueEntry', 'queueName'].map((name) => localStorage.getItem(name) !== null)
  openSession({ user: sampleUser, token: 't' })
  api.respond(queueApi.join, () => ({ entry }))
  open()
  await screen.findByText('3 esperando')
  join()
  await screen.findByText('at /f/token')
  expect(isStored()).toEqual([true, true, true])
  forgetAccountEntries()
  expect(isStored()).toEqual([false, false, false])
  cleanup()
  closeSession()

  api.respond(queueApi.joinAtDoor, () => ({ entry }))
  open()
  typeName('Davi')
  join()
  await screen.findByText('at /f/token')
  openSession({ user: sampleUser, token: 't' })
  forgetAccountEntries()
  expect(isStored()).toEqual([true, true, false])
})

test('another name is another customer', async () => {
  api.respond(queueApi.joinAtDoor, () => apiError(500, 'INTERNAL'))
  open()
  for (const name of ['Beto', 'Davi']) {
    typeName(name)
    join()
    await waitFor(() => expect(joins().at(-1)?.body).toMatchObject({ name }))
    await screen.findByText(/message of INTERNAL/)
  }
  expect(new Set(entryIds()).size).toBe(2)
})

test('a device that is in the queue goes to its position, or adds another customer', async () => {
  storedDoorEntry.write({ key, entryId: entry.id, name: 'Beto', token: 'token', at: Date.now() })
  api.respond(queueApi.getEntry, () => ({ entry }))
  open()
  expect(await screen.findByText('Beto já está na fila: 2º.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ver meu lugar' }).getAttribute('href')).toBe('/f/token')
  fireEvent.click(screen.getByRole('button', { name: 'Pôr outra pessoa na fila' }))
  api.respond(queueApi.joinAtDoor, () => ({ entry: { ...entry, token: 'other' } }))
  typeName('Davi')
  join()
  expect(await screen.findByText('at /f/other')).toBeDefined()
  expect(entryIds()).not.toContain(entry.id)
})

test('an entry that is over makes way for the next one', async () => {
  storedDoorEntry.write({ key, entryId: entry.id, name: 'Beto', token: 'token', at: Date.now() })
  api.respond(queueApi.getEntry, () => ({ entry: { ...entry, status: 'MISSED' } }))
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Entrar de novo' }))
  expect(screen.getByLabelText('Seu nome')).toBeDefined()
})

test.each([
  ['closed', 'Fila fechada agora'],
  ['full', 'Fila cheia agora'],
  ['off', 'Sem fila'],
] as const)('a queue that is %s says what comes next', async (closure, title) => {
  api.respond(queueApi.door, () => ({ barbershopName: 'Largo', queue: { ...sampleQueue, closure } }))
  open()
  expect(await screen.findByText(title)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ver horários' }).getAttribute('href')).toBe('/barbershop/shop')
  expect(screen.queryByLabelText('Seu nome')).toBeNull()
})

test('a code that was replaced says so', async () => {
  api.respond(queueApi.door, () => apiError(422, 'LINK_INVALID'))
  open()
  expect(await screen.findByRole('heading', { name: 'Este código não vale mais.' })).toBeDefined()
  expect(api.listRequests(queueApi.door)).toHaveLength(1)
})
