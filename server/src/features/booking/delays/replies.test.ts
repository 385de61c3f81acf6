import { privacyApi } from '@na-regua/contract/privacy'
import { delaysApi } from '@na-regua/contract/serving'
import { bookingLinkApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { getBookingLinkSecret } from '../link/queries.ts'
import { signLinkToken } from '../link/rules.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440], barberCount: 3 })
const [own, second, third] = scene.shop.barbers as [Barber, Barber, Barber]
type Barber = { id: string; userId: string }
beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await sql`delete from barber_services; delete from appointments; delete from notifications; delete from pending_events`.execute(
    world.db,
  )
})

const at = (minutes: number) => new Date(Date.parse(noonInSaoPaulo) + minutes * 60_000).toISOString()
const update = (id: string, fields: object) =>
  world.db.updateTable('appointments').set(fields).where('id', '=', id).execute()
const rowOf = (id: string) =>
  world.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** An appointment in half an hour whose customer was notified of a delay. */
async function putDelayed(delayMin: number, minutes = 30) {
  const id = await scene.put({ status: 'CONFIRMED', minutes })
  await update(id, { told_delay_min: delayMin, told_delay_at: world.clock.now() })
  return id
}
/** Another customer's appointment with some barber. */
async function putOther(barber: Barber, minutes: number, fields: object = {}) {
  const id = await scene.put({ status: 'CONFIRMED', minutes: 10_000, customer: null })
  const times = { starts_at: at(minutes), ends_at: at(minutes + 30) }
  await update(id, { barber_id: barber.id, barber_user_id: barber.userId, ...times, ...fields })
}

type Reply = { reply: 'ok' | 'earlier' | 'other-barber'; barberId?: string; version?: number }
const reply = (id: string, { version = 1, ...body }: Reply, token = scene.customer.token) =>
  world.call(delaysApi.reply, { params: { id }, token, body: { version, ...body } })
const freeBarbers = async (id: string) => {
  const { body } = await world.call(delaysApi.get, { params: { id }, token: scene.customer.token })
  return body.delay.freeBarbers.map((barber: { id: string }) => barber.id)
}
const notified = async () =>
  (await world.db.selectFrom('notifications').select(['user_id', 'title']).execute()).map(({ user_id, title }) => [
    user_id,
    title,
  ])

describe('ok', () => {
  test('is stored, and repeated changes nothing', async () => {
    const id = await putDelayed(15)
    for (const _ of [1, 2]) expect((await reply(id, { reply: 'ok' })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ delay_reply: 'ok', version: 1, told_delay_min: 15 })
    expect(await notified()).toEqual([])
  })

  test('needs a delay that concerns the customer', async () => {
    const none = await scene.put({ status: 'CONFIRMED', minutes: 30 })
    expect((await reply(none, { reply: 'ok' })).body.code).toBe('STATE_CHANGED')
    const id = await putDelayed(15, 90)
    expect((await reply(id, { reply: 'ok', version: 2 })).body.code).toBe('STATE_CHANGED')
    for (const { token } of [scene.barber, scene.owner, scene.stranger])
      expect((await reply(id, { reply: 'ok' }, token)).body.code).toBe('APPOINTMENT_NOT_FOUND')
    await update(id, { arrived_at: world.clock.now() })
    expect((await reply(id, { reply: 'ok' })).body.code).toBe('STATE_CHANGED')
  })
})

describe('earlier', () => {
  test('moves the appointment, which stays confirmed, and notifies the barber once', async () => {
    const id = await putDelayed(-25, 60)
    for (const _ of [1, 2]) {
      const { status, body } = await reply(id, { reply: 'earlier' })
      expect([status, body.appointment?.status, body.appointment?.startTime]).toEqual([200, 'CONFIRMED', at(35)])
    }
    expect(await rowOf(id)).toMatchObject({ version: 2, delay_reply: 'earlier', told_delay_min: null })
    expect((await notified()).toSorted()).toEqual(
      [own.userId, scene.customer.id].map((userId) => [userId, 'Horário remarcado']).toSorted(),
    )
  })

  test('at once when the offered time has passed, and not after the booked one', async () => {
    const id = await putDelayed(-25, 30)
    world.clock.advance({ minutes: 12 })
    expect((await reply(id, { reply: 'earlier' })).body.appointment.startTime).toBe(at(12))
    const late = await putDelayed(-25, 60)
    world.clock.advance({ minutes: 60 })
    expect((await reply(late, { reply: 'earlier' })).body.code).toBe('STATE_CHANGED')
  })

  test('is refused when the time was taken, or of a request', async () => {
    const id = await putDelayed(-25, 60)
    await putOther(own, 30)
    const { status, body } = await reply(id, { reply: 'earlier' })
    expect([status, body.code, Array.isArray(body.alternatives)]).toEqual([409, 'SLOT_TAKEN', true])
    const asked = await putDelayed(-25, 200)
    await update(asked, { status: 'SCHEDULED' })
    expect((await reply(asked, { reply: 'earlier' })).body.code).toBe('STATE_CHANGED')
    const delayed = await putDelayed(15, 400)
    expect((await reply(delayed, { reply: 'earlier' })).body.code).toBe('STATE_CHANGED')
  })
})

describe('another barber', () => {
  test('who is free at the booked time gets the appointment, and both barbers are notified', async () => {
    const id = await putDelayed(20)
    expect(await freeBarbers(id)).toEqual([second.id, third.id])
    for (const _ of [1, 2]) {
      const { status, body } = await reply(id, { reply: 'other-barber', barberId: third.id })
      expect([status, body.appointment?.barber.id, body.appointment?.startTime]).toEqual([200, third.id, at(30)])
    }
    expect(await rowOf(id)).toMatchObject({ status: 'CONFIRMED', version: 2, delay_reply: 'other-barber' })
    expect((await notified()).toSorted()).toEqual(
      [
        [own.userId, 'Horário passado para outro barbeiro'],
        [third.userId, 'Novo agendamento'],
        [scene.customer.id, 'Horário confirmado'],
      ].toSorted(),
    )
  })

  test('is one who is free, provides the services for no more, and serves no one until then', async () => {
    const id = await putDelayed(20)
    await putOther(second, 45)
    expect(await freeBarbers(id)).toEqual([third.id])
    const terms = { barbershop_id: scene.shop.id, barber_id: third.id, service_id: scene.service.id, is_provided: true }
    await world.db
      .insertInto('barber_services')
      .values({ ...terms, price_cents: 5001 })
      .execute()
    expect(await freeBarbers(id)).toEqual([])
    await world.db.updateTable('barber_services').set({ price_cents: 4999 }).execute()
    expect(await freeBarbers(id)).toEqual([third.id])
    await world.db.updateTable('barber_services').set({ is_provided: false }).execute()
    expect(await freeBarbers(id)).toEqual([])
    await sql`delete from barber_services`.execute(world.db)
    await putOther(third, -60, { arrived_at: at(-60), serving_from: at(5) })
    expect(await freeBarbers(id)).toEqual([])
    await sql`update appointments set serving_from = ${at(-10)} where barber_id = ${third.id}`.execute(world.db)
    expect(await freeBarbers(id)).toEqual([third.id])
  })

  test('is refused when they are taken meanwhile or unknown, and for an earlier time', async () => {
    const id = await putDelayed(20)
    await putOther(second, 45)
    const taken = await reply(id, { reply: 'other-barber', barberId: second.id })
    expect([taken.status, taken.body.code]).toEqual([409, 'SLOT_TAKEN'])
    for (const barberId of [undefined, crypto.randomUUID()])
      expect((await reply(id, { reply: 'other-barber', ...(barberId && { barberId }) })).body.code).toBe(
        'BARBER_NOT_FOUND',
      )
    const early = await putDelayed(-25, 200)
    expect(await freeBarbers(early)).toEqual([])
    expect((await reply(early, { reply: 'other-barber', barberId: third.id })).body.code).toBe('STATE_CHANGED')
    expect(await rowOf(id)).toMatchObject({ barber_id: own.id, version: 1, delay_reply: null })
  })
})

test('a customer without an account replies by the link of the booking', async () => {
  const id = await putDelayed(20)
  const profile = { id: crypto.randomUUID(), barbershop_id: scene.shop.id, name: 'Rui Lima', phone: '+5562977776666' }
  await world.db.insertInto('customer_profiles').values(profile).execute()
  await update(id, { customer_id: null, profile_id: profile.id, customer_name: 'Rui Lima' })
  const params = { token: signLinkToken(await getBookingLinkSecret(world.db), id) }
  const { body } = await world.call(bookingLinkApi.delay, { params })
  expect(body.delay).toMatchObject({ delayMin: 20, expectedStart: at(50), freeBarbers: [{}, {}] })
  const other = { version: 1, reply: 'other-barber' as const, barberId: second.id }
  const moved = await world.call(bookingLinkApi.replyToDelay, { params, body: other })
  expect([moved.status, moved.body.appointment?.barberId]).toEqual([200, second.id])
  expect((await notified()).map(([userId]) => userId).toSorted()).toEqual([own.userId, second.userId].toSorted())
  expect((await world.call(bookingLinkApi.delay, { params })).body).toEqual({ delay: null })
})

test('the export of the customer has the taps, the delay and the reply', async () => {
  const id = await putDelayed(20)
  await reply(id, { reply: 'ok' })
  await update(id, { arrived_at: at(25), serving_from: at(31), serving_until: at(58) })
  const { body } = await world.call(privacyApi.export, { token: scene.customer.token })
  const instants = [at(25), at(31), at(58), at(0)].map((instant) => expect.stringContaining(instant.slice(0, 19)))
  const [arrived_at, serving_from, serving_until, told_delay_at] = instants
  const taps = { arrived_at, serving_from, serving_until, is_end_settled: false }
  expect(body.data.agendamentos).toMatchObject([{ ...taps, told_delay_min: 20, told_delay_at, delay_reply: 'ok' }])
})
