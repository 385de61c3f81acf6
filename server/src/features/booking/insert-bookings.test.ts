import { randomUUID } from 'node:crypto'
import type { appointmentsApi } from '@na-regua/contract/appointments'
import type { Body } from '@na-regua/contract/route'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { pauseAtLock } from '../../../test/pause-at-lock.ts'
import { countStatements } from '../../../test/statement-counter.ts'
import type { Caller } from '../../lib/auth.ts'
import { bookAppointment, explainSlotTaken } from './book-appointment.ts'
import { insertBookings, type OwnBookingParams } from './insert-bookings.ts'
import { isCustomerBusy } from './queries.ts'

const world = await createHarness()
const { db } = world
afterAll(() => world.close())

type Request = Partial<Body<typeof appointmentsApi.create>> & { customer: SceneCustomer; idempotencyKey?: string }

const slotAt = (minutes: number) => new Date(Date.parse('2026-03-12T12:00:00.000Z') + minutes * 60_000).toISOString()

async function createScene() {
  const shop = await createBookableBarbershop(db, { barberCount: 3, buffers: [10] })
  const [service] = shop.services as [(typeof shop.services)[number]]
  const barberAt = (index: number) => shop.barbers[index] as { id: string; userId: string }
  async function book({ customer, idempotencyKey, ...body }: Request, pool = db) {
    const caller = { id: customer.id, isEmailVerified: true } as Caller
    const full = { barberId: barberAt(0).id, serviceId: service.id, startTime: slotAt(0), ...body }
    const request = { caller, body: full, idempotencyKey, now: world.clock.now() }
    return bookAppointment(pool, request).then(
      ({ appointment, isNew }) => ({ id: appointment.id, isNew, status: appointment.status }),
      (error: { code: string }) => error.code,
    )
  }
  return { shop, service, barberAt, book }
}

type Scene = Awaited<ReturnType<typeof createScene>>

/** Bookings of which some get their slot and some do not, of different barbers, with and without guest, note and key. */
function listRequests({ barberAt }: Scene, customers: SceneCustomer[]): Request[] {
  type Six = [SceneCustomer, SceneCustomer, SceneCustomer, SceneCustomer, SceneCustomer, SceneCustomer]
  const [a, b, c, d, e, f] = customers as Six
  return [
    { customer: a, barberId: barberAt(0).id },
    { customer: b, barberId: barberAt(0).id },
    { customer: c, barberId: barberAt(1).id, guestName: 'Davi', note: 'Só as laterais' },
    { customer: d, barberId: barberAt(1).id, startTime: slotAt(60), idempotencyKey: 'a key' },
    { customer: e, barberId: barberAt(2).id, startTime: slotAt(60) },
    { customer: f, barberId: barberAt(2).id, startTime: slotAt(7) },
    { customer: f, barberId: randomUUID() },
  ]
}

/** Everything that the bookings left, with the numbers of the customers and barbers instead of ids. */
async function readState({ shop }: Scene, customers: SceneCustomer[]) {
  const names = new Map<string, string>([
    ...customers.map(({ id }, index) => [id, `customer ${index}`] as const),
    ...shop.barbers.map(({ userId }, index) => [userId, `barber ${index}`] as const),
  ])
  const appointments = await db
    .selectFrom('appointments')
    .select([
      'id',
      'customer_id',
      'barber_user_id',
      'starts_at',
      'ends_at',
      'busy_until',
      'status',
      'guest_name',
      'note',
    ])
    .select(['price_cents', 'service_name', 'idempotency_key', 'requested_at', 'version'])
    .where('barbershop_id', '=', shop.id)
    .execute()
  for (const { id, customer_id } of appointments) names.set(id, `appointment of ${names.get(customer_id ?? '')}`)
  const ids = appointments.map(({ id }) => id)
  const { rows: notifications } = await sql<{ fact: string }>`
    select user_id, type, fact, title, message, path, created_at from notifications
     where split_part(fact, ':', 2) = any(${ids}::text[])`.execute(db)
  const { rows: events } = await sql<{ jobs: string }>`
    select jobs::text, published::text from pending_events
     where exists (select from unnest(${ids}::text[]) id where position(id in jobs::text) > 0)`.execute(db)
  const { rows: tries } = await sql`select id, booking_tries from users
    where id = any(${customers.map(({ id }) => id)}::uuid[])`.execute(db)
  const lines = [...appointments, ...notifications, ...events, ...tries].map((row) => JSON.stringify(row))
  const owner = await db
    .selectFrom('barbershops')
    .select('owner_id')
    .where('id', '=', shop.id)
    .executeTakeFirstOrThrow()
  const known = [...names, [shop.id, 'shop'], [owner.owner_id, 'owner']] as const
  return lines.map((line) => known.reduce((text, [id, name]) => text.replaceAll(id, name), line)).sort()
}

test('bookings of one moment share two statements, and leave what they leave one after the other', async () => {
  const one = await createScene()
  const other = await createScene()
  const customers = await createCustomers(db, 6)
  const others = await createCustomers(db, 6)
  const requests = listRequests(one, customers)
  const counted = countStatements(db)
  // The last but one and the last of them insert nothing; each of these costs statements that explain why.
  const usual = requests.filter((_, index) => [0, 2, 3, 4].includes(index))
  expect(await counted.during(() => Promise.all(usual.map((request) => one.book(request, counted.db))))).toBe(2)
  for (const index of [1, 5, 6]) await one.book(requests[index] as Request)

  const alone: unknown[] = []
  const listed = listRequests(other, others)
  for (const index of [0, 2, 3, 4, 1, 5, 6]) alone.push(await other.book(listed[index] as Request))
  expect(await readState(one, customers)).toEqual(await readState(other, others))
  expect(alone.map((outcome) => (typeof outcome === 'string' ? outcome : 'booked'))).toEqual([
    ...['booked', 'booked', 'booked', 'booked'],
    ...['SLOT_TAKEN', 'SLOT_UNAVAILABLE', 'BARBER_NOT_FOUND'],
  ])
})

test('each of a batch gets its own outcome', async () => {
  const scene = await createScene()
  const customers = await createCustomers(db, 6)
  const outcomes = await Promise.all(listRequests(scene, customers).map((request) => scene.book(request)))
  expect(outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : outcome.status))).toEqual([
    ...['SCHEDULED', 'SLOT_TAKEN', 'SCHEDULED', 'SCHEDULED', 'SCHEDULED', 'SLOT_UNAVAILABLE', 'BARBER_NOT_FOUND'],
  ])
})

test('who loses a slot at the same moment gets its alternatives from one load, each for the own slot', async () => {
  const one = await createScene()
  const other = await createScene()
  const counted = countStatements(db)
  const lost = [
    ...[0, 1, 0].map((barber) => ({ scene: one, barber, minutes: 0 })),
    ...[0, 0].map((barber) => ({ scene: one, barber, minutes: 60 })),
    { scene: other, barber: 2, minutes: 0 },
  ]
  const explain = ({ scene, barber, minutes }: (typeof lost)[number]) => {
    const slot = { barberId: scene.barberAt(barber).id, start: new Date(slotAt(minutes)) }
    const required = { durationMin: 30, bufferMin: 10 }
    return explainSlotTaken(counted.db, { barbershopId: scene.shop.id, ...slot, required }, world.clock.now())
  }
  const alone: unknown[] = []
  for (const slot of lost) alone.push((await explain(slot)).details)
  let together: unknown[] = []
  const statements = await counted.during(async () => {
    together = (await Promise.all(lost.map(explain))).map(({ details }) => details)
  })
  expect(together).toEqual(alone)
  expect(new Set(together.map((details) => JSON.stringify(details))).size).toBe(4)
  expect(statements, 'two for each of two barbershops').toBe(4)
})

test('of those who want overlapping times at the same moment one is inserted, the others are refused without an attempt', async () => {
  const scene = await createScene()
  const counted = countStatements(db)
  const customers = await createCustomers(db, 8)
  let results: unknown[] = []
  const statements = await counted.during(async () => {
    results = await Promise.all(
      customers.map((customer, index) => scene.book({ customer, startTime: slotAt(15 * (index % 3)) }, counted.db)),
    )
  })
  expect(results).toEqual([expect.objectContaining({ isNew: true }), ...Array(7).fill('SLOT_TAKEN')])
  expect(statements, 'candidates twice, insert, other appointments, two for the alternatives').toBe(6)
})

test('whether customers have another appointment is one statement for all of one moment', async () => {
  const scene = await createScene()
  const [busy, free] = (await createCustomers(db, 2)) as [SceneCustomer, SceneCustomer]
  await scene.book({ customer: busy })
  const counted = countStatements(db)
  const timeOf = (customerId: string | null, minutes: number) => {
    return { customerId, guestName: null, start: new Date(slotAt(minutes)), end: new Date(slotAt(minutes + 30)) }
  }
  const times = [timeOf(busy.id, 15), timeOf(busy.id, 30), timeOf(free.id, 0), timeOf(null, 0), timeOf(busy.id, -15)]
  let together: boolean[] = []
  const statements = await counted.during(async () => {
    together = await Promise.all(times.map((time) => isCustomerBusy(counted.db, time)))
  })
  expect(together).toEqual([true, false, false, false, true])
  expect(statements).toBe(1)
  const alone: boolean[] = []
  for (const time of times) alone.push(await isCustomerBusy(db, time))
  expect(alone).toEqual(together)
})

test('of one customer who requests twice at once one appointment is made, also in a batch', async () => {
  const scene = await createScene()
  const [twice, other] = (await createCustomers(db, 2)) as [SceneCustomer, SceneCustomer]
  const outcomes = await Promise.all([
    ...[0, 1].map(() => scene.book({ customer: twice, idempotencyKey: 'same' })),
    scene.book({ customer: other, barberId: scene.barberAt(1).id }),
  ])
  const [first, second] = outcomes as { id: string; isNew: boolean }[]
  expect(first?.id).toBe(second?.id)
  expect([first?.isNew, second?.isNew].toSorted()).toEqual([false, true])
})

test('who has to wait for a lock holds up no other customer', async () => {
  const scene = await createScene()
  const [waiting, other] = (await createCustomers(db, 2)) as [SceneCustomer, SceneCustomer]
  for (const lock of [
    { userId: waiting.id, kind: 'customer' },
    { userId: scene.barberAt(0).userId, kind: 'barber' },
  ] as const) {
    const paused = await pauseAtLock(world, lock)
    const startTime = slotAt(lock.kind === 'customer' ? 0 : 60)
    const late = scene.book({ customer: waiting, startTime })
    const free = await scene.book({ customer: other, barberId: scene.barberAt(1).id, startTime })
    expect(free).toMatchObject({ status: 'SCHEDULED' })
    await paused.untilWaiting()
    await paused.release()
    expect(await late).toMatchObject({ status: 'SCHEDULED' })
  }
})

/** A booking as it was decided, and one change that makes this stale. */
async function decide(change: (booking: OwnBookingParams) => unknown): Promise<OwnBookingParams> {
  const { shop, service, barberAt } = await createScene()
  const [customer] = (await createCustomers(db, 1)) as [SceneCustomer]
  const versions = await db
    .selectFrom('barbers')
    .innerJoin('barbershops', 'barbershops.id', 'barbershop_id')
    .select(['barbershops.version', 'availability_version'])
    .where('barbers.id', '=', barberAt(0).id)
    .executeTakeFirstOrThrow()
  const end = new Date(slotAt(30))
  const booking: OwnBookingParams = {
    id: randomUUID(),
    customerId: customer.id,
    barberId: barberAt(0).id,
    barberUserId: barberAt(0).userId,
    barbershopId: shop.id,
    serviceId: service.id,
    bookingTries: 0,
    isConfirmedAtOnce: false,
    barbershopVersion: versions.version,
    availabilityVersion: versions.availability_version,
    serviceName: 'Corte',
    durationMin: 30,
    bufferMin: 0,
    priceCents: 5000,
    now: new Date(noonInSaoPaulo),
    start: new Date(slotAt(0)),
    end,
    busyUntil: end,
    idempotencyKey: null,
    guestName: null,
    note: null,
    notifications: '[]',
    pushUserIds: [],
    jobs: '[]',
    published: '{}',
  }
  const changed = await change(booking)
  return typeof changed === 'object' && changed && 'id' in changed ? (changed as OwnBookingParams) : booking
}

const update = (table: 'users' | 'barbers' | 'barbershops', id: string, set: object) =>
  db
    .updateTable(table)
    .set(set)
    .where('id', '=', id)
    .execute()
    .then(() => undefined)

test('a booking whose decision is stale is left to run alone, and the others are not', async () => {
  const stale = await Promise.all([
    decide((booking) => update('users', booking.customerId as string, { booking_tries: 1 })),
    decide((booking) =>
      update('barbers', booking.barberId, { availability_version: (booking.availabilityVersion ?? 0) + 1 }),
    ),
    decide((booking) => update('barbershops', booking.barbershopId, { version: booking.barbershopVersion + 1 })),
    decide((booking) => update('barbershops', booking.barbershopId, { is_active: false })),
    decide((booking) => update('barbers', booking.barberId, { removed_at: new Date() })),
    decide((booking) => ({ ...booking, isConfirmedAtOnce: true })),
    decide(({ barbershopId, customerId }) =>
      sql`insert into customer_profiles (barbershop_id, user_id, blocked_at) values (${barbershopId}, ${customerId}, now())`
        .execute(db)
        .then(() => undefined),
    ),
    ...(['customerId', 'barberUserId'] as const).map((user) =>
      decide((booking) =>
        sql`insert into account_deletions (user_id, requested_at, due_at) values (${booking[user]}, now(), now())`
          .execute(db)
          .then(() => undefined),
      ),
    ),
  ])
  const first = await decide(() => undefined)
  const last = await decide(() => undefined)
  const rival = { ...(await decide(() => undefined)), barberId: first.barberId, barberUserId: first.barberUserId }
  const ofBarber = { ...rival, barbershopId: first.barbershopId, serviceId: first.serviceId }
  const rows = await insertBookings(db, [first, ...stale, ofBarber, last])
  const expected = [{ id: first.id }, ...stale.map(() => undefined), { id: null }, { id: last.id }]
  expect(rows.map((row) => row && { id: row.id })).toEqual(expected)
  const ids = [first, ...stale, ofBarber, last].map(({ id }) => id)
  const stored = await db.selectFrom('appointments').select('id').where('id', 'in', ids).execute()
  expect(stored.map(({ id }) => id).toSorted()).toEqual([first.id, last.id].toSorted())
})
