import { accountsApi } from '@na-regua/contract/accounts'
import { profileApi } from '@na-regua/contract/profile'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller, createSession } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { describeDevice } from './rules.ts'

const world = await createHarness()
afterAll(() => world.close())

const phone =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36'
const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'

const list = (token: string, agent = phone) =>
  world.call(profileApi.listSessions, { token, headers: { 'user-agent': agent } })
const me = (token: string) => world.call(accountsApi.me, { token })

describe('the list of own sessions', () => {
  test('says where, since when and which one asks, and holds no token', async () => {
    const { user, token } = await createCaller(world)
    const elsewhere = await createSession(world, user.id)
    world.clock.advance({ minutes: 5 })
    await list(elsewhere, laptop)
    world.clock.advance({ minutes: 5 })
    const answer = await list(token)
    expect(answer.body.sessions.map(({ device, isCurrent }: never) => [device, isCurrent])).toEqual([
      ['Chrome no Android', true],
      ['Firefox no Windows', false],
    ])
    expect(Object.keys(answer.body.sessions[0]).sort()).toEqual([
      'createdAt',
      'device',
      'id',
      'isCurrent',
      'lastUsedAt',
    ])
    expect(JSON.stringify(answer.body)).not.toMatch(/token|hash/i)
    const [own, other] = answer.body.sessions
    expect(Date.parse(own.lastUsedAt) - Date.parse(other.lastUsedAt)).toBe(5 * 60_000)
  })

  test('is empty of others, of ended and of idle ones', async () => {
    const { user, token } = await createCaller(world)
    await createCaller(world)
    await createSession(world, user.id)
    world.clock.advance({ minutes: 7 * 24 * 60 })
    const fresh = await createSession(world, user.id)
    expect((await list(fresh)).body.sessions).toHaveLength(1)
    expect((await list(token)).status).toBe(401)
  })

  test('keeps the name of a device when a call says none', async () => {
    const { token } = await createCaller(world)
    await list(token)
    world.clock.advance({ minutes: 2 })
    expect((await list(token, 'curl/8')).body.sessions[0].device).toBe('Chrome no Android')
  })
})

describe('ending', () => {
  test('one ends it and no other', async () => {
    const { user, token } = await createCaller(world)
    const [lost, kept] = [await createSession(world, user.id), await createSession(world, user.id)]
    const { sessions } = (await list(lost)).body
    const current = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
    expect((await world.call(profileApi.endSession, { token, params: { id: current.id } })).body).toEqual({ ok: true })
    expect([(await me(lost)).status, (await me(kept)).status, (await me(token)).status]).toEqual([401, 200, 200])
    expect((await world.call(profileApi.endSession, { token, params: { id: current.id } })).status).toBe(404)
  })

  test("a stranger's is as if there were none", async () => {
    const mine = await createCaller(world)
    const other = await createCaller(world)
    const { id } = (await list(other.token)).body.sessions[0]
    const answer = await world.call(profileApi.endSession, { token: mine.token, params: { id } })
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
    expect((await me(other.token)).status).toBe(200)
  })

  test('all others leaves the one that asks', async () => {
    const { user, token } = await createCaller(world)
    const others = [await createSession(world, user.id), await createSession(world, user.id)]
    expect((await world.call(profileApi.endOtherSessions, { token })).body).toEqual({ ended: 2 })
    expect((await me(token)).status).toBe(200)
    for (const other of others) expect((await me(other)).status).toBe(401)
  })
})

test.each([
  [phone, 'Chrome no Android'],
  [laptop, 'Firefox no Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari no iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
    'Edge no Mac',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 OPR/120.0', 'Opera no Linux'],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) SamsungBrowser/28.0 Chrome/130 Mobile Safari/537.36',
    'Samsung Internet no Android',
  ],
  ['curl/8.10', null],
  ['', null],
])('%s is %s', (agent, name) => {
  expect(describeDevice(agent)).toBe(name)
})
