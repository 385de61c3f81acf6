import { type OwnQueueEntry, queueApi } from '@na-regua/contract/queue'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../test/fake-api.ts'
import { createOwnEntry, sampleUser } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { CallBanner } from './call-banner.tsx'

const api = startFakeApi()
const calledAt = '2026-11-23T18:30:00.000Z'
const called = (): OwnQueueEntry =>
  createOwnEntry({
    status: 'CALLED',
    position: null,
    serverTime: calledAt,
    call: { barber: { id: 'rui', name: 'Rui Prado', avatarUrl: null }, calledAt, comeBy: '2026-11-23T18:35:00.000Z' },
  })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(calledAt) })
  openSession({ user: sampleUser, token: 'session' })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
})

const respondWith = (...entries: OwnQueueEntry[]) => api.respond(queueApi.listOwn, () => ({ entries }))

function open(path = '/') {
  const client = createQueryClient()
  const router = createMemoryRouter([{ path: '*', element: <CallBanner /> }], { initialEntries: [path] })
  const { container } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { client, router, container }
}

const placeLink = () => screen.findByRole('link', { name: 'Ver meu lugar' })

test('a call is announced at once, with whom, where and until when, and counts down', async () => {
  respondWith(called())
  open()
  const link = await placeLink()
  expect(link.getAttribute('href')).toBe('/f/token')
  const region = link.closest('[aria-live]')
  expect(region?.getAttribute('aria-live')).toBe('assertive')
  expect(region?.textContent).toContain('É a sua vez')
  expect(region?.textContent).toContain('Chegue até 15h35. Com Rui Prado, Barbearia do Largo')
  expect(screen.getByText('5:00').getAttribute('aria-hidden')).toBe('true')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByText('4:00')).toBeDefined()
  act(() => void vi.advanceTimersByTime(240_000))
  expect(screen.getByText(/^O tempo passou\. Se já chegou, fale com a equipe\./)).toBeDefined()
})

test('nothing is shown while the customer only waits, nor after the call is over', async () => {
  respondWith(createOwnEntry())
  const { client, container } = open()
  await waitFor(() => expect(api.listRequests(queueApi.listOwn)).toHaveLength(1))
  expect(container.textContent).toBe('')
  respondWith(called())
  // As an event of the user's stream does.
  act(() => void client.invalidateQueries({ queryKey: ['queue'] }))
  await placeLink()
  respondWith()
  act(() => void client.invalidateQueries({ queryKey: ['queue'] }))
  await waitFor(() => expect(container.textContent).toBe(''))
})

test('the page of the entry has its call once', async () => {
  respondWith(called())
  const { router, container } = open('/f/token')
  await waitFor(() => expect(api.listRequests(queueApi.listOwn)).toHaveLength(1))
  expect(container.textContent).toBe('')
  await act(() => router.navigate('/'))
  await placeLink()
})

describe('without an account', () => {
  beforeEach(closeSession)

  /** As another tab of this device does. */
  function store(entry: OwnQueueEntry | undefined) {
    if (entry) localStorage.setItem('queueEntry', JSON.stringify({ entry, at: Date.now() }))
    else localStorage.removeItem('queueEntry')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'queueEntry' })))
  }
  const respondToLink = (entry: OwnQueueEntry) => api.respond(queueApi.getEntry, () => ({ entry }))
  const requests = () => api.listRequests(queueApi.getEntry).map(({ url }) => url)

  test('a call appears for the entry that another tab joined with, and goes when that tab leaves', async () => {
    respondToLink(called())
    const { container } = open()
    expect(container.textContent).toBe('')
    expect(requests()).toEqual([])
    store(createOwnEntry())
    expect((await placeLink()).getAttribute('href')).toBe('/f/token')
    expect(requests()).toEqual(['/api/queue/entries/token'])
    store(undefined)
    expect(container.textContent).toBe('')
  })

  test('an entry that is over is forgotten: nothing is requested any more', async () => {
    respondToLink(createOwnEntry({ status: 'LEFT', position: null }))
    store(called())
    const { container } = open()
    await placeLink()
    await waitFor(() => expect(container.textContent).toBe(''))
    expect(localStorage.getItem('queueEntry')).toBeNull()
    act(() => void vi.advanceTimersByTime(120_000))
    expect(requests()).toHaveLength(1)
  })

  test('without a network the stored call stands with its countdown', async () => {
    api.respond(queueApi.getEntry, () => Promise.reject(new TypeError('Failed to fetch')))
    store(called())
    open()
    await placeLink()
    expect(screen.getByText('5:00')).toBeDefined()
  })

  test('after signing in, what was joined under another name stands beside the calls of the account, each once', async () => {
    openSession({ user: sampleUser, token: 'session' })
    const ofSon = createOwnEntry({ ...called(), id: 'son', token: 'son', name: 'Davi' })
    respondWith(called())
    respondToLink(ofSon)
    store(ofSon)
    open()
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Ver meu lugar' })).toHaveLength(2))
    store(called())
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Ver meu lugar' })).toHaveLength(1))
  })
})
