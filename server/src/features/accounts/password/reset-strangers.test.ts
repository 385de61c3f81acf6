import { accountsApi } from '@na-regua/contract/accounts'
import type { Route } from '@na-regua/contract/route'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { hashToken } from '../../../lib/auth.ts'
import { canSendReset, type ResetHistory } from './rules.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
beforeEach(() => {
  world.clock.advance({ minutes: 2 * 24 * 60 })
  mailbox.emails.length = 0
})

const OWNER = '203.0.113.7'
const stranger = (index: number) => `198.51.100.${index + 1}`
const newPassword = 'uma-nova-senha-8'
const passwords = { newPassword, confirmPassword: newPassword }

async function callFrom(remoteAddress: string, { method, url }: Pick<Route, 'method' | 'url'>, payload: object) {
  const response = await world.app.inject({ method, url: `/api${url}`, payload, remoteAddress })
  return { status: response.statusCode, body: response.json() }
}

const createAccount = (fields: object = {}) => createCaller(world, { password: 'a-velha-senha-7', ...fields })
const requestReset = (from: string, email: string) => callFrom(from, accountsApi.forgotPassword, { email })
const resetByCode = (from: string, email: string, code: string) =>
  callFrom(from, accountsApi.resetPassword, { email, code, ...passwords })
const resetByLink = (token: string, change: object = {}) =>
  callFrom(OWNER, accountsApi.resetPasswordWithLink, { token, ...passwords, ...change })
const login = (email: string) => world.call(accountsApi.login, { body: { email, password: newPassword } })
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000')

/** Returns how many emails the request has sent. */
async function request(from: string, email: string) {
  const before = linksTo(email).length
  expect((await requestReset(from, email)).status).toBe(200)
  await mailbox.deliver()
  return linksTo(email).length - before
}

/** The tokens of the links in the emails to this address, oldest first. */
const linksTo = (email: string) =>
  mailbox.emails
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /\/login\?mode=reset#([\w-]{43})$/m.exec(text)?.[1] ?? [])

describe('strangers', () => {
  test('who guess wrong codes do not use up the tries of the owner', async () => {
    const { user } = await createAccount()
    await request(OWNER, user.email)
    const code = mailbox.codeFor(user.email)
    for (let index = 0; index < 3; index++)
      for (let tries = 0; tries < 6; tries++) await resetByCode(stranger(index), user.email, wrong(code))
    const row = await world.db.selectFrom('codes').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow()
    expect(row.tries).toBe(15)
    expect(Object.values(row.client_tries as object)).toEqual([5, 5, 5])
    // A client without tries does not learn whether the code is right.
    expect((await resetByCode(stranger(0), user.email, code)).body.code).toBe('RESET_CODE_INVALID')
    expect((await resetByCode(OWNER, user.email, code)).status).toBe(200)
    expect((await login(user.email)).status).toBe(200)
  })

  test('of many addresses compare a hundred codes a day together, also in concurrent requests', async () => {
    const { user } = await createAccount()
    await request(OWNER, user.email)
    const code = mailbox.codeFor(user.email)
    const guess = (_: unknown, index: number) => resetByCode(stranger(index % 60), user.email, wrong(code))
    await Promise.all(Array.from({ length: 180 }, guess))
    world.clock.advance({ minutes: 2 })
    await request(OWNER, user.email)
    await resetByCode(stranger(0), user.email, '123456')
    const rows = await world.db.selectFrom('codes').select('tries').where('user_id', '=', user.id).execute()
    expect(rows.map(({ tries }) => tries).toSorted((a, b) => a - b)).toEqual([0, 100])
    // The code is lost to the owner as well, the link is not.
    expect((await resetByCode(OWNER, user.email, mailbox.codeFor(user.email))).body.code).toBe('RESET_CODE_INVALID')
    expect((await resetByLink(linksTo(user.email)[0] as string)).status).toBe(200)
  })

  test('who request six emails a day do not use up those of the owner, nor the codes of other purposes', async () => {
    const { user, token } = await createAccount({ isEmailVerified: false })
    for (let count = 0; count < 8; count++) {
      expect(await request(stranger(0), user.email)).toBe(count < 6 ? 1 : 0)
      world.clock.advance({ minutes: 2 })
    }
    expect(await request(OWNER, user.email)).toBe(1)
    const verification = await world.call(accountsApi.sendEmailVerification, { token, body: { email: user.email } })
    expect(verification.status).toBe(200)
    expect((await resetByCode(OWNER, user.email, mailbox.codeFor(user.email))).status).toBe(200)
  })

  test('of any number never leave the owner without a working link, nor flood the mailbox', async () => {
    const { user } = await createAccount()
    for (let minute = 0; minute < 26 * 60; minute += 4) {
      await request(stranger(minute % 97), user.email)
      world.clock.advance({ minutes: 4 })
      if (minute % 180 > 0) continue
      await request(OWNER, user.email)
      expect(await isLive(linksTo(user.email).at(-1) as string)).toBe(true)
    }
    expect(mailbox.emails.length).toBeLessThanOrEqual(20 + 26)
  })
})

/** Whether the link is less than an hour old and unused. Not tried: that would use it. */
async function isLive(token: string) {
  const row = await world.db
    .selectFrom('codes')
    .select(['created_at', 'used_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  return row.used_at === null && row.created_at.getTime() > world.clock.now().getTime() - 60 * 60_000
}

describe('the link of the email', () => {
  test('sets a new password once, returns the address and ends every session', async () => {
    const { user, token } = await createAccount({ isEmailVerified: false })
    await request(OWNER, user.email)
    const [link = ''] = linksTo(user.email)
    expect(mailbox.emails[0]?.text).toContain('O código vale por 10 minutos e o botão, por 60.')
    const weak = { newPassword: '123456', confirmPassword: '123456' }
    expect((await resetByLink(link, weak)).body.code).toBe('WEAK_PASSWORD')
    expect((await resetByLink(link, { confirmPassword: 'outra-coisa-9' })).body.code).toBe('PASSWORD_MISMATCH')
    const done = await resetByLink(link)
    expect([done.status, done.body]).toEqual([200, { ok: true, email: user.email }])
    expect((await world.call(accountsApi.me, { token })).status).toBe(401)
    expect((await login(user.email)).body.user.isEmailVerified).toBe(true)
    const again = await resetByLink(link)
    expect([again.status, again.body.code]).toEqual([422, 'LINK_INVALID'])
    expect((await resetByCode(OWNER, user.email, mailbox.codeFor(user.email))).body.code).toBe('RESET_CODE_INVALID')
  })

  test('stays valid for an hour, when the code has expired and newer emails were sent', async () => {
    const { user } = await createAccount()
    await request(OWNER, user.email)
    world.clock.advance({ minutes: 59 })
    await request(stranger(0), user.email)
    expect((await resetByLink(linksTo(user.email)[0] as string)).status).toBe(200)
    expect((await resetByLink(linksTo(user.email)[1] as string)).body.code).toBe('LINK_INVALID')
    await request(OWNER, user.email)
    world.clock.advance({ minutes: 60 })
    expect((await resetByLink(linksTo(user.email)[2] as string)).body.code).toBe('LINK_INVALID')
  })

  test('sets one of two passwords that are sent at once', async () => {
    const { user } = await createAccount()
    await request(OWNER, user.email)
    const [link = ''] = linksTo(user.email)
    const responses = await Promise.all(Array.from({ length: 6 }, () => resetByLink(link)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422])
  })

  test('is stored as a hash only', async () => {
    const { user } = await createAccount()
    await request(OWNER, user.email)
    const rows = await world.db.selectFrom('codes').selectAll().where('user_id', '=', user.id).execute()
    expect(JSON.stringify(rows)).not.toContain(linksTo(user.email)[0])
    expect((await resetByLink('x'.repeat(43))).body.code).toBe('LINK_INVALID')
  })
})

test('a request sends an email unless it is too soon, or beyond a limit while the last link works', () => {
  const now = new Date('2026-03-11T12:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const history = (change: Partial<ResetHistory>): ResetHistory => ({
    countOfDay: 1,
    countOfClient: 1,
    lastOfClientAt: ago(5),
    lastUnusedAt: ago(5),
    ...change,
  })
  expect(canSendReset(history({}), now)).toBe(true)
  expect(canSendReset(history({ lastOfClientAt: ago(0.5) }), now)).toBe(false)
  for (const limit of [{ countOfClient: 6 }, { countOfDay: 20 }]) {
    expect(canSendReset(history(limit), now)).toBe(false)
    expect(canSendReset(history({ ...limit, lastUnusedAt: ago(60) }), now)).toBe(true)
    expect(canSendReset(history({ ...limit, lastUnusedAt: null }), now)).toBe(true)
  }
})
