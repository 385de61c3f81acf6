import { MAX_QUEUE_NAME, type OwnQueueEntry, queueApi } from '@na-regua/contract/queue'
import type { Body, Output } from '@na-regua/contract/route'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, apiUrl } from '../../lib/api.ts'
import { hasCode, NetworkError } from '../../lib/api-error.ts'
import { maintainStream } from '../../lib/event-stream.ts'
import { shouldRetry } from '../../lib/query-client.ts'
import { createStoredValue } from '../../lib/use-stored-value.ts'
import { createEntryId } from './rules.ts'

/** The events report each change; this is for waits, which grow old by themselves, and for a stream that is not there. */
const REFETCH_MS = 30_000
const SCREEN_REFETCH_MS = 60_000

/** Prefix of everything about queues; the name of its topic in the live events. */
const queueKey = ['queue'] as const

const live = {
  staleTime: 10_000,
  refetchInterval: REFETCH_MS,
  refetchOnMount: 'always',
  refetchOnWindowFocus: true,
} as const

/** The queue of a barbershop as everyone may know it. */
export function queueQuery(barbershopId: string) {
  return queryOptions({
    queryKey: [...queueKey, 'state', barbershopId],
    queryFn: ({ signal }) => api(queueApi.get, { params: { id: barbershopId }, signal }),
    select: ({ queue }) => queue,
    ...live,
  })
}

/** The queue behind the QR code at the door. */
export function doorQuery(key: string) {
  return queryOptions({
    queryKey: [...queueKey, 'door', key],
    queryFn: ({ signal }) => api(queueApi.door, { params: { key }, signal }),
    ...live,
  })
}

export type ScreenData = Output<typeof queueApi.screen>

/** What the screen of a barbershop shows. No hand reloads it: it is fetched again for as long as it is open. */
export function screenQuery(key: string) {
  return queryOptions({
    queryKey: [...queueKey, 'screen', key],
    queryFn: ({ signal }) => api(queueApi.screen, { params: { key }, signal }),
    ...live,
    refetchInterval: SCREEN_REFETCH_MS,
    refetchIntervalInBackground: true,
    // After a renewal of the key it is to be seen at once.
    retry: (failures, error) => !hasCode(error, 'LINK_INVALID') && shouldRetry(failures, error),
  })
}

/** How far the server's clock is ahead of this device's, in milliseconds: that of a television is often wrong. */
export function getClockOffset({ data, dataUpdatedAt }: { data?: { serverTime: string }; dataUpdatedAt: number }) {
  // Stored data may be of a version without it.
  return data?.serverTime ? Date.parse(data.serverTime) - dataUpdatedAt : 0
}

/** The queues in which the signed-in user waits. */
export function ownEntriesQuery() {
  return queryOptions({
    queryKey: [...queueKey, 'own'],
    queryFn: ({ signal }) => api(queueApi.listOwn, { signal }),
    select: ({ entries }) => entries,
    ...live,
    meta: { stored: true },
  })
}

/** The entry that this device saw last, so that its page shows something at once, and without network. */
const storedEntry = createStoredValue<{ entry: OwnQueueEntry; at: number }>({
  key: 'queueEntry',
  parse: (text) => JSON.parse(text) as { entry: OwnQueueEntry; at: number },
})

export function entryQuery(token: string) {
  return queryOptions({
    queryKey: [...queueKey, 'entry', token],
    queryFn: async ({ signal }) => {
      const response = await api(queueApi.getEntry, { params: { token }, signal }).catch((error: unknown) => {
        if (isLinkOver(error)) storedEntry.write(undefined)
        throw error
      })
      storedEntry.write({ entry: response.entry, at: Date.now() })
      return response
    },
    ...live,
  })
}

/** The link is not valid any more: what this device has stored of it is not shown. */
export const isLinkOver = (error: unknown) => hasCode(error, 'LINK_INVALID')

/** The entry of a link, at first as this device saw it last. */
export function useEntry(token: string) {
  const client = useQueryClient()
  useEffect(() => {
    const { queryKey } = entryQuery(token)
    const stored = storedEntry.read()
    // Not before the hydration: the server does not know what this device has stored.
    if (stored?.entry?.token !== token || client.getQueryData(queryKey)) return
    client.setQueryData(queryKey, { entry: stored.entry }, { updatedAt: stored.at })
  }, [client, token])
  return useQuery(entryQuery(token))
}

/** Refetches what is shown of a queue when it changes. Any page may listen: the events carry no data. */
export function useQueueEvents(barbershopId: string | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (!barbershopId) return
    const ending = new AbortController()
    void maintainStream({
      url: apiUrl(queueApi.stream.url, { id: barbershopId }),
      signal: ending.signal,
      share: (event) => event !== 'alive' && void client.invalidateQueries({ queryKey: queueKey }),
    })
    return () => ending.abort()
  }, [client, barbershopId])
}

function showEntry(client: QueryClient, entry: OwnQueueEntry) {
  storedEntry.write({ entry, at: Date.now() })
  client.setQueryData(entryQuery(entry.token).queryKey, { entry })
  void client.invalidateQueries({ queryKey: [...queueKey, 'own'] })
  void client.invalidateQueries({ queryKey: [...queueKey, 'state', entry.barbershop.id] })
}

export type EntryAction = { action: 'leave' } | { action: 'fall-back'; places: number }

function sendAction(token: string, input: EntryAction) {
  const params = { token }
  if (input.action === 'leave') return api(queueApi.leave, { params })
  return api(queueApi.fallBack, { params, body: { places: input.places } })
}

/** After a refusal the page shows the current state of the entry. */
export function useEntryAction(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: EntryAction) => sendAction(token, input),
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

type DoorEntry = { key: string; entryId: string; name: string; token?: string }

/** The entry of this device at a door: its id from before the first request on, its token once it has joined. */
export const storedDoorEntry = createStoredValue<DoorEntry>({
  key: 'queueDoor',
  parse: (text) => {
    const { key, entryId, name, token } = JSON.parse(text) as Partial<DoorEntry>
    return key && entryId && name ? { key, entryId, name, token } : undefined
  },
})

/** Of the request whose response was lost, if it was for the same customer: the server returns their entry again. */
function takeEntryId(key: string, name: string) {
  const stored = storedDoorEntry.read()
  if (stored?.key === key && stored.name === name && !stored.token) return stored.entryId
  const entryId = createEntryId()
  storedDoorEntry.write({ key, entryId, name })
  return entryId
}

/** Tries of one tap while the network is missing: about a minute. */
const MAX_TRIES = 10
const RETRY_MS = 6_000

type DoorInput = Omit<Body<typeof queueApi.joinAtDoor>, 'entryId'> & {
  /** Of a signed-in customer who joins for themselves: with the account, which gets the pushes. */
  barbershopId?: string
}

function sendDoorInput(key: string, { barbershopId, ...input }: DoorInput) {
  const { name, phone: _, ...choice } = input
  if (barbershopId) return api(queueApi.join, { params: { id: barbershopId }, body: choice })
  return api(queueApi.joinAtDoor, { params: { key }, body: { ...input, entryId: takeEntryId(key, name) } })
}

/** Joins at the door. Repeats itself without network, which is safe: the entry has its id from this device, or is the account's only one. */
export function useJoinAtDoor(key: string, onJoined: (token: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: DoorInput) => sendDoorInput(key, input),
    retry: (failures, error) => failures < MAX_TRIES && error instanceof NetworkError,
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, RETRY_MS),
    onSuccess: ({ entry }) => {
      // First, because the stored entry replaces the form.
      onJoined(entry.token)
      storedDoorEntry.write({ key, entryId: entry.id, name: entry.name, token: entry.token })
      showEntry(client, entry)
    },
    onError: () => client.invalidateQueries({ queryKey: doorQuery(key).queryKey }),
  })
}
