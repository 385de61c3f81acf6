import { CommandQueue } from './command-queue.ts'
import type { CommandTransport, TransportResponse } from './command-sender.ts'
import type { QueueLock } from './command-store.ts'
import { findVault, type Vault } from './vault.ts'

/** `commandsApi.send.url` of the contract, whose schemas the worker does not load. */
export const COMMANDS_PATH = '/api/commands'
/** Names Background Sync's tag, the Web Lock and the channel between the scripts of this origin. */
export const COMMANDS = 'na-regua-commands'
const TIMEOUT_MS = 20_000
/** Vault record with the user's token: the worker cannot read the session of the pages. */
const SESSION = 'session'

/** Stores the token with which commands are sent. */
export async function writeToken(vault: Vault, token: string): Promise<void> {
  const stored = await vault.read<{ token: string }>(SESSION)
  if (stored?.token !== token) await vault.write(SESSION, { token })
}

/** The user's token, if a page has stored it. */
export async function readToken(vault: Vault): Promise<string | undefined> {
  return (await vault.read<{ token: string }>(SESSION))?.token
}

/** For the sync event: sends what is stored, also with no page open. Rejects when the browser is to try again later. */
export async function sendStoredCommands(): Promise<void> {
  const vault = await findVault()
  if (!vault) return
  const device = createDeviceQueue(vault)
  try {
    const { state } = await device.queue.send()
    if (state === 'retry') throw new Error('commands not sent, trying again later')
  } finally {
    device.close()
  }
}

/** The queue of the vault's user in this script, and the channel to the other scripts. */
export function createDeviceQueue(vault: Vault) {
  const channel = new BroadcastChannel(COMMANDS)
  let isClosed = false
  const queue = new CommandQueue({
    store: vault,
    transport: createTransport(vault),
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    lock: createLock(),
    publish: () => isClosed || channel.postMessage(vault.userId),
    createId: () => crypto.randomUUID(),
  })
  channel.addEventListener('message', ({ data }) => {
    if (data === vault.userId) queue.notify()
  })
  function close() {
    isClosed = true
    channel.close()
  }
  return { queue, close }
}

function createTransport(vault: Vault): CommandTransport {
  return {
    async send(body) {
      const session = await vault.read<{ token: string }>(SESSION)
      if (!session) return { status: 401, body: undefined, serverTime: null, retryAfterMs: 0 }
      const response = await fetch(COMMANDS_PATH, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return readResponse(response)
    },
    readServerTime,
  }
}

async function readServerTime(): Promise<number> {
  const options = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  const serverTime = parseDate(await fetch('/health/live', options))
  if (serverTime === null) throw new Error('response without a date')
  return serverTime
}

export const isServerReachable = (): Promise<boolean> =>
  readServerTime().then(
    () => true,
    () => false,
  )

async function readResponse(response: Response): Promise<TransportResponse> {
  return {
    status: response.status,
    // A body that breaks off is no response: the rest may have been results.
    body: response.headers.get('content-type')?.includes('json') ? await response.json() : undefined,
    serverTime: parseDate(response),
    retryAfterMs: (Number(response.headers.get('retry-after')) || 0) * 1000,
  }
}

function parseDate({ headers }: Response): number | null {
  const time = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(time) ? null : time
}

/** Web Locks; in a browser without them one script at a time is assumed, and the server still executes each id once. */
function createLock(): QueueLock {
  const ends = new Map<string, Promise<unknown>>()
  return async (name, run) => {
    if (navigator.locks) return navigator.locks.request(`${COMMANDS}-${name}`, run)
    const turn = (ends.get(name) ?? Promise.resolve()).then(run, run)
    ends.set(name, turn)
    return turn
  }
}
