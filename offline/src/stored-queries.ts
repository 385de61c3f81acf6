import type { Vault } from './vault.ts'

/** The data of a query of the pages, as it was at `updatedAt` (milliseconds since the epoch). `hash` identifies its key. */
export type StoredQuery = { key: readonly unknown[]; hash: string; data: unknown; updatedAt: number }

export type StoredQueries = {
  list(): Promise<StoredQuery[]>
  /** One after the other, so that the last one wins. */
  save(query: StoredQuery): Promise<void>
  remove(hash: string): Promise<void>
  clear(): Promise<void>
}

const PREFIX = 'query/'

/** The names of records are not encrypted, and a key contains ids. */
async function nameOf(hash: string) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(hash))
  return PREFIX + Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The queries that are read without network. */
export function openStoredQueries(vault: Vault): StoredQueries {
  let last: Promise<unknown> = Promise.resolve()

  function enqueue(change: () => Promise<unknown>) {
    last = last.then(change).catch((error: unknown) => console.warn('a query was not stored for offline use', error))
    return last.then(() => undefined)
  }

  return {
    async list() {
      await last
      return (await vault.list<StoredQuery>(PREFIX)).map(({ value }) => value)
    },
    save: (query) => enqueue(async () => vault.write(await nameOf(query.hash), query)),
    remove: (hash) => enqueue(async () => vault.remove(await nameOf(hash))),
    clear: () =>
      enqueue(async () => {
        for (const { name } of await vault.list(PREFIX)) await vault.remove(name)
      }),
  }
}
