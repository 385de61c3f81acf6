import { accountsApi } from '@na-regua/contract/accounts'
import { profileApi } from '@na-regua/contract/profile'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller, createSession, createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { sweepAccounts } from '../sweep-accounts.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
beforeEach(() => {
  world.clock.advance({ minutes: 2 * 24 * 60 })
  mailbox.letters.length = 0
})

const password = 'navalha-azul-7'
let made = 0
const newAddress = () => `troca-${++made}@naregua.test`
const me = (token: string) => world.call(accountsApi.me, { token })
const verify = (token: string, newEmail: string, verificationCode: string) =>
  world.call(profileApi.verifyEmailChange, { token, body: { newEmail, verificationCode } })
const undo = (token: string) => world.call(profileApi.undoEmailChange, { body: { token } })
const send = (token: string, newEmail: string, currentPassword?: string) =>
  world.call(profileApi.sendEmailChange, { token, body: { newEmail, currentPassword } })

const person = (fields = {}) => createCaller(world, { email: newAddress(), name: 'Ana Souza', password, ...fields })

/** The whole change: answers the fresh session and the way back that went to the old address. */
async function change({ token, email }: { token: string; email: string }, to = newAddress()) {
  await send(token, to)
  await mailbox.deliver()
  const { body } = await verify(token, to, mailbox.codeFor(to))
  await mailbox.deliver()
  const notice = mailbox.letters.findLast((letter) => letter.to === email && /mudou/.test(letter.subject))
  return { to, fresh: body.token as string, way: notice?.text.match(/desfazer-email#([\w-]{43})/)?.[1] ?? '' }
}

describe('changing the e-mail', () => {
  test('moves the account, ends every token of before and answers a fresh one', async () => {
    const { user, token } = await person()
    const elsewhere = await createSession(world, user.id)
    const to = newAddress()
    expect((await send(token, to)).body).toEqual({ ok: true, resendAt: expect.any(String) })
    await mailbox.deliver()
    const answer = await verify(token, to, mailbox.codeFor(to))
    expect(answer.body.user).toMatchObject({ id: user.id, email: to, isEmailVerified: true })
    expect((await me(answer.body.token)).status).toBe(200)
    for (const dead of [token, elsewhere]) expect((await me(dead)).status).toBe(401)
  })

  test('asks for the password when the login is a quarter of an hour old, and then not again for as long', async () => {
    const { token } = await person()
    world.clock.advance({ minutes: 15 })
    const refused = await send(token, newAddress())
    expect([refused.status, refused.body.code]).toEqual([403, 'RECENT_LOGIN_REQUIRED'])
    expect((await send(token, newAddress(), 'errada')).body.code).toBe('WRONG_PASSWORD')
    expect((await me(token)).status).toBe(200)
    expect((await send(token, newAddress(), password)).status).toBe(200)
    world.clock.advance({ minutes: 14 })
    expect((await send(token, newAddress())).status).toBe(200)
    world.clock.advance({ minutes: 2 })
    expect((await send(token, newAddress())).body.code).toBe('RECENT_LOGIN_REQUIRED')
  })

  test('refuses a wrong code in the words of the specification, five times, and changes nothing', async () => {
    const { user, token } = await person()
    const to = newAddress()
    await send(token, to)
    await mailbox.deliver()
    const code = mailbox.codeFor(to)
    const wrong = code === '000000' ? '000001' : '000000'
    const [first] = [await verify(token, to, wrong)]
    expect([first?.status, first?.body.message]).toEqual([422, 'Código de verificação inválido'])
    for (let guess = 0; guess < 4; guess++) await verify(token, to, wrong)
    expect((await verify(token, to, code)).body.code).toBe('CODE_EXPIRED')
    expect((await me(token)).body.user.email).toBe(user.email)
  })

  test('takes no code of another account, address or purpose', async () => {
    const [mine, other] = [await person(), await person({ isEmailVerified: false })]
    const to = newAddress()
    await send(mine.token, to)
    await mailbox.deliver()
    const code = mailbox.codeFor(to)
    expect((await verify(other.token, to, code)).body.code).toBe('CODE_INVALID')
    expect((await verify(mine.token, newAddress(), code)).body.code).toBe('CODE_INVALID')
    await world.call(accountsApi.sendEmailVerification, { token: other.token, body: { email: other.user.email } })
    await mailbox.deliver()
    expect((await verify(other.token, other.user.email, mailbox.codeFor(other.user.email))).body.code).toBe(
      'CODE_INVALID',
    )
  })

  test('says nothing of an address that somebody has: the same answer, no letter', async () => {
    const { token } = await person()
    const taken = await createUser(world, { email: newAddress() })
    const answer = await send(token, taken.email)
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['ok', 'resendAt']])
    await mailbox.deliver()
    expect(mailbox.letters).toEqual([])
    expect((await verify(token, taken.email, '123456')).body.code).toBe('CODE_INVALID')
  })

  test('loses against who registered the address meanwhile', async () => {
    const { user, token } = await person()
    const to = newAddress()
    await send(token, to)
    await mailbox.deliver()
    await createUser(world, { email: to })
    expect((await verify(token, to, mailbox.codeFor(to))).body.code).toBe('EMAIL_TAKEN')
    expect((await me(token)).body.user.email).toBe(user.email)
  })

  test('is not for the own address, for what Google keeps, or for visitors', async () => {
    const { user, token } = await person()
    expect((await send(token, user.email.toUpperCase())).body.code).toBe('EMAIL_UNCHANGED')
    expect((await send(token, 'sem-arroba')).status).toBe(400)
    const google = await createCaller(world)
    const identity = { issuer: 'https://accounts.google.com', subject: 'g-2', user_id: google.user.id }
    await world.db.insertInto('identities').values(identity).execute()
    const managed = await send(google.token, newAddress())
    expect([managed.status, managed.body.message]).toEqual([
      403,
      'Email gerenciado pelo Google. Não é possível alterar.',
    ])
    expect((await world.call(profileApi.sendEmailChange, { body: { newEmail: 'a@b.cd' } })).status).toBe(401)
    expect(
      (await world.call(profileApi.verifyEmailChange, { body: { newEmail: 'a@b.cd', verificationCode: '123456' } }))
        .status,
    ).toBe(401)
  })

  test('by two tabs at once happens once', async () => {
    const { token } = await person()
    const to = newAddress()
    await send(token, to)
    await mailbox.deliver()
    const code = mailbox.codeFor(to)
    const answers = await Promise.all([1, 2, 3, 4].map(() => verify(token, to, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 401, 422]).toContain(status)
  })
})

describe('the way back', () => {
  test('goes to the old address, which learns no more of the new one than it needs', async () => {
    const { user, token } = await person()
    const { to, way } = await change({ token, email: user.email })
    const notice = mailbox.letters.findLast((letter) => letter.to === user.email)
    expect(notice?.subject).toBe('O e-mail da sua conta mudou')
    expect(notice?.text).toContain('t•••@naregua.test')
    expect(notice?.text).not.toContain(to)
    const rows = await world.db.selectFrom('email_changes').selectAll().where('user_id', '=', user.id).execute()
    expect(
      JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash?.toString('latin1') }))),
    ).not.toContain(way)
  })

  test('restores the address, ends all sessions and closes the password, once', async () => {
    const { user, token } = await person()
    const { to, fresh, way } = await change({ token, email: user.email })
    expect((await undo(way)).body).toEqual({ userId: user.id })
    expect((await me(fresh)).status).toBe(401)
    const row = await world.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect([row.email, row.email_verified_at]).toEqual([user.email, world.clock.now()])
    for (const email of [to, user.email]) {
      expect((await world.call(accountsApi.login, { body: { email, password } })).body.code).toBe('INVALID_CREDENTIALS')
    }
    expect((await undo(way)).body).toEqual({ code: 'LINK_INVALID', message: 'Este link não vale mais.' })
  })

  test('also ends changes that followed: a later link opens nothing, an identity linked in between neither', async () => {
    const { user, token } = await person()
    const first = await change({ token, email: user.email })
    world.clock.advance({ minutes: 5 })
    await world.db
      .insertInto('identities')
      .values({
        issuer: 'https://accounts.google.com',
        subject: 'thief',
        user_id: user.id,
        created_at: world.clock.now(),
      })
      .execute()
    const second = await change({ token: first.fresh, email: first.to })
    expect((await undo(first.way)).status).toBe(200)
    expect((await undo(second.way)).body.code).toBe('LINK_INVALID')
    const row = await world.db.selectFrom('users').select('email').where('id', '=', user.id).executeTakeFirst()
    expect(row?.email).toBe(user.email)
    expect(await world.db.selectFrom('identities').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
  })

  test('keeps the old address free for its owner for seven days', async () => {
    const { user, token } = await person()
    const { way } = await change({ token, email: user.email })
    const registration = { name: 'Ladra', email: user.email.toUpperCase(), password: 'pente-amarelo-3' }
    const register = () => world.call(accountsApi.register, { body: registration })
    expect((await register()).body.code).toBe('EMAIL_TAKEN')
    const thief = await person()
    await send(thief.token, user.email)
    await mailbox.deliver()
    expect((await verify(thief.token, user.email, mailbox.codeFor(user.email))).body.code).toBe('EMAIL_TAKEN')
    world.clock.advance({ minutes: 7 * 24 * 60 })
    expect((await undo(way)).body.code).toBe('LINK_INVALID')
    await sweepAccounts(world)
    expect(await world.db.selectFrom('email_changes').select('id').where('user_id', '=', user.id).execute()).toEqual([])
    expect((await register()).status).toBe(201)
  })

  test('is not sent to an address that was never proved: a stranger may read it', async () => {
    const { user, token } = await person({ isEmailVerified: false })
    const { way, fresh } = await change({ token, email: user.email })
    expect([way, (await me(fresh)).body.user.isEmailVerified]).toEqual(['', true])
    expect(mailbox.letters.filter(({ to }) => to === user.email)).toEqual([])
  })

  test('that nobody sent is refused', async () => {
    expect((await undo('x'.repeat(43))).body.code).toBe('LINK_INVALID')
    expect((await undo('x')).status).toBe(400)
  })
})
