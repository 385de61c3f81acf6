import type { User } from '@na-regua/contract/accounts'
import type { StoredQueries, Vault } from '@na-regua/offline'
import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand'
import { ApiResponseError, NetworkError } from '../lib/api-error.ts'
import { describeRoles, isDeviceOffline, openStore, putStored, ROLES } from '../lib/restore-stored.ts'
import { FRESH_MS, prefetchDay } from './prefetch-day.ts'

const SECOND = 1_000
/** A request without a response for so long is shown as it was last. */
const PATIENCE_MS = 3 * SECOND
const RETRY_MS = 60 * SECOND
/** After a change: others follow it, and every browser of the staff receives it at the same time. */
const SETTLE_MS = 10 * SECOND
const PREFETCHED_AT = 'prefetched-at'
const PREFETCHING_AT = 'prefetching-at'

const isStored = ({ meta }: Query) => meta?.stored === true
const hasNoNetwork = ({ state }: Query) => [state.error, state.fetchFailureReason].some(isNetworkError)
const isNetworkError = (error: unknown) => error instanceof NetworkError

type Source = { client: QueryClient; user: User; vault: Promise<Vault | undefined>; store: Store }
type Store = Promise<StoredQueries | undefined>

type Opening = Promise<Awaited<ReturnType<typeof openStore>> | undefined>

/** One opening after the other: roles that were just replaced must not be stored after those that replaced them. */
const openings = createStore<{ last: Opening }>(() => ({ last: Promise.resolve(undefined) }))

/**
 * Stores the queries that say so in their `meta`, encrypted, and shows them as they were when the network fails. Loads what a
 * day without network needs while the browser is idle, and after `handleChange`: an appointment of the user has changed.
 */
export function startStoredDay(client: QueryClient, user: User, open = openStore) {
  const ending = new AbortController()
  const opening = openings
    .getState()
    .last.then(() => (ending.signal.aborted ? undefined : openAsRoles(client, user, open)))
    .catch((error: unknown) => {
      console.warn('nothing is stored', error)
      return undefined
    })
  openings.setState({ last: opening })
  const vault = opening.then((opened) => opened?.vault)
  const store = opening.then((opened) => opened?.store)
  restoreWithoutNetwork(client, store, ending.signal)
  saveFetched(client, store, ending.signal)
  refetchWithNetwork(client, ending.signal)
  const handleChange = prefetchWhenDue({ client, user, vault, store }, ending.signal)
  return { handleChange, stop: () => ending.abort() }
}

/** Without a session nothing stays, but for the unsent commands of an expired one, until the same user logs in again. */
export async function wipeStored(hasLoggedOut: boolean | undefined) {
  const vaults = import('@na-regua/offline').then(({ wipeVaults }) => wipeVaults({ retainsCommands: !hasLoggedOut }))
  const queues = import('../features/queue/queries.ts').then(({ forgetAccountEntries }) => forgetAccountEntries())
  for (const result of await Promise.allSettled([vaults, queues]))
    if (result.status === 'rejected') console.warn('what is stored was not deleted', result.reason)
}

/** Sends the acts of staff that wait on this device. `show` opens the page on which they are seen. */
export async function sendStored(userId: string, show: () => void) {
  const sending = import('../features/appointments/commands/command-bar.tsx')
  await sending
    .then(({ sendOnOpen }) => sendOnOpen(userId, show))
    .catch((error: unknown) => {
      console.warn('stored acts were not sent', error)
    })
}

/** Roles that the user had before could read other data: nothing of it stays. */
async function openAsRoles(client: QueryClient, user: User, open: typeof openStore) {
  const opened = await open(user.id)
  const roles = describeRoles(user)
  const before = await opened.vault.read<string>(ROLES)
  if (before !== undefined && before !== roles) {
    await Promise.all([opened.store.clear(), opened.vault.remove(PREFETCHED_AT)])
    client.removeQueries({ predicate: (query) => isStored(query) && !query.isActive() })
    void client.invalidateQueries({ predicate: isStored })
  }
  if (before !== roles) await opened.vault.write(ROLES, roles)
  return opened
}

function subscribe(client: QueryClient, signal: AbortSignal, listener: (event: QueryCacheNotifyEvent) => void) {
  const unsubscribe = client.getQueryCache().subscribe(listener)
  signal.addEventListener('abort', unsubscribe)
}

/** Only what was fetched: an optimistic update is not a fact. What the user may no longer read is deleted. */
function saveFetched(client: QueryClient, store: Store, signal: AbortSignal) {
  subscribe(client, signal, (event) => {
    if (event.type !== 'updated' || !isStored(event.query)) return
    const { action, query } = event
    if (action.type === 'success' && !action.manual) void save(store, query)
    const status = action.type === 'error' && action.error instanceof ApiResponseError && action.error.status
    if (status === 403 || status === 404) void store.then((queries) => queries?.remove(query.queryHash))
  })
  const isFetched = (query: Query) => isStored(query) && query.state.status === 'success' && !query.state.isInvalidated
  void store.then(() => {
    for (const query of client.getQueryCache().findAll({ predicate: isFetched })) void save(store, query)
  })
}

async function save(store: Store, { queryKey, queryHash, state }: Query) {
  const stored = { key: queryKey, hash: queryHash, data: state.data, updatedAt: state.dataUpdatedAt }
  await (await store)?.save(stored)
}

/** A query that has no data and gets none shows what was stored. */
function restoreWithoutNetwork(client: QueryClient, store: Store, signal: AbortSignal) {
  const restore = createRestore(client, store, signal)
  const isMissing = (query: Query) => isStored(query) && query.state.data === undefined
  const restoreLater = (query: Query) => setTimeout(() => isMissing(query) && void restore(), PATIENCE_MS)

  function check(query: Query, isStarting: boolean) {
    if (!isMissing(query)) return
    if (isDeviceOffline() || hasNoNetwork(query)) void restore()
    else if (isStarting) restoreLater(query)
  }

  subscribe(client, signal, (event) => {
    if (event.type === 'added') check(event.query, false)
    else if (event.type === 'updated') check(event.query, event.action.type === 'fetch')
  })
  for (const query of client.getQueryCache().getAll()) check(query, true)
}

/** Puts everything that is stored where no data is: one read serves all queries of a page. */
function createRestore(client: QueryClient, store: Store, signal: AbortSignal) {
  let isRestoring = false
  return async () => {
    if (isRestoring) return
    isRestoring = true
    const stored = (await (await store)?.list().catch(() => [])) ?? []
    isRestoring = false
    if (!signal.aborted) for (const query of stored) putStored(client, query)
  }
}

/** When the network is back, also if the browser does not notice. */
function refetchWithNetwork(client: QueryClient, signal: AbortSignal) {
  const predicate = (query: Query) => isStored(query) && hasNoNetwork(query)
  const refetch = () => void (isDeviceOffline() || client.refetchQueries({ type: 'active', predicate }))
  const timer = setInterval(refetch, RETRY_MS)
  window.addEventListener('online', refetch, { signal })
  signal.addEventListener('abort', () => clearInterval(timer))
}

function runWhenIdle(work: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work)
}

/** Loads it when the page is idle if it is older than 15 minutes, and again some seconds after something has changed. */
function prefetchWhenDue(source: Source, signal: AbortSignal) {
  const startedAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasChanged = false

  function schedule(delay: number) {
    clearTimeout(timer)
    timer = setTimeout(() => runWhenIdle(() => void run()), delay)
  }

  async function run() {
    if (signal.aborted) return
    schedule(FRESH_MS)
    const vault = await source.vault
    if (!vault || isDeviceOffline() || document.visibilityState !== 'visible') return
    const age = Date.now() - ((await vault.read<number>(PREFETCHED_AT)) ?? 0)
    if (age < FRESH_MS && !hasChanged) return
    // A browser that stores nothing needs nothing for later.
    if (!(await vault.write(PREFETCHING_AT, Date.now()))) return
    try {
      hasChanged = false
      await prefetchDay({ ...source, signal })
      await vault.write(PREFETCHED_AT, Date.now())
    } catch (error) {
      console.debug('the day for offline use was not loaded, the next attempt follows', error)
    }
  }

  const runSoon = () => schedule(hasChanged ? SETTLE_MS : 0)
  document.addEventListener('visibilitychange', runSoon, { signal })
  window.addEventListener('online', runSoon, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  runSoon()
  return () => {
    // The event stream of a new page reports that everything may have changed.
    if (signal.aborted || Date.now() - startedAt < SETTLE_MS) return
    hasChanged = true
    runSoon()
  }
}
