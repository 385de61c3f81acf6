import { appointmentsApi } from '@na-regua/contract/appointments'
import type { CommandDraft, QueueSnapshot } from '@na-regua/offline'
import { afterEach, expect, test, vi } from 'vitest'
import { api, setApiTransport } from './api.ts'
import { getCommandQueue, isWithoutNetwork, sendOrQueue } from './use-commands.ts'

const { added, shown } = vi.hoisted(() => ({
  added: vi.fn(async () => ({ id: 'command-1' })),
  /** Passes a snapshot of the queue to the page. */
  shown: { show: (_: QueueSnapshot) => {} },
}))
vi.mock('@na-regua/offline', () => ({
  openCommandQueue: async () => ({
    add: added,
    subscribeToRefusals: () => {},
    subscribe: (listener: typeof shown.show) => {
      shown.show = listener
    },
  }),
}))
vi.mock('./session.ts', async (load) => ({
  ...(await load<typeof import('./session.ts')>()),
  getSession: () => ({ user: { id: 'ana' }, token: 'token' }),
}))
afterEach(() => {
  added.mockClear()
  vi.unstubAllGlobals()
})

const id = '0190a7f2-0000-7000-8000-000000000001'
const draft = { type: 'confirm', target: { appointmentId: id, version: 1 } } as CommandDraft
const confirm = () =>
  sendOrQueue({
    build: () => ({ draft, preview: { name: 'Ana Lua', act: 'Aceitar' } }),
    send: () => api(appointmentsApi.confirm, { params: { id } }),
  })

test('the page of a hotel’s network does not count as done: the command is queued', async () => {
  setApiTransport(async () => new Response('<p>Entre</p>', { headers: { 'content-type': 'text/html' } }))
  expect(await confirm()).toEqual({ commandId: 'command-1' })
  expect(added).toHaveBeenCalledOnce()
})

test('a response of the server is the result', async () => {
  setApiTransport(async () => Response.json({ id }))
  expect(await confirm()).toEqual({ sent: { id } })
  expect(added).not.toHaveBeenCalled()
})

test('only a command that was sent proves a network that the browser denies', async () => {
  await getCommandQueue()
  vi.stubGlobal('navigator', { onLine: false })
  const show = (state: QueueSnapshot['state'], ...commands: unknown[]) =>
    shown.show({ state, commands } as QueueSnapshot)
  const pending = { id: 'command-2', command: draft, preview: { name: 'Ana Lua', act: 'Aceitar' }, state: 'pending' }
  show('sending')
  show('idle')
  expect(isWithoutNetwork()).toBe(true)
  show('sending', pending)
  show('idle')
  expect(isWithoutNetwork()).toBe(false)
  show('waiting', pending)
  expect(isWithoutNetwork()).toBe(true)
  show('idle')
})
