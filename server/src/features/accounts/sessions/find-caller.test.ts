import { randomBytes } from 'node:crypto'
import { accountsApi } from '@na-regua/contract/accounts'
import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createApp } from '../../../app.ts'
import { hashToken } from '../../../lib/auth.ts'
import { openDatabase } from '../../../lib/database.ts'
import { findCaller } from './find-caller.ts'

const world = await createHarness()
const { db, clock } = world
const otherPool = openDatabase(world.url, { max: 4, connectMs: 15_000 })
/** Like a second process: for the database these are other connections of another application. */
const second = await createApp({ ...world, db: otherPool.db })
afterAll(async () => {
  await second.close()
  await otherPool.close()
  await world.close()
})

const ROUNDS = 40
const phone = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36'

const find = (token: string, userAgent?: string) =>
  findCaller(db, { tokenHash: hashToken(token), userAgent, now: clock.now() })
const logOutAtSecond = async (token: string) => {
  const { method, url } = accountsApi.logout
  return (await second.inject({ method, url: `/api${url}`, headers: { authorization: `Bearer ${token}` } })).statusCode
}
const newToken = () => randomBytes(32).toString('base64url')
const readSession = (token: string) =>
  db
    .selectFrom('sessions')
    .select(['device', 'last_used_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()

async function createStaff() {
  const shop = await createBarbershopRow(world)
  const staff = await createCaller(world)
  await db
    .insertInto('barbershop_roles')
    .values({
      barbershop_id: shop.id,
      user_id: staff.user.id,
      role: 'RECEPTIONIST',
      permissions: ['agenda'],
      created_at: clock.now(),
    })
    .execute()
  return staff
}

test('each of the requests of one moment finds its own caller', async () => {
  const callers = [
    await createCaller(world),
    await createCaller(world, { role: 'OWNER', isEmailVerified: false }),
    await createCaller(world, { role: 'BARBER' }),
    await createStaff(),
  ]
  const tokens = [...callers, ...callers].map(({ token }) => token)
  const alone = []
  for (const token of tokens) alone.push(await find(token))
  expect(await Promise.all(tokens.map((token) => find(token)))).toEqual(alone)
  expect(alone.map((caller) => caller?.id)).toEqual([...callers, ...callers].map(({ user }) => user.id))
  expect(
    alone.slice(0, 4).map((caller) => [caller?.role, caller?.isEmailVerified, caller?.isStaff, caller?.permissions]),
  ).toEqual([
    ['CUSTOMER', true, false, []],
    ['OWNER', false, true, []],
    ['BARBER', true, true, []],
    ['CUSTOMER', true, true, ['agenda']],
  ])
})

test('a dead session is dead also among live ones', async () => {
  const { user, token: idle } = await createCaller(world)
  clock.advance({ minutes: 7 * 24 * 60 })
  const expired = await createSessionToken(world, user.id)
  await db
    .updateTable('sessions')
    .set({ expires_at: clock.now() })
    .where('token_hash', '=', hashToken(expired))
    .execute()
  const live = await createSessionToken(world, user.id)
  const found = await Promise.all([idle, live, expired, newToken(), live].map((token) => find(token)))
  expect(found.map((caller) => caller?.id)).toEqual([undefined, user.id, undefined, undefined, user.id])
})

test('the last use and the device are written also when requests arrive together', async () => {
  const tokens = [(await createCaller(world)).token, (await createCaller(world)).token] as const
  const created = clock.now()
  await Promise.all([find(tokens[0]), find(tokens[1], phone)])
  expect(await readSession(tokens[0])).toEqual({ device: null, last_used_at: created })
  expect(await readSession(tokens[1])).toEqual({ device: 'Chrome no Android', last_used_at: created })
  clock.advance({ minutes: 2 })
  await Promise.all([find(tokens[0]), find(tokens[1]), find(tokens[1])])
  expect(await readSession(tokens[0])).toEqual({ device: null, last_used_at: clock.now() })
  expect(await readSession(tokens[1])).toEqual({ device: 'Chrome no Android', last_used_at: clock.now() })
})

test('an ended session is refused from the response to the logout on, 40 rounds on two processes', async () => {
  const others = [await createCaller(world), await createCaller(world)]
  const me = (token: string) => world.call(accountsApi.me, { token }).then(({ status }) => status)
  for (let round = 0; round < ROUNDS; round++) {
    const { token } = await createCaller(world)
    // In every second round the last uses are due to be written, also that of the session that ends.
    if (round % 2 === 1) clock.advance({ minutes: 2 })
    const traffic = Array.from({ length: 12 }, (_, index) => me((others[index % 2] as { token: string }).token))
    const last = me(token)
    expect(await logOutAtSecond(token)).toBe(200)
    expect([200, 401]).toContain(await last)
    const after = await Promise.all([me(token), ...others.map((other) => me(other.token)), me(token)])
    expect(after).toEqual([401, 200, 200, 401])
    expect(new Set(await Promise.all(traffic))).toEqual(new Set([200]))
  }
})
