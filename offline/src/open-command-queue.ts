import type { CommandQueue, QueuedCommand } from './command-queue.ts'
import type { SendOutcome } from './command-sender.ts'
import { COMMANDS, createDeviceQueue, isServerReachable, writeToken } from './send-commands.ts'
import { openVault, type Vault } from './vault.ts'

declare const document: {
  readonly visibilityState: string
  addEventListener(type: 'visibilitychange', listener: () => void, options: { signal: AbortSignal }): void
}

export type QueueSnapshot = {
  /** In the order in which they were added. */
  commands: QueuedCommand[]
  /** 'waiting': the last attempt found no network. 'outdated': this page must be reloaded before anything is sent. */
  state: 'idle' | 'sending' | 'waiting' | 'unauthenticated' | 'outdated'
}

export type PageQueue = Pick<
  CommandQueue,
  'add' | 'list' | 'countUnsent' | 'send' | 'dismiss' | 'forgetApplied' | 'discard' | 'discardAll' | 'now'
> & {
  /** Calls the listener with the present state, then after every change in any tab or in the worker. */
  subscribe(listener: (snapshot: QueueSnapshot) => void): () => void
  /** Each refusal is reported once, in one visible tab. It stays in the list until it is dismissed. */
  subscribeToRefusals(listener: (refused: QueuedCommand[]) => void): () => void
}

const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 300_000

let opened: { userId: string; token: string; queue: Promise<OpenedQueue> } | undefined

type OpenedQueue = { page: PageQueue; vault: Vault; close: () => void }

/**
 * The user's commands on this device; one queue per page. Sends what is stored: now, when the network is back, when the page becomes
 * visible, after each `add`, and with back-off.
 */
export async function openCommandQueue({ userId, token }: { userId: string; token: string }): Promise<PageQueue> {
  // After another login the key of the vault may be another one too.
  if (opened?.userId !== userId || opened.token !== token) {
    void closeCommandQueue()
    const opening = { userId, token, queue: openQueue(userId) }
    opened = opening
    // The next call tries again.
    opening.queue.catch(() => {
      if (opened === opening) opened = undefined
    })
  }
  const { page, vault } = await opened.queue
  await writeToken(vault, token)
  void page.send()
  return page
}

/** Nothing is sent by this page any more. */
export async function closeCommandQueue(): Promise<void> {
  const closing = opened
  opened = undefined
  await closing?.queue.then(
    ({ close }) => close(),
    () => undefined,
  )
}

/** Commands of this user without a result, and whether the server may have one. For the logout, which deletes them. */
export async function countUnsentCommands(userId: string): Promise<{ count: number; mayBeSent: boolean }> {
  const device = createDeviceQueue(await openVault(userId))
  try {
    return { count: await device.queue.countUnsent(), mayBeSent: await device.queue.mayBeSent() }
  } finally {
    device.close()
  }
}

async function openQueue(userId: string): Promise<OpenedQueue> {
  const vault = await openVault(userId)
  const { queue, close } = createDeviceQueue(vault)
  await queue.forgetExpired().catch((error: unknown) => {
    close()
    throw error
  })
  const closing = new AbortController()
  const { signal } = closing
  const listeners = createListeners(queue)
  // Nothing counts as sent while there is no network. The browser may be wrong about it: a request decides.
  const isConnected = async () => navigator.onLine !== false || isServerReachable()
  const attempt = async () => ((await isConnected()) ? queue.send() : ({ state: 'retry', retryAfterMs: 0 } as const))
  const send = createRetries({ send: attempt, onState: listeners.setState, signal })
  queue.subscribe(listeners.changed)
  addEventListener('online', () => void send(), { signal })
  function handleVisibility() {
    if (document.visibilityState !== 'visible') return
    void send()
    listeners.changed()
  }
  document.addEventListener('visibilitychange', handleVisibility, { signal })
  function closeQueue() {
    closing.abort()
    close()
  }
  return { page: createPageQueue(queue, send, listeners), vault, close: closeQueue }
}

function createPageQueue(
  queue: CommandQueue,
  send: PageQueue['send'],
  { subscribe, subscribeToRefusals }: ReturnType<typeof createListeners>,
): PageQueue {
  return {
    async add(...given) {
      const added = await queue.add(...given)
      void registerSync()
      void send()
      return added
    },
    list: (options) => queue.list(options),
    countUnsent: () => queue.countUnsent(),
    send,
    dismiss: (id) => queue.dismiss(id),
    forgetApplied: (ids) => queue.forgetApplied(ids),
    discard: (id) => queue.discard(id),
    discardAll: () => queue.discardAll(),
    now: () => queue.now(),
    subscribe,
    subscribeToRefusals,
  }
}

type RetryOptions = {
  send: () => Promise<SendOutcome>
  onState: (state: QueueSnapshot['state']) => void
  signal: AbortSignal
}

/**
 * Tries again with exponential back-off and jitter. Any other reason to send cuts the wait short and starts the back-off again: when the
 * browser says that there is a network, the first request often still fails.
 */
function createRetries({ send, onState, signal }: RetryOptions) {
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  async function attempt(failures: number): Promise<SendOutcome> {
    clearTimeout(timer)
    latest += 1
    const own = latest
    onState('sending')
    const outcome = await send()
    if (own !== latest) return outcome
    onState(outcome.state === 'retry' ? 'waiting' : outcome.state === 'done' ? 'idle' : outcome.state)
    if (outcome.state === 'retry' && !signal.aborted) {
      const backOff = Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS)
      const wait = Math.max(outcome.retryAfterMs, backOff) * (0.5 + Math.random())
      timer = setTimeout(() => void attempt(failures + 1), wait)
    }
    return outcome
  }
  return () => attempt(0)
}

function createListeners(queue: CommandQueue) {
  const changes = new Set<(snapshot: QueueSnapshot) => void>()
  const refusals = new Set<(refused: QueuedCommand[]) => void>()
  let state: QueueSnapshot['state'] = 'idle'
  let latest = 0
  /** Shares what is stored: of several that read at once only the last one. */
  async function share() {
    latest += 1
    const round = latest
    const commands = await queue.list()
    if (round === latest) for (const listener of changes) listener({ commands, state })
  }
  async function report() {
    if (refusals.size === 0 || document.visibilityState !== 'visible') return
    const refused = await queue.takeRefusals()
    if (refused.length > 0) for (const listener of refusals) listener(refused)
  }
  return {
    changed() {
      void share()
      void report()
    },
    setState(next: QueueSnapshot['state']) {
      state = next
      void share()
    },
    subscribe(listener: (snapshot: QueueSnapshot) => void) {
      changes.add(listener)
      void share()
      return () => void changes.delete(listener)
    },
    subscribeToRefusals(listener: (refused: QueuedCommand[]) => void) {
      refusals.add(listener)
      void report()
      return () => void refusals.delete(listener)
    },
  }
}

/** Where it exists, the browser wakes the worker when the network is back, also after the page was closed. */
async function registerSync() {
  type SyncManager = { register(tag: string): Promise<void> }
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const manager = (registration as { sync?: SyncManager } | undefined)?.sync
  await manager?.register(COMMANDS).catch(() => {})
}
