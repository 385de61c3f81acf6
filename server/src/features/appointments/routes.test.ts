import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness, type Harness } from '../../../test/harness.ts'

let harness: Harness
let shop: Awaited<ReturnType<typeof createBookableBarbershop>>
let barberId: string
let serviceId: string

beforeAll(async () => {
  harness = await createHarness()
  shop = await createBookableBarbershop(harness.db, { barberCount: 2, durations: [30, 60] })
  barberId = shop.barbers[0]?.id as string
  serviceId = shop.services[0]?.id as string
})
afterAll(() => harness.close())

const day = '2026-03-12'
/** HH:MM of that day in São Paulo as an instant. */
const at = (time: string, date = day) => new Date(`${date}T${time}:00-03:00`).toISOString()

function book(customer: SceneCustomer, time: string, more: { key?: string; date?: string; body?: object } = {}) {
  return harness.call(appointmentsApi.create, {
    token: customer.token,
    body: { barberId, serviceId, startTime: at(time, more.date), ...more.body },
    headers: more.key ? { 'idempotency-key': more.key } : {},
  })
}

async function slots(date = day) {
  const response = await harness.call(availabilityApi.get, { params: { id: barberId }, query: { date, serviceId } })
  return response.body.slots as string[]
}

async function createCustomer() {
  const [customer] = await createCustomers(harness.db, 1)
  return customer as SceneCustomer
}

describe('POST /appointments', () => {
  it('books a listed slot, copies price and duration, and removes it from the list [7.18]', async () => {
    const customer = await createCustomer()
    expect(await slots()).toContain('09:00')
    const { status, body } = await book(customer, '09:00', { body: { customerId: customer.id, endTime: at('09:30') } })
    expect(status).toBe(201)
    expect(body.id).toBe(body.appointmentId)
    expect(body.appointment).toMatchObject({
      status: 'SCHEDULED',
      startTime: at('09:00'),
      endTime: at('09:30'),
      durationMin: 30,
      priceCents: 5000,
      timeZone: 'America/Sao_Paulo',
      barbershop: { name: 'Navalha de Ouro' },
    })
    expect(await slots()).not.toContain('09:00')
  })
  it('returns the same appointment to the same customer, with and without an idempotency key', async () => {
    const customer = await createCustomer()
    const first = await book(customer, '10:00', { key: 'chave-0001' })
    const again = await book(customer, '10:00', { key: 'chave-0001' })
    const keyless = await book(customer, '10:00')
    expect([first.status, again.status, keyless.status]).toEqual([201, 200, 200])
    expect(new Set([first.body.id, again.body.id, keyless.body.id]).size).toBe(1)
  })
  it('returns it also when the slot is no longer offered: the notice has passed, or the service was removed', async () => {
    const otherShop = await createBookableBarbershop(harness.db)
    await harness.db
      .updateTable('barbershops')
      .set({ minimum_notice_minutes: 30 })
      .where('id', '=', otherShop.id)
      .execute()
    const choice = {
      barberId: otherShop.barbers[0]?.id,
      serviceId: otherShop.services[0]?.id,
      startTime: at('12:30', '2026-03-11'),
    }
    const customer = await createCustomer()
    const first = await book(customer, '12:30', { key: 'chave-0003', body: choice })
    harness.clock.advance({ minutes: 1 })
    const again = await book(customer, '12:30', { key: 'chave-0003', body: choice })
    const keyless = await book(customer, '12:30', { body: choice })
    await harness.db
      .updateTable('services')
      .set({ is_active: false })
      .where('barbershop_id', '=', otherShop.id)
      .execute()
    const later = await book(customer, '12:30', { key: 'chave-0003', body: choice })
    expect([first.status, again.status, keyless.status, later.status]).toEqual([201, 200, 200, 200])
    expect(new Set([first.body.id, again.body.id, keyless.body.id, later.body.id]).size).toBe(1)
    expect((await book(await createCustomer(), '12:30', { body: choice })).body.code).toBe('SERVICE_NOT_FOUND')
    const other = { ...choice, startTime: at('11:00', '2026-03-11') }
    expect((await book(customer, '11:00', { key: 'chave-0003', body: other })).body.code).toBe('IDEMPOTENCY_CONFLICT')
    harness.clock.advance({ minutes: -1 })
  })
  it('reads ids in uppercase as the same ids', async () => {
    const customer = await createCustomer()
    const uppercase = { customerId: customer.id.toUpperCase(), barberId: barberId.toUpperCase() }
    const first = await book(customer, '17:00', { key: 'chave-0004', body: uppercase })
    const again = await book(customer, '17:00', { key: 'chave-0004' })
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id])
  })
  it('rejects an idempotency key that is reused for another request', async () => {
    const customer = await createCustomer()
    await book(customer, '10:30', { key: 'chave-0002' })
    const other = await book(customer, '11:00', { key: 'chave-0002' })
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_CONFLICT'])
    expect(await slots()).toContain('11:00')
  })
  it('returns alternatives to the second customer', async () => {
    await book(await createCustomer(), '11:30')
    const { status, body } = await book(await createCustomer(), '11:30')
    expect([status, body.code]).toEqual([409, 'SLOT_TAKEN'])
    expect(body.alternatives.map((alternative: { kind: string }) => alternative.kind)).toEqual([
      'same-barber',
      'same-time',
      'next-day',
    ])
    expect(body.alternatives[0]).toMatchObject({ barberId, date: day, time: '11:00', startTime: at('11:00') })
    expect(body.alternatives[1]).toMatchObject({ barberId: shop.barbers[1]?.id, time: '11:30' })
    expect(body.alternatives[2]).toMatchObject({ barberId, date: '2026-03-13', time: '11:30' })
  })
  it('rejects overlapping appointments of a customer', async () => {
    const customer = await createCustomer()
    await book(customer, '12:00')
    const { status, body } = await book(customer, '12:15', { body: { barberId: shop.barbers[1]?.id } })
    expect([status, body.code]).toEqual([409, 'CUSTOMER_BUSY'])
  })
  it('rejects overlapping appointments of a barber who works in two barbershops', async () => {
    const [barberUser] = shop.staff as [SceneCustomer]
    const elsewhere = await createBookableBarbershop(harness.db)
    const membership = await harness.db
      .insertInto('barbers')
      .values({ user_id: barberUser.id, barbershop_id: elsewhere.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const there = { barberId: membership.id, serviceId: elsewhere.services[0]?.id }
    expect((await book(await createCustomer(), '13:00', { body: there })).status).toBe(201)
    expect(await slots()).not.toContain('13:00')
    expect((await book(await createCustomer(), '13:00')).body.code).toBe('SLOT_TAKEN')
  })
  it('requires a verified email [4.13]', async () => {
    const [customer] = (await createCustomers(harness.db, 1, { isVerified: false })) as [SceneCustomer]
    expect((await book(customer, '14:00')).body.code).toBe('EMAIL_NOT_VERIFIED')
  })
  it.each([
    ['before opening', '08:30', {}],
    ['off the grid', '14:05', {}],
    ['with seconds', '14:00', { startTime: '2026-03-12T17:00:01Z' }],
    ['in the past', '14:00', { startTime: at('11:00', '2026-03-11') }],
    ['past the window', '14:00', { startTime: at('14:00', '2026-07-01') }],
    ['running over closing', '17:45', {}],
  ])('rejects a start %s', async (_, time, body) => {
    expect((await book(await createCustomer(), time, { body })).body.code).toBe('SLOT_UNAVAILABLE')
  })
  it('rejects a start in time off', async () => {
    await harness.db
      .insertInto('time_off')
      .values({ barber_id: barberId, starts_at: at('16:10'), ends_at: at('16:20') })
      .execute()
    expect((await book(await createCustomer(), '16:00')).body.code).toBe('SLOT_UNAVAILABLE')
    expect(await slots()).not.toContain('16:00')
    expect(await slots()).toContain('15:30')
  })
  it('rejects an end that does not match the duration [5.8]', async () => {
    expect((await book(await createCustomer(), '15:00', { body: { endTime: at('15:45') } })).body.code).toBe(
      'END_TIME_MISMATCH',
    )
  })
  it('rejects another customer’s id, another barbershop’s service, an unknown barber, and unauthenticated callers', async () => {
    const customer = await createCustomer()
    const other = await createCustomer()
    const elsewhere = await createBookableBarbershop(harness.db)
    expect((await book(customer, '15:00', { body: { customerId: other.id } })).status).toBe(403)
    expect((await book(customer, '15:00', { body: { serviceId: elsewhere.services[0]?.id } })).status).toBe(404)
    expect((await book(customer, '15:00', { body: { barberId: other.id } })).status).toBe(404)
    expect((await book({ id: '', token: 'x'.repeat(43) }, '15:00')).status).toBe(401)
    expect((await harness.call(appointmentsApi.create, { body: {} })).status).toBe(401)
  })
  it('rejects malformed bodies and changes nothing', async () => {
    const customer = await createCustomer()
    for (const body of [
      { startTime: 'amanhã' },
      { barberId: '1' },
      { price: 1 },
      { startTime: '+275760-09-13T00:00:00Z' },
      { endTime: null },
    ]) {
      expect((await book(customer, '15:00', { body })).status).toBe(400)
    }
    const { count } = await harness.db
      .selectFrom('appointments')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('customer_id', '=', customer.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
  })
})

describe('limits against hoarding', () => {
  it('a customer has at most three open appointments in a shop and five new ones a day', async () => {
    const [customer] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
    const shops = await Promise.all([createBookableBarbershop(harness.db), createBookableBarbershop(harness.db)])
    const codes: string[] = []
    for (const [index, time] of ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00'].entries()) {
      const otherShop = shops[index < 4 ? 0 : 1] as (typeof shops)[0]
      const body = {
        barberId: otherShop.barbers[0]?.id,
        serviceId: otherShop.services[0]?.id,
        startTime: at(time, '2026-03-20'),
      }
      const response = await book(customer, time, { body })
      codes.push(response.body.code ?? response.status)
    }
    expect(codes).toEqual([201, 201, 201, 'TOO_MANY_OPEN_APPOINTMENTS', 201, 201, 'TOO_MANY_NEW_APPOINTMENTS'])
  })
  it('the limits hold for concurrent requests', async () => {
    const [customer] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
    const otherShop = await createBookableBarbershop(harness.db)
    const choice = { barberId: otherShop.barbers[0]?.id, serviceId: otherShop.services[0]?.id }
    const responses = await Promise.all(
      ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00'].map((time) =>
        book(customer, time, { body: { ...choice, startTime: at(time, '2026-03-23') } }),
      ),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
  })
})

describe('holding a slot while the email is verified', () => {
  const hold = (customer: SceneCustomer, time: string, body: object = {}) =>
    harness.call(appointmentsApi.hold, {
      token: customer.token,
      body: { barberId, serviceId, startTime: at(time, '2026-03-16'), ...body },
    })

  it('blocks the slot for other customers for ten minutes', async () => {
    const [slow, quick] = (await createCustomers(harness.db, 2)) as [SceneCustomer, SceneCustomer]
    const { status, body } = await hold(slow, '09:00')
    expect([status, body.heldUntil]).toEqual([201, '2026-03-11T15:10:00.000Z'])
    expect((await hold(quick, '09:00')).body.code).toBe('SLOT_TAKEN')
    expect(await slots('2026-03-16')).not.toContain('09:00')
    harness.clock.advance({ minutes: 11 })
    expect(await slots('2026-03-16')).toContain('09:00')
    expect((await book(quick, '09:00', { date: '2026-03-16' })).status).toBe(201)
  })
  it('can be booked by its holder', async () => {
    const [customer] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
    await hold(customer, '10:00')
    expect((await book(customer, '10:00', { date: '2026-03-16' })).status).toBe(201)
  })
  it('is not extended by a repeated request, and is replaced when another slot is held', async () => {
    const [customer] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
    const first = await hold(customer, '11:00')
    harness.clock.advance({ minutes: 2 })
    expect((await hold(customer, '11:00')).body).toEqual(first.body)
    expect((await hold(customer, '11:00', { barberId: shop.barbers[1]?.id })).status).toBe(201)
    expect(await slots('2026-03-16')).toContain('11:00')
  })
  it('is deleted on request', async () => {
    const [customer] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
    await hold(customer, '14:00')
    expect((await harness.call(appointmentsApi.releaseHold, { token: customer.token })).body).toEqual({
      released: true,
    })
    expect(await slots('2026-03-16')).toContain('14:00')
  })
})

describe('reading an appointment', () => {
  it('is for its customer only', async () => {
    const [mine, other] = (await createCustomers(harness.db, 2)) as [SceneCustomer, SceneCustomer]
    const { body } = await book(mine, '15:00', { date: '2026-03-17' })
    const read = (token: string) => harness.call(appointmentsApi.get, { params: { id: body.id }, token })
    expect((await read(mine.token)).body.appointment).toEqual(body.appointment)
    expect((await read(other.token)).body.code).toBe('APPOINTMENT_NOT_FOUND')
    const calendar = await harness.call(appointmentsApi.calendar, { params: { id: body.id }, token: mine.token })
    expect(calendar.headers['content-type']).toContain('text/calendar')
    expect(calendar.body).toContain('DTSTART:20260317T180000Z')
    expect(calendar.body).toContain('SUMMARY:Corte 30 na Navalha de Ouro')
    expect((await harness.call(appointmentsApi.calendar, { params: { id: body.id }, token: other.token })).status).toBe(
      404,
    )
  })
})
