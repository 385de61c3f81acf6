import type { CommandResult, commandsApi } from '@na-regua/contract/commands'
import type { Body } from '@na-regua/contract/route'
import type { CommandRecord } from './command-records.ts'
import type { CommandStore } from './command-store.ts'
import type { ServerTime } from './server-time.ts'

/** `MAX_COMMANDS` of the contract, whose schemas the worker does not load. */
export const BATCH = 50

export type TransportResponse = {
  status: number
  /** Parsed JSON; undefined if it was none. */
  body: unknown
  /** What the `Date` header says, in milliseconds since the epoch. */
  serverTime: number | null
  /** What the `Retry-After` header says; 0 without one. */
  retryAfterMs: number
}

export type CommandTransport = {
  /** Rejects when there was no response in time. Without a session the status is 401. */
  send(body: Body<typeof commandsApi.send>): Promise<TransportResponse>
  /** The server's time; rejects without a network. */
  readServerTime(): Promise<number>
}

export type SendOutcome =
  | { state: 'done' }
  /** No response, or the server cannot go on: later. */
  | { state: 'retry'; retryAfterMs: number }
  /** The commands wait for the same user's next login. */
  | { state: 'unauthenticated' }
  /** A newer version of the app stored a command that comes first. */
  | { state: 'outdated' }

type SenderOptions = { commands: CommandStore; transport: CommandTransport; time: ServerTime; publish: () => void }

/** Rejects the request as it is. With a code of the server, repeating it changes nothing. */
const REJECTED = new Set([400, 413, 422])

/** Sends what is pending, in order, until nothing is left. Only one script at a time may run it. */
export class CommandSender {
  readonly #options: SenderOptions

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Rejects without a response, or when the storage fails. */
  async send(): Promise<SendOutcome> {
    const { commands, transport } = this.#options
    const deviceId = await commands.getDeviceId()
    for (let size = BATCH; ; ) {
      const { batch, outcome } = await this.#readBatch(size)
      if (batch.length === 0) return outcome
      if (await this.#markSent(batch)) continue
      const response = await transport.send({ deviceId, commands: batch.map(({ command }) => command) })
      if (response.status === 401) return { state: 'unauthenticated' }
      const { settled, isRejected } = await this.#settle(batch, response)
      if (settled > 0) size = Math.min(size * 2, BATCH)
      // Halves find the command that the server rejects.
      else if (isRejected && batch.length > 1) size = Math.ceil(batch.length / 2)
      else return { state: 'retry', retryAfterMs: response.retryAfterMs }
    }
  }

  /** Writes the results that the response has. `settled`: how many. */
  async #settle(batch: readonly CommandRecord[], response: TransportResponse) {
    const { commands, time, publish } = this.#options
    await this.#learnTime(response)
    const isRejected = REJECTED.has(response.status)
    const results = isRejected ? rejectSingle(batch, response) : readResults(response)
    const settled = await commands.settle(results, time.now())
    if (settled > 0) publish()
    return { settled, isRejected }
  }

  /** The first that are pending. `outcome`: what a send that finds none ends with. */
  async #readBatch(size: number) {
    const records = await this.#options.commands.list()
    const firstUnknown = records.findIndex(({ record }) => record === null)
    const known = firstUnknown < 0 ? records : records.slice(0, firstUnknown)
    const pending = known.flatMap(({ record }) => (record?.state === 'pending' ? record : []))
    const outcome: SendOutcome = { state: firstUnknown < 0 ? 'done' : 'outdated' }
    return { batch: pending.slice(0, size), outcome }
  }

  /** True if a record was written. Commands that were added without the server's time get their final one. */
  async #markSent(batch: readonly CommandRecord[]): Promise<boolean> {
    const { commands, transport, time } = this.#options
    const unsent = batch.filter(({ isSent }) => !isSent)
    if (unsent.length === 0) return false
    const isProvisional = unsent.some(({ provisionalSince }) => provisionalSince !== null)
    if (isProvisional && !time.isCertain()) time.learn(await transport.readServerTime())
    // Both at one moment: the clock may jump before the records are written.
    const { offset } = time
    const now = time.now()
    const ids = unsent.map(({ command }) => command.id)
    await commands.markSent(ids, (deviceTime) => Math.min(deviceTime + offset, now))
    return true
  }

  async #learnTime({ body, serverTime }: TransportResponse) {
    const { commands, time } = this.#options
    const stated = Date.parse(String((body as { serverTime?: unknown } | undefined)?.serverTime))
    const known = Number.isNaN(stated) ? serverTime : stated
    if (known === null) return
    time.learn(known)
    await commands.writeOffset(time.offset)
  }
}

/** The refusal of a command that was rejected on its own. */
function rejectSingle(batch: readonly CommandRecord[], { body }: TransportResponse): CommandResult[] {
  const [only, ...others] = batch
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
  // A proxy's page is no response to the command.
  if (!only || others.length > 0 || typeof code !== 'string') return []
  const error = {
    code,
    message: typeof message === 'string' ? message : 'O servidor não aceitou este comando.',
  }
  const nothing = { appointment: null, link: null, timeOff: null, customer: null }
  return [{ id: only.command.id, outcome: 'refused', ...nothing, error }]
}

/** None if the response is not the server's: the page of a hotel's network also has the status 200. */
function readResults({ status, body }: TransportResponse): CommandResult[] {
  const results = (body as { results?: unknown } | undefined)?.results
  if (status !== 200 || !Array.isArray(results)) return []
  return results.filter(
    (result) => typeof result?.id === 'string' && (result.outcome === 'applied' || result.outcome === 'refused'),
  )
}
