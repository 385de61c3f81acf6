import { setTimeout as wait } from 'node:timers/promises'
import { accountsApi } from '@na-regua/contract/accounts'
import { googleApi } from '@na-regua/contract/google'
import { privacyApi } from '@na-regua/contract/privacy'
import { profileApi } from '@na-regua/contract/profile'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSessionToken, createUser } from '../../../../test/factories.ts'
import { createGoogleDouble } from '../../../../test/google-double.ts'
import { createHarness, type Harness, type TestResponse } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createApp } from '../../../app.ts'
import { openDatabase } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'

const ROUNDS = 40
const LOGINS = 4
const password = 'a-velha-senha-7'
const newPassword = 'uma-nova-senha-8'

const double = await createGoogleDouble()
const world = await createHarness({ environment: double.environment })
const mailbox = createMailbox(world)
const otherPool = openDatabase(world.url, { max: 10, connectMs: 15_000 })
/** Like a second process: for the database these are other connections of another application. */
const second = await createApp({ ...world, db: otherPool.db })
let passwordHash: string

beforeAll(async () => {
  // Cheaper than a real hash, so that many rounds fit in a test, but slow enough that others act while it is verified.
  passwordHash = await hash(password, { memoryCost: 4096, timeCost: 2, parallelism: 1 })
  await Promise.all(Array.from({ length: 10 }, () => second.inject({ url: '/api/plans' })))
})
afterAll(async () => {
  await second.close()
  await otherPool.close()
  await world.close()
  double.close()
})

type Route = Parameters<Harness['call']>[0]

async function callSecond(app: App, { method, url }: Route, body: object): Promise<TestResponse> {
  const response = await app.inject({ method, url: `/api${url}`, payload: body })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

const logIn = (email: string) => callSecond(second, accountsApi.login, { email, password })

async function createAccount() {
  const user = await createUser(world, {})
  await world.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute()
  return { user, token: await createSessionToken(world, user.id) }
}

type Account = Awaited<ReturnType<typeof createAccount>>

async function createIdentity({ user }: Account) {
  const subject = crypto.randomUUID()
  const identity = { issuer: double.issuer, subject, user_id: user.id }
  await world.db.insertInto('identities').values(identity).execute()
  return double.sign({ sub: subject, email: user.email, email_verified: true, name: 'Ana' })
}

type Race = { account: Account; change: Call; login: Call; round: number; startAt?: (index: number) => number }
type Call = () => Promise<TestResponse>

/** Starts `change` among logins, at another moment of them in each round. Returns how many sessions are valid afterwards. */
async function race({ account, change, login, round, startAt = (index) => index * 9 }: Race) {
  const logins = Array.from({ length: LOGINS }, async (_, index) => {
    await wait(startAt(index))
    return login()
  })
  await wait((round % 8) * 4)
  const changed = await change()
  const outcomes = await Promise.all(logins)
  expect([changed, ...outcomes].filter(({ status }) => status >= 500)).toEqual([])
  const sessions = await world.db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', account.user.id)
    .execute()
  return { changed, outcomes, survivors: sessions.length }
}

/** Rounds in which another number of sessions than `expected` outlived the change. */
async function countWrongRounds(
  expected: number,
  run: (round: number) => Promise<{ survivors: number }>,
): Promise<number> {
  let wrong = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { survivors } = await run(round)
    if (survivors !== expected) wrong++
  }
  return wrong
}

describe(`${LOGINS} logins that were verified before, ${ROUNDS} rounds`, () => {
  it('do not survive a change of the password', async () => {
    const wrong = await countWrongRounds(1, async (round) => {
      const account = await createAccount()
      const change = () => changePassword(account.token)
      return race({ account, change, login: () => logIn(account.user.email), round })
    })
    expect(wrong).toBe(0)
  })

  it('do not survive a reset of the password', async () => {
    const accounts: Account[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const account = await createAccount()
      accounts.push(account)
      await world.call(accountsApi.forgotPassword, { body: { email: account.user.email } })
    }
    await mailbox.deliver()
    const wrong = await countWrongRounds(0, async (round) => {
      const account = accounts[round] as Account
      const { email } = account.user
      const body = { email, code: mailbox.codeFor(email), newPassword, confirmPassword: newPassword }
      const change = () => world.call(accountsApi.resetPassword, { body })
      return race({ account, change, login: () => logIn(email), round })
    })
    expect(wrong).toBe(0)
  })

  it('do not survive the deletion of the account', async () => {
    const wrong = await countWrongRounds(0, async (round) => {
      const account = await createAccount()
      const change = () => world.call(privacyApi.requestDeletion, { token: account.token, body: {} })
      return race({ account, change, login: () => logIn(account.user.email), round })
    })
    expect(wrong).toBe(0)
  })

  it('with Google do not survive the deletion of the account', async () => {
    const wrong = await countWrongRounds(0, async (round) => {
      const account = await createAccount()
      const credential = await createIdentity(account)
      const change = () => world.call(privacyApi.requestDeletion, { token: account.token, body: {} })
      return race({ account, change, login: () => callSecond(second, googleApi.signIn, { credential }), round })
    })
    expect(wrong).toBe(0)
  })

  it('that link a Google account do not survive a change of the password', async () => {
    const wrong = await countWrongRounds(1, async (round) => {
      const account = await createAccount()
      const { email } = account.user
      const credential = await double.sign({ sub: crypto.randomUUID(), email, email_verified: true, name: 'Ana' })
      const { linkToken } = (await world.call(googleApi.signIn, { body: { credential } })).body
      // One attempt succeeds and ends the others: each starts while the new password is hashed.
      const startAt = (index: number) => 45 + index * 15
      const login = () => callSecond(second, googleApi.link, { linkToken, password })
      return race({ account, change: () => changePassword(account.token), login, round, startAt })
    })
    expect(wrong).toBe(0)
  })
})

const changePassword = (token: string) =>
  world.call(profileApi.changePassword, {
    token,
    body: { currentPassword: password, newPassword, confirmPassword: newPassword },
  })

describe(`changes of two sessions of one account, ${ROUNDS} rounds`, () => {
  it('end each other: only one of a new password and a new e-mail is accepted', async () => {
    const accounts = await Promise.all(
      Array.from({ length: ROUNDS }, async (_, index) => {
        const account = await createAccount()
        const newEmail = `nova-${index}@naregua.test`
        await world.call(profileApi.sendEmailChange, { token: account.token, body: { newEmail } })
        return { ...account, newEmail, otherToken: await createSessionToken(world, account.user.id) }
      }),
    )
    await mailbox.deliver()
    const accepted: number[] = []
    for (const [round, { token, otherToken, newEmail }] of accounts.entries()) {
      const body = { newEmail, verificationCode: mailbox.codeFor(newEmail) }
      const changing = changePassword(token)
      await wait(60 + (round % 8) * 4)
      const outcomes = await Promise.all([
        changing,
        world.call(profileApi.verifyEmailChange, { token: otherToken, body }),
      ])
      expect(outcomes.filter(({ status }) => ![200, 401].includes(status))).toEqual([])
      accepted.push(outcomes.filter(({ status }) => status === 200).length)
    }
    expect(accepted).toEqual(accepted.map(() => 1))
  })
})
