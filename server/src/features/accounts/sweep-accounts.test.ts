import { afterAll, expect, test } from 'vitest'
import { createSessionToken, createUser } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { sweepAccounts } from './sweep-accounts.ts'

const world = await createHarness()
afterAll(() => world.close())

const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000)

test('deletes expired sessions, codes, counters and challenges, and nothing else', async () => {
  const { db } = world
  const { id } = await createUser(world)
  const user = { user_id: id, email: 'ana@naregua.test', purpose: 'verify-email' }
  for (const age of [31, 8, 6]) {
    world.clock.advance({ minutes: -age * 1440 })
    await createSessionToken(world, id)
    world.clock.advance({ minutes: age * 1440 })
  }
  await db
    .updateTable('sessions')
    .set({ last_used_at: daysAgo(1) })
    .where('created_at', '=', daysAgo(31))
    .execute()
  for (const age of [3, 1]) {
    const times = { created_at: daysAgo(age), expires_at: daysAgo(age) }
    await db
      .insertInto('codes')
      .values({ ...user, ...times })
      .execute()
    await db
      .insertInto('attempts')
      .values({ key: 'login:x', window_start: daysAgo(age) })
      .execute()
    const spent = { challenge: `solved ${age}`, expires_at: new Date(Date.now() - (age - 0.5) * 86_400_000) }
    await db.insertInto('spent_challenges').values(spent).execute()
  }
  await sweepAccounts(world)
  const sessions = await db.selectFrom('sessions').select('created_at').execute()
  expect(sessions.map(({ created_at }) => created_at)).toEqual([daysAgo(6)])
  const codes = await db.selectFrom('codes').select('created_at').execute()
  expect(codes.map(({ created_at }) => created_at)).toEqual([daysAgo(1)])
  const attempts = await db.selectFrom('attempts').select('window_start').execute()
  expect(attempts.map(({ window_start }) => window_start)).toEqual([daysAgo(1)])
  const spent = await db.selectFrom('spent_challenges').select('challenge').execute()
  expect(spent.map(({ challenge }) => challenge)).toEqual(['solved 1'])
})
