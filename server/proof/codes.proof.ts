// S3: six-digit codes withstand a thousand concurrent guesses, for every purpose.
import { accountsApi } from '@na-regua/contract/accounts'
import { profileApi } from '@na-regua/contract/profile'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller, createSessionToken } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'
import { createMailbox } from '../test/mailbox.ts'

const GUESSES = 1000
const RESENDS = 100

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
beforeEach(() => {
  world.clock.advance({ minutes: 3 * 24 * 60 })
  mailbox.emails.length = 0
})

const password = 'tesoura-afiada-31'
const next = { newPassword: 'navalha-afiada-32', confirmPassword: 'navalha-afiada-32' }
let made = 0
const newAddress = () => `alvo-${++made}@naregua.test`

type CodeUser = { email: string; token: string; userId: string }
type CodeFlow = {
  isEmailVerified: boolean
  /** The address that the code is sent to. */
  addressOf: (user: CodeUser) => string
  send: (user: CodeUser, email: string) => Promise<{ status: number }>
  guess: (user: CodeUser, email: string, code: string) => Promise<{ status: number; body: { code?: string } }>
}

const newEmailOf = (user: CodeUser) => `novo-${user.email}`

const flows: Record<string, CodeFlow> = {
  'verify-email': {
    isEmailVerified: false,
    addressOf: ({ email }) => email,
    send: ({ token }, email) => world.call(accountsApi.sendEmailVerification, { token, body: { email } }),
    guess: ({ token }, email, code) => world.call(accountsApi.verifyEmailCode, { token, body: { email, code } }),
  },
  'change-email': {
    isEmailVerified: true,
    addressOf: newEmailOf,
    send: ({ token }, newEmail) =>
      world.call(profileApi.sendEmailChange, { token, body: { newEmail, currentPassword: password } }),
    guess: ({ token }, newEmail, verificationCode) =>
      world.call(profileApi.verifyEmailChange, { token, body: { newEmail, verificationCode } }),
  },
  'reset-password': {
    isEmailVerified: true,
    addressOf: ({ email }) => email,
    send: (_, email) => world.call(accountsApi.forgotPassword, { body: { email } }),
    guess: (_, email, code) => world.call(accountsApi.resetPassword, { body: { email, code, ...next } }),
  },
}

async function createCodeUser({ isEmailVerified }: CodeFlow): Promise<CodeUser> {
  const { user } = await createCaller(world, { email: newAddress(), isEmailVerified, password })
  return { email: user.email, userId: user.id, token: await createSessionToken(world, user.id) }
}

async function sendCode(flow: CodeFlow) {
  const user = await createCodeUser(flow)
  const address = flow.addressOf(user)
  expect((await flow.send(user, address)).status).toBe(200)
  await mailbox.deliver()
  return { user, address, code: mailbox.codeFor(address) }
}

const findCodeRow = async ({ userId }: CodeUser) => {
  const rows = await world.db.selectFrom('codes').select(['tries', 'used_at']).where('user_id', '=', userId).execute()
  return rows[0]
}

/** Distinct wrong codes with the right one at a random position. */
function guessesAround(code: string): string[] {
  const wrong = Array.from({ length: GUESSES - 1 }, (_, index) =>
    String((Number(code) + 1 + index * 997) % 1_000_000).padStart(6, '0'),
  )
  return wrong.toSpliced(Math.floor(Math.random() * GUESSES), 0, code)
}

describe.each(Object.entries(flows))('a code to %s', (name, flow) => {
  test(`compares at most five of ${GUESSES} concurrent guesses`, async () => {
    const { user, address, code } = await sendCode(flow)
    const responses = await Promise.all(guessesAround(code).map((guess) => flow.guess(user, address, guess)))
    const row = await findCodeRow(user)
    const succeeded = responses.filter(({ status }) => status === 200).length
    console.log(`${name}: ${row?.tries} of ${GUESSES} guesses were compared, ${succeeded} succeeded`)
    expect(row?.tries).toBeLessThanOrEqual(5)
    expect(succeeded).toBeLessThanOrEqual(row?.used_at ? 1 : 0)
    // No attempt is left for the right code.
    if (!row?.used_at) expect((await flow.guess(user, address, code)).status).toBe(422)
    expect(responses.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
  })

  test('is not valid for another account, address or purpose', async () => {
    const own = await sendCode(flow)
    const other = await createCodeUser(flow)
    const responses = [
      await flow.guess(other, own.address, own.code),
      await flow.guess(other, flow.addressOf(other), own.code),
      await flow.guess(own.user, newAddress(), own.code),
    ]
    for (const [purpose, otherFlow] of Object.entries(flows))
      if (purpose !== name) responses.push(await otherFlow.guess(own.user, own.address, own.code))
    // A password reset has no session: the address alone identifies the account, and there the code is right.
    const succeeded = responses.filter(({ status }) => status === 200)
    expect(succeeded.length).toBe(name === 'reset-password' ? 1 : 0)
  })

  test(`sends one email for ${RESENDS} concurrent requests`, async () => {
    const user = await createCodeUser(flow)
    const address = flow.addressOf(user)
    await Promise.all(Array.from({ length: RESENDS }, () => flow.send(user, address)))
    await mailbox.deliver()
    expect(mailbox.emails.filter(({ to }) => to === address)).toHaveLength(1)
  })
})
