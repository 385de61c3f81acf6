import { setImmediate as nextTick } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clientRequests, shareConnections } from './client-connections.ts'

/** A pool without limits that counts what is taken. */
function createPool() {
  const pool = { taken: 0, fails: false }
  const connect = async () => {
    if (pool.fails) throw new Error('no connection')
    pool.taken++
    return { release: () => void pool.taken-- } as unknown as PostgresPoolClient
  }
  const shared = shareConnections({ connect, end: async () => {}, options: {} } as PostgresPool, {
    max: 2,
    waitMs: 60_000,
  })
  const take = (client: string, request = { client, connections: 0 }) =>
    clientRequests.run(request, () => shared.connect())
  return { pool, shared, take }
}

describe('the share of database connections', () => {
  test('one client holds two at once, the others find theirs, and who waits comes in order', async () => {
    const { pool, take } = createPool()
    const first = await take('a')
    await take('a')
    const order: number[] = []
    const waiting = [1, 2, 3].map(async (number) => {
      const connection = await take('a')
      order.push(number)
      return connection
    })
    const other = await take('b')
    await nextTick()
    expect([pool.taken, order]).toEqual([3, []])
    first.release()
    const next = await (waiting[0] as Promise<PostgresPoolClient>)
    expect([pool.taken, order]).toEqual([3, [1]])
    next.release()
    other.release()
    const last = await (waiting[1] as Promise<PostgresPoolClient>)
    expect([pool.taken, order]).toEqual([2, [1, 2]])
    last.release()
    await waiting[2]
    expect([pool.taken, order]).toEqual([2, [1, 2, 3]])
  })

  test('a request that holds one gets another, so that requests of one client never wait for each other', async () => {
    const { pool, take } = createPool()
    const requests = [1, 2].map(() => ({ client: 'a', connections: 0 }))
    const held = await Promise.all(requests.map((request) => take('a', request)))
    const more = await Promise.all(requests.map((request) => take('a', request)))
    expect(pool.taken).toBe(4)
    for (const connection of [...held, ...more]) connection.release()
    expect(pool.taken).toBe(0)
    await take('a')
    await take('a')
    expect(pool.taken).toBe(2)
  })

  test('a failed connection takes none, and jobs have no limit', async () => {
    const { pool, shared, take } = createPool()
    pool.fails = true
    for (const _ of [1, 2, 3]) await expect(take('a')).rejects.toThrow('no connection')
    pool.fails = false
    await Promise.all([take('a'), take('a'), shared.connect(), shared.connect(), shared.connect()])
    expect(pool.taken).toBe(5)
  })

  test('who waits too long is refused as by the pool', async () => {
    const connect = async () => ({ release: () => {} }) as unknown as PostgresPoolClient
    const strict = shareConnections({ connect, end: async () => {}, options: {} } as PostgresPool, {
      max: 1,
      waitMs: 0,
    })
    const take = () => clientRequests.run({ client: 'a', connections: 0 }, () => strict.connect())
    const held = await take()
    await expect(take()).rejects.toThrow('timeout exceeded when trying to connect')
    held.release()
    await expect(take()).resolves.toBeDefined()
  })
})
