import type { User } from '@na-regua/contract/accounts'
import type { StoredQuery } from '@na-regua/offline'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NetworkError } from './api-error.ts'
import { getSession } from './session.ts'

/** A page is shown without its stored data if the browser has not read it by then. */
const PATIENCE_MS = 2_000
/** The record of the roles that the stored data was read with. */
export const ROLES = 'roles'

/** What decides which data a user may read. */
export const describeRoles = ({ role, isBarber, barbershopRoles, permissions }: User) =>
  JSON.stringify([role, isBarber ?? false, barbershopRoles ?? [], permissions ?? []])

export const isDeviceOffline = () => typeof navigator !== 'undefined' && navigator.onLine === false

/** The vault of the user, and what it has of the queries. */
export async function openStore(userId: string) {
  const { openStoredQueries, openVault } = await import('@na-regua/offline')
  const vault = await openVault(userId)
  return { vault, store: openStoredQueries(vault) }
}

/** What was stored for the user, with the roles that they have now. */
async function readStored(user: User): Promise<StoredQuery[]> {
  const { vault, store } = await openStore(user.id)
  const [roles, queries] = await Promise.all([vault.read<string>(ROLES), store.list()])
  return roles === describeRoles(user) ? queries : []
}

type Reading = { user: User; queries: Promise<StoredQuery[]> }

function startReading(user: User): Reading {
  const queries = readStored(user).catch((error: unknown) => {
    console.warn('nothing stored could be read', error)
    return []
  })
  return { user, queries }
}

// Beside the other scripts and the first render: the page waits for it.
const { user: firstUser } = getSession()
const early = isDeviceOffline() && firstUser ? startReading(firstUser) : undefined

/** Puts everything that is stored where no data is. */
async function restoreStored(client: QueryClient, user: User) {
  const isEarly = early?.user.id === user.id && describeRoles(early.user) === describeRoles(user)
  const { queries } = isEarly ? early : startReading(user)
  for (const query of await queries) putStored(client, query)
}

/** With the error of the missing network, which a successful fetch ends: pages then say how old it is. */
export function putStored(client: QueryClient, { key, hash, data, updatedAt }: StoredQuery) {
  const options = { queryKey: key, queryHash: hash, gcTime: Number.POSITIVE_INFINITY, meta: { stored: true } }
  const query = client.getQueryCache().build(client, options)
  if (query.state.data !== undefined) return
  const error = new NetworkError('network')
  query.setState({ data, dataUpdatedAt: updatedAt, dataUpdateCount: 1, status: 'error', error, isInvalidated: true })
}

/** False until a page without network has its stored data, so that it is rendered once, with it. */
export function useIsRestored(user: User | undefined) {
  const client = useQueryClient()
  const [isRestored, setRestored] = useState(() => !isDeviceOffline())
  const userId = user?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object of the same user changes nothing.
  useEffect(() => {
    if (isRestored || !user) return
    const finish = () => setRestored(true)
    const timer = setTimeout(finish, PATIENCE_MS)
    void restoreStored(client, user).then(finish)
    return () => clearTimeout(timer)
  }, [client, userId, isRestored])
  return isRestored
}
