import { accountsApi } from '@na-regua/contract/accounts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller, createSessionToken, createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
beforeEach(() => {
  world.clock.advance({ minutes: 2 * 24 * 60 })
  mailbox.emails.length = 0
})

let made = 0
const newAddress = () => `codigo-${++made}@naregua.test`

async function createUnverified(email = newAddress()) {
  const { user, token } = await createCaller(world, { email, isEmailVerified: false, name: 'Conceição' })
  const send = (to = email) => world.call(accountsApi.sendEmailVerification, { token, body: { email: to } })
  const verify = (code: string, to = email) =>
    world.call(accountsApi.verifyEmailCode, { token, body: { email: to, code } })
  return { user, token, email, send, verify }
}

const wrong = (code: string): string => (code === '000000' ? '000001' : '000000')

describe('requesting a code', () => {
  test('sends one email in Portuguese and responds with the time of the next one', async () => {
    const { send, email } = await createUnverified()
    const response = await send()
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ ok: true, resendAt: new Date(world.clock.now().getTime() + 60_000).toISOString() })
    await mailbox.deliver()
    expect(mailbox.emails.map(({ to }) => to)).toEqual([email])
    const [message] = mailbox.emails
    const code = mailbox.codeFor(email)
    expect(message?.subject).toBe(`${code} é o seu código de verificação`)
    // The address is not verified yet: it may be another person's, to whom the name would be a message.
    expect(message?.text).toContain('Olá!')
    expect(JSON.stringify(message)).not.toContain('Conceição')
    expect(message?.html).toContain(code)
  })

  test('a hundred times concurrently sends one email', async () => {
    const { send, email } = await createUnverified()
    const responses = await Promise.all(Array.from({ length: 100 }, () => send()))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = responses.filter(({ status }) => status !== 200)
    for (const { status } of refused) expect([429, 503]).toContain(status)
    await mailbox.deliver()
    expect(mailbox.emails.map(({ to }) => to)).toEqual([email])
  })

  test('again within a minute is rejected for any address, with the time of the next one [4.14]', async () => {
    const { send } = await createUnverified()
    const { resendAt } = (await send()).body
    world.clock.advance({ minutes: 59 / 60 })
    const response = await send(newAddress())
    expect([response.status, response.body.code, response.body.resendAt]).toEqual([429, 'CODE_TOO_SOON', resendAt])
    expect(response.headers['retry-after']).toBe('1')
    world.clock.set(resendAt)
    expect((await send()).status).toBe(200)
  })

  test('a seventh time within 24 hours is rejected for that address only, also for another account', async () => {
    const { send, email } = await createUnverified()
    for (let count = 0; count < 6; count++) {
      expect((await send('errado@naregua.test')).status).toBe(200)
      world.clock.advance({ minutes: 5 })
    }
    const seventh = await send('Errado@naregua.test')
    expect([seventh.status, seventh.body.code]).toEqual([429, 'CODE_LIMIT'])
    expect(seventh.headers['retry-after']).toBe(String((24 * 60 - 30) * 60))
    expect((await (await createUnverified()).send('errado@naregua.test')).body.code).toBe('CODE_LIMIT')
    expect((await send(email)).status).toBe(200)
    world.clock.advance({ minutes: 24 * 60 })
    expect((await send('errado@naregua.test')).status).toBe(200)
  })

  test("for another user's address gets the same response, sends nothing and does not limit its owner", async () => {
    const owner = await createUnverified()
    const stranger = await createUnverified()
    for (let count = 0; count < 6; count++) {
      const response = await stranger.send(owner.email)
      expect([response.status, Object.keys(response.body)]).toEqual([200, ['ok', 'resendAt']])
      await mailbox.deliver()
      world.clock.advance({ minutes: 2 })
    }
    expect((await stranger.send(owner.email)).body.code).toBe('CODE_LIMIT')
    expect((await stranger.verify('123456', owner.email)).body.code).toBe('CODE_INVALID')
    expect(mailbox.emails).toEqual([])
    expect((await owner.send()).status).toBe(200)
    await mailbox.deliver()
    expect(mailbox.emails).toHaveLength(1)
  })

  test('requires a session, a valid address and an unverified account', async () => {
    const { send, token } = await createUnverified()
    expect((await world.call(accountsApi.sendEmailVerification, { body: { email: 'a@b.cd' } })).status).toBe(401)
    expect((await send('ana@naregua')).body.code).toBe('INVALID_INPUT')
    const extra = { email: 'a@b.cd', userId: 'x' }
    expect((await world.call(accountsApi.sendEmailVerification, { token, body: extra })).status).toBe(400)
    const verified = await createCaller(world)
    const again = { token: verified.token, body: { email: verified.user.email } }
    expect((await world.call(accountsApi.sendEmailVerification, again)).body.code).toBe('EMAIL_ALREADY_VERIFIED')
  })

  test('sends nothing when the code expired before the mail server came back', async () => {
    const { send } = await createUnverified()
    await send()
    world.clock.advance({ minutes: 10 })
    await mailbox.deliver()
    expect(mailbox.emails).toEqual([])
  })

  test('stores no readable code, neither in the database nor in the queue', async () => {
    const { send, email, user } = await createUnverified()
    await send()
    const queued = await world.db.selectFrom('codes').selectAll().where('user_id', '=', user.id).execute()
    expect(queued.map(({ code_hash }) => code_hash)).toEqual([null])
    await mailbox.deliver()
    const [row] = await world.db.selectFrom('codes').selectAll().where('user_id', '=', user.id).execute()
    expect(row?.code_hash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(mailbox.codeFor(email))
  })
})

describe('verifying with a code', () => {
  async function withCode() {
    const account = await createUnverified()
    await account.send()
    await mailbox.deliver()
    return { ...account, code: mailbox.codeFor(account.email) }
  }

  test('verifies the email, and a repeated request gets the same response [4.15, 7.5]', async () => {
    const { code, verify, token } = await withCode()
    const response = await verify(code)
    expect([response.status, response.body.user.isEmailVerified]).toEqual([200, true])
    expect((await world.call(accountsApi.me, { token })).body).toEqual(response.body)
    expect((await verify(code)).body).toEqual(response.body)
    expect((await verify(wrong(code))).body.code).toBe('CODE_EXPIRED')
  })

  test('compares five of a thousand concurrent guesses', async () => {
    const { code, verify, user } = await withCode()
    const guesses = Array.from({ length: 999 }, () => wrong(code))
    guesses.push(code)
    const responses = []
    // In batches, so that requests do not time out: the guesses of a batch are concurrent.
    for (let from = 0; from < guesses.length; from += 250) {
      responses.push(...(await Promise.all(guesses.slice(from, from + 250).map((guess) => verify(guess)))))
    }
    expect(responses.filter(({ body }) => body.code === 'CODE_INVALID')).toHaveLength(5)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(0)
    const row = await world.db.selectFrom('codes').select('tries').where('user_id', '=', user.id).executeTakeFirst()
    expect(row?.tries).toBe(5)
    expect((await verify(code)).body.code).toBe('CODE_EXPIRED')
  })

  test('says after five wrong codes that it was they, and only after ten minutes that it expired', async () => {
    const { code, verify } = await withCode()
    const messages = []
    for (let attempt = 0; attempt < 5; attempt++) messages.push((await verify(wrong(code))).body.message)
    const triedOut = 'O código foi digitado errado 5 vezes e não vale mais. Peça um novo.'
    expect(messages).toEqual([...Array(4).fill('Código inválido. Tente novamente.'), triedOut])
    expect((await verify(code)).body.message).toBe(triedOut)
    world.clock.advance({ minutes: 10 })
    expect((await verify(code)).body.message).toBe('Este código expirou. Peça um novo.')
  })

  test('ten concurrent requests with the right code succeed or get 422', async () => {
    const { code, verify } = await withCode()
    const responses = await Promise.all(Array.from({ length: 10 }, () => verify(code)))
    expect(responses.some(({ status }) => status === 200)).toBe(true)
    for (const { status } of responses) expect([200, 422]).toContain(status)
  })

  test('fails after ten minutes, and with a code that a newer one replaced', async () => {
    const { code, verify, send, email } = await withCode()
    world.clock.advance({ minutes: 9 })
    await send()
    await mailbox.deliver()
    const newer = mailbox.codeFor(email)
    if (newer !== code) expect((await verify(code)).body.code).toBe('CODE_INVALID')
    world.clock.advance({ minutes: 10 })
    expect((await verify(newer)).body.code).toBe('CODE_EXPIRED')
  })

  test('fails for another account, another address, and without a request', async () => {
    const mine = await withCode()
    const other = await withCode()
    if (mine.code !== other.code) expect((await other.verify(mine.code)).body.code).toBe('CODE_INVALID')
    expect((await other.verify(mine.code, mine.email)).body.code).toBe('CODE_INVALID')
    expect((await mine.verify(mine.code, newAddress())).body.code).toBe('CODE_INVALID')
    expect((await mine.verify('12345')).status).toBe(400)
    expect((await mine.verify('１２３４５６')).status).toBe(400)
  })

  test('after a mistyped registration changes the address and ends other sessions', async () => {
    const { user, token, send, verify, email } = await createUnverified()
    const elsewhere = await createSessionToken(world, user.id)
    const right = newAddress()
    await send(right)
    await mailbox.deliver()
    const response = await verify(mailbox.codeFor(right), right)
    expect(response.body.user).toMatchObject({ email: right, isEmailVerified: true })
    expect((await world.call(accountsApi.me, { token })).status).toBe(200)
    expect((await world.call(accountsApi.me, { token: elsewhere })).status).toBe(401)
    expect((await createUser(world, { email })).email).toBe(email)
  })

  test('fails when the address was registered in the meantime', async () => {
    const { send, verify } = await createUnverified()
    const wanted = newAddress()
    await send(wanted)
    await mailbox.deliver()
    await createUser(world, { email: wanted })
    expect((await verify(mailbox.codeFor(wanted), wanted)).body.code).toBe('EMAIL_TAKEN')
  })

  test('of an older address fails once another one is verified', async () => {
    const { send, verify, email, token } = await createUnverified()
    const first = newAddress()
    await send(first)
    await mailbox.deliver()
    world.clock.advance({ minutes: 2 })
    await send(email)
    await mailbox.deliver()
    await verify(mailbox.codeFor(email))
    expect((await verify(mailbox.codeFor(first), first)).body.code).toBe('EMAIL_ALREADY_VERIFIED')
    expect((await world.call(accountsApi.me, { token })).body.user.email).toBe(email)
  })
})
