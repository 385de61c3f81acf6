import { queueApi } from '@na-regua/contract/queue'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiError, createStreamResponse, startFakeApi } from '../../test/fake-api.ts'
import type { ScreenData } from '../features/queue/screen-queue.tsx'
import { createQueryClient } from '../lib/query-client.ts'
import QueueScreenPage from './queue-screen-page.tsx'

const api = startFakeApi()
const apiFetch = fetch
const encoder = new TextEncoder()
/** 15:00 in São Paulo, 14:00 in Manaus. */
const start = '2026-11-23T18:00:00.000Z'
const at = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000).toISOString()
const later = async (minutes: number) => {
  for (let minute = 0; minute < minutes; minute++) await act(() => vi.advanceTimersByTimeAsync(60_000))
}

let publish: (topic: string) => void
const reload = vi.fn()
const tones = vi.fn()

class FakeAudio {
  static readonly all: FakeAudio[] = []
  constructor() {
    FakeAudio.all.push(this)
  }
  state = 'suspended'
  currentTime = 0
  destination = {}
  onstatechange = () => {}
  async resume() {
    this.state = 'running'
    this.onstatechange()
  }
  createOscillator() {
    const node = { frequency: {}, connect: () => node, start: tones, stop() {} }
    return node
  }
  createGain() {
    const node = {
      gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {}, linearRampToValueAtTime() {} },
      connect: () => node,
    }
    return node
  }
}

const ana = { id: 'a', firstName: 'Ana', barberName: 'Tonho', calledAt: at(0) }
const rui = { id: 'r', position: 1, firstName: 'Rui', barberName: null, between: { from: at(10), to: at(25) } }

const createScreen = (fields: Partial<ScreenData> = {}): ScreenData => ({
  barbershop: { id: '00000000-0000-4000-8000-000000000001', name: 'Navalha de Ouro' },
  timeZone: 'America/Sao_Paulo',
  closure: null,
  serverTime: new Date().toISOString(),
  doorUrl: 'https://naregua.test/fila#chave',
  called: [],
  waiting: [],
  barbers: [],
  ...fields,
})

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(start), shouldAdvanceTime: true })
  // Nothing is spread over a random time.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  window.location.hash = `#${'k'.repeat(22)}`
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
  vi.clearAllMocks()
  vi.stubGlobal('fetch', apiFetch)
})

function show(fields: Partial<ScreenData> = {}) {
  api.respond(queueApi.screen, () => createScreen(fields))
}

function open() {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <QueueScreenPage />
    </QueryClientProvider>,
  )
}

const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const readRegion = (name: string) => screen.getByRole('region', { name }).textContent

describe('the screen of a queue', () => {
  test('shows who is called, who waits and until when, and when barbers are free', async () => {
    const waiting = [
      rui,
      { ...rui, id: 's', position: 2, firstName: 'Sá', barberName: 'Lia', between: { from: at(-1), to: at(8) } },
      { ...rui, id: 't', position: 3, firstName: 'Téo', between: null },
    ]
    const barbers = [
      { name: 'Tonho', isServing: true, freeAt: at(20) },
      { name: 'Lia', isServing: false, freeAt: at(0) },
      { name: 'Beto', isServing: true, freeAt: at(-1) },
      { name: 'Rafa', isServing: true, freeAt: null },
    ]
    show({ called: [ana, { ...ana, id: 'b', firstName: 'Bia', barberName: 'Lia' }], waiting, barbers })
    open()
    await title('Navalha de Ouro')
    expect(readRegion('É a vez de')).toBe('É a vez deAnacom TonhoBia com Lia')
    expect(
      within(screen.getByRole('region', { name: 'Na fila' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['1ºRuientre 15h10 e 15h25', '2ºSá com Liaaté 15h08', '3ºTéo'])
    expect(readRegion('Barbeiros')).toBe('Tonholivre às 15h20Lialivre agoraBetotermina logoRafaatendendo')
    expect(await screen.findByRole('img', { name: 'QR code para entrar na fila' })).toBeDefined()
  })

  test('goes by the zone of the barbershop and to the clock of the server', async () => {
    api.respond(queueApi.screen, () =>
      createScreen({
        timeZone: 'America/Manaus',
        serverTime: at(-44.5),
        waiting: [{ ...rui, between: { from: at(-40), to: at(-20) } }],
      }),
    )
    open()
    await title('Navalha de Ouro')
    expect(screen.getByText('13h15')).toBeDefined()
    expect(screen.getByText('entre 13h20 e 13h40')).toBeDefined()
  })

  test('counts those who do not fit', async () => {
    const waiting = Array.from({ length: 14 }, (_, index) => ({ ...rui, id: `${index}`, position: index + 1 }))
    show({ waiting, closure: 'full' })
    open()
    expect(await screen.findByText('e mais 4 pessoas')).toBeDefined()
    expect(screen.getByText('Fila cheia')).toBeDefined()
    expect(screen.queryByRole('img')).toBeNull()
  })

  test.each([
    [{}, 'Ninguém na fila: é só chegar.'],
    [{ closure: 'closed' as const }, 'Ela abre junto com o atendimento.'],
    [{ closure: 'off' as const }, 'A barbearia desligou a fila por aqui.'],
    [{ closure: 'closed' as const, waiting: [rui] }, 'Não entra mais gente'],
  ])('without a call says what is there: %j', async (fields, text) => {
    show(fields)
    open()
    expect(await screen.findByText(text)).toBeDefined()
  })

  test.each(['curta', 'k'.repeat(22)])('says that a link is not valid, and nothing else (%s)', async (key) => {
    window.location.hash = `#${key}`
    api.respond(queueApi.screen, () => apiError(422, 'LINK_INVALID'))
    open()
    expect(await title('Este link da tela não vale mais')).toBeDefined()
    expect(api.listRequests(queueApi.screen)).toHaveLength(key.length < 16 ? 0 : 1)
  })

  test('shows nothing of the barbershop once its key was renewed', async () => {
    show({ called: [ana] })
    open()
    await title('Navalha de Ouro')
    api.respond(queueApi.screen, () => apiError(422, 'LINK_INVALID'))
    act(() => publish('queue'))
    expect(await title('Este link da tela não vale mais')).toBeDefined()
    expect(screen.queryByText('Ana')).toBeNull()
  })
})

describe('a call', () => {
  test('is shown by an event, and has a sound after the first touch', async () => {
    show({ waiting: [rui] })
    open()
    await title('Navalha de Ouro')
    await waitFor(() => expect(api.listRequests(queueApi.stream)).toHaveLength(1))
    show({ called: [ana] })
    act(() => publish('queue'))
    expect(await screen.findByText('Ana')).toBeDefined()
    expect([screen.queryByText('Sem som: toque para ligar') !== null, tones.mock.calls.length]).toEqual([true, 0])
    const button = screen.getByRole('button', { name: 'Sem som: toque para ligar' })
    button.focus()
    fireEvent.click(document.body)
    expect(await screen.findByRole('button', { name: 'Ouvir o som' })).toBe(button)
    expect(document.activeElement).toBe(button)
    show({ called: [{ ...ana, id: 'b', firstName: 'Bia' }, ana] })
    act(() => publish('queue'))
    expect(await screen.findByText('Bia')).toBeDefined()
    await waitFor(() => expect(tones).toHaveBeenCalledTimes(3))
    // The same customer again.
    show({ called: [{ ...ana, id: 'b', firstName: 'Bia', calledAt: at(9) }, ana] })
    act(() => publish('queue'))
    await waitFor(() => expect(tones).toHaveBeenCalledTimes(6))
    show({ called: [ana] })
    act(() => publish('queue'))
    await waitFor(() => expect(screen.queryByText('Bia')).toBeNull())
    expect(tones).toHaveBeenCalledTimes(6)
  })
})

describe('for days without a user', () => {
  test('it loads again every minute, says since when it could not, and promises no old times', async () => {
    show({ waiting: [rui] })
    open()
    await title('Navalha de Ouro')
    const before = api.listRequests(queueApi.screen).length
    await later(3)
    expect(api.listRequests(queueApi.screen).length - before).toBe(3)
    api.respond(queueApi.screen, () => apiError(503, 'UNAVAILABLE'))
    await later(3)
    expect(screen.getByText('Sem conexão. Como estava às 15h03')).toBeDefined()
    expect(screen.getByText('entre 15h10 e 15h25')).toBeDefined()
    await later(4)
    expect([screen.getByText('Rui') !== null, screen.queryByText(/entre|até/)]).toEqual([true, null])
    show({ waiting: [{ ...rui, between: { from: at(30), to: at(40) } }] })
    await later(1)
    expect(screen.getByText('entre 15h30 e 15h40')).toBeDefined()
    expect(screen.queryByText(/Sem conexão/)).toBeNull()
  })

  test('it reconnects to the stream when that ends', async () => {
    api.respond(queueApi.stream, () => new Response('', { headers: { 'content-type': 'text/event-stream' } }))
    show()
    open()
    await title('Navalha de Ouro')
    await later(2)
    expect(api.listRequests(queueApi.stream).length).toBeGreaterThan(2)
  })

  test('it moves by a few pixels each minute', async () => {
    show()
    const { container } = open()
    await title('Navalha de Ouro')
    const readTransform = () => container.querySelector<HTMLElement>('[style]')?.style.transform
    const seen = new Set([readTransform()])
    for (let minute = 0; minute < 5; minute++) {
      await later(1)
      seen.add(readTransform())
    }
    expect(seen.size).toBeGreaterThan(3)
  })

  const html = (body: string) =>
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) =>
      input === window.location.pathname ? new Response(body) : apiFetch(input, init),
    )

  test('with its sound on it does not reload at night, and for a new build it takes the sound along', async () => {
    expect(FakeAudio.all.at(-1)?.state).toBe('running')
    vi.setSystemTime('2026-11-24T03:30:00.000Z')
    vi.stubGlobal('__reactRouterManifest', { url: '/assets/manifest-a1.js' })
    html('{"url":"/assets/manifest-a1.js"}')
    show()
    open()
    await title('Navalha de Ouro')
    await later(60 * 24)
    expect(reload).not.toHaveBeenCalled()
    html('{"url":"/assets/manifest-b2.js"}')
    await later(40)
    expect(reload).toHaveBeenCalled()
    expect(sessionStorage.getItem('queueScreenSound')).toBe('true')
    cleanup()
    for (const audio of FakeAudio.all) audio.state = 'suspended'
    open()
    await title('Navalha de Ouro')
    expect([FakeAudio.all.at(-1)?.state, sessionStorage.getItem('queueScreenSound')]).toEqual(['running', null])
    for (const audio of FakeAudio.all) audio.state = 'suspended'
    vi.stubGlobal('__reactRouterManifest', undefined)
  }, 60_000)

  test('it reloads at night, once the server is there, and not again in the same night', async () => {
    vi.setSystemTime('2026-11-24T03:30:00.000Z')
    show()
    open()
    await title('Navalha de Ouro')
    // Until 3:59 in São Paulo, with a server that is away.
    await later(210)
    expect(reload).not.toHaveBeenCalled()
    await later(60 * 23)
    expect(reload).not.toHaveBeenCalled()
    html('<p>')
    await later(60)
    expect(reload).toHaveBeenCalled()
    cleanup()
    reload.mockClear()
    open()
    await title('Navalha de Ouro')
    await later(60)
    expect(reload).not.toHaveBeenCalled()
  }, 60_000)

  test('it reloads for a new build', async () => {
    vi.stubGlobal('__reactRouterManifest', { url: '/assets/manifest-a1.js' })
    html('{"url":"/assets/manifest-a1.js"}')
    show()
    open()
    await title('Navalha de Ouro')
    await later(80)
    expect(reload).not.toHaveBeenCalled()
    html('{"url":"/assets/manifest-b2.js"}')
    await later(40)
    expect(reload).toHaveBeenCalled()
    vi.stubGlobal('__reactRouterManifest', undefined)
  })

  test('it requests that the display stays on, again after the browser has released it', async () => {
    const lock = { released: false, release: async () => {} }
    const request = vi.fn(async () => lock)
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
    show()
    open()
    await title('Navalha de Ouro')
    await later(2)
    expect(request).toHaveBeenCalledTimes(1)
    lock.released = true
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(request).toHaveBeenCalledTimes(2)
  })
})
