import { appointmentsApi } from '@na-regua/contract/appointments'
import { seriesApi } from '@na-regua/contract/series'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { relayAllEvents } from '../../../lib/worker/relay-events.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world, { barberCount: 2, durations: [30, 15] })
const { customer, barber, owner, membership, service } = scene
beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await sql`delete from appointments`.execute(world.db)
})

/** HH:MM of the next day in São Paulo; the clock is at 12:00 of the day before. */
const at = (time: string, date = '2026-03-12') => new Date(`${date}T${time}:00-03:00`).toISOString()
/** Minutes from now to that time. */
const until = (time: string) => (Date.parse(at(time)) - Date.parse(noonInSaoPaulo)) / 60_000

const find = (id: string) =>
  world.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('rescheduling', () => {
  const reschedule = (id: string, newStartTime: string, more: object = {}, token = customer.token) =>
    world.call(appointmentsApi.reschedule, { params: { id }, token, body: { newStartTime, ...more } })

  test('is refused to a customer whom the barbershop has blocked, and so is a standing appointment', async () => {
    const id = await scene.put({ status: 'CONFIRMED', minutes: until('15:00') })
    const setBlocked = (at: Date | null) =>
      world.db.updateTable('customer_profiles').set({ blocked_at: at }).where('user_id', '=', customer.id).execute()
    await setBlocked(world.clock.now())
    const moved = await reschedule(id, at('16:00'))
    expect([moved.status, moved.body.code]).toEqual([403, 'CUSTOMER_BLOCKED'])
    const repeat = { params: { id }, token: customer.token, body: { intervalWeeks: 1 } }
    expect((await world.call(seriesApi.create, repeat)).body.code).toBe('CUSTOMER_BLOCKED')
    expect((await find(id)).starts_at.toISOString()).toBe(at('15:00'))
    await setBlocked(null)
    expect((await reschedule(id, at('16:00'))).status).toBe(200)
  })

  test('keeps the appointment and makes it a request again [7.19]', async () => {
    const id = await scene.put({
      status: 'CONFIRMED',
      minutes: until('15:00'),
      requestedAt: new Date('2026-03-01T12:00:00Z'),
    })
    const { status, body } = await reschedule(id, at('16:00'), { newEndTime: at('16:30') })
    expect(status).toBe(200)
    expect(body.appointment).toMatchObject({
      id,
      status: 'SCHEDULED',
      startTime: at('16:00'),
      endTime: at('16:30'),
      durationMin: 30,
    })
    expect(await find(id)).toMatchObject({ version: 2, requested_at: new Date(noonInSaoPaulo) })
    expect((await reschedule(id, at('16:00'))).status).toBe(200)
    expect((await find(id)).version).toBe(2)
  })

  test('may overlap its own old time, but no other appointment', async () => {
    const id = await scene.put({ minutes: until('15:00') })
    expect((await reschedule(id, at('15:15'))).status).toBe(200)
    const [rival] = (await createCustomers(world.db, 1)) as [SceneCustomer]
    await scene.put({ minutes: until('16:00'), customer: rival })
    const { status, body } = await reschedule(id, at('16:15'))
    expect([status, body.code]).toEqual([409, 'SLOT_TAKEN'])
    expect(body.alternatives.length).toBeGreaterThan(0)
    expect(body.alternatives[0]).toMatchObject({ barberId: membership.id, date: '2026-03-12' })
    expect(await find(id)).toMatchObject({ version: 2, starts_at: new Date(at('15:15')) })
  })

  test('is refused when the customer is with another barber, or the buffer is taken', async () => {
    const id = await scene.put({ minutes: until('15:00') })
    await scene.put({ minutes: until('16:00'), customer: null })
    const other = scene.shop.barbers[1] as { id: string; userId: string }
    await world.db
      .updateTable('appointments')
      .set({ barber_id: other.id, barber_user_id: other.userId, customer_id: customer.id, is_walk_in: false })
      .where('starts_at', '=', new Date(at('16:00')))
      .execute()
    expect((await reschedule(id, at('16:15'))).body.code).toBe('CUSTOMER_BUSY')
    await world.db.updateTable('appointments').set({ buffer_min: 20 }).where('id', '=', id).execute()
    const [rival] = (await createCustomers(world.db, 1)) as [SceneCustomer]
    await scene.put({ minutes: until('17:00'), customer: rival })
    expect((await reschedule(id, at('16:15'))).body.code).toBe('CUSTOMER_BUSY')
    expect((await reschedule(id, at('16:30'))).body.code).toBe('SLOT_TAKEN')
    expect((await reschedule(id, at('14:00'))).status).toBe(200)
  })

  test.each([
    ['off the grid', '14:05', {}, 'SLOT_UNAVAILABLE'],
    ['before opening', '08:30', {}, 'SLOT_UNAVAILABLE'],
    ['past closing', '17:45', {}, 'SLOT_UNAVAILABLE'],
    ['to another duration', '14:00', { newEndTime: at('15:00') }, 'END_TIME_MISMATCH'],
  ])('%s is refused', async (_, time, more, code) => {
    const id = await scene.put({ minutes: until('15:00') })
    const { status, body } = await reschedule(id, at(time), more)
    expect([status, body.code]).toEqual([422, code])
  })

  test('is refused in the past, at too short notice and past the booking window', async () => {
    const id = await scene.put({ minutes: until('15:00') })
    for (const time of [at('11:00', '2026-03-11'), at('14:00', '2026-07-01')])
      expect((await reschedule(id, time)).body.code).toBe('SLOT_UNAVAILABLE')
    await world.db
      .updateTable('barbershops')
      .set({ minimum_notice_minutes: 24 * 60 })
      .execute()
    expect((await reschedule(id, at('10:00'))).body.code).toBe('SLOT_UNAVAILABLE')
    expect((await reschedule(id, at('12:00'))).status).toBe(200)
    await world.db.updateTable('barbershops').set({ minimum_notice_minutes: 0 }).execute()
  })

  test('is possible after the service was removed or takes longer, but not after the barber left', async () => {
    const id = await scene.put({ minutes: until('15:00') })
    await world.db.updateTable('services').set({ is_active: false, duration_min: 90 }).execute()
    const { body } = await reschedule(id, at('15:30'))
    expect(body.appointment).toMatchObject({ endTime: at('16:00'), service: { name: 'Corte' }, priceCents: 5000 })
    await world.db.updateTable('services').set({ is_active: true, duration_min: 30 }).execute()
    await world.db
      .updateTable('barbers')
      .set({ removed_at: new Date(noonInSaoPaulo) })
      .where('id', '=', membership.id)
      .execute()
    expect((await reschedule(id, at('16:30'))).body).toMatchObject({
      code: 'SLOT_UNAVAILABLE',
      message: expect.stringContaining('não atende mais'),
    })
    await world.db.updateTable('barbers').set({ removed_at: null }).execute()
  })

  test('deletes the customer’s hold, and expired holds', async () => {
    const id = await scene.put({ minutes: until('15:00') })
    const hold = (token: string, time: string) =>
      world.call(appointmentsApi.hold, {
        token,
        body: { barberId: membership.id, serviceId: service.id, startTime: at(time) },
      })
    const [slow] = (await createCustomers(world.db, 1)) as [SceneCustomer]
    await hold(customer.token, '16:00')
    await hold(slow.token, '17:00')
    expect((await reschedule(id, at('17:15'))).body.code).toBe('SLOT_TAKEN')
    expect((await reschedule(id, at('16:15'))).status).toBe(200)
    world.clock.advance({ minutes: 11 })
    expect((await reschedule(id, at('17:15'))).status).toBe(200)
    expect((await world.db.selectFrom('appointments').select('id').where('status', '=', 'HELD').execute()).length).toBe(
      0,
    )
  })
})

describe('a walk-in', () => {
  const walkIn = (body: object = {}, token = barber.token) =>
    world.call(appointmentsApi.walkIn, { token, body: { barberId: membership.id, serviceId: service.id, ...body } })

  test('sends an email to the barber for whom the owner makes it, and none to the one who makes it', async () => {
    const listEmails = async () => {
      await relayAllEvents(world.db)
      const { rows } = await sql<{ userId: string }>`
        select payload ->> 'userId' as "userId" from graphile_worker._private_jobs`.execute(world.db)
      return rows.map(({ userId }) => userId)
    }
    await relayAllEvents(world.db)
    await sql`delete from graphile_worker._private_jobs`.execute(world.db)
    expect((await walkIn({ startTime: at('14:00') })).status).toBe(201)
    expect(await listEmails()).toEqual([])
    expect((await walkIn({ startTime: at('16:00') }, owner.token)).status).toBe(201)
    expect(await listEmails()).toEqual([membership.userId])
  })

  test('starts now, with or without a name, and once when the request is repeated', async () => {
    world.clock.set('2026-03-11T15:00:42Z')
    const { status, body } = await walkIn({ customerName: ' Seu Zé ' })
    expect(status).toBe(201)
    expect(body.appointment).toMatchObject({
      status: 'CONFIRMED',
      isWalkIn: true,
      startTime: noonInSaoPaulo,
      customer: { id: null, name: 'Seu Zé' },
    })
    expect((await walkIn({ customerName: 'Seu Zé' })).body.appointment.id).toBe(body.appointment.id)
    world.clock.advance({ minutes: 30 })
    expect((await walkIn()).body.appointment.customer.name).toBe('Cliente')
  })

  test('has several services, and once when the request is repeated', async () => {
    const serviceIds = scene.shop.services.map(({ id }) => id)
    const { status, body } = await walkIn({ serviceIds, startTime: at('14:00') })
    expect(status).toBe(201)
    const { services, durationMin } = body.appointment
    expect(services.map(({ id }: { id: string }) => id)).toEqual(serviceIds)
    expect(durationMin).toBe(services[0].durationMin + services[1].durationMin)
    expect((await walkIn({ serviceIds, startTime: at('14:00') })).body.appointment.id).toBe(body.appointment.id)
    expect((await walkIn({ startTime: at('14:00') })).body.code).toBe('SLOT_TAKEN')
    const codeOf = async (ids: string[]) => (await walkIn({ serviceIds: ids, startTime: at('17:00') })).body.code
    expect(await codeOf(serviceIds.toReversed())).toBe('INVALID_INPUT')
    expect(await codeOf([service.id, crypto.randomUUID()])).toBe('SERVICE_NOT_FOUND')
  })

  test('is refused with a web address in the name', async () => {
    const { status, body } = await walkIn({ customerName: 'www.golpe.test' })
    expect([status, body.message]).toEqual([400, 'O nome não pode ter o endereço de um site.'])
  })

  test('is refused when the barber is busy, with the next possible start', async () => {
    await scene.put({ status: 'CONFIRMED', minutes: 20 })
    await scene.put({
      status: 'CONFIRMED',
      minutes: 60,
      customer: (await createCustomers(world.db, 1))[0] as SceneCustomer,
    })
    const { status, body } = await walkIn()
    expect([status, body.code]).toEqual([409, 'SLOT_TAKEN'])
    expect(body.message).toBe('A cadeira já está ocupada nesse tempo. O próximo espaço é às 13h30.')
    expect(body.alternatives).toMatchObject([
      { kind: 'same-barber', barberId: membership.id, time: '13:30', date: '2026-03-11' },
    ])
    expect((await walkIn({ startTime: body.alternatives[0].startTime })).status).toBe(201)
    expect((await walkIn({ startTime: at('22:07', '2026-03-11') })).body.appointment.startTime).toBe(
      at('22:07', '2026-03-11'),
    )
  })

  test('is for the barber and the owner', async () => {
    const colleague = scene.shop.staff[1] as SceneCustomer
    for (const user of [customer, scene.stranger, colleague])
      expect((await walkIn({}, user.token)).body.code).toBe('FORBIDDEN')
    expect((await walkIn({}, owner.token)).status).toBe(201)
    expect((await walkIn({ barberId: crypto.randomUUID() })).body.code).toBe('BARBER_NOT_FOUND')
    expect((await walkIn({ serviceId: crypto.randomUUID() })).body.code).toBe('SERVICE_NOT_FOUND')
    for (const startTime of [at('23:59', '2026-03-10'), at('15:01', '2027-03-11')])
      expect((await walkIn({ startTime })).body.code).toBe('SLOT_UNAVAILABLE')
    expect((await walkIn({ startTime: at('00:00', '2026-03-11') })).status).toBe(201)
  })

  test('takes any gap, also outside of the opening hours', async () => {
    for (const startTime of [at('15:01'), at('23:30', '2026-03-13'), at('06:00', '2026-09-20')]) {
      const { status, body } = await walkIn({ startTime, customerName: 'Dona Ivone' }, owner.token)
      expect([status, body.appointment?.startTime, body.appointment?.status]).toEqual([201, startTime, 'CONFIRMED'])
    }
    const { body } = await walkIn({ startTime: at('23:20', '2026-03-13') })
    expect(body).toMatchObject({
      code: 'SLOT_TAKEN',
      message: 'A cadeira já está ocupada nesse tempo. O próximo espaço é no dia 14/03/2026, às 0h.',
      alternatives: [{ startTime: at('00:00', '2026-03-14') }],
    })
  })

  test('is completed like any other appointment, and blocks bookings', async () => {
    const { body } = await walkIn({ startTime: at('09:00') })
    const book = await world.call(appointmentsApi.create, {
      token: customer.token,
      body: { barberId: membership.id, serviceId: service.id, startTime: at('09:15') },
    })
    expect(book.body.code).toBe('SLOT_TAKEN')
    world.clock.set(at('09:20'))
    const { id } = body.appointment
    expect(
      (await world.call(appointmentsApi.complete, { params: { id }, token: barber.token })).body.appointment.status,
    ).toBe('COMPLETED')
    expect((await world.call(appointmentsApi.cancel, { params: { id }, token: customer.token })).body.code).toBe(
      'APPOINTMENT_NOT_FOUND',
    )
    expect((await walkIn({ startTime: at('09:20') })).status).toBe(201)
  })
})
