import { accountsApi, TERMS_VERSION } from '@na-regua/contract/accounts'
import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { customersApi } from '@na-regua/contract/customers'
import { dashboardApi } from '@na-regua/contract/dashboard'
import { invitesApi } from '@na-regua/contract/invites'
import { membersApi } from '@na-regua/contract/members'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { privacyApi } from '@na-regua/contract/privacy'
import { type BarbershopRole, type InviteRole, rolesApi } from '@na-regua/contract/roles'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBarber } from '../../../../test/barbershop-factories.ts'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createOwner } from '../../../../test/owner-scene.ts'
import { changeStatus, getAppointmentRecordFor } from '../../appointments/status/change-status.ts'
import { updateStatus } from '../../appointments/status/queries.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

async function createScene() {
  const owner = await createOwner(world)
  const barber = await createBarber(world, owner.shop.id)
  const link = async (role: InviteRole, token = owner.token) => {
    const { status, body } = await world.call(invitesApi.createLink, {
      token,
      body: { barbershopId: owner.shop.id, role },
    })
    expect(status).toBe(201)
    return body as { token: string; invite: { id: string } }
  }
  /** A customer's account that joined by a link. */
  const join = async (role: BarbershopRole) => {
    const { token, user } = await createCaller(world)
    const accepted = await world.call(invitesApi.accept, { token, body: { token: (await link(role)).token } })
    expect(accepted.status).toBe(200)
    const [own] = accepted.body.user.barbershopRoles
    return { token, user, roleId: own.id as string, account: accepted.body.user }
  }
  const serviceId = await firstService(owner.shop.id)
  const book = (token: string, hour = '13:00') =>
    world.call(staffBookingsApi.book, {
      token,
      params: { id: owner.shop.id },
      body: {
        barberId: barber.id,
        serviceIds: [serviceId],
        startTime: `2026-03-12T${hour}:00Z`,
        newCustomer: { name: 'Caio', phone: '62999990001' },
      },
    })
  return { owner, barber, serviceId, link, join, book }
}

async function firstService(barbershopId: string) {
  const of = world.db.selectFrom('services').select('id').where('barbershop_id', '=', barbershopId)
  return (await of.executeTakeFirstOrThrow()).id
}

describe('a link', () => {
  test('makes an account a receptionist, whose role stays as it is', async () => {
    const { owner, join } = await createScene()
    const { account, user } = await join('RECEPTIONIST')
    expect(account).toMatchObject({
      role: 'CUSTOMER',
      barbershopRoles: [{ role: 'RECEPTIONIST', barbershop: { id: owner.shop.id, name: owner.shop.name } }],
    })
    const { body } = await world.call(membersApi.list, { token: owner.token })
    expect(body.roles).toMatchObject([{ role: 'RECEPTIONIST', name: user.name, isSelf: false }])
    expect(body.invites).toEqual([])
    expect(body.seats.used).toBe(1)
  })

  test('is stored as a hash only, serves once, expires and can be revoked or renewed', async () => {
    const { owner, link } = await createScene()
    const { token, invite } = await link('RECEPTIONIST')
    const stored = await world.db
      .selectFrom('invites')
      .selectAll()
      .where('id', '=', invite.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(token)
    const view = (of: string) => world.call(invitesApi.view, { body: { token: of } })
    expect((await view(token)).body).toMatchObject({ role: 'RECEPTIONIST', isLink: true, email: '', hasAccount: false })

    const renewed = await world.call(invitesApi.resend, { token: owner.token, params: { id: invite.id } })
    expect(renewed.status).toBe(200)
    expect((await view(token)).body.code).toBe('INVITE_OVER')
    const one = await createCaller(world)
    const other = await createCaller(world)
    const accept = (by: { token: string }) =>
      world.call(invitesApi.accept, { token: by.token, body: { token: renewed.body.token } })
    const results = await Promise.all([accept(one), accept(other)])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422])

    const revoked = await link('RECEPTIONIST')
    await world.call(invitesApi.revoke, { token: owner.token, params: { id: revoked.invite.id } })
    expect((await view(revoked.token)).body.code).toBe('INVITE_OVER')
    const late = await link('RECEPTIONIST')
    world.clock.set('2026-03-19T15:00:00Z')
    expect((await view(late.token)).body.code).toBe('INVITE_OVER')
  })

  test('lets a new account join, whose address it does not verify', async () => {
    const { link } = await createScene()
    const { token } = await link('RECEPTIONIST')
    const person = { token, name: 'Nina', password: 'navalha-afiada-9', acceptedTerms: TERMS_VERSION } as const
    expect((await world.call(invitesApi.register, { body: person })).body.code).toBe('INVALID_INPUT')
    const email = `${crypto.randomUUID()}@naregua.test`
    const { status, body } = await world.call(invitesApi.register, { body: { ...person, email } })
    expect(status).toBe(201)
    expect(body.user).toMatchObject({ email, isEmailVerified: false, role: 'CUSTOMER' })
    expect(body.user.barbershopRoles).toHaveLength(1)
  })

  test('for a barber counts against the plan, the others do not', async () => {
    const owner = await createOwner(world, { tier: 'basic' })
    const body = (role: InviteRole) => ({ barbershopId: owner.shop.id, role })
    const create = (role: InviteRole) => world.call(invitesApi.createLink, { token: owner.token, body: body(role) })
    const codes = []
    for (let count = 0; count < 4; count++) codes.push((await create('BARBER')).body.code)
    expect(codes.at(-1)).toBe('PLAN_LIMIT')
    expect((await create('RECEPTIONIST')).status).toBe(201)
    const accepted = await createCaller(world)
    const { body: barberLink } = await world.call(membersApi.list, { token: owner.token })
    expect(barberLink.invites.filter(({ role }: { role: string }) => role === 'RECEPTIONIST')).toHaveLength(1)
    expect(accepted.user.role).toBe('CUSTOMER')
  })

  test('for a barber makes the account a barber', async () => {
    const { link } = await createScene()
    const { token } = await createCaller(world)
    const { token: linkToken } = await link('BARBER')
    const { body } = await world.call(invitesApi.accept, { token, body: { token: linkToken } })
    expect(body.user).toMatchObject({ role: 'BARBER', isBarber: true, barbershopRoles: [] })
  })

  test('is not used up by the owner or by one who has the role', async () => {
    const { owner, link, join } = await createScene()
    const manager = await join('MANAGER')
    const { token } = await link('RECEPTIONIST')
    for (const by of [owner.token, manager.token])
      expect((await world.call(invitesApi.accept, { token: by, body: { token } })).body.code).toBe('ALREADY_STAFF')
    expect((await world.call(invitesApi.view, { body: { token } })).status).toBe(200)
  })
})

describe('a receptionist', () => {
  test('works with agenda and customers, and sees no money', async () => {
    const { owner, barber, book, join } = await createScene()
    const { token } = await join('RECEPTIONIST')
    const booked = await book(token)
    expect([booked.status, booked.body.appointment?.status]).toEqual([201, 'CONFIRMED'])
    const query = { date: '2026-03-12', barbershopId: owner.shop.id }
    const day = await world.call(agendasApi.dayOfOwner, { token, query })
    expect(day.body.barbers[0].appointments).toHaveLength(1)
    const { id } = booked.body.appointment
    expect((await world.call(appointmentsApi.cancel, { token, params: { id } })).status).toBe(200)

    const params = { id: owner.shop.id }
    const spent = async (by: string) =>
      (await world.call(customersApi.list, { token: by, params })).body.customers.map(
        (customer: { spentCents: number | null }) => customer.spentCents,
      )
    expect(await spent(token)).toEqual([null])
    expect(await spent(owner.token)).toEqual([0])
    expect((await world.call(customersApi.exportCsv, { token, params })).status).toBe(403)
    for (const route of [
      dashboardApi.get,
      dashboardApi.exportAppointments,
      dashboardApi.exportCustomers,
      membersApi.list,
    ])
      expect((await world.call(route, { token })).status).toBe(403)
    const bio = await world.call(membersApi.setBio, { token, params: { id: barber.id }, body: { bio: 'Oi' } })
    expect(bio.status).toBe(403)
    const edit = await world.call(ownBarbershopsApi.updateBarbershop, { token, params, body: { description: 'Oi' } })
    expect(edit.status).toBe(403)
  })

  test('who is removed loses access at once, and no longer receives events', async () => {
    const { owner, book, join } = await createScene()
    const { token, user, roleId } = await join('RECEPTIONIST')
    const receives = async () => {
      const { rows } = await sql<{ id: string }>`
        select event_recipients('appointments', ${[owner.user.id]}::uuid[]) as id`.execute(world.db)
      return rows.some(({ id }) => id === user.id)
    }
    expect(await receives()).toBe(true)
    expect((await world.call(rolesApi.remove, { token: owner.token, params: { id: roleId } })).status).toBe(200)
    expect(await receives()).toBe(false)
    const query = { date: '2026-03-12', barbershopId: owner.shop.id }
    expect((await world.call(agendasApi.dayOfOwner, { token, query })).status).toBe(403)
    expect((await book(token)).status).toBe(403)
    const { body } = await world.call(accountsApi.me, { token })
    expect(body.user).toMatchObject({ role: 'CUSTOMER', barbershopRoles: [] })
    const notified = world.db.selectFrom('notifications').select('title').where('user_id', '=', user.id)
    expect((await notified.execute()).map(({ title }) => title)).toContain('Você saiu da equipe')
  })

  test('whose role ends between the decision and the statement that acts changes nothing', async () => {
    const { book, join, owner } = await createScene()
    const { token, user, roleId } = await join('RECEPTIONIST')
    const { id } = (await book(token)).body.appointment
    const record = await getAppointmentRecordFor(world.db, id, user.id)
    await world.call(rolesApi.remove, { token: owner.token, params: { id: roleId } })
    const change = { status: 'CANCELLED', cancelledBy: 'owner' } as const
    expect(await world.db.transaction().execute((tx) => updateStatus(tx, record, change, world.clock.now()))).toBe(
      false,
    )
    const again = changeStatus(world.db, { id, userId: user.id, action: 'cancel', now: world.clock.now() })
    await expect(again).rejects.toMatchObject({ code: 'APPOINTMENT_NOT_FOUND' })
  })

  test('may leave, and an account that is closed leaves too, with the open links of a manager', async () => {
    const { owner, link, join } = await createScene()
    const one = await join('RECEPTIONIST')
    const other = await join('MANAGER')
    const passedOn = await link('BARBER', other.token)
    expect((await world.call(rolesApi.remove, { token: one.token, params: { id: one.roleId } })).status).toBe(200)
    const exported = await world.call(privacyApi.export, { token: other.token })
    expect(JSON.stringify(exported.body)).toContain(other.roleId)
    const closing = await world.call(privacyApi.requestDeletion, { token: other.token, body: {} })
    expect([closing.status, closing.body.code]).toEqual([200, undefined])
    expect((await world.call(membersApi.list, { token: owner.token })).body.roles).toEqual([])
    const opened = await world.call(invitesApi.view, { body: { token: passedOn.token } })
    expect(opened.body.code).toBe('INVITE_OVER')
  })
})

describe('a manager', () => {
  test('edits the barbershop within the plan of its owner, but does not name managers', async () => {
    const { owner, barber, link, join } = await createScene()
    const { token } = await join('MANAGER')
    const receptionist = await join('RECEPTIONIST')
    const params = { id: owner.shop.id }
    const edit = () => world.call(ownBarbershopsApi.updateBarbershop, { token, params, body: { description: 'Nova' } })
    expect((await edit()).status).toBe(200)
    expect((await world.call(dashboardApi.get, { token })).body.barbershops).toEqual({ active: 1, total: 1 })
    const bio = await world.call(membersApi.setBio, { token, params: { id: barber.id }, body: { bio: 'Oi' } })
    expect(bio.status).toBe(200)
    expect((await link('RECEPTIONIST', token)).token).toHaveLength(43)
    const named = await world.call(invitesApi.createLink, { token, body: { barbershopId: params.id, role: 'MANAGER' } })
    expect([named.status, named.body.code]).toEqual([403, 'FORBIDDEN'])
    const role = { params: { id: receptionist.roleId }, body: { role: 'MANAGER' } } as const
    expect((await world.call(rolesApi.change, { token, ...role })).status).toBe(403)
    expect((await world.call(ownBarbershopsApi.deactivate, { token, params })).status).toBe(403)
    expect((await world.call(rolesApi.remove, { token, params: { id: receptionist.roleId } })).status).toBe(200)

    await world.db.deleteFrom('subscriptions').where('user_id', '=', owner.user.id).execute()
    expect((await edit()).body.code).toBe('PLAN_LAPSED')
  })

  test('who is removed, or becomes a receptionist, leaves no link behind', async () => {
    const { owner, link, join } = await createScene()
    const manager = await join('MANAGER')
    const other = await join('MANAGER')
    const open = (of: string) => world.call(invitesApi.view, { body: { token: of } })
    const first = await link('RECEPTIONIST', manager.token)
    const refused = await world.call(rolesApi.remove, { token: other.token, params: { id: manager.roleId } })
    expect(refused.body.code).toBe('FORBIDDEN')
    await world.call(rolesApi.remove, { token: owner.token, params: { id: manager.roleId } })
    expect((await open(first.token)).body.code).toBe('INVITE_OVER')

    const second = await link('RECEPTIONIST', other.token)
    const role = { params: { id: other.roleId }, body: { role: 'RECEPTIONIST' } } as const
    expect((await world.call(rolesApi.change, { token: owner.token, ...role })).body.role).toBe('RECEPTIONIST')
    expect((await open(second.token)).body.code).toBe('INVITE_OVER')
    expect((await world.call(membersApi.list, { token: other.token })).status).toBe(403)
  })
})

test('an invite by e-mail may name a role, too', async () => {
  const { owner, join } = await createScene()
  const invite = (userEmail: string, role: InviteRole) =>
    world.call(invitesApi.create, { token: owner.token, body: { barbershopId: owner.shop.id, userEmail, role } })
  const { body } = await invite(`${crypto.randomUUID()}@naregua.test`, 'MANAGER')
  expect(body.invite).toMatchObject({ role: 'MANAGER', isLink: false })
  const { user } = await join('RECEPTIONIST')
  expect((await invite(user.email, 'RECEPTIONIST')).body.code).toBe('ALREADY_STAFF')
  expect((await invite(user.email, 'MANAGER')).status).toBe(201)
})

test('an invite that is repeated gets the newest role, within a minute without a second e-mail', async () => {
  const { owner, join } = await createScene()
  const manager = await join('MANAGER')
  const userEmail = `${crypto.randomUUID()}@naregua.test`
  const invite = async (role: InviteRole, token = owner.token) => {
    const input = { barbershopId: owner.shop.id, userEmail, role }
    const { body } = await world.call(invitesApi.create, { token, body: input })
    return body.invite?.role ?? body.code
  }
  const mailbox = createMailbox(world)
  const countEmails = () => mailbox.emails.filter(({ to }) => to === userEmail).length
  expect(await invite('RECEPTIONIST', manager.token)).toBe('RECEPTIONIST')
  await mailbox.deliver()
  expect(await invite('BARBER', manager.token)).toBe('BARBER')
  expect(await invite('MANAGER', manager.token)).toBe('FORBIDDEN')
  expect(await invite('MANAGER')).toBe('MANAGER')
  for (const role of ['RECEPTIONIST', 'BARBER'] as const) expect(await invite(role, manager.token)).toBe('FORBIDDEN')
  await mailbox.deliver()
  expect(countEmails()).toBe(1)
  world.clock.advance({ minutes: 2 })
  expect(await invite('BARBER', manager.token)).toBe('FORBIDDEN')
  expect(await invite('BARBER')).toBe('BARBER')
  await mailbox.deliver()
  expect(countEmails()).toBe(2)
})
