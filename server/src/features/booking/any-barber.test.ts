import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())
const shop = await createBookableBarbershop(world.db, { barberCount: 3, durations: [30, 60], buffers: [10] })
const [first, second, third] = shop.barbers.map(({ id }) => id) as [string, string, string]
const [serviceId] = shop.services.map(({ id }) => id) as [string]
beforeEach(async () => void (await sql`delete from appointments`.execute(world.db)))

const at = (time: string, date = '2026-03-12') => new Date(`${date}T${time}:00-03:00`).toISOString()
const createCustomer = async (isVerified = true) =>
  (await createCustomers(world.db, 1, { isVerified }))[0] as SceneCustomer
const anyBarber = { barberId: 'any', barbershopId: shop.id, serviceId }

async function book(startTime: string, more: object = {}, customer?: SceneCustomer) {
  const { token } = customer ?? (await createCustomer())
  return world.call(appointmentsApi.create, { token, body: { ...anyBarber, startTime, ...more } })
}
const barberOf = ({ body }: { body: { appointment: { barber: { id: string } } } }) => body.appointment.barber.id

it('books the barber with the fewest appointments of that day, else in the order of the barbershop', async () => {
  await book(at('09:00'), { barberId: first })
  await book(at('10:00'), { barberId: second })
  // Appointments of another day and cancelled ones do not count.
  await book(at('10:00', '2026-03-13'), { barberId: third })
  const barbers: string[] = []
  for (const time of ['11:00', '12:00', '13:00', '14:00']) barbers.push(barberOf(await book(at(time))))
  expect(barbers).toEqual([third, first, second, third])
  await sql`update appointments set status = 'CANCELLED', cancelled_by = 'customer' where barber_id = ${second}`.execute(
    world.db,
  )
  expect(barberOf(await book(at('15:00')))).toBe(second)
})

it('skips barbers who are busy or have time off, and offers alternatives if none is left', async () => {
  await book(at('09:00'), { barberId: first })
  await world.db
    .insertInto('time_off')
    .values({ barber_id: second, starts_at: new Date(at('08:00')), ends_at: new Date(at('12:00')) })
    .execute()
  expect(barberOf(await book(at('09:30')))).toBe(third)
  const rejected = await book(at('09:00'), { serviceId: shop.services[1]?.id })
  expect([rejected.status, rejected.body.code]).toEqual([409, 'SLOT_TAKEN'])
  expect(rejected.body.alternatives).toMatchObject([
    { kind: 'other-time', barberId: expect.any(String), date: '2026-03-12' },
    { kind: 'other-day', date: '2026-03-13', time: '09:00' },
  ])
  const [alternative] = rejected.body.alternatives
  expect(
    (await book(alternative.startTime, { barberId: alternative.barberId, serviceId: shop.services[1]?.id })).status,
  ).toBe(201)
  await world.db.deleteFrom('time_off').execute()
})

it('returns the same appointment to the same customer, with and without an idempotency key', async () => {
  const customer = await createCustomer()
  const request = (key?: string, startTime = at('09:00')) =>
    world.call(appointmentsApi.create, {
      token: customer.token,
      body: { ...anyBarber, startTime },
      headers: key ? { 'idempotency-key': key } : {},
    })
  const booked = await request('any-barber-1')
  for (const again of [await request('any-barber-1'), await request()]) {
    expect([again.status, again.body.id]).toEqual([200, booked.body.id])
  }
  expect((await request('any-barber-1', at('10:00'))).body.code).toBe('IDEMPOTENCY_CONFLICT')
  expect((await book(at('09:00'), { barberId: barberOf(booked) }, customer)).body.id).toBe(booked.body.id)
})

it('rejects a missing or unknown barbershop, one without barbers, and a barber or service of another', async () => {
  const rejectionOf = async (more: object) => {
    const { status, body } = await book(at('09:00'), more)
    return `${status} ${body.code}`
  }
  const other = await createBookableBarbershop(world.db)
  const empty = await createBookableBarbershop(world.db, { barberCount: 0 })
  expect(await rejectionOf({ barbershopId: undefined })).toBe('400 INVALID_INPUT')
  expect(await rejectionOf({ barberId: 'anybody' })).toBe('400 INVALID_INPUT')
  expect(await rejectionOf({ barbershopId: crypto.randomUUID() })).toBe('404 BARBER_NOT_FOUND')
  expect(await rejectionOf({ barbershopId: empty.id, serviceId: empty.services[0]?.id })).toBe('404 BARBER_NOT_FOUND')
  expect(await rejectionOf({ barbershopId: other.id })).toBe('404 SERVICE_NOT_FOUND')
  expect(await rejectionOf({ barberId: first, barbershopId: other.id })).toBe('404 BARBER_NOT_FOUND')
  expect(await rejectionOf({ startTime: at('08:00') })).toBe('422 SLOT_UNAVAILABLE')
})

it('holds a slot while the email is verified, and books the same barber', async () => {
  const customer = await createCustomer(false)
  const hold = () =>
    world.call(appointmentsApi.hold, { token: customer.token, body: { ...anyBarber, startTime: at('09:00') } })
  const held = await hold()
  const again = await hold()
  expect([held.status, again.body.id]).toEqual([201, held.body.id])
  const { barber_id } = await world.db
    .selectFrom('appointments')
    .select('barber_id')
    .where('id', '=', held.body.id)
    .executeTakeFirstOrThrow()
  // In the meantime this barber becomes the busiest.
  for (const time of ['11:00', '12:00']) await book(at(time), { barberId: barber_id })
  await sql`update users set email_verified_at = now() where id = ${customer.id}`.execute(world.db)
  expect(barberOf(await book(at('09:00'), {}, customer))).toBe(barber_id)
  const { rows } = await sql`select 1 from appointments where status = 'HELD'`.execute(world.db)
  expect(rows).toEqual([])
})

it('tries the next barber if the first has an appointment before this one would end', async () => {
  const [one, two, three] = shop.barbers.map(({ id }) => id)
  await book(at('10:00'), { barberId: one })
  for (const barberId of [two, three]) await book(at('09:00'), { barberId })
  expect(barberOf(await book(at('09:45')))).toBe(two)
})

it('a slot of the barbershop can be booked with any barber, any other time cannot', async () => {
  const customer = await createCustomer()
  const minute = fc.integer({ min: 540, max: 1080 }).map((value) => value - (value % 15))
  const text = (value: number) =>
    `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`
  const booked = fc.array(fc.record({ minute, barber: fc.integer({ min: 0, max: 2 }) }), {
    minLength: 1,
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(booked, fc.array(minute, { minLength: 4, maxLength: 4 }), async (rows, tries) => {
      await sql`delete from appointments`.execute(world.db)
      const customers = await createCustomers(world.db, rows.length)
      for (const [index, row] of rows.entries()) {
        await book(at(text(row.minute)), { barberId: shop.barbers[row.barber]?.id }, customers[index])
      }
      const query = { date: '2026-03-12', serviceId }
      const { body } = await world.call(availabilityApi.getForBarbershop, { params: { id: shop.id }, query })
      for (const time of [...tries.map(text), ...body.slots.slice(0, 2)]) {
        const response = await book(at(time), {}, customer)
        expect(response.status === 201, `${time} ${response.body.code}`).toBe(body.slots.includes(time))
        await sql`delete from appointments where customer_id = ${customer.id}`.execute(world.db)
      }
    }),
    { numRuns: 15 },
  )
})

it('lists the sorted union of the barbers’ slots, and nothing without a barber', async () => {
  await book(at('09:00'), { barberId: first })
  const list = async (id: string, query: Record<string, unknown>) =>
    world.call(availabilityApi.getForBarbershop, { params: { id }, query })
  const { body } = await list(shop.id, { date: '2026-03-12', serviceId, days: 2 })
  expect(body.days).toHaveLength(2)
  expect(body.slots).toEqual(body.slots.toSorted())
  expect(body.slots[0]).toBe('09:00')
  expect((await list(crypto.randomUUID(), { serviceId })).body.code).toBe('BARBERSHOP_NOT_FOUND')
  const empty = await createBookableBarbershop(world.db, { barberCount: 0 })
  const none = await list(empty.id, { serviceId: empty.services[0]?.id })
  expect([none.status, none.body.slots]).toEqual([200, []])
})
