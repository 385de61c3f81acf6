import { type AppointmentStatus, appointmentsApi } from '@na-regua/contract/appointments'
import { servingApi } from '@na-regua/contract/serving'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness } from '../../../../test/harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { cancelUpcomingOfBarber } from '../../standing/cancel-upcoming.ts'
import { endForgottenServices } from './end-forgotten-serving.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440] })
const colleague = await createStatusScene(world)
const people = { ...scene.people, stranger: scene.stranger, 'another barber': colleague.barber }
const NOW = '2026-03-11T15:00:00.000Z'
beforeEach(async () => {
  world.clock.set(NOW)
  await sql`delete from appointments; delete from notifications`.execute(world.db)
})

type Taps = { arrived_at?: string; serving_from?: string; serving_until?: string; is_end_settled?: boolean }

const setTaps = (id: string, taps: Taps) =>
  world.db
    .updateTable('appointments')
    .set({ is_end_settled: false, ...taps })
    .where('id', '=', id)
    .execute()
const rowOf = (id: string) =>
  world.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const actions = {
  arrive: (id: string, token: string, version = 1) =>
    world.call(servingApi.arrive, { params: { id }, token, body: { version, isArrived: true } }),
  undoArrive: (id: string, token: string, version = 1) =>
    world.call(servingApi.arrive, { params: { id }, token, body: { version, isArrived: false } }),
  serve: (id: string, token: string, version = 1) =>
    world.call(servingApi.serve, { params: { id }, token, body: { version, isServing: true } }),
  undoServe: (id: string, token: string, version = 1) =>
    world.call(servingApi.serve, { params: { id }, token, body: { version, isServing: false } }),
}
type Action = keyof typeof actions

const BEGUN = 'Este atendimento já começou. Fale com a barbearia.'
const before = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString()
const tapStates: Record<string, Taps> = {
  'no taps': {},
  arrived: { arrived_at: before(10) },
  served: { arrived_at: before(10), serving_from: before(5) },
  settled: { arrived_at: before(60), serving_from: before(50), serving_until: before(20), is_end_settled: true },
}

/** Written independently of the implementation: 200, `repeated`, or the error code. */
function expected(user: string, action: Action, status: AppointmentStatus, taps: string): string {
  if (user === 'customer') return 'FORBIDDEN'
  if (user !== 'barber' && user !== 'owner') return 'APPOINTMENT_NOT_FOUND'
  if (status !== 'SCHEDULED' && status !== 'CONFIRMED') return 'STATE_CHANGED'
  if (action === 'arrive') return taps === 'no taps' ? '200' : 'repeated'
  if (action === 'undoArrive') return { 'no taps': 'repeated', arrived: '200' }[taps] ?? 'STATE_CHANGED'
  if (action === 'serve') return taps === 'served' ? 'repeated' : '200'
  return taps === 'served' || taps === 'settled' ? '200' : 'repeated'
}

describe.each(Object.keys(people) as (keyof typeof people)[])('%s', (user) => {
  test.each(Object.keys(actions) as Action[])('%s only from the states of the table', async (action) => {
    for (const status of ['SCHEDULED', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] as const) {
      for (const [name, taps] of Object.entries(tapStates)) {
        const id = await scene.put({ status, minutes: 15 })
        await setTaps(id, taps)
        const response = await actions[action](id, people[user].token)
        const { version } = await rowOf(id)
        const result = response.status !== 200 ? response.body.code : version === 2 ? '200' : 'repeated'
        expect(result, `${user} ${action} ${status} ${name}`).toBe(expected(user, action, status, name))
        await sql`delete from appointments`.execute(world.db)
      }
    }
  })
})

describe('taps', () => {
  test('are seen by staff and not by the customer, and end with what they were about', async () => {
    const id = await scene.put({ status: 'CONFIRMED', minutes: 15 })
    const arrived = await actions.arrive(id, scene.barber.token)
    expect(arrived.body.appointment).toMatchObject({ arrivedAt: NOW, servingFrom: null, version: 2 })
    world.clock.advance({ minutes: 5 })
    const { body } = await actions.serve(id, scene.owner.token, 2)
    const taps = { arrivedAt: NOW, servingFrom: '2026-03-11T15:05:00.000Z', servingUntil: null }
    expect(body.appointment).toMatchObject({ ...taps, version: 3 })
    const own = await world.call(appointmentsApi.get, { params: { id }, token: scene.customer.token })
    expect(own.body.appointment).toMatchObject({ arrivedAt: null, servingFrom: null, servingUntil: null })
    // Before the booked start: the service has begun.
    world.clock.advance({ minutes: 4 })
    const done = await world.call(appointmentsApi.complete, { params: { id }, token: scene.barber.token })
    const end = '2026-03-11T15:09:00.000Z'
    expect(done.body.appointment).toMatchObject({ ...taps, status: 'COMPLETED', servingUntil: end })
    const correction = { params: { id }, token: scene.barber.token, body: { status: 'NO_SHOW' as const } }
    const corrected = await world.call(appointmentsApi.correct, correction)
    expect(corrected.body.appointment).toMatchObject({ arrivedAt: null, servingFrom: null, servingUntil: null })
  })

  test.each(['cancel', 'noShow'] as const)('%s clears them', async (action) => {
    const id = await scene.put({ status: 'CONFIRMED', minutes: -5 })
    await setTaps(id, { arrived_at: before(4), serving_from: before(3) })
    expect((await world.call(appointmentsApi[action], { params: { id }, token: scene.barber.token })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ arrived_at: null, serving_from: null, serving_until: null })
  })

  test('a request is accepted when its service begins, and its customer is notified once', async () => {
    const id = await scene.put({ status: 'SCHEDULED', minutes: 15 })
    const { body } = await actions.serve(id, scene.barber.token)
    expect(body.appointment).toMatchObject({ status: 'CONFIRMED', arrivedAt: NOW, servingFrom: NOW })
    const undone = await actions.undoServe(id, scene.barber.token, 2)
    expect(undone.body.appointment).toMatchObject({ status: 'CONFIRMED', arrivedAt: null, servingFrom: null })
    expect((await actions.serve(id, scene.barber.token, 3)).status).toBe(200)
    const notified = await world.db.selectFrom('notifications').select(['type', 'user_id']).execute()
    expect(notified).toEqual([{ type: 'booking_confirmed', user_id: scene.customer.id }])
  })

  test('a stale version is refused', async () => {
    const id = await scene.put({ status: 'CONFIRMED', minutes: 15 })
    await actions.arrive(id, scene.barber.token)
    expect((await actions.serve(id, scene.barber.token, 1)).body.code).toBe('STATE_CHANGED')
  })

  test('a barber serves one customer at a time, and the error names them', async () => {
    const one = await scene.put({ status: 'CONFIRMED', minutes: -30, customer: null })
    const other = await scene.put({ status: 'CONFIRMED', minutes: 0 })
    await actions.serve(one, scene.barber.token)
    const { status, body } = await actions.serve(other, scene.barber.token)
    expect([status, body.code]).toEqual([409, 'BARBER_SERVING'])
    expect(body).toMatchObject({ message: expect.stringContaining('Ainda com Cliente?'), appointmentId: one })
    await world.call(appointmentsApi.complete, { params: { id: one }, token: scene.barber.token })
    expect((await actions.serve(other, scene.barber.token)).status).toBe(200)
  })

  test('once it begins the customer changes nothing, so that the barber serves the next one', async () => {
    const id = await scene.put({ status: 'CONFIRMED', minutes: 180 })
    const next = await scene.put({ status: 'CONFIRMED', minutes: 10, customer: null })
    await actions.serve(id, scene.barber.token)
    const input = { params: { id }, token: scene.customer.token }
    const newStartTime = new Date(Date.parse(NOW) + 300 * 60_000).toISOString()
    const rescheduled = await world.call(appointmentsApi.reschedule, { ...input, body: { newStartTime } })
    for (const { status, body } of [rescheduled, await world.call(appointmentsApi.cancel, input)])
      expect([status, body]).toEqual([409, expect.objectContaining({ code: 'STATE_CHANGED', message: BEGUN })])
    expect((await actions.serve(next, scene.barber.token)).body.code).toBe('BARBER_SERVING')
    await world.call(appointmentsApi.complete, { params: { id }, token: scene.barber.token })
    expect((await actions.serve(next, scene.barber.token)).status).toBe(200)
  })

  test('a move to a colleague ends the service, one on the day keeps it', async () => {
    const id = await scene.put({ status: 'CONFIRMED', minutes: 15 })
    await actions.serve(id, scene.barber.token)
    const move = (minutes: number) => ({ newStartTime: new Date(Date.parse(NOW) + minutes * 60_000).toISOString() })
    const input = { params: { id }, token: scene.barber.token }
    await world.db.updateTable('appointments').set({ told_delay_min: 15, told_delay_at: NOW }).execute()
    const body = (minutes: number, version: number) => ({ startTime: move(minutes).newStartTime, version })
    expect((await world.call(staffBookingsApi.move, { ...input, body: body(30, 2) })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ serving_from: new Date(NOW), told_delay_min: null, told_delay_at: null })
    expect((await world.call(staffBookingsApi.move, { ...input, body: body(1440, 3) })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ arrived_at: null, serving_from: null })
  })
})

describe.each([
  ['São Paulo', 'America/Sao_Paulo', '2026-03-12T00:00:00Z'],
  ['Manaus', 'America/Manaus', '2026-03-12T01:00:00Z'],
])('at 21:00 in %s', (_, time_zone, now) => {
  const hours = [960, 1560] as const
  test.each([
    ['this afternoon', -300, 200],
    ['tonight, after midnight in UTC', 60, 200],
    ['after midnight in the night that began today', 240, 200],
    ['tomorrow afternoon', 1200, 'NOT_TODAY'],
    ['last night, after midnight', -1200, 'NOT_TODAY'],
  ])('%s', async (_, minutes, result) => {
    world.clock.set(now)
    await world.db.updateTable('barbershops').set({ time_zone }).where('id', '=', scene.shop.id).execute()
    await world.db
      .updateTable('working_hours')
      .set({ opens_minute: hours[0], closes_minute: hours[1] })
      .where('barbershop_id', '=', scene.shop.id)
      .execute()
    const id = await scene.put({ status: 'CONFIRMED', minutes })
    for (const action of ['arrive', 'serve'] as const) {
      const { status, body } = await actions[action](id, scene.barber.token, (await rowOf(id)).version)
      expect(status === 200 ? 200 : body.code).toBe(result)
    }
  })
})

test('a barber who leaves a barbershop serves the customers of another one', async () => {
  const { id: removed, userId } = colleague.membership
  const id = await colleague.put({ status: 'CONFIRMED', minutes: -45 })
  await setTaps(id, { serving_from: before(20) })
  const { barbershop_id } = await rowOf(await scene.put({ status: 'CONFIRMED', minutes: 0 }))
  const other = await world.db
    .insertInto('barbers')
    .values({ barbershop_id, user_id: userId, position: 9 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .updateTable('appointments')
    .set({ barber_id: other.id, barber_user_id: userId })
    .where('id', '<>', id)
    .execute()
  const [next] = await world.db.selectFrom('appointments').select('id').where('id', '<>', id).execute()
  const serve = () => actions.serve(next?.id ?? '', colleague.barber.token)
  expect((await serve()).body.code).toBe('BARBER_SERVING')
  const barber = { barberId: removed, ownerId: colleague.owner.id, now: world.clock.now() }
  await world.db.transaction().execute((tx) => cancelUpcomingOfBarber(tx, barber))
  expect(await rowOf(id)).toMatchObject({
    status: 'CONFIRMED',
    serving_until: new Date(before(-10)),
    is_end_settled: true,
  })
  expect((await serve()).status).toBe(200)
})

describe('an end that was not tapped', () => {
  const start = async (minutes = 0) => {
    const id = await scene.put({ status: 'CONFIRMED', minutes })
    await actions.serve(id, scene.barber.token)
    return id
  }

  test('is settled two hours after it was expected, as no observation, and the status stays', async () => {
    const id = await start()
    world.clock.advance({ minutes: 149 })
    await endForgottenServices(world)
    expect(await rowOf(id)).toMatchObject({ serving_until: null, version: 2 })
    world.clock.advance({ minutes: 1 })
    await endForgottenServices(world)
    const end = new Date(Date.parse(NOW) + 30 * 60_000)
    const settled = { serving_until: end, is_end_settled: true, status: 'CONFIRMED', version: 2 }
    expect(await rowOf(id)).toMatchObject(settled)
    // The late tap completes it and does not pretend to know the end.
    await world.call(appointmentsApi.complete, { params: { id }, token: scene.barber.token })
    expect(await rowOf(id)).toMatchObject({ ...settled, status: 'COMPLETED', version: 3 })
  })

  test('is not settled by midnight: a service that goes on has no end', async () => {
    world.clock.set('2026-03-12T02:50:00Z')
    await world.db
      .updateTable('barbershops')
      .set({ time_zone: 'America/Sao_Paulo' })
      .where('id', '=', scene.shop.id)
      .execute()
    const id = await start(-25)
    world.clock.set('2026-03-12T03:00:30Z')
    await endForgottenServices(world)
    expect((await rowOf(id)).serving_until).toBeNull()
    world.clock.set('2026-03-12T05:20:00Z')
    await endForgottenServices(world)
    expect((await rowOf(id)).serving_until).toEqual(new Date('2026-03-12T03:20:00Z'))
  })
})
