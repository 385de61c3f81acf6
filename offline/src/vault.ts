import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { listSettled, parseRecord, recordFormat, recordPrefix } from './command-records.ts'
import { emptyVault } from './empty-vault.ts'
import {
  ALGORITHM,
  decrypt,
  encrypt,
  isCommand,
  isRecordExpired,
  type StoredRecord,
  VAULT_LIFETIME_MS,
} from './encrypted-records.ts'

/**
 * What is stored in this browser for one user, encrypted with a key that leaves neither the browser nor the database. A
 * browser that cannot store it, for example in private mode, stores nothing: reads find nothing.
 */
export type Vault = {
  readonly userId: string
  read<T>(name: string): Promise<T | undefined>
  /** By name. */
  list<T>(prefix: string): Promise<{ name: string; value: T }[]>
  /** False if it was not stored: the storage is full, or the vault was wiped in the meantime. Never rejects. */
  write(name: string, value: unknown): Promise<boolean>
  remove(name: string): Promise<void>
}

/** Each key has an id of its own: the same user gets another key after a wipe. */
type StoredKey = {
  id: string
  userId: string
  key: CryptoKey
  /** When the session ended whose unsent commands wait for the next login; undefined while there is one. */
  retainedSince?: number
}

interface VaultSchema extends DBSchema {
  keys: { key: string; value: StoredKey }
  records: { key: string; value: StoredRecord }
}

type Database = IDBPDatabase<VaultSchema>

const DATABASE = 'na-regua'
/** The only key: a browser stores the data of one user at a time. */
const CURRENT = 'current'

/** How often this page has wiped: an opening that began before stores nothing. */
let wipes = 0
let opening: Promise<Database> | undefined

function openDatabase() {
  opening ??= openDatabaseOnce().catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

/** Browsers, above all Safari, end the connection of a page in the background: such an operation is repeated once with a new one. */
async function useDatabase<T>(run: (database: Database) => Promise<T>): Promise<T> {
  const used = openDatabase()
  try {
    return await run(await used)
  } catch (error) {
    if (!isLostConnection(error)) throw error
    if (opening === used) opening = undefined
    return await run(await openDatabase())
  }
}

function isLostConnection(error: unknown) {
  return error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError')
}

/** Async, so that it rejects where a browser without IndexedDB would throw. */
async function openDatabaseOnce() {
  return await openDB<VaultSchema>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('keys')
      database.createObjectStore('records')
    },
    // A newer version of the app must not wait for this page.
    blocking(_current, _blocked, event) {
      opening = undefined
      ;(event.target as IDBDatabase).close()
    },
    terminated() {
      opening = undefined
    },
  })
}

/** Opens the user's vault. What another user left is deleted, with its key; so is what has expired. */
export async function openVault(userId: string): Promise<Vault> {
  const wipesBefore = wipes
  try {
    const own = await useDatabase((database) => findOwnKey(database, userId))
    if (own) return createVault(own)
    const key = await crypto.subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt'])
    if (wipes !== wipesBefore) return emptyVault(userId)
    const candidate = { id: crypto.randomUUID(), userId, key }
    return createVault(await useDatabase((database) => claimDatabase(database, candidate)))
  } catch (error) {
    console.warn('this browser stores nothing for offline use', error)
    return emptyVault(userId)
  }
}

/** The key of an earlier opening. A page without network waits for it and for its records, so what has expired is deleted later. */
async function findOwnKey(database: Database, userId: string) {
  const stored = await database.get('keys', CURRENT)
  // Claimed again if its session had ended: the commands no longer expire.
  if (stored?.userId !== userId || stored.retainedSince !== undefined) return undefined
  deleting = deleteExpired().catch((error: unknown) => console.warn('expired records were not deleted', error))
  return stored
}

/** Resolves when the records that had expired at the last opening are deleted. */
export const finishDeleting = () => deleting
let deleting: Promise<void> | undefined

async function deleteExpired() {
  const runWhenIdle = Reflect.get(globalThis, 'requestIdleCallback') ?? setTimeout
  await new Promise((resolve) => void runWhenIdle(resolve))
  const transaction = (await openDatabase()).transaction('records', 'readwrite')
  for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue())
    if (isRecordExpired(String(cursor.key), cursor.value)) await cursor.delete()
  await transaction.done
}

/** In one transaction, so that two tabs never end up with different keys. */
async function claimDatabase(database: Database, candidate: StoredKey): Promise<StoredKey> {
  const transaction = database.transaction(['keys', 'records'], 'readwrite')
  async function claim() {
    const stored = await transaction.objectStore('keys').get(CURRENT)
    if (stored?.userId === candidate.userId && !isAbandoned(stored)) {
      const { retainedSince, ...own } = stored
      if (retainedSince !== undefined) await transaction.objectStore('keys').put(own, CURRENT)
      return own
    }
    await transaction.objectStore('records').clear()
    await transaction.objectStore('keys').put(candidate, CURRENT)
    return candidate
  }
  const [key] = await Promise.all([claim(), transaction.done])
  return key
}

/** The vault of the user who is logged in here; for the service worker, which cannot read the session. */
export async function findVault(): Promise<Vault | undefined> {
  try {
    const stored = await useDatabase((database) => database.get('keys', CURRENT))
    return stored && !isAbandoned(stored) ? createVault(stored) : undefined
  } catch {
    return undefined
  }
}

/**
 * Deletes the key and everything encrypted with it. With `retainsCommands` what the user does not know the outcome of stays, with the
 * key, for their next login within 14 days; if there is nothing, everything goes.
 */
export async function wipeVaults({ retainsCommands = false } = {}): Promise<void> {
  wipes += 1
  // Nothing can be stored in a browser without a database.
  if (!(await openDatabase().catch(() => undefined))) return
  await useDatabase(async (database) =>
    wipeDatabase(database, retainsCommands ? await findSettled(database) : undefined),
  )
}

/** Names of the commands whose outcome the user knows; undefined when none is to be retained. */
async function findSettled(database: Database): Promise<ReadonlySet<string> | undefined> {
  const stored = await database.get('keys', CURRENT)
  if (!stored || isAbandoned(stored)) return undefined
  const named = (await createVault(stored).list(recordPrefix)).map((one) => parseRecord(recordFormat, one))
  return new Set(listSettled(named).map((name) => `${stored.userId}/${name}`))
}

/** A command that another tab has added since `settled` was read stays too. */
async function wipeDatabase(database: Database, settled: ReadonlySet<string> | undefined) {
  const transaction = database.transaction(['keys', 'records'], 'readwrite')
  const keys = transaction.objectStore('keys')
  const records = transaction.objectStore('records')
  async function wipe() {
    const [stored, names] = await Promise.all([keys.get(CURRENT), records.getAllKeys()])
    const hasCommands = names.some((name) => name.includes(`/${recordPrefix}`) && !settled?.has(name))
    if (!stored || !settled || !hasCommands) return Promise.all([records.clear(), keys.clear()])
    await Promise.all(names.map((name) => (isCommand(name) && !settled.has(name)) || records.delete(name)))
    await keys.put({ ...stored, retainedSince: Math.min(stored.retainedSince ?? Date.now(), Date.now()) }, CURRENT)
  }
  await Promise.all([wipe(), transaction.done])
}

/** No login has followed for the commands that wait. */
const isAbandoned = ({ retainedSince }: StoredKey) =>
  retainedSince !== undefined && Date.now() - retainedSince > VAULT_LIFETIME_MS

/** Holds no connection: each operation uses the one of the page, which may be another than before. */
function createVault({ id, userId, key }: StoredKey): Vault {
  const nameOf = (name: string) => `${userId}/${name}`

  async function read<T>(name: string) {
    const record = await useDatabase((database) => database.get('records', nameOf(name)))
    return decrypt<T>(key, nameOf(name), record)
  }

  async function list<T>(prefix: string) {
    const range = IDBKeyRange.bound(nameOf(prefix), nameOf(`${prefix}\uffff`))
    const [names, records] = await useDatabase(async (database) => {
      const { store } = database.transaction('records')
      return Promise.all([store.getAllKeys(range), store.getAll(range)])
    })
    const values = await Promise.all(records.map((record, index) => decrypt<T>(key, String(names[index]), record)))
    return names.flatMap((name, index) => {
      const value = values[index]
      return value === undefined ? [] : [{ name: name.slice(userId.length + 1), value: value as T }]
    })
  }

  async function write(name: string, value: unknown) {
    try {
      const record = await encrypt(key, value)
      return await useDatabase((database) => putRecord(database, { keyId: id, name: nameOf(name), record }))
    } catch (error) {
      console.warn('a record for offline use was not stored', error)
      return false
    }
  }

  const remove = (name: string) => useDatabase((database) => database.delete('records', nameOf(name)))
  return { userId, read, list, write, remove }
}

type Put = { keyId: string; name: string; record: StoredRecord }

/** A vault that was wiped or replaced in the meantime stores nothing: the key is compared in the same transaction. */
async function putRecord(database: Database, { keyId, name, record }: Put) {
  const transaction = database.transaction(['keys', 'records'], 'readwrite')
  async function putUnlessWiped() {
    const current = await transaction.objectStore('keys').get(CURRENT)
    if (current?.id !== keyId) return false
    await transaction.objectStore('records').put(record, name)
    return true
  }
  const [isStored] = await Promise.all([putUnlessWiped(), transaction.done])
  return isStored
}
