import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, expect, test } from 'vitest'
import { listSeenBarbershops, rememberBarbershop } from './seen-barbershops.ts'
import { openStoredQueries } from './stored-queries.ts'
import { openVault, wipeVaults } from './vault.ts'

beforeEach(() => wipeVaults())

const shopId = '7b5c0f5e-7f1e-4f3a-9b52-2d0a8a1c9f11'
const key = ['appointments', 'day', { side: 'owner', barbershopId: shopId }, 'today']
const query = { key, hash: JSON.stringify(key), data: { date: '2026-03-11' }, updatedAt: 1 }

test('a query is stored with its time, replaced, and removed', async () => {
  const vault = await openVault('ana')
  const queries = openStoredQueries(vault)
  void queries.save(query)
  void queries.save({ ...query, data: { date: '2026-03-12' }, updatedAt: 2 })
  expect(await queries.list()).toEqual([{ ...query, data: { date: '2026-03-12' }, updatedAt: 2 }])
  expect(await openStoredQueries(await openVault('ana')).list()).toHaveLength(1)
  await queries.remove(query.hash)
  expect(await queries.list()).toEqual([])
  await vault.write('prefetched-at', 1)
  void queries.save(query)
  await queries.clear()
  expect([await queries.list(), await vault.read('prefetched-at')]).toEqual([[], 1])
})

test('neither the names of the records nor their bytes show a key', async () => {
  const queries = openStoredQueries(await openVault('ana'))
  await queries.save(query)
  const database = await openDB('na-regua', 1)
  const names = await database.getAllKeys('records')
  const records = await database.getAll('records')
  database.close()
  const text = names.join() + records.map(({ data }) => new TextDecoder('latin1').decode(data)).join()
  expect(names).toHaveLength(1)
  expect(text).not.toContain(shopId)
  expect(text).not.toContain('appointments')
})

test('the last ten barbershops are remembered, the newest first and each once', async () => {
  const vault = await openVault('ana')
  const shop = (number: number) => ({
    id: `${number}`,
    name: `Casa ${number}`,
    address: 'Rua 9',
    phone: null,
    slug: null,
  })
  for (let number = 1; number <= 12; number++) await rememberBarbershop(vault, shop(number))
  await rememberBarbershop(vault, { ...shop(5), name: 'Novo nome' })
  const seen = await listSeenBarbershops(vault)
  expect(seen.map(({ id }) => id)).toEqual(['5', '12', '11', '10', '9', '8', '7', '6', '4', '3'])
  expect(seen[0]?.name).toBe('Novo nome')
  expect(await listSeenBarbershops(await openVault('bia'))).toEqual([])
})
