import { accountsApi } from '@na-regua/contract/accounts'
import { commandsApi } from '@na-regua/contract/commands'
import { countUnsentCommands } from '@na-regua/offline'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../test/fake-api.ts'
import { sampleUser } from '../../../test/samples.ts'
import { startStaffDevice } from '../../../test/staff-device.ts'
import { getSession } from '../../lib/session.ts'
import { getCommandQueue } from '../../lib/use-commands.ts'
import { useLogout } from './logout.tsx'

const api = startFakeApi()
const device = startStaffDevice(api)

function LogoutButton() {
  const logout = useLogout()
  return (
    <button type="button" onClick={() => void logout()}>
      Sair
    </button>
  )
}

/** Waits for the button: a dialog opens after its text is there. */
async function press(name: string) {
  const button = await screen.findByRole('button', { name })
  await act(async () => {
    button.click()
    await vi.dynamicImportSettled()
  })
}
const isLoggedIn = () => getSession().token !== undefined

/** Commands that wait in this browser for the network. */
async function addCommands(count: number) {
  const queue = await getCommandQueue()
  for (let number = 1; number <= count; number++) {
    const target = { appointmentId: `a${number}`, version: 1 }
    await queue.add({ type: 'confirm', target }, { preview: { name: 'Ana Lua', act: 'Aceitar' } })
  }
}

const findQuestion = (name: string) => screen.findByRole('dialog', { name })
const leavesTheUser = () => waitFor(() => expect(isLoggedIn()).toBe(false))

beforeEach(() => {
  api.respond(accountsApi.logout, () => ({}))
  render(<LogoutButton />, { wrapper: MemoryRouter })
})
afterEach(cleanup)

test('without unsent commands there is no question', async () => {
  await press('Sair')
  await leavesTheUser()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('unsent commands are named before they are discarded', async () => {
  await addCommands(3)
  await press('Sair')
  await findQuestion('Há 3 ações que ainda não foram enviadas')
  await press('Voltar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(isLoggedIn()).toBe(true)
  await press('Sair')
  await findQuestion('Há 3 ações que ainda não foram enviadas')
  await press('Sair e descartar')
  await leavesTheUser()
})

test('they are sent first; what still waits keeps the user', async () => {
  await addCommands(1)
  await press('Sair')
  await findQuestion('Há 1 ação que ainda não foi enviada')
  await press('Enviar e sair')
  expect((await screen.findByText(/^Ainda não deu para enviar/)).role).toBe('alert')
  expect(isLoggedIn()).toBe(true)
  device.connect(() => ({ outcome: 'applied' }))
  await press('Enviar e sair')
  await leavesTheUser()
  expect(api.listRequests(commandsApi.send)).toHaveLength(1)
})

test('what the server refuses keeps the user', async () => {
  await addCommands(1)
  await press('Sair')
  await findQuestion('Há 1 ação que ainda não foi enviada')
  const error = { code: 'STATE_CHANGED', message: 'Cancelado pelo cliente às 10h12.' }
  device.connect(() => ({ outcome: 'refused', error }))
  await press('Enviar e sair')
  expect((await screen.findByText(/^Nem tudo foi aceito/)).role).toBe('alert')
  expect(isLoggedIn()).toBe(true)
  await press('Voltar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('nothing is sent while the user decides, and what is discarded is gone before the session', async () => {
  await addCommands(1)
  // The response is lost.
  device.connect()
  await device.send()
  await press('Sair')
  expect(await screen.findByText(/talvez já tenha valido/)).toBeTruthy()
  const sent = api.listRequests(commandsApi.send).length
  device.connect(() => ({ outcome: 'applied' }))
  window.dispatchEvent(new Event('online'))
  const { clear } = IDBObjectStore.prototype
  const sessions: boolean[] = []
  const clearing = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(function (this: IDBObjectStore) {
    sessions.push(isLoggedIn())
    return clear.call(this)
  })
  await press('Sair e descartar')
  await leavesTheUser()
  clearing.mockRestore()
  // The keys and the records.
  expect(sessions).toEqual([true, true])
  expect(await countUnsentCommands(sampleUser.id)).toEqual({ count: 0, mayBeSent: false })
  expect(api.listRequests(commandsApi.send)).toHaveLength(sent)
})
