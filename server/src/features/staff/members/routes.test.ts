import { accountsApi } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { membersApi } from '@na-regua/contract/members'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBarber } from '../../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createOutsiders, createOwner } from '../../../../test/owner-scene.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

/** An owner with a barber whom a customer has booked at each of these hours of the next day. */
async function createScene(hours: readonly string[] = []) {
  const owner = await createOwner(world)
  const colleague = await createBarber(world, owner.shop.id)
  const customer = await createCaller(world)
  const of = world.db.selectFrom('services').select('id').where('barbershop_id', '=', owner.shop.id)
  const { id: serviceId } = await of.executeTakeFirstOrThrow()
  const book = (hour: string, by = customer) => {
    const body = { barberId: colleague.id, serviceId, startTime: `2026-03-12T${hour}:00Z` }
    return world.call(appointmentsApi.create, { token: by.token, body })
  }
  for (const hour of hours) expect((await book(hour)).status).toBe(201)
  const remove = (query?: { cancelAppointments: boolean }, token: string | undefined = owner.token) =>
    world.call(membersApi.remove, { token, params: { id: colleague.id }, query })
  return { owner, colleague, customer, serviceId, book, remove }
}

const teamOf = async (token: string) => (await world.call(membersApi.list, { token })).body
const statusesOf = async (barberId: string) => {
  const rows = await world.db.selectFrom('appointments').select('status').where('barber_id', '=', barberId).execute()
  return rows.map(({ status }) => status).toSorted()
}

describe('GET /owners/me/barbers', () => {
  test("lists the barbers of the owner's barbershops with their upcoming appointments and without e-mails [7.23]", async () => {
    const { owner, colleague } = await createScene(['12:00', '13:00'])
    await createOwner(world)
    const team = await teamOf(owner.token)
    expect(Value.Check(membersApi.list.schema.response[200], team)).toBe(true)
    expect(team.barbers).toMatchObject([{ id: colleague.id, isOwner: false, futureAppointments: 2 }])
    expect(team).toMatchObject({ seats: { used: 1, most: null }, canEdit: true })
    expect(JSON.stringify(team)).not.toMatch(/@|62999990000/)
  })

  test('reports that the plan does not allow editing', async () => {
    const { owner } = await createScene()
    await world.db.deleteFrom('subscriptions').where('user_id', '=', owner.user.id).execute()
    expect(await teamOf(owner.token)).toMatchObject({ canEdit: false, seats: { used: 1, most: 2 } })
  })
})

describe('DELETE /barbers/{id}', () => {
  test('removes a barber without appointments, who becomes a notified customer', async () => {
    const { owner, colleague, remove } = await createScene()
    const token = await createSessionToken(world, colleague.user_id)
    const { status, body } = await remove()
    expect([status, body]).toEqual([200, { removed: true, cancelledAppointments: 0 }])
    expect((await teamOf(owner.token)).barbers).toEqual([])
    expect((await world.call(accountsApi.me, { token })).status).toBe(401)
    const me = await world.call(accountsApi.me, { token: await createSessionToken(world, colleague.user_id) })
    expect(me.body.user.role).toBe('CUSTOMER')
    const notified = world.db
      .selectFrom('notifications')
      .select(['title', 'message'])
      .where('user_id', '=', colleague.user_id)
    expect(await notified.execute()).toEqual([
      {
        title: 'Você saiu da equipe',
        message: `Você não atende mais em ${owner.shop.name}. Seus atendimentos de antes continuam guardados.`,
      },
    ])
    await mailbox.deliver()
    const removalEmail = mailbox.emails.findLast(({ to }) => to === colleague.user.email)
    expect(removalEmail?.subject).toBe(`Você não atende mais em ${owner.shop.name}`)
    expect((await remove()).body.code).toBe('BARBER_NOT_FOUND')
  })

  test('returns the upcoming appointments and changes nothing until the owner cancels them [7.23]', async () => {
    const { owner, colleague, customer, remove } = await createScene(['12:00', '14:00'])
    const refused = await remove()
    expect([refused.status, refused.body.code]).toEqual([409, 'FUTURE_APPOINTMENTS'])
    expect(refused.body.message).toBe('Este barbeiro ainda tem 2 agendamentos à frente.')
    expect(refused.body.timeZone).toBe('America/Sao_Paulo')
    expect(refused.body.appointments.map(({ startTime }: { startTime: string }) => startTime)).toEqual([
      '2026-03-12T12:00:00.000Z',
      '2026-03-12T14:00:00.000Z',
    ])
    expect(await statusesOf(colleague.id)).toEqual(['SCHEDULED', 'SCHEDULED'])
    expect((await teamOf(owner.token)).barbers).toHaveLength(1)

    const done = await remove({ cancelAppointments: true })
    expect(done.body).toEqual({ removed: true, cancelledAppointments: 2 })
    expect(await statusesOf(colleague.id)).toEqual(['CANCELLED', 'CANCELLED'])
    const notified = world.db.selectFrom('notifications').select('title').where('user_id', '=', customer.user.id)
    expect(await notified.where('type', '<>', 'booking_requested').execute()).toEqual([
      { title: '2 horários cancelados' },
    ])
  })

  test('sends customer, barber and owner one email each, with all appointments', async () => {
    const { owner, colleague, customer, book, remove } = await createScene(['12:00', '14:00'])
    const other = await createCaller(world)
    expect((await book('16:00', other)).status).toBe(201)
    await mailbox.deliver()
    const before = mailbox.emails.length
    expect((await remove({ cancelAppointments: true })).status).toBe(200)
    await mailbox.deliver()
    const sent = mailbox.emails.slice(before)
    const textTo = (email: string) => sent.filter(({ to }) => to === email).map(({ text }) => text)
    expect(sent.map(({ to }) => to).toSorted()).toEqual(
      [owner.user.email, colleague.user.email, customer.user.email, other.user.email].toSorted(),
    )
    const times = ['às 9h', 'às 11h', 'às 13h']
    const countTimes = (text = '') => times.filter((time) => text.includes(time)).length
    expect(textTo(customer.user.email).map(countTimes)).toEqual([2])
    expect(textTo(owner.user.email).map(countTimes)).toEqual([3])
    expect(textTo(colleague.user.email).map(countTimes)).toEqual([3])
    expect(textTo(other.user.email)).toHaveLength(1)
  })

  test('keeps the history and blocks later bookings, also one in flight', async () => {
    const { colleague, serviceId, book, remove } = await createScene(['12:00'])
    world.clock.set('2026-03-12T12:45:00Z')
    const late = await Promise.all([remove(), book('15:00', await createCaller(world))])
    const isFirst = late[0].status === 200
    expect(late.map(({ status }) => status)).toEqual(isFirst ? [200, late[1].status] : [409, 201])
    if (!isFirst) expect((await remove({ cancelAppointments: true })).status).toBe(200)
    expect((await statusesOf(colleague.id)).filter((status) => status !== 'CANCELLED')).toEqual(['SCHEDULED'])
    const free = { params: { id: colleague.id }, query: { date: '2026-03-13', serviceId } }
    expect((await world.call(availabilityApi.get, free)).status).toBe(404)
  })

  test('keeps the role of a barber with another membership, and of an owner', async () => {
    const { owner, colleague, remove } = await createScene()
    const elsewhere = await createOwner(world)
    const second = { user_id: colleague.user_id, barbershop_id: elsewhere.shop.id }
    await world.db.insertInto('barbers').values(second).execute()
    const token = await createSessionToken(world, colleague.user_id)
    expect((await remove()).status).toBe(200)
    expect((await world.call(accountsApi.me, { token })).body.user.role).toBe('BARBER')
    const own = { user_id: owner.user.id, barbershop_id: owner.shop.id }
    const { id } = await world.db.insertInto('barbers').values(own).returning('id').executeTakeFirstOrThrow()
    const removal = await world.call(membersApi.remove, { token: owner.token, params: { id } })
    expect(removal.status).toBe(200)
    expect((await world.call(accountsApi.me, { token: owner.token })).body.user.role).toBe('OWNER')
  })

  test('is refused while the plan does not allow editing [4.21]', async () => {
    const { owner, remove } = await createScene()
    await world.db.deleteFrom('subscriptions').where('user_id', '=', owner.user.id).execute()
    expect((await remove()).body.code).toBe('PLAN_LAPSED')
  })

  test('is for the owner of the barbershop', async () => {
    const { colleague, remove } = await createScene()
    const { other, customer, anonymous, barber } = await createOutsiders(world)
    expect((await remove(undefined, other)).body.code).toBe('BARBER_NOT_FOUND')
    const own = await createSessionToken(world, colleague.user_id)
    for (const token of [barber, customer, own]) expect((await remove(undefined, token)).status).toBe(403)
    const unauthenticated = await world.call(membersApi.remove, { token: anonymous, params: { id: colleague.id } })
    expect(unauthenticated.status).toBe(401)
  })
})
