import type { User } from '@na-regua/contract/accounts'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import type { StoredQuery } from '@na-regua/offline'
import { type QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { ApiResponseError, NetworkError } from '../lib/api-error.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { StaleNotice } from '../ui/stale-notice.tsx'
import { startStoredDay } from './stored-day.ts'

const user = { id: 'ana', name: 'Ana', role: 'CUSTOMER' } as User
const MINUTE = 60_000

let stored: Map<string, StoredQuery>
let values: Map<string, unknown>
let isOnline: boolean
let requests: string[]
const ends: (() => void)[] = []

beforeEach(() => {
  stored = new Map()
  values = new Map<string, unknown>([['prefetched-at', Date.now()]])
  isOnline = true
  requests = []
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    throw new TypeError('Failed to fetch')
  })
})

afterEach(() => {
  for (const end of ends.splice(0)) end()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The vault of a browser, without its encryption. */
async function open() {
  const vault = {
    userId: user.id,
    read: async <T,>(name: string) => values.get(name) as T | undefined,
    list: async () => [],
    write: async (name: string, value: unknown) => Boolean(values.set(name, value)),
    remove: async (name: string) => void values.delete(name),
  }
  const store = {
    list: async () => [...stored.values()],
    save: async (query: StoredQuery) => void stored.set(query.hash, structuredClone(query)),
    remove: async (hash: string) => void stored.delete(hash),
    clear: async () => stored.clear(),
  }
  return { vault, store }
}

function start(client: QueryClient, who = user) {
  const { stop, handleChange } = startStoredDay(client, who, open)
  ends.push(stop)
  return handleChange
}

type Load = () => Promise<string>
const dayQuery = (load: Load, isStored = true) =>
  queryOptions({
    queryKey: ['appointments', 'test'],
    queryFn: load,
    retry: 1,
    retryDelay: 10,
    meta: { stored: isStored },
  })

const failing = () => Promise.reject(new NetworkError('network'))

function Day({ load, isStored }: { load: Load; isStored?: boolean }) {
  const query = useQuery(dayQuery(load, isStored))
  return (
    <>
      <StaleNotice of={query} />
      <p>{query.data ?? (query.isError ? 'erro' : 'carregando')}</p>
    </>
  )
}

function show(client: QueryClient, load: Load, isStored = true) {
  render(
    <QueryClientProvider client={client}>
      <Day load={load} isStored={isStored} />
    </QueryClientProvider>,
  )
}

async function storeDay(data: string, updatedAt: number) {
  const { queryKey } = dayQuery(failing)
  const hash = JSON.stringify(queryKey)
  stored.set(hash, { key: queryKey, hash, data, updatedAt })
}

test('a fetched query is stored with its time, another without meta is not', async () => {
  const client = createQueryClient()
  start(client)
  show(client, async () => 'três clientes')
  await waitFor(() => expect([...stored.values()]).toHaveLength(1))
  const [saved] = stored.values()
  expect(saved).toMatchObject({ key: ['appointments', 'test'], data: 'três clientes' })
  expect(Date.now() - (saved?.updatedAt ?? 0)).toBeLessThan(MINUTE)
  cleanup()
  stored.clear()
  const other = createQueryClient()
  start(other)
  show(other, async () => 'segredo', false)
  await screen.findByText('segredo')
  expect(stored.size).toBe(0)
})

test('the page of a hotel’s network does not replace what is stored', async () => {
  await storeDay('dois clientes', Date.now())
  vi.stubGlobal('fetch', async () => new Response('<p>Entre</p>', { headers: { 'content-type': 'text/html' } }))
  const client = createQueryClient()
  start(client)
  show(client, () => api(barbershopsApi.filters) as never)
  await screen.findByText('dois clientes')
  expect([...stored.values()].map(({ data }) => data)).toEqual(['dois clientes'])
})

test('what was fetched before the code arrived is stored, an optimistic update is not', async () => {
  const client = createQueryClient()
  await client.fetchQuery(dayQuery(async () => 'do servidor'))
  start(client)
  await waitFor(() => expect([...stored.values()].map(({ data }) => data)).toEqual(['do servidor']))
  client.setQueryData(['appointments', 'test'], 'só na tela')
  await Promise.resolve()
  expect([...stored.values()].map(({ data }) => data)).toEqual(['do servidor'])
})

test('without network a page shows what is stored at once, and as of when', async () => {
  await storeDay('dois clientes', Date.now())
  isOnline = false
  const client = createQueryClient()
  show(client, () => new Promise(() => {}))
  start(client)
  await screen.findByText('dois clientes')
  expect(screen.getByRole('status').textContent).toMatch(/^Sem rede. Como estava às \d+h\d*$/)
})

test('a request that fails shows what is stored; the next response replaces it and the notice', async () => {
  await storeDay('ontem', Date.parse('2026-03-01T13:12:00Z'))
  const client = createQueryClient()
  start(client)
  let load: Load = failing
  show(client, () => load())
  await screen.findByText('ontem')
  expect(screen.getByRole('status').textContent).toMatch(/^Sem rede. Como estava em 01\/03\/2026 às \d+h12$/)
  await waitFor(() => expect(client.isFetching()).toBe(0))
  load = async () => 'agora'
  window.dispatchEvent(new Event('online'))
  await screen.findByText('agora')
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a response that takes seconds is not waited for', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await storeDay('o que havia', Date.now() - MINUTE)
  const client = createQueryClient()
  start(client)
  show(client, () => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(2_500)
  expect(screen.queryByText('o que havia')).toBeNull()
  await vi.advanceTimersByTimeAsync(1_000)
  await screen.findByText('o que havia')
})

test('without anything stored the error stays an error', async () => {
  const client = createQueryClient()
  start(client)
  show(client, failing)
  await screen.findByText('erro')
})

test('what the user may no longer read is deleted', async () => {
  await storeDay('da barbearia antiga', Date.now() - MINUTE)
  const client = createQueryClient()
  start(client)
  show(client, () => Promise.reject(new ApiResponseError(403, { message: 'Sem acesso' })))
  await waitFor(() => expect(stored.size).toBe(0))
})

test('other roles than before: what was stored and loaded for the former ones is gone', async () => {
  const client = createQueryClient()
  start(client, { ...user, role: 'BARBER', isBarber: true })
  await client.fetchQuery(dayQuery(async () => 'clientes da barbearia'))
  await waitFor(() => expect(stored.size).toBe(1))
  const [before] = stored.values()
  start(client, { ...user, role: 'BARBER', isBarber: true })
  // What the page has loaded is stored once more.
  await waitFor(() => expect([...stored.values()][0]).not.toBe(before))
  expect(stored.size).toBe(1)
  for (const end of ends.splice(0)) end()
  start(client, user)
  await waitFor(() => expect(stored.size).toBe(0))
  expect(client.getQueryData(['appointments', 'test'])).toBeUndefined()
  expect(stored.size).toBe(0)
})

const listRequests = () => requests.map((url) => url.replace(/\?.*/, ''))

/** What a page does once it is idle has been done. */
const becomeIdle = () => vi.advanceTimersByTimeAsync(1_000)

test('a browser that stores nothing loads nothing for later', async () => {
  vi.useFakeTimers()
  values.set('prefetched-at', 0)
  const opened = await open()
  const write = vi.fn(async () => false)
  const { stop } = startStoredDay(createQueryClient(), user, async () => ({
    ...opened,
    vault: { ...opened.vault, write },
  }))
  ends.push(stop)
  await becomeIdle()
  expect(write).toHaveBeenCalledWith('prefetching-at', expect.any(Number))
  expect(requests).toEqual([])
})

test('a day of the last 15 minutes is not loaded again, an older one is', async () => {
  vi.useFakeTimers()
  start(createQueryClient())
  await becomeIdle()
  expect(requests).toEqual([])
  values.set('prefetched-at', Date.now() - 15 * MINUTE)
  start(createQueryClient())
  await becomeIdle()
  expect(listRequests()).toEqual(['/api/appointments/customer/me'])
})

test('a barber’s eight days are one request, each day is then stored', async () => {
  values.clear()
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    const days = Array.from({ length: 8 }, (_, index) => ({ date: `2026-03-${11 + index}`, barbers: [] }))
    return Response.json({ days: days.map((day, index) => (index === 0 ? { ...day, requests: [] } : day)) })
  })
  start(createQueryClient(), { ...user, role: 'BARBER' })
  await waitFor(() => expect(values.get('prefetched-at')).toBeGreaterThan(0))
  expect(requests).toEqual(['/api/appointments/barber/me/days'])
  const dates = [...stored.values()].map(({ key }) => key.at(-1))
  expect(dates).toEqual(['today', ...Array.from({ length: 8 }, (_, index) => `2026-03-${11 + index}`)])
  expect([...stored.values()].every(({ data }) => (data as { requests?: unknown }).requests)).toBe(true)
})

test('a change loads the day again some seconds later, that of a new page’s connection does not', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const handleChange = start(createQueryClient())
  await vi.advanceTimersByTimeAsync(5_000)
  handleChange()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(requests).toEqual([])
  handleChange()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(requests).toEqual([])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(listRequests()).toEqual(['/api/appointments/customer/me'])
})

test('a day that became old in the background is loaded when the page is visible again', async () => {
  vi.useFakeTimers()
  start(createQueryClient())
  await becomeIdle()
  expect(requests).toEqual([])
  values.set('prefetched-at', Date.now() - 15 * MINUTE)
  document.dispatchEvent(new Event('visibilitychange'))
  await becomeIdle()
  expect(listRequests()).toEqual(['/api/appointments/customer/me'])
})

test('nothing is loaded without network', async () => {
  vi.useFakeTimers()
  isOnline = false
  values.clear()
  start(createQueryClient())
  await becomeIdle()
  expect(requests).toEqual([])
})
