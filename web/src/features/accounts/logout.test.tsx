import { accountsApi } from '@na-regua/contract/accounts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../test/fake-api.ts'
import { sampleUser } from '../../../test/samples.ts'
import { closeSession, getSession, openSession } from '../../lib/session.ts'
import { getCommandQueue } from '../../lib/use-commands.ts'
import { useLogout } from './logout.tsx'

const api = startFakeApi()
const queue = vi.hoisted(() => ({
  unsent: 0,
  mayBeSent: false,
  isWiped: false,
  isClosed: false,
  results: [] as { state: string }[],
}))

vi.mock('@na-regua/offline', () => ({
  countUnsentCommands: async () => ({ count: queue.unsent, mayBeSent: queue.mayBeSent }),
  async closeCommandQueue() {
    queue.isClosed = true
  },
  async wipeVaults() {
    queue.isWiped = getSession().token !== undefined
  },
  openCommandQueue: async () => ({
    send: async () => {},
    list: async () => queue.results,
    subscribe: () => {},
    subscribeToRefusals: () => {},
  }),
}))

function LogoutButton() {
  const logout = useLogout()
  return (
    <button type="button" onClick={() => void logout()}>
      Sair
    </button>
  )
}

const press = (name: string) =>
  act(async () => {
    screen.getByRole('button', { name }).click()
    await vi.dynamicImportSettled()
  })
const isLoggedIn = () => getSession().token !== undefined

beforeEach(() => {
  Object.assign(queue, { unsent: 0, mayBeSent: false, isWiped: false, isClosed: false, results: [] })
  api.respond(accountsApi.logout, () => ({}))
  openSession({ user: sampleUser, token: 'token' })
  render(<LogoutButton />, { wrapper: MemoryRouter })
})
afterEach(() => {
  cleanup()
  closeSession()
})

test('without unsent commands there is no question', async () => {
  await press('Sair')
  expect(isLoggedIn()).toBe(false)
})

test('unsent commands are named before they are discarded', async () => {
  queue.unsent = 3
  await press('Sair')
  expect(screen.getByRole('dialog', { name: 'Há 3 ações que ainda não foram enviadas' })).toBeTruthy()
  await press('Voltar')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(isLoggedIn()).toBe(true)
  await press('Sair')
  await press('Sair e descartar')
  expect(isLoggedIn()).toBe(false)
})

test('they are sent first; what still waits or was refused keeps the user', async () => {
  queue.unsent = 1
  await press('Sair')
  expect(screen.getByRole('dialog', { name: 'Há 1 ação que ainda não foi enviada' })).toBeTruthy()
  queue.results = [{ state: 'pending' }]
  await press('Enviar e sair')
  expect(screen.getByRole('alert').textContent).toMatch(/^Ainda não deu para enviar/)
  queue.results = [{ state: 'refused' }]
  await press('Enviar e sair')
  expect(screen.getByRole('alert').textContent).toMatch(/^Nem tudo foi aceito/)
  expect(isLoggedIn()).toBe(true)
  queue.results = [{ state: 'applied' }]
  await press('Enviar e sair')
  expect(isLoggedIn()).toBe(false)
})

test('nothing is sent while the user decides, and what is discarded is gone before the session', async () => {
  await getCommandQueue()
  Object.assign(queue, { unsent: 1, mayBeSent: true })
  await press('Sair')
  expect(queue.isClosed).toBe(true)
  expect(screen.getByText(/talvez já tenha valido/)).toBeTruthy()
  await press('Sair e descartar')
  expect([queue.isWiped, isLoggedIn()]).toEqual([true, false])
})
