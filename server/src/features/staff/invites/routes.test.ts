import { accountsApi, TERMS_VERSION } from '@na-regua/contract/accounts'
import { invitesApi } from '@na-regua/contract/invites'
import { membersApi } from '@na-regua/contract/members'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBarber } from '../../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken, createUser } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createOutsiders, createOwner } from '../../../../test/owner-scene.ts'
import { sweepInvites } from './send-invite-email.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
beforeEach(() => {
  world.clock.set(noonInSaoPaulo)
  mailbox.emails.length = 0
})

type Owner = Awaited<ReturnType<typeof createOwner>>

let made = 0
const newEmail = () => `convidada-${++made}@naregua.test`

const invite = ({ token, shop }: Owner, userEmail: string) =>
  world.call(invitesApi.create, { token, body: { barbershopId: shop.id, userEmail } })
const teamOf = async ({ token }: Owner) => (await world.call(membersApi.list, { token })).body

async function linkFor(email: string): Promise<string> {
  await mailbox.deliver()
  const inviteEmail = mailbox.emails.findLast(({ to }) => to === email)
  return inviteEmail?.text.match(/\/convite#([\w-]{43})/)?.[1] ?? ''
}

const view = (token: string) => world.call(invitesApi.view, { body: { token } })
const join = (token: string, name = 'Nina Navalha') =>
  world.call(invitesApi.register, { body: { token, name, password: 'navalha-azul-7', acceptedTerms: TERMS_VERSION } })
const accept = (link: string, token: string) => world.call(invitesApi.accept, { token, body: { token: link } })

describe('an invite', () => {
  test('gives the same response for known and unknown addresses, and stays one invite when requested again [7.23]', async () => {
    const owner = await createOwner(world)
    const known = (await createUser(world)).email
    const unknown = newEmail()
    const first = await invite(owner, known)
    const second = await invite(owner, unknown)
    expect(Value.Check(invitesApi.create.schema.response[201], first.body)).toBe(true)
    const shape = ({ status, body }: typeof first) => [status, { ...body.invite, id: '', email: '' }]
    expect(shape(first)).toEqual(shape(second))
    const again = await invite(owner, unknown.toUpperCase())
    expect(again.body.invite.id).toBe(second.body.invite.id)
    expect((await teamOf(owner)).seats).toEqual({ used: 2, most: null })
    await mailbox.deliver()
    expect(mailbox.emails.map(({ to }) => to).toSorted()).toEqual([known, unknown].toSorted())
  })

  test('creates a verified and logged-in barber for an unknown address', async () => {
    const owner = await createOwner(world)
    const email = newEmail()
    await invite(owner, email)
    const link = await linkFor(email)
    const seen = await view(link)
    expect(seen.body).toMatchObject({ email, hasAccount: false, inviterName: owner.user.name })
    expect(seen.body.barbershop).toMatchObject({ id: owner.shop.id, name: owner.shop.name })
    const { status, body } = await join(link)
    expect(status).toBe(201)
    expect(body.user).toMatchObject({ email, role: 'BARBER', isEmailVerified: true, hasPassword: true })
    expect((await world.call(accountsApi.me, { token: body.token })).status).toBe(200)
    const team = await teamOf(owner)
    expect(Value.Check(membersApi.list.schema.response[200], team)).toBe(true)
    expect(team.barbers).toMatchObject([{ name: 'Nina Navalha', isOwner: false, futureAppointments: 0 }])
    expect(team.invites).toEqual([])
    const consents = world.db.selectFrom('consents').selectAll().where('user_id', '=', body.user.id)
    expect(await consents.execute()).toHaveLength(2)
    const notified = world.db
      .selectFrom('notifications')
      .select(['type', 'message'])
      .where('user_id', '=', owner.user.id)
    expect(await notified.execute()).toEqual([
      { type: 'staff_changed', message: `Nina Navalha agora atende em ${owner.shop.name}.` },
    ])
    const spent = await join(link)
    expect([spent.status, spent.body.code, spent.body.message]).toEqual([
      422,
      'INVITE_OVER',
      'Este convite já foi aceito.',
    ])
  })

  test('is not sent for an account without a verified e-mail, and the refusal says how to verify it', async () => {
    const owner = await createOwner(world)
    const verify = (email_verified_at: Date | null) =>
      world.db.updateTable('users').set({ email_verified_at }).where('id', '=', owner.user.id).execute()
    const email = newEmail()
    await verify(null)
    const refused = await invite(owner, email)
    expect([refused.status, refused.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    expect(refused.body.message).toBe(
      'Para convidar por e-mail, confirme antes o seu: em Meu Perfil, toque em "Confirmar e-mail".',
    )
    // The own address needs no e-mail, and a link is passed on by hand.
    expect((await invite(owner, owner.user.email)).status).toBe(201)
    await verify(world.clock.now())
    expect((await invite(owner, email)).status).toBe(201)
    await verify(null)
    await mailbox.deliver()
    expect(mailbox.emails.filter(({ to }) => to === email)).toEqual([])
  })

  test('is one of the few messages of a new barbershop, which each completed visit makes more', async () => {
    const owner = await createOwner(world)
    await world.db.insertInto('message_counts').values({ barbershop_id: owner.shop.id, sent: 29 }).execute()
    const first = newEmail()
    const second = newEmail()
    await invite(owner, first)
    await mailbox.deliver()
    const refused = await invite(owner, second)
    expect([refused.status, refused.body.code]).toEqual([429, 'MESSAGE_LIMIT'])
    const sent = mailbox.emails.filter(({ to }) => to === first || to === second)
    expect(sent.map(({ to }) => to)).toEqual([first])
  })

  test.each([
    ['records the terms that were stated', { acceptedTerms: TERMS_VERSION }, ['privacy', 'terms']],
    ['assumes none that were not', {}, []],
  ])('creates an account and %s', async (_, stated, documents) => {
    const owner = await createOwner(world)
    const email = newEmail()
    await invite(owner, email)
    const person = { token: await linkFor(email), name: 'Nina Navalha', password: 'navalha-azul-7' }
    const { status, body } = await world.call(invitesApi.register, { body: { ...person, ...stated } })
    expect(status).toBe(201)
    const consents = world.db.selectFrom('consents').select('document').where('user_id', '=', body.user.id)
    expect((await consents.execute()).map(({ document }) => document).toSorted()).toEqual(documents)
  })

  test('refuses a common password and an empty name before it is consumed', async () => {
    const owner = await createOwner(world)
    const email = newEmail()
    await invite(owner, email)
    const token = await linkFor(email)
    const weak = await world.call(invitesApi.register, {
      body: { token, name: 'Nina', password: 'senha123', acceptedTerms: TERMS_VERSION },
    })
    expect(weak.body.code).toBe('WEAK_PASSWORD')
    expect((await join(token, ' \n ')).body.code).toBe('INVALID_INPUT')
    expect((await join(token)).status).toBe(201)
  })

  test('makes a customer a barber, whose other sessions end; an owner stays one', async () => {
    const owner = await createOwner(world)
    const customer = await createCaller(world, { isEmailVerified: false })
    await invite(owner, customer.user.email)
    const link = await linkFor(customer.user.email)
    expect((await view(link)).body.hasAccount).toBe(true)
    expect((await join(link)).body.code).toBe('EMAIL_TAKEN')
    const elsewhere = await createSessionToken(world, customer.user.id)
    const { body } = await accept(link, customer.token)
    expect(body.user).toMatchObject({ id: customer.user.id, role: 'BARBER', isEmailVerified: true })
    expect((await world.call(accountsApi.me, { token: elsewhere })).status).toBe(401)
    expect((await world.call(accountsApi.me, { token: customer.token })).body.user.role).toBe('BARBER')

    const colleague = await createOwner(world)
    await invite(owner, colleague.user.email)
    const response = await accept(await linkFor(colleague.user.email), colleague.token)
    expect(response.status).toBe(200)
    const me = await world.call(accountsApi.me, { token: colleague.token })
    expect(me.body.user.role).toBe('OWNER')
  })

  test('is for its address only', async () => {
    const owner = await createOwner(world)
    const email = newEmail()
    await invite(owner, email)
    const link = await linkFor(email)
    const stranger = await createCaller(world)
    const { status, body } = await accept(link, stranger.token)
    expect([status, body.code]).toEqual([403, 'INVITE_OTHER_ACCOUNT'])
    expect((await join(link)).status).toBe(201)
  })

  test('reports why a link is invalid: unknown, revoked, replaced or expired', async () => {
    const owner = await createOwner(world)
    const email = newEmail()
    const { body } = await invite(owner, email)
    expect((await view('x'.repeat(43))).body.code).toBe('INVITE_OVER')
    const old = await linkFor(email)
    world.clock.advance({ minutes: 2 })
    const params = { id: body.invite.id }
    expect((await world.call(invitesApi.resend, { token: owner.token, params })).status).toBe(200)
    const link = await linkFor(email)
    expect((await view(old)).body.message).toMatch('Abra o e-mail mais recente')
    world.clock.advance({ minutes: 7 * 24 * 60 })
    expect((await join(link)).body.message).toMatch('valia por 7 dias')
    owner.token = await createSessionToken(world, owner.user.id)
    expect((await teamOf(owner)).invites).toMatchObject([{ isExpired: true }])
    expect((await teamOf(owner)).seats.used).toBe(0)
    expect((await world.call(invitesApi.resend, { token: owner.token, params })).body.invite.isExpired).toBe(false)
    const fresh = await linkFor(email)
    expect((await view(fresh)).status).toBe(200)
    expect((await world.call(invitesApi.revoke, { token: owner.token, params })).body).toEqual({ revoked: true })
    expect((await view(fresh)).body.message).toBe('A barbearia cancelou este convite.')
    expect((await world.call(invitesApi.revoke, { token: owner.token, params })).body.code).toBe('INVITE_NOT_FOUND')
    world.clock.advance({ minutes: 31 * 24 * 60 })
    await sweepInvites(world)
    expect(await world.db.selectFrom('invites').select('id').where('id', '=', body.invite.id).execute()).toEqual([])
  })

  test('is resent at most once a minute', async () => {
    const owner = await createOwner(world)
    const { body } = await invite(owner, newEmail())
    const again = await world.call(invitesApi.resend, { token: owner.token, params: { id: body.invite.id } })
    expect([again.status, again.body.code]).toEqual([429, 'INVITE_TOO_SOON'])
  })

  test('that is revoked before its e-mail leaves is never sent', async () => {
    const owner = await createOwner(world)
    const email = newEmail()
    const { body } = await invite(owner, email)
    await world.call(invitesApi.revoke, { token: owner.token, params: { id: body.invite.id } })
    expect(await linkFor(email)).toBe('')
  })
})

describe('a membership', () => {
  test("is created at once for the owner's own address", async () => {
    const owner = await createOwner(world)
    const { status, body } = await invite(owner, owner.user.email.toUpperCase())
    expect([status, body]).toEqual([201, { invite: null }])
    expect((await teamOf(owner)).barbers).toMatchObject([{ isOwner: true }])
    expect((await invite(owner, owner.user.email)).body.code).toBe('ALREADY_BARBER')
  })

  test('of a removed barber is restored when they return', async () => {
    const owner = await createOwner(world)
    const formerBarber = await createBarber(world, owner.shop.id, { bio: 'Voltei.', removedAt: new Date() })
    await invite(owner, formerBarber.user.email)
    const response = await accept(
      await linkFor(formerBarber.user.email),
      await createSessionToken(world, formerBarber.user_id),
    )
    expect(response.status).toBe(200)
    expect((await teamOf(owner)).barbers).toMatchObject([{ id: formerBarber.id, bio: 'Voltei.' }])
  })
})

describe('the limit of the plan', () => {
  test('counts barbers and invites, and reports both', async () => {
    const owner = await createOwner(world, { tier: 'basic' })
    await createBarber(world, owner.shop.id)
    expect((await invite(owner, newEmail())).status).toBe(201)
    const { status, body } = await invite(owner, newEmail())
    expect([status, body.code]).toEqual([409, 'PLAN_LIMIT'])
    expect(body.message).toBe('Você atingiu o limite de 2 barbeiros do seu plano. Convites pendentes contam.')
  })

  test('gives the last place to one of several concurrent invites [6.5]', async () => {
    const owner = await createOwner(world, { tier: 'basic' })
    await createBarber(world, owner.shop.id)
    const responses = await Promise.all(Array.from({ length: 6 }, () => invite(owner, newEmail())))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  })

  test('refuses an invited barber after a downgrade, and accepts them when there is capacity again', async () => {
    const owner = await createOwner(world, { tier: 'basic' })
    const email = newEmail()
    await invite(owner, email)
    const link = await linkFor(email)
    const one = await createBarber(world, owner.shop.id)
    const two = await createBarber(world, owner.shop.id)
    expect((await join(link)).body.code).toBe('INVITE_BLOCKED')
    const leavers = world.db.updateTable('barbers').set({ removed_at: world.clock.now() })
    await leavers.where('id', 'in', [one.id, two.id]).execute()
    expect((await join(link)).status).toBe(201)
  })

  test('blocks inviting and accepting after the plan has ended', async () => {
    const owner = await createOwner(world)
    const email = newEmail()
    await invite(owner, email)
    const link = await linkFor(email)
    await world.db.deleteFrom('subscriptions').where('user_id', '=', owner.user.id).execute()
    const { status, body } = await invite(owner, newEmail())
    expect([status, body.code]).toEqual([403, 'PLAN_LAPSED'])
    expect((await join(link)).body.code).toBe('INVITE_BLOCKED')
  })
})

describe('other callers', () => {
  test('cannot invite, resend or revoke [6.4]', async () => {
    const owner = await createOwner(world)
    const { body } = await invite(owner, newEmail())
    const outsiders = await createOutsiders(world)
    const refusals = { other: 404, barber: 403, customer: 403, anonymous: 401 } as const
    for (const [who, status] of Object.entries(refusals)) {
      const token = outsiders[who as keyof typeof refusals]
      const params = { id: body.invite.id }
      const input = { barbershopId: owner.shop.id, userEmail: newEmail() }
      expect((await world.call(invitesApi.create, { token, body: input })).status, who).toBe(status)
      expect((await world.call(invitesApi.resend, { token, params })).status, who).toBe(status)
      expect((await world.call(invitesApi.revoke, { token, params })).status, who).toBe(status)
    }
    expect((await teamOf(owner)).invites).toHaveLength(1)
  })
})
