import { MAX_QUEUE_NAME, type OwnQueueEntry, queueApi } from '@na-regua/contract/queue'
import type { Body } from '@na-regua/contract/route'
import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api, apiUrl } from '../../lib/api.ts'
import { isLinkInvalid, NetworkError } from '../../lib/api-error.ts'
import { refetchChanged, type StreamEvent, subscribeToEvents } from '../../lib/event-stream.ts'
import { shouldRetry, storeResponse } from '../../lib/query-client.ts'
import { createUuid } from '../../lib/unique-id.ts'
import { createStoredValue } from '../../lib/use-stored-value.ts'
import { isOpenEntry, parseDoorEntry, parseStoredEntry } from './rules.ts'

/** The events report each change; this is for waits, which grow old by themselves, and for a stream that is not there. */
export const REFETCH_MS = 30_000

/** Prefix of everything about queues; the name of its topic in the live events. */
export const queueKey = ['queue'] as const

export const liveOptions = {
  staleTime: 10_000,
  refetchInterval: REFETCH_MS,
  refetchOnMount: 'always',
  refetchOnWindowFocus: true,
  // A link or key that is not valid any more is to be seen at once.
  retry: (failures: number, error: Error) => !isLinkInvalid(error) && shouldRetry(failures, error),
} as const

/** The queue of a barbershop as everyone may know it. */
export function queueQuery(barbershopId: string) {
  return queryOptions({
    queryKey: [...queueKey, 'state', barbershopId],
    queryFn: ({ signal }) => api(queueApi.get, { params: { id: barbershopId }, signal }),
    select: ({ queue }) => queue,
    ...liveOptions,
  })
}

/** The queue behind the QR code at the door. */
export function doorQuery(key: string) {
  return queryOptions({
    queryKey: [...queueKey, 'door', key],
    queryFn: ({ signal }) => api(queueApi.door, { params: { key }, signal }),
    ...liveOptions,
  })
}

/** The queues in which the signed-in user waits. */
export function ownEntriesQuery() {
  return queryOptions({
    queryKey: [...queueKey, 'own'],
    queryFn: ({ signal }) => api(queueApi.listOwn, { signal }),
    select: ({ entries }) => entries,
    ...liveOptions,
    meta: { stored: true },
  })
}

/** The open entry that this device saw last, so that its page shows something at once, and without network. */
const storedEntry = createStoredValue({ key: 'queueEntry', parse: (text) => parseStoredEntry(text, Date.now()) })

function storeEntry(entry: OwnQueueEntry) {
  if (isOpenEntry(entry)) storedEntry.write({ entry, at: Date.now() })
  else if (storedEntry.read()?.entry.token === entry.token) storedEntry.write(undefined)
}

export function entryQuery(token: string) {
  return queryOptions({
    queryKey: [...queueKey, 'entry', token],
    queryFn: async ({ signal }) => {
      const response = await api(queueApi.getEntry, { params: { token }, signal }).catch((error: unknown) => {
        if (isLinkInvalid(error)) storedEntry.write(undefined)
        throw error
      })
      storeEntry(response.entry)
      return response
    },
    ...liveOptions,
  })
}

function followEveryTab(onChange: () => void) {
  const unsubscribe = storedEntry.subscribe(onChange)
  window.addEventListener('storage', onChange)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onChange)
  }
}

/** The token of the entry that this device waits with, whichever tab joined or left. */
export function useDeviceToken() {
  return useSyncExternalStore(
    followEveryTab,
    () => storedEntry.read()?.entry.token,
    () => undefined,
  )
}

/** The entry of a link, at first as this device saw it last. */
export function useEntry(token: string) {
  const client = useQueryClient()
  useEffect(() => {
    const { queryKey } = entryQuery(token)
    const stored = storedEntry.read()
    // Not before the hydration: the server does not know what this device has stored.
    if (stored?.entry.token !== token || client.getQueryData(queryKey)) return
    client.setQueryData(queryKey, { entry: stored.entry }, { updatedAt: stored.at })
  }, [client, token])
  return useQuery(entryQuery(token))
}

/** All open pages receive an event at the same moment. Those of the own entries load at once, public ones spread over so long. */
const SPREAD_MS = 700
const RECONNECT_MS = 5_000
const RECENT_MS = 3_000

const isPublic = ({ queryKey }: Query) => ['state', 'door', 'screen'].includes(String(queryKey[1]))

/** A connection that opens with the page reports that everything may have changed since: not what was loaded with it. */
const isRecent = ({ queryKey, state }: Query) =>
  queryKey[1] !== 'screen' && Math.abs(Date.now() - state.dataUpdatedAt) < RECENT_MS

/** Refetches what is shown of a queue when it changes. Any page may listen: the events carry no data. */
export function useQueueEvents(barbershopId: string | undefined, spreadMs = RECONNECT_MS) {
  const client = useQueryClient()
  useEffect(() => {
    if (!barbershopId) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let recent: Query[] = []
    const refetch = (predicate: (query: Query) => boolean) => refetchChanged(client, { queryKey: queueKey, predicate })
    function handle(event: StreamEvent) {
      refetch((query) => !isPublic(query))
      const isOpening = event === 'everything' && timer === undefined
      recent = isOpening ? client.getQueryCache().findAll({ queryKey: queueKey, predicate: isRecent }) : []
      timer ??= setTimeout(() => {
        timer = undefined
        refetch((query) => isPublic(query) && !recent.includes(query))
      }, Math.random() * SPREAD_MS)
    }
    const url = apiUrl(queueApi.stream.url, { id: barbershopId })
    const unsubscribe = subscribeToEvents({ name: barbershopId, url, spreadMs, onEvent: handle })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [client, barbershopId, spreadMs])
}

function showEntry(client: QueryClient, entry: OwnQueueEntry) {
  storeEntry(entry)
  storeResponse(client, entryQuery(entry.token).queryKey, { entry })
  void client.invalidateQueries({ queryKey: [...queueKey, 'own'] })
  void client.invalidateQueries({ queryKey: [...queueKey, 'state', entry.barbershop.id] })
}

/** `version` is the one that the customer saw: a request whose response was lost is repeated without going back twice. */
type EntryAction = { version: number; action: 'leave' } | { version: number; action: 'fall-back'; positions: number }

const ACTION_RETRIES = 2

function sendAction(token: string, input: EntryAction) {
  const params = { token }
  if (input.action === 'leave') return api(queueApi.leave, { params })
  return api(queueApi.fallBack, { params, body: { positions: input.positions, version: input.version } })
}

/** After a refusal the page shows the current state of the entry. */
export function useEntryAction(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: EntryAction) => sendAction(token, input),
    retry: (failures, error) => failures < ACTION_RETRIES && error instanceof NetworkError,
    onSuccess: ({ entry }) => showEntry(client, entry),
    onError: () => client.invalidateQueries({ queryKey: entryQuery(token).queryKey }),
  })
}

export type QueueChoice = Body<typeof queueApi.join>

/** Joins with the account. */
export function useJoin(barbershopId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: QueueChoice) => api(queueApi.join, { params: { id: barbershopId }, body }),
    onSuccess: ({ entry }) => showEntry(client, entry),
    onError: () => client.invalidateQueries({ queryKey: queueQuery(barbershopId).queryKey }),
  })
}

/** The name that was last given at a door on this device. */
export const storedQueueName = createStoredValue({
  key: 'queueName',
  parse: (text) => text.slice(0, MAX_QUEUE_NAME),
  format: String,
})

/** The entry of this device at a door: its id from before the first request on, its token once it has joined. */
export const storedDoorEntry = createStoredValue({
  key: 'queueDoor',
  parse: (text) => parseDoorEntry(text, Date.now()),
})

/** At the end of a session nothing of the account stays. What was joined at the door without it does: another customer may wait by it. */
export function forgetAccountEntries() {
  const door = storedDoorEntry.read()
  const isRetained = door !== undefined && !door.isOfAccount
  if (!isRetained) storedDoorEntry.write(undefined)
  if (!isRetained || storedEntry.read()?.entry.token !== door.token) storedEntry.write(undefined)
  storedQueueName.write(undefined)
}

/** Returns the id of the request whose response was lost, if it was for the same customer: the server returns their entry again. */
function takeEntryId(key: string, { name, phone }: DoorInput) {
  const stored = storedDoorEntry.read()
  const isSame = stored?.key === key && stored.name === name && stored.phone === phone
  if (isSame && !stored.token) return stored.entryId
  const entryId = createUuid()
  storedDoorEntry.write({ key, entryId, name, phone, at: Date.now() })
  return entryId
}

/** Tries of one tap while the network is missing: about a minute. */
const MAX_TRIES = 10
const RETRY_MS = 6_000

type DoorInput = Omit<Body<typeof queueApi.joinAtDoor>, 'entryId'> & {
  /** Given when a signed-in customer joins for themselves: with the account, which gets the pushes. */
  barbershopId?: string
}

function sendDoorInput(key: string, { barbershopId, ...input }: DoorInput) {
  const { name: _, phone: __, ...choice } = input
  if (barbershopId) return api(queueApi.join, { params: { id: barbershopId }, body: choice })
  return api(queueApi.joinAtDoor, { params: { key }, body: { ...input, entryId: takeEntryId(key, input) } })
}

/** Joins at the door. Repeats itself without network, which is safe: the entry has its id from this device, or is the account's only one. */
export function useJoinAtDoor(key: string, onJoined: (token: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: DoorInput) => sendDoorInput(key, input),
    retry: (failures, error) => failures < MAX_TRIES && error instanceof NetworkError,
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, RETRY_MS),
    onSuccess: ({ entry }, { phone, barbershopId }) => {
      const { id: entryId, name, token } = entry
      // First, because the stored entry replaces the form.
      onJoined(token)
      storedDoorEntry.write({
        key,
        entryId,
        name,
        phone,
        token,
        at: Date.now(),
        isOfAccount: barbershopId !== undefined,
      })
      showEntry(client, entry)
    },
    onError: () => client.invalidateQueries({ queryKey: doorQuery(key).queryKey }),
  })
}
