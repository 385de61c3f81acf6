import { type OwnQueueEntry, queueApi } from '@na-regua/contract/queue'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../test/fake-api.ts'
import { createOwnEntry } from '../../../test/samples.ts'
import { createQueryClient } from '../../lib/query-client.ts'
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

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(calledAt) }))
afterEach(() => {
  cleanup()
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
