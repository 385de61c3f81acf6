import type { Command, commandsApi } from '@na-regua/contract/commands'
import type { Body } from '@na-regua/contract/route'
import { CommandQueue } from '../src/command-queue.ts'
import { commandTarget, type RecordFormat, recordFormat } from '../src/command-records.ts'
import type { TransportResponse } from '../src/command-sender.ts'
import type { CommandDraft, QueueLock } from '../src/command-store.ts'

type Request = Body<typeof commandsApi.send>

const APPOINTMENTS: Record<string, string> = {
  a: '00000000-0000-4000-8000-00000000000a',
  b: '00000000-0000-4000-8000-00000000000b',
  cancelled: '00000000-0000-4000-8000-00000000000c',
}

/** A command about one of three appointments, or a walk-in. */
export function draftOf(type: 'walkIn' | 'confirm' | 'complete' | 'noShow', { appointment = 'a', version = 1 } = {}) {
  const id = APPOINTMENTS[appointment] as string
  const draft =
    type === 'walkIn' ? { type, input: { serviceId: id } } : { type, target: { appointmentId: id, version } }
  return draft as CommandDraft
}

type Fault = 'lost response' | 'no network' | 'two results' | TransportResponse

/** A device with a queue in memory, and a server that applies everything except changes of a cancelled appointment. */
export class TestDevice {
  readonly records = new Map<string, string>()
  readonly requests: Request[] = []
  /** What goes wrong with the next requests. */
  readonly faults: Fault[] = []
  reject = (_: Request): number | undefined => undefined
  isFull = false
  /** Clocks of the device and of the server, in milliseconds. */
  now = Date.parse('2026-03-11T15:00:00Z')
  monotonic = 0
  serverNow = Date.parse('2026-03-11T15:00:00Z')
  timeRequests = 0
  readonly store = createMemoryStore(this)
  readonly #versions = new Map<string, number>()
  #lock = createTestLock()
  readonly queue = this.openTab()

  openTab(format: RecordFormat = recordFormat): CommandQueue {
    return new CommandQueue({
      store: this.store,
      transport: { send: (request) => this.#receive(request), readServerTime: () => this.#readServerTime() },
      clock: { now: () => this.now, monotonic: () => this.monotonic },
      lock: this.#lock,
      publish: () => {},
      createId: () => crypto.randomUUID(),
      format,
    })
  }

  /** A new script on the same device, after the others have ended. */
  restart(format?: RecordFormat): CommandQueue {
    this.#lock = createTestLock()
    return this.openTab(format)
  }

  async #readServerTime() {
    this.timeRequests += 1
    return this.serverNow
  }

  async #receive(request: Request): Promise<TransportResponse> {
    this.requests.push(structuredClone(request))
    const status = this.reject(request)
    const rejection = { code: 'REJECTED', message: 'Não aceito.' }
    if (status) return { status, body: rejection, serverTime: null, retryAfterMs: 0 }
    const fault = this.faults.shift()
    if (typeof fault === 'object') return fault
    if (fault === 'no network') throw new TypeError('Failed to fetch')
    const results = request.commands.map((command) => this.#execute(command))
    if (fault === 'lost response') throw new TypeError('Failed to fetch')
    if (fault === 'two results') results.splice(2)
    const serverTime = new Date(this.serverNow).toISOString()
    return { status: 200, body: { results, serverTime }, serverTime: null, retryAfterMs: 0 }
  }

  #execute(command: Command) {
    const target = commandTarget(command)
    const id = target && 'appointmentId' in target ? target.appointmentId : command.id
    const isRefused = id === APPOINTMENTS.cancelled
    const version = (this.#versions.get(id) ?? 1) + 1
    if (!isRefused) this.#versions.set(id, version)
    const error = isRefused ? { code: 'STATE_CHANGED', message: 'Cancelado pelo cliente às 10h12.' } : null
    return { id: command.id, outcome: isRefused ? 'refused' : 'applied', appointment: { id, version }, error }
  }
}

type Memory = { readonly records: Map<string, string>; readonly isFull: boolean }

/** Values pass through JSON, as in the vault. */
export function createMemoryStore(memory: Memory) {
  return {
    read: async <T>(name: string) => {
      const text = memory.records.get(name)
      return text === undefined ? undefined : (JSON.parse(text) as T)
    },
    list: async <T>(prefix: string) =>
      [...memory.records]
        .filter(([name]) => name.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, text]) => ({ name, value: JSON.parse(text) as T })),
    write: async (name: string, value: unknown) => {
      if (memory.isFull) return false
      memory.records.set(name, JSON.stringify(value))
      return true
    },
    remove: async (name: string): Promise<void> => void memory.records.delete(name),
  }
}

/** As the Web Locks of one origin. */
function createTestLock(): QueueLock {
  const ends = new Map<string, Promise<unknown>>()
  return async (name, run) => {
    const turn = (ends.get(name) ?? Promise.resolve()).then(run, run)
    ends.set(name, turn)
    return turn
  }
}
