import 'fake-indexeddb/auto'
import { BroadcastChannel } from 'node:worker_threads'
import { type Command, type CommandResult, commandsApi } from '@na-regua/contract/commands'
import { closeCommandQueue, wipeVaults } from '@na-regua/offline'
import { afterEach, beforeEach, vi } from 'vitest'
import { closeSession, openSession } from '../src/lib/session.ts'
import { closeCommands, getCommandQueue } from '../src/lib/use-commands.ts'
import type { startFakeApi } from './fake-api.ts'
import { sampleUser } from './samples.ts'

// The context in which Vitest runs a file has none.
Reflect.set(globalThis, 'BroadcastChannel', BroadcastChannel)

const createCommandResult = (id: string, change: Partial<CommandResult> = {}): CommandResult => ({
  id,
  outcome: 'applied',
  appointment: null,
  link: null,
  timeOff: null,
  customer: null,
  error: null,
  ...change,
})

/** What the server makes of each command that a device sends, as its response. */
export const respondToCommands =
  (decide: (command: Command) => Partial<CommandResult>) =>
  ({ body }: { body: unknown }) => ({
    serverTime: new Date().toISOString(),
    results: (body as { commands: Command[] }).commands.map((command) =>
      createCommandResult(command.id, decide(command)),
    ),
  })

/**
 * A browser in which a member of the staff is logged in, at first without a network. What it stores is real, in a database in
 * memory; commands are sent to the fake API.
 */
export function startStaffDevice(api: ReturnType<typeof startFakeApi>) {
  let logins = 0
  const onLine = vi.spyOn(navigator, 'onLine', 'get')
  let isServerReachable = false
  const { fetch: sendToApi } = globalThis
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (init?.method !== 'HEAD') return sendToApi(input, init)
    if (!isServerReachable) throw new TypeError('Failed to fetch')
    // What time it is on the server.
    return new Response(null, { headers: { date: new Date().toUTCString() } })
  })

  function setNetwork(state: { onLine: boolean; isServerReachable: boolean }) {
    onLine.mockReturnValue(state.onLine)
    isServerReachable = state.isServerReachable
  }

  beforeEach(() => {
    setNetwork({ onLine: false, isServerReachable: false })
    logins += 1
    openSession({ user: sampleUser, token: `token ${logins}` })
  })
  afterEach(async () => {
    await closeCommands()
    await closeCommandQueue()
    closeSession()
    await wipeVaults()
  })

  return {
    /** Without `decide` the requests of the page get through, but its commands get no response. */
    connect(decide?: (command: Command) => Partial<CommandResult>) {
      setNetwork({ onLine: true, isServerReachable: true })
      if (decide) api.respond(commandsApi.send, respondToCommands(decide))
    },
    disconnect: () => setNetwork({ onLine: false, isServerReachable: false }),
    /** The browser says that there is no network, although there is one. */
    denyNetwork: () => setNetwork({ onLine: false, isServerReachable: true }),
    /** The commands that are stored in this browser. */
    list: async () => (await getCommandQueue()).list(),
    /** Sends them, as the page does after a while. */
    send: async () => (await getCommandQueue()).send(),
  }
}
