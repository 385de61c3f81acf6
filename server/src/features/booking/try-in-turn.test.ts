import { expect, test } from 'vitest'
import type { Database } from '../../lib/database.ts'
import { tryInTurn, type WantedTime } from './try-in-turn.ts'

const at = (minutes: number) => new Date(Date.parse('2026-03-12T12:00:00Z') + minutes * 60_000)
const wants = (from: number, to: number, barberUserId = 'barber'): WantedTime => {
  return { barberUserId, start: at(from), end: at(to - 10), bufferMin: 10 }
}

/** Attempts that end when the test ends them. */
function createAttempts(db = { isTransaction: false } as Database) {
  const made: string[] = []
  const ends = new Map<string, (result: string | Error) => void>()
  function start(name: string, wanted: WantedTime) {
    async function attempt() {
      made.push(name)
      const { promise, resolve } = Promise.withResolvers<string | Error>()
      ends.set(name, resolve)
      const result = await promise
      if (result instanceof Error) throw result
      return result
    }
    return tryInTurn(db, wanted, { attempt, hasTaken: (result) => result === 'booked' })
  }
  return { made, start, end: (name: string, result: string | Error) => ends.get(name)?.(result) }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('of those who want overlapping times the first is attempted, and once it has the time, no other', async () => {
  const { made, start, end } = createAttempts()
  const first = start('first', wants(0, 30))
  const others = [start('overlapping', wants(25, 55)), start('same', wants(0, 30))]
  await turn()
  expect(made).toEqual(['first'])
  end('first', 'booked')
  expect(await Promise.all([first, ...others])).toEqual(['booked', 'version-conflict', 'version-conflict'])
  expect(made).toEqual(['first'])
})

test('other times, other barbers, and what comes after the end are attempted at once', async () => {
  const { made, start, end } = createAttempts()
  const first = start('first', wants(0, 30))
  void start('next', wants(30, 60))
  void start('before', wants(-30, 0))
  void start('other barber', wants(0, 30, 'another'))
  await turn()
  expect(made).toEqual(['first', 'next', 'before', 'other barber'])
  end('first', 'booked')
  await first
  void start('later', wants(0, 30))
  await turn()
  expect(made).toContain('later')
})

test.each(['taken', new Error('connection lost')])('after %s the next in turn is attempted', async (result) => {
  const { made, start, end } = createAttempts()
  const first = start('first', wants(0, 30)).catch((error: Error) => error)
  const second = start('second', wants(0, 30))
  const third = start('third', wants(0, 30))
  await turn()
  end('first', result)
  expect(await first).toBe(result)
  await turn()
  expect(made).toEqual(['first', 'second'])
  end('second', 'booked')
  expect([await second, await third]).toEqual(['booked', 'version-conflict'])
})

test('a loser who does not overlap with the winner is attempted', async () => {
  const { made, start, end } = createAttempts()
  void start('first', wants(0, 30))
  const middle = start('middle', wants(20, 50))
  void start('last', wants(40, 70))
  await turn()
  expect(made).toEqual(['first'])
  end('first', 'booked')
  expect(await middle).toBe('version-conflict')
  await turn()
  expect(made).toEqual(['first', 'last'])
})

test('a rival that takes long holds up no other', async () => {
  const { made, start, end } = createAttempts()
  const slow = start('slow', wants(0, 30))
  const second = start('second', wants(0, 30))
  await expect.poll(() => made).toEqual(['slow', 'second'])
  end('second', 'booked')
  end('slow', 'taken')
  expect([await slow, await second]).toEqual(['taken', 'booked'])
})

test('a transaction, which may hold the lock that the first waits for, does not wait', async () => {
  const db = { isTransaction: true } as Database
  const { made, start } = createAttempts(db)
  void start('first', wants(0, 30))
  void start('second', wants(0, 30))
  await turn()
  expect(made).toEqual(['first', 'second'])
})
