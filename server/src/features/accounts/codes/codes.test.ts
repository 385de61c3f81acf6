import { accountsApi } from '@na-regua/contract/accounts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller, createSession, createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
beforeEach(() => {
  world.clock.advance({ minutes: 2 * 24 * 60 })
  mailbox.letters.length = 0
})

let made = 0
const newAddress = () => `codigo-${++made}@naregua.test`

async function newcomer(email = newAddress()) {
  const { user, token } = await createCaller(world, { email, isEmailVerified: false, name: 'Conceição' })
  const send = (to = email) => world.call(accountsApi.sendEmailVerification, { token, body: { email: to } })
  const verify = (code: string, to = email) =>
    world.call(accountsApi.verifyEmailCode, { token, body: { email: to, code } })
  return { user, token, email, send, verify }
}

const wrong = (code: string): string => (code === '000000' ? '000001' : '000000')

describe('asking for a code', () => {
  test('sends one letter in Portuguese and says when the next may be asked for', async () => {
    const { send, email } = await newcomer()
    const answer = await send()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ok: true, resendAt: new Date(world.clock.now().getTime() + 60_000).toISOString() })
    await mailbox.deliver()
    expect(mailbox.letters.map(({ to }) => to)).toEqual([email])
    const [letter] = mailbox.letters
    const code = mailbox.codeFor(email)
    expect(letter?.subject).toBe(`${code} é o seu código de verificação`)
    expect(letter?.text).toContain('Olá, Conceição!')
    expect(letter?.html).toContain(code)
  })

  test('a hundred times at once sends one letter', async () => {
    const { send, email } = await newcomer()
    const answers = await Promise.all(Array.from({ length: 100 }, () => send()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { status } of refused) expect([429, 503]).toContain(status)
    await mailbox.deliver()
    expect(mailbox.letters.map(({ to }) => to)).toEqual([email])
  })

  test('again within a minute is refused, whatever the address, and says until when', async () => {
    const { send } = await newcomer()
    const { resendAt } = (await send()).body
    world.clock.advance({ minutes: 59 / 60 })
    const answer = await send(newAddress())
    expect([answer.status, answer.body.code, answer.body.resendAt]).toEqual([429, 'CODE_TOO_SOON', resendAt])
    expect(answer.headers['retry-after']).toBe('1')
    world.clock.set(resendAt)
    expect((await send()).status).toBe(200)
  })

  test('a seventh time within 24 hours is refused for that address only, also to another account', async () => {
    const { send, email } = await newcomer()
    for (let count = 0; count < 6; count++) {
      expect((await send('errado@naregua.test')).status).toBe(200)
      world.clock.advance({ minutes: 5 })
    }
    const seventh = await send('Errado@naregua.test')
    expect([seventh.status, seventh.body.code]).toEqual([429, 'CODE_LIMIT'])
    expect(seventh.headers['retry-after']).toBe(String((24 * 60 - 30) * 60))
    expect((await (await newcomer()).send('errado@naregua.test')).body.code).toBe('CODE_LIMIT')
    expect((await send(email)).status).toBe(200)
    world.clock.advance({ minutes: 24 * 60 })
    expect((await send('errado@naregua.test')).status).toBe(200)
  })

  test('for an address of somebody else gets the same answer, sends nothing and costs its owner nothing', async () => {
    const owner = await newcomer()
    const stranger = await newcomer()
    for (let count = 0; count < 6; count++) {
      const answer = await stranger.send(owner.email)
      expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['ok', 'resendAt']])
      await mailbox.deliver()
      world.clock.advance({ minutes: 2 })
    }
    expect((await stranger.send(owner.email)).body.code).toBe('CODE_LIMIT')
    expect((await stranger.verify('123456', owner.email)).body.code).toBe('CODE_INVALID')
    expect(mailbox.letters).toEqual([])
    expect((await owner.send()).status).toBe(200)
    await mailbox.deliver()
    expect(mailbox.letters).toHaveLength(1)
  })

  test('needs a session, an address, and an e-mail that is not proved yet', async () => {
    const { send, token } = await newcomer()
    expect((await world.call(accountsApi.sendEmailVerification, { body: { email: 'a@b.cd' } })).status).toBe(401)
    expect((await send('ana@naregua')).body.code).toBe('INVALID_INPUT')
    const extra = { email: 'a@b.cd', userId: 'x' }
    expect((await world.call(accountsApi.sendEmailVerification, { token, body: extra })).status).toBe(400)
    const proved = await createCaller(world)
    const again = { token: proved.token, body: { email: proved.user.email } }
    expect((await world.call(accountsApi.sendEmailVerification, again)).body.code).toBe('EMAIL_ALREADY_VERIFIED')
  })

  test('sends nothing when the code expired before the mail server came back', async () => {
    const { send } = await newcomer()
    await send()
    world.clock.advance({ minutes: 10 })
    await mailbox.deliver()
    expect(mailbox.letters).toEqual([])
  })

  test('keeps no readable code, neither in the base nor in the queue', async () => {
    const { send, email, user } = await newcomer()
    await send()
    const queued = await world.db.selectFrom('codes').selectAll().where('user_id', '=', user.id).execute()
    expect(queued.map(({ code_hash }) => code_hash)).toEqual([null])
    await mailbox.deliver()
    const [row] = await world.db.selectFrom('codes').selectAll().where('user_id', '=', user.id).execute()
    expect(row?.code_hash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(mailbox.codeFor(email))
  })
})

describe('proving with a code', () => {
  async function withCode() {
    const person = await newcomer()
    await person.send()
    await mailbox.deliver()
    return { ...person, code: mailbox.codeFor(person.email) }
  }

  test('makes the e-mail verified, and the repeated answer is the same', async () => {
    const { code, verify, token } = await withCode()
    const answer = await verify(code)
    expect([answer.status, answer.body.user.isEmailVerified]).toEqual([200, true])
    expect((await world.call(accountsApi.me, { token })).body).toEqual(answer.body)
    expect((await verify(code)).body).toEqual(answer.body)
    expect((await verify(wrong(code))).body.code).toBe('CODE_EXPIRED')
  })

  test('compares five of a thousand guesses at once', async () => {
    const { code, verify, user } = await withCode()
    const guesses = Array.from({ length: 999 }, () => wrong(code))
    guesses.push(code)
    const answers = []
    // In waves, because a waiting client gives up: what counts is that the guesses of a wave race each other.
    for (let from = 0; from < guesses.length; from += 250) {
      answers.push(...(await Promise.all(guesses.slice(from, from + 250).map((guess) => verify(guess)))))
    }
    expect(answers.filter(({ body }) => body.code === 'CODE_INVALID')).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(0)
    const row = await world.db.selectFrom('codes').select('tries').where('user_id', '=', user.id).executeTakeFirst()
    expect(row?.tries).toBe(5)
    expect((await verify(code)).body.code).toBe('CODE_EXPIRED')
  })

  test('ten at once with the right code prove it once and answer well', async () => {
    const { code, verify } = await withCode()
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(code)))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    for (const { status } of answers) expect([200, 422]).toContain(status)
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

  test('fails for another account, another address, and when nothing was asked for', async () => {
    const mine = await withCode()
    const other = await withCode()
    if (mine.code !== other.code) expect((await other.verify(mine.code)).body.code).toBe('CODE_INVALID')
    expect((await other.verify(mine.code, mine.email)).body.code).toBe('CODE_INVALID')
    expect((await mine.verify(mine.code, newAddress())).body.code).toBe('CODE_INVALID')
    expect((await mine.verify('12345')).status).toBe(400)
    expect((await mine.verify('１２３４５６')).status).toBe(400)
  })

  test('of a mistyped registration moves the account to the proved address and ends other sessions', async () => {
    const { user, token, send, verify, email } = await newcomer()
    const elsewhere = await createSession(world, user.id)
    const right = newAddress()
    await send(right)
    await mailbox.deliver()
    const answer = await verify(mailbox.codeFor(right), right)
    expect(answer.body.user).toMatchObject({ email: right, isEmailVerified: true })
    expect((await world.call(accountsApi.me, { token })).status).toBe(200)
    expect((await world.call(accountsApi.me, { token: elsewhere })).status).toBe(401)
    expect((await createUser(world, { email })).email).toBe(email)
  })

  test('answers 409 when somebody registered the address meanwhile', async () => {
    const { send, verify } = await newcomer()
    const wanted = newAddress()
    await send(wanted)
    await mailbox.deliver()
    await createUser(world, { email: wanted })
    expect((await verify(mailbox.codeFor(wanted), wanted)).body.code).toBe('EMAIL_TAKEN')
  })

  test('of an older address does nothing once another one is proved', async () => {
    const { send, verify, email, token } = await newcomer()
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
