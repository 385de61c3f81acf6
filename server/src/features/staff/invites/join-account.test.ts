import { randomUUID } from 'node:crypto'
import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { invitesApi } from '@na-regua/contract/invites'
import { membersApi } from '@na-regua/contract/members'
import { staffApi } from '@na-regua/contract/staff'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createBarber, createBarbershopRow, createService } from '../../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createOwner } from '../../../../test/owner-scene.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
beforeEach(() => {
  world.clock.set(noonInSaoPaulo)
  mailbox.emails.length = 0
})

const tomorrowAtTen = new Date(Date.parse(noonInSaoPaulo) + 22 * 3_600_000)

/** An owner, a barber without an account, and a service. */
async function createScene() {
  const owner = await createOwner(world)
  const service = await createService(world, owner.shop.id)
  const added = await add(owner, 'Beto sem conta')
  return { owner, service, barber: added.body.barber }
}

type Owner = Awaited<ReturnType<typeof createOwner>>
type Scene = Awaited<ReturnType<typeof createScene>>

function add({ token, shop }: Owner, name: string, id?: string) {
  return world.call(membersApi.add, { token, params: { id: shop.id }, body: { id, name } })
}

async function book({ service }: Pick<Scene, 'service'>, barberId: string, start: Date) {
  const { user, token } = await createCaller(world, { name: 'Caio Cliente' })
  const body = { barberId, serviceId: service.id, startTime: start.toISOString() }
  const { status, body: booked } = await world.call(appointmentsApi.create, { token, body })
  return { status, customer: user, appointment: booked.appointment ?? booked }
}

async function linkFor({ owner, barber }: Scene): Promise<string> {
  const body = { barbershopId: owner.shop.id, role: 'BARBER', barberId: barber.id }
  const { status, body: made } = await world.call(invitesApi.createLink, { token: owner.token, body })
  expect([status, made.invite.barber]).toEqual([201, { id: barber.id, name: barber.name }])
  return made.token
}

const accept = (link: string, token: string) => world.call(invitesApi.accept, { token, body: { token: link } })
const rowsOf = (barberId: string) =>
  world.db
    .selectFrom('appointments')
    .select(['barber_user_id', 'status', 'version'])
    .where('barber_id', '=', barberId)
    .execute()
const findUser = (id: string) => world.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
const userOf = async (barberId: string) => {
  const row = world.db.selectFrom('barbers').select('user_id').where('id', '=', barberId)
  return (await row.executeTakeFirstOrThrow()).user_id
}

test('a barber without an account is shown and booked like any other, and counts against the plan', async () => {
  const { owner, service, barber } = await createScene()
  expect(barber).toMatchObject({ name: 'Beto sem conta', hasAccount: false, isOwner: false })
  const listed = await world.call(staffApi.list, { params: { id: owner.shop.id } })
  expect(listed.body.barbers).toMatchObject([{ id: barber.id, name: 'Beto sem conta' }])
  const team = await world.call(membersApi.list, { token: owner.token })
  expect(team.body.seats.used).toBe(1)
  const { status, appointment } = await book({ service }, barber.id, tomorrowAtTen)
  expect(status).toBe(201)
  const confirmed = await world.call(appointmentsApi.confirm, { token: owner.token, params: { id: appointment.id } })
  expect(confirmed.status).toBe(200)
  await mailbox.deliver()
  expect(mailbox.emails.every(({ to }) => to)).toBe(true)
})

test('the owner reads what customers do with them, in the bell and by e-mail', async () => {
  const { owner, service, barber } = await createScene()
  await book({ service }, barber.id, tomorrowAtTen)
  const notifications = await world.db.selectFrom('notifications').selectAll().execute()
  const toOwner = notifications.filter(({ user_id }) => user_id === owner.user.id)
  expect(toOwner).toMatchObject([
    {
      title: 'Novo pedido',
      message: expect.stringMatching(/^Caio Cliente pediu .* Com Beto sem conta\.$/),
      path: expect.stringMatching(/^\/admin\/appointments\?ver=dia&agendamento=/),
    },
  ])
  const barberUserId = await userOf(barber.id)
  expect(notifications.some(({ user_id }) => user_id === barberUserId)).toBe(false)
  await mailbox.deliver()
  const email = mailbox.emails.find(({ to }) => to === owner.user.email)
  expect(email?.text).toContain('Com Beto sem conta.')
})

test('each of five tries with one id adds the same barber, and another barbershop cannot have that id', async () => {
  const owner = await createOwner(world)
  const id = randomUUID()
  const tries = await Promise.all(Array.from({ length: 5 }, () => add(owner, 'Beto sem conta', id)))
  expect(tries.map(({ status, body }) => [status, body.barber?.id])).toEqual(tries.map(() => [201, id]))
  const team = await world.call(membersApi.list, { token: owner.token })
  expect(team.body.barbers).toMatchObject([{ id, name: 'Beto sem conta' }])
  const stranger = await add(await createOwner(world), 'Outro', id)
  expect([stranger.status, stranger.body.code]).toEqual([400, 'INVALID_INPUT'])
})

test('the plan limits them', async () => {
  const owner = await createOwner(world, { tier: 'basic' })
  await add(owner, 'Um')
  await add(owner, 'Dois')
  const third = await add(owner, 'Três')
  expect([third.status, third.body.code]).toEqual([409, 'PLAN_LIMIT'])
})

test('accepting the invite gives the account everything, and the row without one is gone', async () => {
  const scene = await createScene()
  const { owner, service, barber } = scene
  await book({ service }, barber.id, tomorrowAtTen)
  const before = await userOf(barber.id)
  await world.db
    .updateTable('users')
    .set({ avatar_url: '/uploads/avatars/x-320.webp' })
    .where('id', '=', before)
    .execute()
  const person = await createCaller(world, { name: 'Roberto Lima' })
  const link = await linkFor(scene)
  const seen = await world.call(invitesApi.view, { body: { token: link } })
  expect(seen.body).toMatchObject({ barber: { name: 'Beto sem conta' }, isLink: true })
  const accepted = await accept(link, person.token)
  expect([accepted.status, accepted.body.user?.role]).toEqual([200, 'BARBER'])
  expect(await rowsOf(barber.id)).toEqual([{ barber_user_id: person.user.id, status: 'SCHEDULED', version: 1 }])
  expect(await findUser(before)).toBeUndefined()
  expect((await findUser(person.user.id))?.avatar_url).toBe('/uploads/avatars/x-320.webp')
  const own = await world.call(agendasApi.listOfBarber, { token: person.token })
  expect(own.body.appointments).toHaveLength(1)
  const team = await world.call(membersApi.list, { token: owner.token })
  expect(team.body.barbers).toMatchObject([{ id: barber.id, name: 'Roberto Lima', hasAccount: true }])
  expect(team.body.invites).toEqual([])
  expect((await accept(link, (await createCaller(world)).token)).body.code).toBe('INVITE_OVER')
})

test('a new account made from the link gets it, too; an invite by e-mail needs its own address', async () => {
  const scene = await createScene()
  const link = await linkFor(scene)
  const body = { token: link, name: 'Nina Navalha', email: 'nina@naregua.test', password: 'navalha-azul-7' }
  const joined = await world.call(invitesApi.register, { body })
  expect([joined.status, joined.body.user?.role]).toEqual([201, 'BARBER'])
  expect(await userOf(scene.barber.id)).toBe(joined.body.user.id)

  const other = await createScene()
  const input = { barbershopId: other.owner.shop.id, userEmail: 'rui-seat@naregua.test', barberId: other.barber.id }
  const invited = await world.call(invitesApi.create, { token: other.owner.token, body: input })
  expect(invited.body.invite).toMatchObject({ barber: { id: other.barber.id }, email: 'rui-seat@naregua.test' })
  await mailbox.deliver()
  const email = mailbox.emails.find(({ to }) => to === 'rui-seat@naregua.test')
  expect(email?.text).toContain('Sua agenda já está montada')
  const token = email?.text.match(/\/convite#([\w-]{43})/)?.[1] ?? ''
  expect((await accept(token, (await createCaller(world)).token)).body.code).toBe('INVITE_OTHER_ACCOUNT')
})

test('the newest invite for a barber replaces the earlier one', async () => {
  const scene = await createScene()
  const first = await linkFor(scene)
  const second = await linkFor(scene)
  const person = await createCaller(world)
  expect((await accept(first, person.token)).body.code).toBe('INVITE_OVER')
  expect((await accept(second, person.token)).status).toBe(200)
})

test('an owner who cuts hair joins with their own address, without an e-mail', async () => {
  const { owner, barber } = await createScene()
  const body = { barbershopId: owner.shop.id, userEmail: owner.user.email, barberId: barber.id }
  const joined = await world.call(invitesApi.create, { token: owner.token, body })
  expect(joined.body).toEqual({ invite: null })
  expect(await userOf(barber.id)).toBe(owner.user.id)
})

test('an appointment elsewhere at the same time refuses it by name, and nothing is lost', async () => {
  const scene = await createScene()
  await book(scene, scene.barber.id, tomorrowAtTen)
  const elsewhere = await createBarbershopRow(world, { name: 'Barbearia do Largo' })
  const person = await createBarber(world, elsewhere.id)
  const token = await createSessionToken(world, person.user.id)
  const there = await createService(world, elsewhere.id)
  const clash = await book({ service: there }, person.id, tomorrowAtTen)
  const link = await linkFor(scene)
  const refused = await accept(link, token)
  expect([refused.status, refused.body.code]).toEqual([409, 'BARBER_BUSY'])
  expect(refused.body.message).toContain('Você já atende na Barbearia do Largo')
  expect(await rowsOf(scene.barber.id)).toHaveLength(1)
  const cancelled = { token, params: { id: clash.appointment.id }, body: {} }
  expect((await world.call(appointmentsApi.cancel, cancelled)).status).toBe(200)
  expect((await accept(link, token)).status).toBe(200)
})

test('who is a barber of the barbershop, or was one, is refused', async () => {
  const scene = await createScene()
  const current = await createBarber(world, scene.owner.shop.id)
  const former = await createBarber(world, scene.owner.shop.id, { removedAt: world.clock.now() })
  const link = await linkFor(scene)
  const messages = []
  for (const { user } of [current, former])
    messages.push((await accept(link, await createSessionToken(world, user.id))).body.message)
  expect(messages).toEqual([
    'Você já é barbeiro desta barbearia. O convite continua valendo para outra conta.',
    'Você já foi barbeiro desta barbearia. Peça um convite comum: seu histórico volta com ele.',
  ])
})

test('is for barbers without an account only', async () => {
  const { owner, barber } = await createScene()
  const { token } = owner
  const current = await createBarber(world, owner.shop.id)
  const foreign = (await createScene()).barber
  const codeOf = async (barberId: string, role = 'BARBER') => {
    const body = { barbershopId: owner.shop.id, role, barberId }
    return (await world.call(invitesApi.createLink, { token, body })).body.code
  }
  expect(await codeOf(current.id)).toBe('BARBER_HAS_ACCOUNT')
  expect(await codeOf(foreign.id)).toBe('BARBER_NOT_FOUND')
  expect(await codeOf(barber.id, 'RECEPTIONIST')).toBe('INVALID_INPUT')
})

test('removed, the barber keeps the history, loses the invite, and no e-mail is sent', async () => {
  const scene = await createScene()
  const { owner, barber } = scene
  const link = await linkFor(scene)
  const removed = await world.call(membersApi.remove, { token: owner.token, params: { id: barber.id } })
  expect(removed.status).toBe(200)
  expect((await accept(link, (await createCaller(world)).token)).body.code).toBe('INVITE_OVER')
  await mailbox.deliver()
  expect(mailbox.emails.filter(({ subject }) => subject.startsWith('Você não atende mais'))).toEqual([])
})

test('the barbershop renames a barber without an account, and no other barbershop does', async () => {
  const { owner, barber } = await createScene()
  const rename = (id: string, token: string) =>
    world.call(membersApi.rename, { token, params: { id }, body: { name: ' Beto  Lima ' } })
  expect((await rename(barber.id, owner.token)).body).toEqual({ name: 'Beto Lima' })
  const current = await createBarber(world, owner.shop.id)
  expect((await rename(current.id, owner.token)).body.code).toBe('BARBER_HAS_ACCOUNT')
  const stranger = await createOwner(world)
  expect((await rename(barber.id, stranger.token)).status).toBe(404)
})
