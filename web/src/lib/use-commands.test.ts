import { appointmentsApi } from '@na-regua/contract/appointments'
import type { CommandDraft } from '@na-regua/offline'
import { afterEach, expect, test, vi } from 'vitest'
import { api, setApiTransport } from './api.ts'
import { sendOrQueue } from './use-commands.ts'

const added = vi.hoisted(() => vi.fn(async () => ({ id: 'command-1' })))
vi.mock('@na-regua/offline', () => ({
  openCommandQueue: async () => ({ add: added, subscribe: () => {}, subscribeToRefusals: () => {} }),
}))
vi.mock('./session.ts', async (load) => ({
  ...(await load<typeof import('./session.ts')>()),
  getSession: () => ({ user: { id: 'ana' }, token: 'token' }),
}))
afterEach(() => added.mockClear())

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
