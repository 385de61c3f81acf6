import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createCustomers, createShop, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness } from '../../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())
const shop = await createShop(world.db, { chairs: 3, durations: [30, 60], buffers: [10] })
const [first, second, third] = shop.barbers.map(({ id }) => id) as [string, string, string]
const [serviceId] = shop.services.map(({ id }) => id) as [string]
beforeEach(async () => void (await sql`delete from appointments`.execute(world.db)))

const at = (time: string, date = '2026-03-12') => new Date(`${date}T${time}:00-03:00`).toISOString()
const customer = async (isVerified = true) => (await createCustomers(world.db, 1, { isVerified }))[0] as SceneCustomer
const any = { barberId: 'any', barbershopId: shop.id, serviceId }

async function book(startTime: string, more: object = {}, person?: SceneCustomer) {
  const { token } = person ?? (await customer())
  return world.call(appointmentsApi.create, { token, body: { ...any, startTime, ...more } })
}
const chairOf = ({ body }: { body: { appointment: { barber: { id: string } } } }) => body.appointment.barber.id

it('gives the chair to whoever has the fewest appointments of that day, else in the order of the shop', async () => {
  await book(at('09:00'), { barberId: first })
  await book(at('10:00'), { barberId: second })
  // Another day and what was cancelled do not count.
  await book(at('10:00', '2026-03-13'), { barberId: third })
  const chairs: string[] = []
  for (const time of ['11:00', '12:00', '13:00', '14:00']) chairs.push(chairOf(await book(at(time))))
  expect(chairs).toEqual([third, first, second, third])
  await sql`update appointments set status = 'CANCELLED', cancelled_by = 'customer' where barber_id = ${second}`.execute(
    world.db,
  )
  expect(chairOf(await book(at('15:00')))).toBe(second)
})

it('passes over who is busy, pausing or away, and says so when nobody is left', async () => {
  await book(at('09:00'), { barberId: first })
  await world.db
    .insertInto('time_off')
    .values({ barber_id: second, starts_at: new Date(at('08:00')), ends_at: new Date(at('12:00')) })
    .execute()
  expect(chairOf(await book(at('09:30')))).toBe(third)
  const lost = await book(at('09:00'), { serviceId: shop.services[1]?.id })
  expect([lost.status, lost.body.code]).toEqual([409, 'SLOT_TAKEN'])
  expect(lost.body.alternatives).toMatchObject([
    { kind: 'other-time', barberId: expect.any(String), date: '2026-03-12' },
    { kind: 'other-day', date: '2026-03-13', time: '09:00' },
  ])
  const [offered] = lost.body.alternatives
  expect((await book(offered.startTime, { barberId: offered.barberId, serviceId: shop.services[1]?.id })).status).toBe(
    201,
  )
  await world.db.deleteFrom('time_off').execute()
})

it('answers the same appointment to the same customer, with the key and without', async () => {
  const person = await customer()
  const ask = (key?: string, startTime = at('09:00')) =>
    world.call(appointmentsApi.create, {
      token: person.token,
      body: { ...any, startTime },
      headers: key ? { 'idempotency-key': key } : {},
    })
  const made = await ask('any-chair-1')
  for (const again of [await ask('any-chair-1'), await ask()]) {
    expect([again.status, again.body.id]).toEqual([200, made.body.id])
  }
  expect((await ask('any-chair-1', at('10:00'))).body.code).toBe('IDEMPOTENCY_CONFLICT')
  expect((await book(at('09:00'), { barberId: chairOf(made) }, person)).body.id).toBe(made.body.id)
})

it('refuses what names no shop, a foreign one, or nobody there', async () => {
  const refusal = async (more: object) => {
    const { status, body } = await book(at('09:00'), more)
    return `${status} ${body.code}`
  }
  const [other, empty] = [await createShop(world.db), await createShop(world.db, { chairs: 0 })]
  expect(await refusal({ barbershopId: undefined })).toBe('400 INVALID_INPUT')
  expect(await refusal({ barberId: 'anybody' })).toBe('400 INVALID_INPUT')
  expect(await refusal({ barbershopId: crypto.randomUUID() })).toBe('404 BARBER_NOT_FOUND')
  expect(await refusal({ barbershopId: empty.id, serviceId: empty.services[0]?.id })).toBe('404 BARBER_NOT_FOUND')
  expect(await refusal({ barbershopId: other.id })).toBe('404 SERVICE_NOT_FOUND')
  expect(await refusal({ barberId: first, barbershopId: other.id })).toBe('404 BARBER_NOT_FOUND')
  expect(await refusal({ startTime: at('08:00') })).toBe('422 SLOT_UNAVAILABLE')
})

it('holds a chair while the e-mail is proved, and books that one', async () => {
  const person = await customer(false)
  const hold = () => world.call(appointmentsApi.hold, { token: person.token, body: { ...any, startTime: at('09:00') } })
  const [held, again] = [await hold(), await hold()]
  expect([held.status, again.body.id]).toEqual([201, held.body.id])
  const { barber_id } = await world.db
    .selectFrom('appointments')
    .select('barber_id')
    .where('id', '=', held.body.id)
    .executeTakeFirstOrThrow()
  // Meanwhile the held chair becomes the busiest of all.
  for (const time of ['11:00', '12:00']) await book(at(time), { barberId: barber_id })
  await sql`update users set email_verified_at = now() where id = ${person.id}`.execute(world.db)
  expect(chairOf(await book(at('09:00'), {}, person))).toBe(barber_id)
  const { rows } = await sql`select 1 from appointments where status = 'HELD'`.execute(world.db)
  expect(rows).toEqual([])
})

it('goes on to the next chair when the first is busy before the visit would end', async () => {
  const [one, two, three] = shop.barbers.map(({ id }) => id)
  await book(at('10:00'), { barberId: one })
  for (const barberId of [two, three]) await book(at('09:00'), { barberId })
  expect(chairOf(await book(at('09:45')))).toBe(two)
})

it('what the shop lists for any barber can be booked with any, and nothing else can', async () => {
  const person = await customer()
  const minute = fc.integer({ min: 540, max: 1080 }).map((value) => value - (value % 15))
  const text = (value: number) =>
    `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`
  const taken = fc.array(fc.record({ minute, chair: fc.integer({ min: 0, max: 2 }) }), { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(taken, fc.array(minute, { minLength: 4, maxLength: 4 }), async (rows, tries) => {
      await sql`delete from appointments`.execute(world.db)
      const people = await createCustomers(world.db, rows.length)
      for (const [index, row] of rows.entries()) {
        await book(at(text(row.minute)), { barberId: shop.barbers[row.chair]?.id }, people[index])
      }
      const query = { date: '2026-03-12', serviceId }
      const { body } = await world.call(availabilityApi.ofShop, { params: { id: shop.id }, query })
      for (const time of [...tries.map(text), ...body.slots.slice(0, 2)]) {
        const answer = await book(at(time), {}, person)
        expect(answer.status === 201, `${time} ${answer.body.code}`).toBe(body.slots.includes(time))
        await sql`delete from appointments where customer_id = ${person.id}`.execute(world.db)
      }
    }),
    { numRuns: 15 },
  )
}, 60_000)

it('lists the union of the chairs, in the order of the day, and nothing without one', async () => {
  await book(at('09:00'), { barberId: first })
  const ask = async (id: string, query: Record<string, unknown>) =>
    world.call(availabilityApi.ofShop, { params: { id }, query })
  const { body } = await ask(shop.id, { date: '2026-03-12', serviceId, days: 2 })
  expect(body.days).toHaveLength(2)
  expect(body.slots).toEqual(body.slots.toSorted())
  expect(body.slots[0]).toBe('09:00')
  expect((await ask(crypto.randomUUID(), { serviceId })).body.code).toBe('BARBERSHOP_NOT_FOUND')
  const empty = await createShop(world.db, { chairs: 0 })
  const none = await ask(empty.id, { serviceId: empty.services[0]?.id })
  expect([none.status, none.body.slots]).toEqual([200, []])
})
