import { locks } from 'node:worker_threads'
import { notificationsApi } from '@na-regua/contract/notifications'
import { waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStreamResponse, type SentRequest, startFakeApi } from '../../test/fake-api.ts'
import { sampleUser } from '../../test/samples.ts'
import { maintainStream, STREAM_TIMEOUT_MS, subscribeToEvents } from './event-stream.ts'
import { getSession, openSession } from './session.ts'

const api = startFakeApi()
const connections = () => api.listRequests(notificationsApi.stream)

/** The server's side of the event streams, the latest last. */
let streams: { send: (topic?: string) => void; disconnect: () => void }[]

function openStream({ signal }: SentRequest) {
  const encoder = new TextEncoder()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const fail = () => void writer.abort(new Error('disconnected')).catch(() => {})
  signal?.addEventListener('abort', fail)
  const write = (text: string) => void writer.write(encoder.encode(text)).catch(() => {})
  streams.push({
    send: (topic) => write(topic ? `data: ${JSON.stringify({ topic })}\n\n` : ':\n\n'),
    disconnect: fail,
  })
  return createStreamResponse(readable)
}

beforeEach(() => {
  streams = []
  api.respond(notificationsApi.stream, openStream)
  openSession({ user: sampleUser, token: 'token' })
  // The middle of the jitter: each delay is exactly the computed one.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('one connection', () => {
  let ending: AbortController
  let events: string[]
  let maintaining: Promise<void>

  beforeEach(() => {
    vi.useFakeTimers()
    ending = new AbortController()
    events = []
    maintaining = maintainStream({ token: 'token', share: (event) => events.push(event), signal: ending.signal })
  })
  afterEach(async () => {
    ending.abort()
    await pass(120_000)
    await maintaining
  })

  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

  test('sends the token as a header, and reports that everything may have changed before the first event', async () => {
    await pass(0)
    expect(connections().map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
      ['/api/notifications/stream', 'Bearer token'],
    ])
    streams[0]?.send('appointments')
    streams[0]?.send()
    await pass(0)
    expect(events).toEqual(['everything', 'appointments', 'alive'])
  })

  test('is opened again after it was lost, with growing delays while the server does not respond', async () => {
    await pass(0)
    api.respond(notificationsApi.stream, () => new Response(null, { status: 503 }))
    streams[0]?.disconnect()
    for (const delay of [1000, 2000, 4000, 8000]) {
      const before = connections().length
      await pass(delay - 1)
      expect(connections()).toHaveLength(before)
      await pass(1)
      expect(connections()).toHaveLength(before + 1)
    }
    api.respond(notificationsApi.stream, openStream)
    await pass(16_000)
    expect(events).toEqual(['everything', 'everything'])
  })

  test('waits as long as the server requires', async () => {
    await pass(0)
    api.respond(notificationsApi.stream, () => new Response(null, { status: 429, headers: { 'retry-after': '60' } }))
    streams[0]?.disconnect()
    await pass(1000)
    await pass(59_999)
    expect(connections()).toHaveLength(2)
    await pass(1)
    expect(connections()).toHaveLength(3)
  })

  test('is opened at once when the network is back', async () => {
    await pass(0)
    streams[0]?.disconnect()
    await pass(0)
    window.dispatchEvent(new Event('online'))
    await pass(0)
    expect(connections()).toHaveLength(2)
  })

  test('is replaced when nothing arrives for a minute', async () => {
    await pass(STREAM_TIMEOUT_MS - 1)
    streams[0]?.send()
    await pass(STREAM_TIMEOUT_MS - 1)
    expect(connections()).toHaveLength(1)
    await pass(1 + 1000)
    expect(connections()).toHaveLength(2)
  })

  test('ends with the session when the server rejects the token', async () => {
    api.respond(notificationsApi.stream, () => new Response(null, { status: 401 }))
    await pass(0)
    streams[0]?.disconnect()
    await pass(1000)
    await maintaining
    expect(getSession().token).toBeUndefined()
    await pass(600_000)
    expect(connections()).toHaveLength(2)
  })
})

describe('the tabs of a browser', () => {
  let unsubscribes: (() => void)[]

  beforeEach(() => {
    unsubscribes = []
    // happy-dom has no Web Locks; those of Node follow the same specification.
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  })
  afterEach(() => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    Reflect.deleteProperty(navigator, 'locks')
  })

  function openTab(userId: string) {
    const events: string[] = []
    const close = subscribeToEvents({ name: userId, token: 'token', onEvent: (event) => events.push(event) })
    unsubscribes.push(close)
    return { events, close }
  }

  test('share one connection, and another tab takes over when the connected one is closed', async () => {
    const first = openTab('shared')
    const second = openTab('shared')
    await waitFor(() => expect(first.events).toEqual(['everything']))
    streams[0]?.send('appointments')
    await waitFor(() => expect(second.events).toContain('appointments'))
    expect(first.events).toEqual(['everything', 'appointments'])
    expect(connections()).toHaveLength(1)

    first.close()
    await waitFor(() => expect(connections()).toHaveLength(2), { timeout: 5000 })
    expect(connections()[0]?.signal?.aborted).toBe(true)
    streams[1]?.send('account')
    await waitFor(() => expect(second.events).toContain('account'))
    expect(first.events).not.toContain('account')
  })

  test('that join an open connection learn that what they loaded before may have changed', async () => {
    const first = openTab('joined')
    await waitFor(() => expect(first.events).toEqual(['everything']))
    const second = openTab('joined')
    await waitFor(() => expect(second.events).toEqual(['everything']))
    expect(first.events).toEqual(['everything'])
    expect(connections()).toHaveLength(1)
  })

  test('of different users do not share events', async () => {
    const ana = openTab('ana')
    const rui = openTab('rui')
    await waitFor(() => expect([ana.events, rui.events]).toEqual([['everything'], ['everything']]))
    expect(connections()).toHaveLength(2)
    streams[0]?.send('account')
    await waitFor(() => expect([...ana.events, ...rui.events]).toContain('account'))
    expect([...ana.events, ...rui.events].filter((event) => event === 'account')).toHaveLength(1)
  })

  test('without Web Locks have their own connections', async () => {
    Reflect.deleteProperty(navigator, 'locks')
    const tabs = [openTab('insecure'), openTab('insecure')]
    await waitFor(() => expect(connections()).toHaveLength(2))
    for (const { events } of tabs) await waitFor(() => expect(events).toContain('everything'))
  })

  test('that become visible after a minute without events refetch, and replace an unresponsive connection', async () => {
    const connected = openTab('frozen')
    await waitFor(() => expect(connected.events).toEqual(['everything']))
    const frozen = openTab('frozen')
    await waitFor(() => expect(frozen.events).toEqual(['everything']))
    window.dispatchEvent(new Event('focus'))
    expect(frozen.events).toEqual(['everything'])
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + STREAM_TIMEOUT_MS + 1)
    window.dispatchEvent(new Event('focus'))
    expect(frozen.events).toEqual(['everything', 'everything'])
    await waitFor(() => expect(connections().length).toBeGreaterThan(1))
  })
})
