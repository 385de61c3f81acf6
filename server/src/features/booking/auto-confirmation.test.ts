import { appointmentsApi } from '@na-regua/contract/appointments'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createSubscription } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { pauseAtLock } from '../../../test/pause-at-lock.ts'
import { createStatusScene } from '../../../test/status-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

const DAY = 1440
const NINE = '2026-03-12T12:00:00.000Z'
const TEN = '2026-03-12T13:00:00.000Z'

type Settings = { autoConfirmation: 'off' | 'returning' | 'everyone'; autoConfirmsAfterNoShows?: boolean }

/** A barbershop whose owner has set when bookings are confirmed at once. */
async function createScene(settings: Settings) {
  const scene = await createStatusScene(world)
  const { shop, owner, membership, customer } = scene
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner.id).execute()
  await createSubscription(world, owner.id)
  const set = (body: Settings) =>
    world.call(ownBarbershopsApi.updateBarbershop, { token: owner.token, params: { id: shop.id }, body })
  expect((await set(settings)).body.barbershop).toMatchObject(settings)
  const body = { barberId: membership.id, serviceId: scene.service.id, startTime: NINE }
  const book = (startTime = NINE, { token } = customer) =>
    world.call(appointmentsApi.create, { token, body: { ...body, startTime } })
  const miss = (id: string) =>
    world.call(appointmentsApi.noShow, { token: owner.token, params: { id } }).then(({ status }) => status)
  return { ...scene, set, book, miss }
}

async function listNotified(id: string, version = 1) {
  const rows = await world.db
    .selectFrom('notifications')
    .select(['user_id', 'type', 'title', 'message'])
    .where('dedupe_key', 'like', `appointment:${id}:%:${version}`)
    .execute()
  return new Map(rows.map(({ user_id, ...row }) => [user_id, row]))
}

test('a request waits for the barbershop unless its owner has decided otherwise', async () => {
  const { shop, book } = await createScene({ autoConfirmation: 'off' })
  const row = await world.db.selectFrom('barbershops').selectAll().where('id', '=', shop.id).executeTakeFirstOrThrow()
  expect([row.auto_confirmation, row.auto_confirms_after_no_shows]).toEqual(['off', false])
  const { body } = await book()
  expect(body.appointment).toMatchObject({ status: 'SCHEDULED', confirmBy: expect.any(String) })
})

describe('a barbershop that confirms at once', () => {
  test('confirms in the statement that books, and says so to customer and barber', async () => {
    const { book, customer, membership } = await createScene({ autoConfirmation: 'everyone' })
    const { status, body } = await book()
    expect([status, body.appointment.status, body.appointment.confirmBy]).toEqual([201, 'CONFIRMED', null])
    const stored = await world.db
      .selectFrom('appointments')
      .select(['status', 'version'])
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ status: 'CONFIRMED', version: 1 })
    const notified = await listNotified(body.id)
    expect(notified.get(customer.id)).toMatchObject({ type: 'booking_confirmed', title: 'Horário confirmado' })
    expect(notified.get(membership.userId)).toMatchObject({
      type: 'booking_received',
      title: 'Novo agendamento',
      message: expect.stringMatching(/Já está confirmado\.$/),
    })
    // The same request again is the same appointment.
    expect((await book()).body).toMatchObject({ id: body.id, appointment: { status: 'CONFIRMED' } })
  })

  test('only for returning customers: with a completed appointment there, not elsewhere', async () => {
    const { book, put, stranger } = await createScene({ autoConfirmation: 'returning' })
    await put({ status: 'CANCELLED', minutes: -DAY })
    const elsewhere = await createStatusScene(world)
    await elsewhere.put({ status: 'COMPLETED', minutes: -DAY, customer: stranger })
    expect((await book(NINE)).body.appointment.status).toBe('SCHEDULED')
    await put({ status: 'COMPLETED', minutes: -2 * DAY })
    expect((await book(TEN)).body.appointment.status).toBe('CONFIRMED')
    const other = await book('2026-03-13T13:00:00.000Z', stranger)
    expect(other.body.appointment.status).toBe('SCHEDULED')
  })

  test('not after two no-shows of that customer there, unless its owner says so', async () => {
    const { book, put, set, stranger } = await createScene({ autoConfirmation: 'everyone' })
    await put({ status: 'NO_SHOW', minutes: -DAY })
    const elsewhere = await createStatusScene(world)
    const customer = (await createCustomers(world.db, 1))[0] as SceneCustomer
    for (const minutes of [-DAY, -2 * DAY]) await elsewhere.put({ status: 'NO_SHOW', minutes, customer })
    expect((await book(NINE)).body.appointment.status).toBe('CONFIRMED')
    await put({ status: 'NO_SHOW', minutes: -2 * DAY })
    expect((await book(TEN)).body.appointment.status).toBe('SCHEDULED')
    expect((await book('2026-03-12T14:00:00.000Z', stranger)).body.appointment.status).toBe('CONFIRMED')
    expect((await book('2026-03-12T15:00:00.000Z', customer)).body.appointment.status).toBe('CONFIRMED')
    await set({ autoConfirmation: 'everyone', autoConfirmsAfterNoShows: true })
    expect((await book('2026-03-12T16:00:00.000Z')).body.appointment.status).toBe('CONFIRMED')
  })

  test('appointments that staff booked for the customer by phone count, too', async () => {
    const { book, put, shop, customer } = await createScene({ autoConfirmation: 'returning' })
    const past = await put({ status: 'COMPLETED', minutes: -DAY, customer: null })
    const profile = await world.db
      .insertInto('customer_profiles')
      .values({ barbershop_id: shop.id, user_id: customer.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db
      .updateTable('appointments')
      .set({ is_walk_in: false, profile_id: profile.id })
      .where('id', '=', past)
      .execute()
    expect((await book()).body.appointment.status).toBe('CONFIRMED')
  })
})

describe('a customer who moves the appointment', () => {
  const noon = '2026-03-12T15:00:00.000Z'
  const move = (id: string, { token }: SceneCustomer) =>
    world.call(appointmentsApi.reschedule, { token, params: { id }, body: { newStartTime: noon } })

  test('finds it confirmed by the same rule, and the barber need not respond', async () => {
    const { book, customer, membership } = await createScene({ autoConfirmation: 'everyone' })
    const { id } = (await book()).body
    const { body } = await move(id, customer)
    expect(body.appointment).toMatchObject({ status: 'CONFIRMED', startTime: noon, confirmBy: null })
    const notified = await listNotified(id, 2)
    expect([...notified.keys()].toSorted()).toEqual([membership.userId, customer.id].toSorted())
    for (const message of notified.values())
      expect(message).toMatchObject({
        title: 'Horário remarcado',
        message: expect.stringMatching(/de .+ para .+ Já está confirmado\.$/),
      })
  })

  test('is a request again where the rule does not hold, also for one that staff had confirmed', async () => {
    const { put, customer, membership } = await createScene({ autoConfirmation: 'returning' })
    const id = await put({ status: 'CONFIRMED', minutes: 2 * DAY })
    const { body } = await move(id, customer)
    expect(body.appointment).toMatchObject({ status: 'SCHEDULED', confirmBy: expect.any(String) })
    expect((await listNotified(id, 2)).get(membership.userId)?.title).toBe('Pedido de novo horário')
  })
})

describe('what was decided on an older state is decided again', () => {
  const lockOf = ({ id }: { id: string }) => ({ userId: id, kind: 'customer' }) as const

  test('a setting that is saved while a booking waits', async () => {
    const { book, set, customer } = await createScene({ autoConfirmation: 'everyone' })
    const paused = await pauseAtLock(world, lockOf(customer))
    const booking = book()
    await paused.untilWaiting()
    expect((await set({ autoConfirmation: 'off' })).status).toBe(200)
    await paused.release()
    const { body } = await booking
    expect(body.appointment.status).toBe('SCHEDULED')
    expect([...(await listNotified(body.id)).values()].map(({ title }) => title).toSorted()).toEqual([
      'Horário reservado',
      'Novo pedido',
    ])
  })

  test('a second no-show that is recorded while a booking waits', async () => {
    const { book, put, miss, membership } = await createScene({ autoConfirmation: 'everyone' })
    await put({ status: 'NO_SHOW', minutes: -2 * DAY })
    const id = await put({ status: 'CONFIRMED', minutes: -60 })
    const paused = await pauseAtLock(world, { userId: membership.userId, kind: 'barber' })
    const booking = book()
    await paused.untilWaiting()
    // The booking has the customer's lock, for which the no-show waits: it comes after the booking.
    const missing = miss(id)
    await paused.release()
    expect((await booking).body.appointment.status).toBe('CONFIRMED')
    expect(await missing).toBe(200)
    expect((await book(TEN)).body.appointment.status).toBe('SCHEDULED')
  })

  test('a no-show and a booking at once: it is confirmed only if it came first, 40 rounds', async () => {
    const { book, put, miss, customer } = await createScene({ autoConfirmation: 'everyone' })
    let confirmed = 0
    for (let round = 0; round < 40; round++) {
      await put({ status: 'NO_SHOW', minutes: -3 * DAY })
      const missed = await put({ status: 'CONFIRMED', minutes: -60 })
      const [booking, status] = await Promise.all([book(), miss(missed)])
      expect([booking.status, status]).toEqual([201, 200])
      // Both take their transaction id under the lock of the customer, which they hold until they commit.
      const { rows } = await sql<{ isBefore: boolean; status: string }>`
        select booked.changed_by < missed.changed_by as "isBefore", booked.status from appointments booked, appointments missed
         where booked.id = ${booking.body.id} and missed.id = ${missed}`.execute(world.db)
      expect(rows[0]?.status).toBe(rows[0]?.isBefore ? 'CONFIRMED' : 'SCHEDULED')
      confirmed += rows[0]?.isBefore ? 1 : 0
      await world.db.deleteFrom('appointments').where('customer_id', '=', customer.id).execute()
    }
    console.info(`no-show and booking: ${confirmed} of 40 confirmed before it`)
  })
})
