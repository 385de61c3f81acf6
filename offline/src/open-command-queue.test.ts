import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftOf } from '../test/test-queue.ts'
import { CommandQueue } from './command-queue.ts'
import { closeCommandQueue, countUnsentCommands, openCommandQueue, type QueueSnapshot } from './open-command-queue.ts'
import { COMMANDS, createDeviceQueue, sendStoredCommands } from './send-commands.ts'
import { openVault, wipeVaults } from './vault.ts'

type Request = { path: string; token: string | null; ids: string[] }
type Reply = (request: Request) => Response

const NOW = '2026-03-11T15:00:00.000Z'
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const browser = new EventTarget()
let requests: Request[]
let reply: Reply
let session = 0
let isReachable = true

const applied: Reply = ({ ids }) =>
  Response.json({ serverTime: NOW, results: ids.map((id) => ({ id, outcome: 'applied', appointment: null })) })
const refused: Reply = ({ ids }) => {
  const error = { code: 'STATE_CHANGED', message: 'Cancelado pelo cliente às 10h12.' }
  return Response.json({ serverTime: NOW, results: ids.map((id) => ({ id, outcome: 'refused', error })) })
}
const noNetwork: Reply = () => {
  throw new TypeError('Failed to fetch')
}

async function receive(path: string, init: RequestInit): Promise<Response> {
  if (init.method === 'HEAD' && !isReachable) throw new TypeError('Failed to fetch')
  if (init.method === 'HEAD') return new Response(null, { headers: { date: new Date(NOW).toUTCString() } })
  const { commands } = JSON.parse(init.body as string) as { commands: { id: string }[] }
  const token = new Headers(init.headers).get('authorization')
  const request = { path, token, ids: commands.map(({ id }) => id) }
  requests.push(request)
  return reply(request)
}

beforeEach(async () => {
  requests = []
  isReachable = true
  reply = applied
  session += 1
  page.visibilityState = 'visible'
  vi.stubGlobal('fetch', receive)
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  await wipeVaults()
})
afterEach(async () => {
  await closeCommandQueue()
  vi.unstubAllGlobals()
})

/** Long enough for a busy machine. */
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000 })

const login = (userId = 'ana') => openCommandQueue({ userId, token: `token ${session}` })

/** The latest snapshot of a queue. */
async function watch(queue: Awaited<ReturnType<typeof login>>) {
  const watched: { snapshot?: QueueSnapshot } = {}
  queue.subscribe((snapshot) => {
    watched.snapshot = snapshot
  })
  await until(() => expect(watched.snapshot).toBeDefined())
  return watched
}

const states = (snapshot?: QueueSnapshot) => [snapshot?.state, snapshot?.commands.map(({ state }) => state)]

test('a command is sent at once with the token of the session', async () => {
  const queue = await login()
  const watched = await watch(queue)
  const { id } = await queue.add(draftOf('walkIn'))
  await until(() => expect(states(watched.snapshot)).toEqual(['idle', ['applied']]))
  expect(requests).toEqual([{ path: '/api/commands', token: `Bearer token ${session}`, ids: [id] }])
})

test.each(['online', 'visibilitychange'])('without a network it waits, and %s sends it at once', async (event) => {
  reply = noNetwork
  const queue = await login()
  const watched = await watch(queue)
  await queue.add(draftOf('walkIn'))
  await until(() => expect(states(watched.snapshot)).toEqual(['waiting', ['pending']]))
  expect(await countUnsentCommands('ana')).toEqual({ count: 1, mayBeSent: true })
  reply = applied
  ;(event === 'online' ? browser : page).dispatchEvent(new Event(event))
  await until(() => expect(states(watched.snapshot)).toEqual(['idle', ['applied']]))
})

test('it tries again by itself, later each time, and soon again after any other reason to send', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const waits = () => timers.mock.calls.filter(([, delay]) => Number(delay) >= 2000)
  const delays = () => waits().map(([, delay]) => delay)
  /** Ends the wait that began last, and returns when the next one has begun. */
  async function wait() {
    const begun = waits()
    const end = begun.at(-1)?.[0] as () => void
    end()
    await until(() => expect(waits().length).toBeGreaterThan(begun.length))
  }
  reply = noNetwork
  const queue = await login()
  await queue.send()
  timers.mockClear()
  // Further commands of a day without a network do not make the wait longer.
  for (let count = 0; count < 6; count++) await queue.add(draftOf('walkIn'))
  await queue.send()
  await until(() => expect(delays().at(-1)).toBe(2000))
  timers.mockClear()
  await queue.send()
  for (let round = 0; round < 9; round++) await wait()
  expect(delays()).toEqual([2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000])
  // The browser says that it is back a moment too early.
  timers.mockClear()
  browser.dispatchEvent(new Event('online'))
  await until(() => expect(delays()).toEqual([2000]))
  reply = applied
  await queue.send()
  expect(await queue.countUnsent()).toBe(0)
  vi.restoreAllMocks()
})

test('a page that is opened later sends what is stored', async () => {
  reply = noNetwork
  await (await login()).add(draftOf('walkIn'))
  reply = applied
  session += 1
  const watched = await watch(await login())
  await until(() => expect(states(watched.snapshot)).toEqual(['idle', ['applied']]))
})

test('a refusal is reported once, in a visible page, and stays until it is dismissed', async () => {
  reply = refused
  page.visibilityState = 'hidden'
  const queue = await login()
  const reported: string[] = []
  queue.subscribeToRefusals((commands) => reported.push(...commands.map(({ id }) => id)))
  const { id } = await queue.add(draftOf('confirm'))
  await until(async () => expect((await queue.list())[0]?.state).toBe('refused'))
  expect(reported).toEqual([])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await until(() => expect(reported).toEqual([id]))
  page.dispatchEvent(new Event('visibilitychange'))
  const [stored] = await queue.list()
  expect(stored?.result?.error?.message).toBe('Cancelado pelo cliente às 10h12.')
  await queue.dismiss(id)
  expect([await queue.list(), reported]).toEqual([[], [id]])
})

test('what another script changes is shown here', async () => {
  reply = noNetwork
  const watched = await watch(await login())
  const other = createDeviceQueue(await openVault('ana'))
  await other.queue.add(draftOf('walkIn'))
  await until(() => expect(watched.snapshot?.commands).toHaveLength(1))
  other.close()
})

test('an ended session keeps the commands for the next login of the same user', async () => {
  reply = () => Response.json({ code: 'UNAUTHENTICATED' }, { status: 401 })
  const queue = await login()
  const watched = await watch(queue)
  await queue.add(draftOf('walkIn'))
  await until(() => expect(states(watched.snapshot)).toEqual(['unauthenticated', ['pending']]))
  // What the pages do when a session expires.
  await wipeVaults({ retainsCommands: true })
  session += 1
  reply = applied
  const next = await watch(await login())
  await until(() => expect(states(next.snapshot)).toEqual(['idle', ['applied']]))
  expect(requests.at(-1)?.token).toBe(`Bearer token ${session}`)
})

test('another user finds nothing and sends nothing', async () => {
  reply = noNetwork
  await (await login('ana')).add(draftOf('walkIn'))
  reply = applied
  requests = []
  const queue = await login('bia')
  await queue.send()
  expect([await queue.list(), requests]).toEqual([[], []])
})

test('after a lost connection to the database commands are stored, listed and sent', async () => {
  reply = noNetwork
  const queue = await login()
  await queue.add(draftOf('walkIn'))
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await queue.list()
  for (const database of transactions.mock.contexts) (database as IDBDatabase).close()
  transactions.mockRestore()
  const { id } = await queue.add(draftOf('walkIn'))
  expect((await queue.list()).map((one) => one.id)).toContain(id)
  reply = applied
  await queue.send()
  expect(await queue.countUnsent()).toBe(0)
})

test('a queue that could not be opened is opened by the next call', async () => {
  const failing = vi.spyOn(CommandQueue.prototype, 'forgetExpired').mockRejectedValueOnce(new Error('storage failed'))
  await expect(login()).rejects.toThrow('storage failed')
  failing.mockRestore()
  expect(await (await login()).list()).toEqual([])
})

test('a command of a user who logged out in another tab is refused visibly', async () => {
  const queue = await login()
  await wipeVaults()
  await expect(queue.add(draftOf('walkIn'))).rejects.toThrow('command not stored')
})

test('the worker sends what is stored with no page, and rejects so that the browser tries again', async () => {
  reply = noNetwork
  await (await login()).add(draftOf('walkIn'))
  await expect(sendStoredCommands()).rejects.toThrow('not sent')
  reply = applied
  await sendStoredCommands()
  expect(requests.at(-1)?.token).toBe(`Bearer token ${session}`)
  expect(await countUnsentCommands('ana')).toEqual({ count: 0, mayBeSent: false })
  await wipeVaults()
  await sendStoredCommands()
})

test('the browser is requested to wake the worker, where it can', async () => {
  const register = vi.fn(async () => {})
  vi.stubGlobal('navigator', {
    locks: navigator.locks,
    serviceWorker: { getRegistration: async () => ({ sync: { register } }) },
  })
  await (await login()).add(draftOf('walkIn'))
  await until(() => expect(register).toHaveBeenCalledWith(COMMANDS))
})

test('while the browser knows that there is no network, nothing counts as sent', async () => {
  vi.stubGlobal('navigator', { locks: navigator.locks, onLine: false })
  isReachable = false
  const queue = await login()
  const { id } = await queue.add(draftOf('walkIn'))
  await queue.send()
  expect(await queue.discard(id)).toBe(true)
  expect(requests).toEqual([])
})

test('a browser that is wrong about its network does not keep what could be sent', async () => {
  vi.stubGlobal('navigator', { locks: navigator.locks, onLine: false })
  const queue = await login()
  const watched = await watch(queue)
  const { id } = await queue.add(draftOf('walkIn'))
  await queue.send()
  await until(() => expect(states(watched.snapshot)).toEqual(['idle', ['applied']]))
  expect(requests.map(({ ids }) => ids)).toEqual([[id]])
})
