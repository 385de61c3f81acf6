import { accountsApi, TERMS_VERSION } from '@na-regua/contract/accounts'
import { profileApi } from '@na-regua/contract/profile'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller, createSessionToken, createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { sweepAccounts } from '../sweep-accounts.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
beforeEach(() => {
  world.clock.advance({ minutes: 2 * 24 * 60 })
  mailbox.emails.length = 0
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

const createAccount = (fields = {}) =>
  createCaller(world, { email: newAddress(), name: 'Ana Souza', password, ...fields })

/** The whole change: returns the new session's token and the undo token sent to the old address. */
async function change({ token, email }: { token: string; email: string }, to = newAddress()) {
  await send(token, to)
  await mailbox.deliver()
  const { body } = await verify(token, to, mailbox.codeFor(to))
  await mailbox.deliver()
  const notice = mailbox.emails.findLast((message) => message.to === email && /mudou/.test(message.subject))
  return { to, newToken: body.token as string, undoToken: notice?.text.match(/desfazer-email#([\w-]{43})/)?.[1] ?? '' }
}

describe('changing the email', () => {
  test('changes the address, ends all sessions and responds with a new one [7.6]', async () => {
    const { user, token } = await createAccount()
    const elsewhere = await createSessionToken(world, user.id)
    const to = newAddress()
    expect((await send(token, to)).body).toEqual({ ok: true, resendAt: expect.any(String) })
    await mailbox.deliver()
    const response = await verify(token, to, mailbox.codeFor(to))
    expect(response.body.user).toMatchObject({ id: user.id, email: to, isEmailVerified: true })
    expect((await me(response.body.token)).status).toBe(200)
    for (const ended of [token, elsewhere]) expect((await me(ended)).status).toBe(401)
  })

  test('requires the password 15 minutes after the login, and then not for another 15', async () => {
    const { token } = await createAccount()
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

  test('rejects five wrong codes with the message of the specification and changes nothing', async () => {
    const { user, token } = await createAccount()
    const to = newAddress()
    await send(token, to)
    await mailbox.deliver()
    const code = mailbox.codeFor(to)
    const wrong = code === '000000' ? '000001' : '000000'
    const first = await verify(token, to, wrong)
    expect([first?.status, first?.body.message]).toEqual([422, 'Código de verificação inválido'])
    for (let guess = 0; guess < 4; guess++) await verify(token, to, wrong)
    expect((await verify(token, to, code)).body.code).toBe('CODE_EXPIRED')
    expect((await me(token)).body.user.email).toBe(user.email)
  })

  test('rejects a code of another account, address or purpose', async () => {
    const mine = await createAccount()
    const other = await createAccount({ isEmailVerified: false })
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

  test('does not reveal that an address is taken: same response, no email', async () => {
    const { token } = await createAccount()
    const taken = await createUser(world, { email: newAddress() })
    const response = await send(token, taken.email)
    expect([response.status, Object.keys(response.body)]).toEqual([200, ['ok', 'resendAt']])
    await mailbox.deliver()
    expect(mailbox.emails).toEqual([])
    expect((await verify(token, taken.email, '123456')).body.code).toBe('CODE_INVALID')
  })

  test('fails when the address was registered in the meantime', async () => {
    const { user, token } = await createAccount()
    const to = newAddress()
    await send(token, to)
    await mailbox.deliver()
    await createUser(world, { email: to })
    expect((await verify(token, to, mailbox.codeFor(to))).body.code).toBe('EMAIL_TAKEN')
    expect((await me(token)).body.user.email).toBe(user.email)
  })

  test('is rejected for the current address, a Google account and anonymous users [5.19]', async () => {
    const { user, token } = await createAccount()
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

  test('happens once for concurrent requests', async () => {
    const { token } = await createAccount()
    const to = newAddress()
    await send(token, to)
    await mailbox.deliver()
    const code = mailbox.codeFor(to)
    const responses = await Promise.all([1, 2, 3, 4].map(() => verify(token, to, code)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of responses) expect([200, 401, 422]).toContain(status)
  })
})

describe('undoing the change', () => {
  test('sends a link to the old address with the new one masked', async () => {
    const { user, token } = await createAccount()
    const { to, undoToken } = await change({ token, email: user.email })
    const notice = mailbox.emails.findLast((message) => message.to === user.email)
    expect(notice?.subject).toBe('O e-mail da sua conta mudou')
    expect(notice?.text).toContain('t•••@naregua.test')
    expect(notice?.text).not.toContain(to)
    const rows = await world.db.selectFrom('email_changes').selectAll().where('user_id', '=', user.id).execute()
    expect(
      JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash?.toString('latin1') }))),
    ).not.toContain(undoToken)
  })

  test('restores the address, ends all sessions and revokes the password, once', async () => {
    const { user, token } = await createAccount()
    const { to, newToken, undoToken } = await change({ token, email: user.email })
    expect((await undo(undoToken)).body).toEqual({ userId: user.id })
    expect((await me(newToken)).status).toBe(401)
    const row = await world.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect([row.email, row.email_verified_at]).toEqual([user.email, world.clock.now()])
    for (const email of [to, user.email]) {
      expect((await world.call(accountsApi.login, { body: { email, password } })).body.code).toBe('INVALID_CREDENTIALS')
    }
    expect((await undo(undoToken)).body).toEqual({ code: 'LINK_INVALID', message: 'Este link não vale mais.' })
  })

  test('also undoes later changes: their links and identities linked in between are invalid', async () => {
    const { user, token } = await createAccount()
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
    const second = await change({ token: first.newToken, email: first.to })
    expect((await undo(first.undoToken)).status).toBe(200)
    expect((await undo(second.undoToken)).body.code).toBe('LINK_INVALID')
    const row = await world.db.selectFrom('users').select('email').where('id', '=', user.id).executeTakeFirst()
    expect(row?.email).toBe(user.email)
    expect(await world.db.selectFrom('identities').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
  })

  test('reserves the old address for seven days', async () => {
    const { user, token } = await createAccount()
    const { undoToken } = await change({ token, email: user.email })
    const thiefInput = { name: 'Ladra', password: 'pente-amarelo-3', acceptedTerms: TERMS_VERSION }
    const registration = { ...thiefInput, email: user.email.toUpperCase() }
    const register = () => world.call(accountsApi.register, { body: registration })
    expect((await register()).body.code).toBe('EMAIL_TAKEN')
    const thief = await createAccount()
    await send(thief.token, user.email)
    await mailbox.deliver()
    expect((await verify(thief.token, user.email, mailbox.codeFor(user.email))).body.code).toBe('EMAIL_TAKEN')
    world.clock.advance({ minutes: 7 * 24 * 60 })
    expect((await undo(undoToken)).body.code).toBe('LINK_INVALID')
    await sweepAccounts(world)
    expect(await world.db.selectFrom('email_changes').select('id').where('user_id', '=', user.id).execute()).toEqual([])
    expect((await register()).status).toBe(201)
  })

  test('sends no link to an unverified address', async () => {
    const { user, token } = await createAccount({ isEmailVerified: false })
    const { undoToken, newToken } = await change({ token, email: user.email })
    expect([undoToken, (await me(newToken)).body.user.isEmailVerified]).toEqual(['', true])
    expect(mailbox.emails.filter(({ to }) => to === user.email)).toEqual([])
  })

  test('rejects a forged token', async () => {
    expect((await undo('x'.repeat(43))).body.code).toBe('LINK_INVALID')
    expect((await undo('x')).status).toBe(400)
  })
})
