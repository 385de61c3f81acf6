// S3: six digits against a thousand guesses at once, for everything that a code opens.
import { accountsApi } from '@na-regua/contract/accounts'
import { profileApi } from '@na-regua/contract/profile'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller, createSession } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'
import { createMailbox } from '../test/mailbox.ts'

const GUESSES = 1000
const RESENDS = 100

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
beforeEach(() => {
  world.clock.advance({ minutes: 3 * 24 * 60 })
  mailbox.letters.length = 0
})

const password = 'tesoura-afiada-31'
const next = { newPassword: 'navalha-afiada-32', confirmPassword: 'navalha-afiada-32' }
let made = 0
const newAddress = () => `alvo-${++made}@naregua.test`

type Person = { email: string; token: string; userId: string }
type Way = {
  isEmailVerified: boolean
  /** Where the code goes. */
  addressOf: (person: Person) => string
  send: (person: Person, email: string) => Promise<{ status: number }>
  guess: (person: Person, email: string, code: string) => Promise<{ status: number; body: { code?: string } }>
}

const targetOf = (person: Person) => `novo-${person.email}`

const ways: Record<string, Way> = {
  'verify-email': {
    isEmailVerified: false,
    addressOf: ({ email }) => email,
    send: ({ token }, email) => world.call(accountsApi.sendEmailVerification, { token, body: { email } }),
    guess: ({ token }, email, code) => world.call(accountsApi.verifyEmailCode, { token, body: { email, code } }),
  },
  'change-email': {
    isEmailVerified: true,
    addressOf: targetOf,
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

async function arrive({ isEmailVerified }: Way): Promise<Person> {
  const { user } = await createCaller(world, { email: newAddress(), isEmailVerified, password })
  return { email: user.email, userId: user.id, token: await createSession(world, user.id) }
}

async function withCode(way: Way) {
  const person = await arrive(way)
  const address = way.addressOf(person)
  expect((await way.send(person, address)).status).toBe(200)
  await mailbox.deliver()
  return { person, address, code: mailbox.codeFor(address) }
}

const triesOf = async ({ userId }: Person) => {
  const rows = await world.db.selectFrom('codes').select(['tries', 'used_at']).where('user_id', '=', userId).execute()
  return rows[0]
}

/** Every other number once, the right one somewhere among the first. */
function guessesAround(code: string): string[] {
  const wrong = Array.from({ length: GUESSES - 1 }, (_, index) =>
    String((Number(code) + 1 + index * 997) % 1_000_000).padStart(6, '0'),
  )
  return wrong.toSpliced(Math.floor(Math.random() * GUESSES), 0, code)
}

describe.each(Object.entries(ways))('a code to %s', (name, way) => {
  test(`compares at most five of ${GUESSES} guesses at once`, async () => {
    const { person, address, code } = await withCode(way)
    const answers = await Promise.all(guessesAround(code).map((guess) => way.guess(person, address, guess)))
    const row = await triesOf(person)
    const won = answers.filter(({ status }) => status === 200).length
    console.log(`${name}: ${row?.tries} of ${GUESSES} guesses were compared, ${won} opened it`)
    expect(row?.tries).toBeLessThanOrEqual(5)
    expect(won).toBeLessThanOrEqual(row?.used_at ? 1 : 0)
    // Afterwards the right one opens nothing more than it has.
    if (!row?.used_at) expect((await way.guess(person, address, code)).status).toBe(422)
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
  })

  test('opens nothing for another account, another address or another purpose', async () => {
    const mine = await withCode(way)
    const other = await arrive(way)
    const tried = [
      await way.guess(other, mine.address, mine.code),
      await way.guess(other, way.addressOf(other), mine.code),
      await way.guess(mine.person, newAddress(), mine.code),
    ]
    for (const [purpose, elsewhere] of Object.entries(ways))
      if (purpose !== name) tried.push(await elsewhere.guess(mine.person, mine.address, mine.code))
    // Whoever forgot a password has no session: the address alone says whose code it is, and there it is right.
    const opened = tried.filter(({ status }) => status === 200)
    expect(opened.length).toBe(name === 'reset-password' ? 1 : 0)
  })

  test(`sends one letter for ${RESENDS} requests at once`, async () => {
    const person = await arrive(way)
    const address = way.addressOf(person)
    await Promise.all(Array.from({ length: RESENDS }, () => way.send(person, address)))
    await mailbox.deliver()
    // Whose password was changed a moment ago is told so, too.
    expect(mailbox.letters.filter(({ to }) => to === address)).toHaveLength(1)
  })
})
