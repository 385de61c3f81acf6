import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftOf } from '../test/test-queue.ts'
import { nameRecord } from './command-records.ts'
import { VAULT_LIFETIME_MS } from './encrypted-records.ts'
import { findVault, finishDeleting, openVault, wipeVaults } from './vault.ts'

beforeEach(() => wipeVaults())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Everything that is in the database, as bytes would show it. */
async function readDatabase() {
  const database = await openDB('na-regua', 1)
  const records = await database.getAll('records')
  const names = await database.getAllKeys('records')
  const keys = await database.getAll('keys')
  database.close()
  return { records, names, keys }
}

const appointment = { customer: { name: 'Carla Rios', phone: '62900006666' } }

test('what is written is read again, also through another vault of the same user', async () => {
  const vault = await openVault('ana')
  expect(await vault.write('day/today', appointment)).toBe(true)
  expect(await vault.read('day/today')).toEqual(appointment)
  expect(await (await openVault('ana')).read('day/today')).toEqual(appointment)
  expect(await (await findVault())?.read('day/today')).toEqual(appointment)
})

/** As Safari does with pages in the background. */
async function loseConnection() {
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await findVault()
  for (const database of transactions.mock.contexts) (database as IDBDatabase).close()
  transactions.mockRestore()
}

test('a vault survives the loss of its connection', async () => {
  const vault = await openVault('ana')
  await loseConnection()
  expect(await vault.write('day/1', appointment)).toBe(true)
  await loseConnection()
  expect(await vault.list('day/')).toEqual([{ name: 'day/1', value: appointment }])
  await loseConnection()
  expect(await Promise.all([vault.read('day/1'), vault.read('day/1')])).toEqual([appointment, appointment])
  await loseConnection()
  await vault.remove('day/1')
  await loseConnection()
  expect(await (await openVault('ana')).list('')).toEqual([])
  await loseConnection()
  await wipeVaults()
  expect((await readDatabase()).keys).toEqual([])
})

test('records are listed by prefix, without those of other prefixes', async () => {
  const vault = await openVault('ana')
  await vault.write('day/1', 1)
  await vault.write('day/2', 2)
  await vault.write('days', 3)
  await vault.remove('day/1')
  expect(await vault.list('day/')).toEqual([{ name: 'day/2', value: 2 }])
})

test('the database has ciphertext only, and a key that cannot be exported', async () => {
  const vault = await openVault('ana')
  await vault.write('day/today', appointment)
  const { records, keys } = await readDatabase()
  const bytes = records.map(({ data }) => new TextDecoder('latin1').decode(data)).join()
  expect(bytes.length).toBeGreaterThan(50)
  expect(bytes).not.toMatch(/Carla|Rios|62900006666/)
  expect(keys[0].key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', keys[0].key)).rejects.toThrow()
})

test('the same value is never encrypted to the same bytes', async () => {
  const vault = await openVault('ana')
  await vault.write('one', appointment)
  await vault.write('other', appointment)
  const [one, other] = (await readDatabase()).records
  expect(new Uint8Array(one.data)).not.toEqual(new Uint8Array(other.data))
  expect(one.iv).not.toEqual(other.iv)
})

test('another user finds nothing, and what the first one left is deleted with its key', async () => {
  const first = await openVault('ana')
  await first.write('day/today', appointment)
  const [before] = (await readDatabase()).keys
  const other = await openVault('bia')
  expect(await other.read('day/today')).toBeUndefined()
  expect(await other.list('')).toEqual([])
  const { records, keys } = await readDatabase()
  expect(records).toEqual([])
  expect(keys.map(({ userId }) => userId)).toEqual(['bia'])
  expect(keys[0].id).not.toBe(before.id)
  expect(await first.write('day/today', appointment)).toBe(false)
  expect((await readDatabase()).records).toEqual([])
})

test('a wipe leaves neither a record nor a key, and a write that was on its way stores nothing', async () => {
  const vault = await openVault('ana')
  await vault.write('day/today', appointment)
  const writing = vault.write('day/today', appointment)
  await wipeVaults()
  await writing
  await vault.write('day/tomorrow', appointment)
  expect(await readDatabase()).toEqual({ records: [], names: [], keys: [] })
  expect(await findVault()).toBeUndefined()
  expect(await vault.read('day/today')).toBeUndefined()
})

test('a wipe also ends an opening that began before it', async () => {
  const opening = openVault('ana')
  await wipeVaults()
  expect(await (await opening).write('day/today', appointment)).toBe(false)
  expect(await readDatabase()).toEqual({ records: [], names: [], keys: [] })
})

test('a wipe that retains commands deletes all else, and everything when there are none', async () => {
  const vault = await openVault('ana')
  await vault.write('query/1', appointment)
  await vault.write('command/device', 'device')
  await wipeVaults({ retainsCommands: true })
  expect(await readDatabase()).toEqual({ records: [], names: [], keys: [] })
  const again = await openVault('ana')
  for (const name of ['query/1', 'session', 'command/device', nameRecord(1, 'id')]) await again.write(name, appointment)
  await wipeVaults({ retainsCommands: true })
  expect((await readDatabase()).names).toEqual(['ana/command/device', `ana/${nameRecord(1, 'id')}`])
  expect(await (await openVault('ana')).read(nameRecord(1, 'id'))).toEqual(appointment)
  expect(await (await openVault('bia')).list('')).toEqual([])
})

const walkIn = draftOf('walkIn')
type Settled = { state: string; isReported?: boolean; replaces?: string; target?: object }
const record = (id: string, { target, ...state }: Settled) => ({
  format: 1,
  command: { ...walkIn, id, ...(target && { type: 'confirm', target }) },
  ...state,
})

test('a wipe that retains commands deletes those whose outcome the user knows', async () => {
  const vault = await openVault('ana')
  const records = [
    record('applied', { state: 'applied' }),
    record('creator', { state: 'applied' }),
    record('reported', { state: 'refused', isReported: true }),
    record('replaced', { state: 'refused' }),
    record('unreported', { state: 'refused' }),
    record('pending', { state: 'pending', target: { commandId: 'creator' }, replaces: 'replaced' }),
  ]
  for (const [index, one] of records.entries()) await vault.write(nameRecord(index, one.command.id), one)
  await wipeVaults({ retainsCommands: true })
  const ids = (await readDatabase()).names.map((name) => String(name).split('-').at(-1))
  expect(ids).toEqual(['creator', 'unreported', 'pending'])
  expect(await (await openVault('ana')).read(nameRecord(5, 'pending'))).toEqual(records[5])
})

test('commands of an ended session are deleted after 14 days, those of a later login are not', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') })
  const name = nameRecord(1, 'pending')
  await (await openVault('ana')).write(name, record('pending', { state: 'pending' }))
  await wipeVaults({ retainsCommands: true })
  vi.setSystemTime(Date.now() + VAULT_LIFETIME_MS)
  // The next page without a session does not begin the time again.
  await wipeVaults({ retainsCommands: true })
  await openVault('ana')
  vi.setSystemTime(Date.now() + VAULT_LIFETIME_MS)
  await wipeVaults({ retainsCommands: true })
  expect((await readDatabase()).names).toEqual([`ana/${name}`])
  vi.setSystemTime(Date.now() + VAULT_LIFETIME_MS + 1)
  expect(await findVault()).toBeUndefined()
  expect(await (await openVault('ana')).list('')).toEqual([])
  await wipeVaults({ retainsCommands: true })
  expect(await readDatabase()).toEqual({ records: [], names: [], keys: [] })
})

test('a record of a clock that was days ahead has expired', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-11T12:00:00Z') })
  const vault = await openVault('ana')
  await vault.write('day/today', appointment)
  vi.setSystemTime(new Date('2026-03-10T12:00:00Z'))
  expect(await vault.read('day/today')).toEqual(appointment)
  vi.setSystemTime(new Date('2026-03-10T11:59:59Z'))
  expect(await vault.read('day/today')).toBeUndefined()
})

test('a write with the key of before a wipe leaves no unreadable record in the reopened vault', async () => {
  const old = await openVault('ana')
  await wipeVaults()
  const reopened = await openVault('ana')
  await reopened.write('day/today', appointment)
  expect(await old.write('day/today', { other: true })).toBe(false)
  expect(await old.write('day/tomorrow', { other: true })).toBe(false)
  expect(await reopened.list('')).toEqual([{ name: 'day/today', value: appointment }])
  expect((await readDatabase()).records).toHaveLength(1)
})

test('two tabs that open at the same time have the same key', async () => {
  const [one, other] = await Promise.all([openVault('ana'), openVault('ana')])
  await one.write('day/today', appointment)
  expect(await other.read('day/today')).toEqual(appointment)
})

test('a record that cannot be decrypted is not found', async () => {
  const vault = await openVault('ana')
  await vault.write('day/today', appointment)
  const database = await openDB('na-regua', 1)
  const record = await database.get('records', 'ana/day/today')
  const bytes = new Uint8Array(record.data)
  bytes.set([255 - (bytes[0] ?? 0)])
  await database.put('records', record, 'ana/day/today')
  database.close()
  expect(await vault.read('day/today')).toBeUndefined()
  expect(await vault.list('')).toEqual([])
})

test('after 14 days a record is not returned, and deleted when the vault is opened', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') })
  const vault = await openVault('ana')
  await vault.write('old', appointment)
  vi.setSystemTime(Date.now() + VAULT_LIFETIME_MS)
  await vault.write('new', appointment)
  expect(await vault.read('old')).toEqual(appointment)
  vi.setSystemTime(Date.now() + 1)
  expect(await vault.read('old')).toBeUndefined()
  expect(await vault.list('')).toEqual([{ name: 'new', value: appointment }])
  await openVault('ana')
  await finishDeleting()
  expect((await readDatabase()).names).toEqual(['ana/new'])
})

function expectNothingStored() {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  return async () => {
    const vault = await openVault('ana')
    expect(vault.userId).toBe('ana')
    expect(await vault.write('day/today', appointment)).toBe(false)
    expect(await vault.read('day/today')).toBeUndefined()
    expect(await vault.list('')).toEqual([])
    await vault.remove('day/today')
  }
}

test('without crypto.subtle, as on a page without https, nothing is stored', async () => {
  const expectNothing = expectNothingStored()
  vi.stubGlobal('crypto', { ...crypto, subtle: undefined })
  await expectNothing()
})

test('a key that the browser refuses to store, as in some private windows, stores nothing', async () => {
  const expectNothing = expectNothingStored()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('refused', 'DataCloneError')
  })
  await expectNothing()
})

test('a full storage is not fatal, and what is stored stays', async () => {
  const vault = await openVault('ana')
  await vault.write('day/today', appointment)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await vault.write('day/today', { other: true })).toBe(false)
  full.mockRestore()
  expect(await vault.read('day/today')).toEqual(appointment)
})
