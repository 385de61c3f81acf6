import { accountsApi } from '@na-regua/contract/accounts'
import { profileApi } from '@na-regua/contract/profile'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller, createSessionToken } from '../../../../test/factories.ts'
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

describe('listing sessions', () => {
  test('shows device, dates and the current session, without tokens', async () => {
    const { user, token } = await createCaller(world)
    const elsewhere = await createSessionToken(world, user.id)
    world.clock.advance({ minutes: 5 })
    await list(elsewhere, laptop)
    world.clock.advance({ minutes: 5 })
    const response = await list(token)
    expect(response.body.sessions.map(({ device, isCurrent }: never) => [device, isCurrent])).toEqual([
      ['Chrome no Android', true],
      ['Firefox no Windows', false],
    ])
    expect(Object.keys(response.body.sessions[0]).sort()).toEqual([
      'createdAt',
      'device',
      'id',
      'isCurrent',
      'lastUsedAt',
    ])
    expect(JSON.stringify(response.body)).not.toMatch(/token|hash/i)
    const [own, other] = response.body.sessions
    expect(Date.parse(own.lastUsedAt) - Date.parse(other.lastUsedAt)).toBe(5 * 60_000)
  })

  test('omits sessions of others, ended and idle ones', async () => {
    const { user, token } = await createCaller(world)
    await createCaller(world)
    await createSessionToken(world, user.id)
    world.clock.advance({ minutes: 7 * 24 * 60 })
    const fresh = await createSessionToken(world, user.id)
    expect((await list(fresh)).body.sessions).toHaveLength(1)
    expect((await list(token)).status).toBe(401)
  })

  test('keeps the device name when a request has an unknown user agent', async () => {
    const { token } = await createCaller(world)
    await list(token)
    world.clock.advance({ minutes: 2 })
    expect((await list(token, 'curl/8')).body.sessions[0].device).toBe('Chrome no Android')
  })
})

describe('ending sessions', () => {
  test('ends one and no other', async () => {
    const { user, token } = await createCaller(world)
    const ended = await createSessionToken(world, user.id)
    const other = await createSessionToken(world, user.id)
    const { sessions } = (await list(ended)).body
    const current = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
    expect((await world.call(profileApi.endSession, { token, params: { id: current.id } })).body).toEqual({ ok: true })
    expect([(await me(ended)).status, (await me(other)).status, (await me(token)).status]).toEqual([401, 200, 200])
    expect((await world.call(profileApi.endSession, { token, params: { id: current.id } })).status).toBe(404)
  })

  test("responds 404 for another user's session", async () => {
    const mine = await createCaller(world)
    const other = await createCaller(world)
    const { id } = (await list(other.token)).body.sessions[0]
    const response = await world.call(profileApi.endSession, { token: mine.token, params: { id } })
    expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND'])
    expect((await me(other.token)).status).toBe(200)
  })

  test('ends all others except the current one', async () => {
    const { user, token } = await createCaller(world)
    const others = [await createSessionToken(world, user.id), await createSessionToken(world, user.id)]
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
