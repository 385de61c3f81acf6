import { queueApi } from '@na-regua/contract/queue'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiError, createStreamResponse, startFakeApi } from '../../../test/fake-api.ts'
import { createOwnEntry, sampleUser } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { EntryView } from './entry-view.tsx'

const api = startFakeApi()
const barber = { id: 'rui', name: 'Rafa', avatarUrl: null }
const calledAt = '2026-11-23T18:03:00.000Z'
const call = { barber, calledAt, comeBy: '2026-11-23T18:08:00.000Z' }
const called = createOwnEntry({
  serverTime: calledAt,
  status: 'CALLED',
  position: null,
  wait: null,
  comeAt: null,
  call,
  version: 2,
})
const encoder = new TextEncoder()
let publish: (topic: string) => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(calledAt) })
  localStorage.clear()
  api.respond(queueApi.stream, () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        publish = (topic) => controller.enqueue(encoder.encode(`data: {"topic":"${topic}"}\n\n`))
      },
    })
    return createStreamResponse(body)
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function respondWith(...entries: ReturnType<typeof createOwnEntry>[]) {
  let index = 0
  api.respond(queueApi.getEntry, () => ({ entry: entries[Math.min(index, entries.length - 1)] }))
  return {
    next() {
      index += 1
    },
  }
}

const SoonerTime = ({ wait }: { wait: { toMin: number } | null }) => <p>mais cedo que {wait?.toMin} min</p>

function open() {
  const element = <EntryView token="token" invitation={<p>Avisos no celular</p>} soonerTime={SoonerTime} />
  const router = createMemoryRouter([{ path: '*', element }])
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const heading = () => screen.findByRole('heading', { level: 1 })

test('a waiting customer sees position, wait and when to come, in the time of the barbershop', async () => {
  respondWith(createOwnEntry())
  open()
  expect((await heading()).textContent).toBe('2ºda fila')
  expect(document.title).toBe('2º · Na Régua')
  expect(screen.getByText('15 a 25 min')).toBeDefined()
  expect(screen.getByText('Venha às 15h20')).toBeDefined()
  expect(screen.getByText('mais cedo que 25 min')).toBeDefined()
  expect(screen.getByText('Quem estiver livre primeiro')).toBeDefined()
  expect(screen.getByText('Avisos no celular')).toBeDefined()
})

test('who is next reads about when that is', async () => {
  respondWith(createOwnEntry({ position: 1 }))
  open()
  expect((await heading()).textContent).toBe('1ºVocê é o próximo')
  expect(screen.getByText('Sua vez é por volta de 15h25')).toBeDefined()
})

test('a wait of more than six hours has no number', async () => {
  respondWith(createOwnEntry({ wait: { fromMin: 330, toMin: 400 } }))
  open()
  await heading()
  expect(screen.getByText('longa')).toBeDefined()
  expect(screen.queryByText(/Venha às/)).toBeNull()
})

test('without a number there is none', async () => {
  respondWith(createOwnEntry({ wait: null, comeAt: null, position: 1 }))
  open()
  expect((await heading()).textContent).toBe('1ºVocê é o próximo')
  expect(screen.getByText('Sem previsão agora: fique por perto.')).toBeDefined()
  expect(screen.queryByText(/Venha às/)).toBeNull()
})

test('what is left of a call follows the clock of the server', async () => {
  vi.setSystemTime(Date.parse(calledAt) + 6 * 60_000)
  respondWith(called)
  open()
  expect((await screen.findByText(/Chegue até 15h08/)).textContent).toContain('5:00')
})

test('a link that is not valid any more shows nothing of what was stored', async () => {
  localStorage.setItem('queueEntry', JSON.stringify({ entry: called, at: Date.now() }))
  api.respond(queueApi.getEntry, () =>
    Response.json({ code: 'LINK_INVALID', message: 'Este link não vale mais.' }, { status: 422 }),
  )
  open()
  await waitFor(() => expect(screen.queryByText(/É a sua vez/)).toBeNull(), { timeout: 8000 })
  expect(await screen.findByText('Este link não vale mais.')).toBeDefined()
  expect(localStorage.getItem('queueEntry')).toBeNull()
})

test('a call that was stored before is shown without network, and does not ring', async () => {
  localStorage.setItem('queueEntry', JSON.stringify({ entry: called, at: Date.now() - 60_000 }))
  api.respond(queueApi.getEntry, () => {
    throw new TypeError('Failed to fetch')
  })
  open()
  expect((await heading()).textContent).toMatch(/É a sua vez/)
  expect(screen.queryByRole('button', { name: 'Vi, estou indo' })).toBeNull()
  cleanup()
  respondWith(called)
  open()
  expect(await screen.findByRole('button', { name: 'Vi, estou indo' })).toBeDefined()
})

test.each([
  ['ended', createOwnEntry({ status: 'MISSED', position: null }), 0],
  ['is from hours ago', called, 3 * 3_600_000 + 1],
])('a stored entry that %s is not shown', async (_, entry, age) => {
  localStorage.setItem('queueEntry', JSON.stringify({ entry, at: Date.now() - age }))
  api.respond(queueApi.getEntry, () => {
    throw new TypeError('Failed to fetch')
  })
  open()
  expect(await screen.findByText('Abrindo seu lugar na fila...')).toBeDefined()
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
})

test('an event of the public stream shows the call at once, with until when to come', async () => {
  const server = respondWith(createOwnEntry(), called)
  open()
  expect((await heading()).textContent).toMatch(/^2º/)
  await waitFor(() => expect(api.listRequests(queueApi.stream)).toHaveLength(1))
  expect(api.listRequests(queueApi.stream)[0]?.headers.has('authorization')).toBe(false)
  server.next()
  act(() => publish('queue'))
  expect(await screen.findByRole('heading', { name: 'É a sua vez, com Rafa' })).toBeDefined()
  expect(document.title).toBe('É a sua vez · Na Régua')
  expect(screen.getByText(/Chegue até 15h08/).textContent).toContain('5:00')
  expect(screen.getByText('Se não der tempo, seu lugar vai um pouco para trás.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Vi, estou indo' }))
  expect(screen.queryByRole('button', { name: 'Vi, estou indo' })).toBeNull()
})

class FakeAudio {
  state = 'suspended'
  currentTime = 0
  onstatechange = () => {}
  async resume() {
    this.state = 'running'
    this.onstatechange()
  }
  createOscillator() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} }
    const node = { frequency: {}, gain, connect: () => node, start() {}, stop() {} }
    return node
  }
  createGain = this.createOscillator
}

test('without pushes the display stays on while the entry is open, and the first tap turns the sound on', async () => {
  const release = vi.fn(async () => undefined)
  const request = vi.fn(async () => ({ released: false, release }))
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  vi.stubGlobal('AudioContext', FakeAudio)
  const server = respondWith(createOwnEntry(), createOwnEntry({ status: 'SERVED', position: null }))
  open()
  await heading()
  expect(await screen.findByText('Deixe a tela ligada: esta página pode tocar na sua vez.')).toBeDefined()
  await waitFor(() => expect(request).toHaveBeenCalledTimes(1))
  fireEvent.click(document.body)
  expect(await screen.findByText('Deixe a tela ligada: esta página toca na sua vez.')).toBeDefined()
  server.next()
  act(() => publish('queue'))
  expect(await screen.findByRole('heading', { name: 'Bom atendimento' })).toBeDefined()
  await waitFor(() => expect(release).toHaveBeenCalledTimes(1))
  Reflect.deleteProperty(navigator, 'wakeLock')
})

test('with pushes on this device the display may go dark', async () => {
  const request = vi.fn(async () => ({ released: false, release: async () => undefined }))
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  const { Notification: original } = window
  vi.stubGlobal('Notification', { permission: 'granted' })
  openSession({ user: sampleUser, token: 't' })
  respondWith(createOwnEntry())
  open()
  await heading()
  expect(screen.getByText(/na sua vez/).textContent).not.toContain('Deixe a tela ligada')
  expect(request).not.toHaveBeenCalled()
  closeSession()
  Reflect.deleteProperty(navigator, 'wakeLock')
  vi.stubGlobal('Notification', original)
})

test('after the last slide being late ends the entry, and the page says so', async () => {
  respondWith({ ...called, slidesLeft: 0 })
  open()
  await heading()
  expect(screen.getByText(/você sai da fila/)).toBeDefined()
})

test.each([
  ['SERVED', 'Bom atendimento', ['Ver a barbearia']],
  ['LEFT', 'Você saiu da fila', ['Entrar de novo', 'Marcar um horário']],
  ['REMOVED', 'Você não está mais na fila', ['Entrar de novo', 'Marcar um horário', '(62) 3333-4444']],
  ['MISSED', 'Sua vez passou', ['Entrar de novo', 'Marcar um horário']],
  ['EXPIRED', 'A fila fechou', ['Marcar um horário']],
] as const)('an entry that is %s has a way on', async (status, title, links) => {
  respondWith(createOwnEntry({ status, position: null, wait: null, comeAt: null }))
  open()
  expect((await heading()).textContent).toBe(title)
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(links)
  expect(api.listRequests(queueApi.stream)).toHaveLength(0)
})

test('a late customer goes back as many positions as they choose', async () => {
  respondWith(createOwnEntry(), createOwnEntry({ position: 5, version: 2 }))
  api.respond(queueApi.fallBack, () => ({ entry: createOwnEntry({ position: 5, version: 2 }) }))
  open()
  await heading()
  fireEvent.click(screen.getByRole('button', { name: 'Vou me atrasar' }))
  const dialog = screen.getByRole('dialog', { name: 'Vou me atrasar' })
  fireEvent.click(within(dialog).getByRole('button', { name: '3' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Deixar passar' }))
  await waitFor(() => expect(document.title).toBe('5º · Na Régua'))
  expect(api.listRequests(queueApi.fallBack)[0]?.body).toEqual({ positions: 3, version: 1 })
})

test('going back whose response is lost is sent again as the same, and ends as done', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(calledAt) })
  const back = createOwnEntry({ position: 3, version: 2 })
  const server = respondWith(createOwnEntry(), back)
  api.respond(queueApi.fallBack, () => {
    server.next()
    throw new TypeError('Failed to fetch')
  })
  open()
  await heading()
  fireEvent.click(screen.getByRole('button', { name: 'Vou me atrasar' }))
  const dialog = screen.getByRole('dialog', { name: 'Vou me atrasar' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Deixar passar' }))
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  const bodies = api.listRequests(queueApi.fallBack).map(({ body }) => body)
  expect(bodies.length).toBeGreaterThan(1)
  expect(new Set(bodies.map((body) => JSON.stringify(body)))).toEqual(new Set(['{"positions":1,"version":1}']))
  await waitFor(() => expect(document.title).toBe('3º · Na Régua'))
  expect(screen.queryByText(/Não foi possível enviar/)).toBeNull()
})

test('leaving is confirmed, and a refusal shows the current state', async () => {
  const server = respondWith(createOwnEntry(), called)
  api.respond(queueApi.leave, () => apiError(409, 'QUEUE_ENTRY_CHANGED'))
  open()
  await heading()
  fireEvent.click(screen.getByRole('button', { name: 'Sair da fila' }))
  expect(api.listRequests(queueApi.leave)).toHaveLength(0)
  server.next()
  const dialog = screen.getByRole('dialog', { name: 'Sair da fila?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sair da fila' }))
  expect(await screen.findByText('message of QUEUE_ENTRY_CHANGED')).toBeDefined()
  expect(await screen.findByRole('heading', { name: /É a sua vez/ })).toBeDefined()
})

test('without network the last state stays, with since when it is', async () => {
  respondWith(createOwnEntry())
  open()
  await heading()
  cleanup()
  api.respond(queueApi.getEntry, () => {
    throw new TypeError('Failed to fetch')
  })
  open()
  expect((await heading()).textContent).toMatch(/^2º/)
  expect(await screen.findByText(/^Sem rede\. Como estava às/)).toBeDefined()
})

test('a link of nothing says so', async () => {
  api.respond(queueApi.getEntry, () => apiError(404, 'LINK_INVALID'))
  open()
  expect((await heading()).textContent).toBe('message of LINK_INVALID')
})
