import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer, setWalkInShare } from '../../../test/booking-scene.ts'
import { createHarness } from '../../../test/harness.ts'
import { createStatusScene } from '../../../test/status-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

/** A share of 20 % of the hours from nine to eighteen. */
const RESERVED = ['10:15', '10:30', '13:15', '13:30', '13:45', '16:15', '16:30']
const DATE = '2026-03-12'

describe.each([
  ['America/Sao_Paulo', '-03:00'],
  ['America/Manaus', '-04:00'],
])('with a share of the day for walk-ins, at 21:00 in %s', async (timeZone, offset) => {
  const { shop, membership, service, customer, owner, barber, put } = await createStatusScene(world, {
    timeZone,
    barberCount: 2,
  })
  const [other] = (await createCustomers(world.db, 1)) as [SceneCustomer]
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', 'in', [owner.id, barber.id]).execute()
  const at = (time: string, date = DATE) => new Date(`${date}T${time}:00${offset}`).toISOString()

  beforeEach(async () => {
    world.clock.set(at('21:00', '2026-03-11'))
    await sql`delete from appointments; delete from barbershop_queues`.execute(world.db)
    await setWalkInShare(world.db, shop.id, 20)
  })

  const ids = { barberId: membership.id, serviceId: service.id }
  const book = (time: string, route: 'create' | 'hold' = 'create') =>
    world.call(appointmentsApi[route], { token: customer.token, body: { ...ids, startTime: at(time) } })
  const bookByPhone = (time: string, phone: string) =>
    world.call(staffBookingsApi.book, {
      token: owner.token,
      params: { id: shop.id },
      body: {
        barberId: membership.id,
        serviceIds: [service.id],
        startTime: at(time),
        newCustomer: { name: 'Rui Lima', phone },
      },
    })
  const listSlots = async (query: object = {}) => {
    const { body } = await world.call(availabilityApi.get, {
      params: { id: membership.id },
      query: { date: DATE, serviceId: service.id, ...query },
    })
    return body
  }
  const listTimes = async () => ((await listSlots()).slots as string[]).filter((time) => time < '18:00')

  test('customers are neither shown nor given its blocks', async () => {
    const slots = await listTimes()
    // A service of half an hour that would reach into a block begins before it.
    expect(slots.filter((slot) => RESERVED.includes(slot))).toEqual([])
    expect(slots).toContain('10:45')
    expect(slots).not.toContain('10:00')
    for (const route of ['create', 'hold'] as const)
      expect((await book('10:15', route)).body.code).toBe('SLOT_UNAVAILABLE')
    const id = await put({ status: 'CONFIRMED', minutes: 3 * 1440 })
    const moved = { token: customer.token, params: { id }, body: { newStartTime: at('13:30') } }
    expect((await world.call(appointmentsApi.reschedule, moved)).body.code).toBe('SLOT_UNAVAILABLE')
    expect((await book('10:45')).status).toBe(201)
  })

  test('months and cards leave them out', async () => {
    const { days } = await listSlots({ days: 31 })
    for (const { date, slots } of days as { date: string; slots: string[] }[])
      if (date > '2026-03-11')
        expect(
          slots.filter((slot) => RESERVED.includes(slot)),
          date,
        ).toEqual([])
    const { body } = await world.call(availabilityApi.slotsToday, { query: { ids: shop.id, date: DATE } })
    expect(body.freeTimes[0].free).toEqual([
      [540, 615],
      [645, 795],
      [840, 975],
      [1005, 1080],
    ])
  })

  test('staff book, move and serve walk-ins in them', async () => {
    expect((await bookByPhone('10:15', '62977776666')).status).toBe(201)
    const id = await put({ status: 'CONFIRMED', minutes: 3 * 1440 })
    const move = { token: owner.token, params: { id }, body: { startTime: at('13:15'), version: 1 } }
    expect((await world.call(staffBookingsApi.move, move)).status).toBe(200)
    world.clock.set(at('16:15'))
    const walkIn = { token: barber.token, body: { ...ids, startTime: at('16:15') } }
    expect((await world.call(appointmentsApi.walkIn, walkIn)).status).toBe(201)
  })

  test('alternatives of a lost slot are in them for staff only', async () => {
    await put({ status: 'CONFIRMED', minutes: 13.75 * 60, customer: other })
    const lost = await book('10:45')
    expect(lost.body.code).toBe('SLOT_TAKEN')
    const times = (body: { alternatives: { time: string }[] }) => body.alternatives.map(({ time }) => time)
    expect(times(lost.body).filter((time) => RESERVED.includes(time))).toEqual([])
    const lostByStaff = await bookByPhone('10:45', '62977776655')
    expect(lostByStaff.body.code).toBe('SLOT_TAKEN')
    expect(times(lostByStaff.body)).toContain('10:15')
  })

  test('a queue that is off, and another day of the week, reserve nothing', async () => {
    await sql`update barbershop_queues set weekdays = '{1}'; update barbershops set version = version + 1`.execute(
      world.db,
    )
    expect(await listTimes()).toEqual(expect.arrayContaining(RESERVED))
    await sql`update barbershop_queues set weekdays = '{4}'; update barbershops set version = version + 1`.execute(
      world.db,
    )
    expect(await listTimes()).not.toContain('10:15')
    await sql`update barbershop_queues set is_on = false; update barbershops set version = version + 1`.execute(
      world.db,
    )
    expect(await listTimes()).toContain('10:15')
    expect((await book('10:15')).status).toBe(201)
  })
})
