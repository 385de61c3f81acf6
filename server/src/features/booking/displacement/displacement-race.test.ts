import { appointmentsApi } from '@na-regua/contract/appointments'
import { displacementsApi } from '@na-regua/contract/displacements'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createSessionToken, createSubscription } from '../../../../test/factories.ts'
import { createRaceHarness, openSecondApp } from '../../../../test/race-harness.ts'

const ROUNDS = 40
const HOURS = ['12:00', '13:00', '14:00', '15:00']

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
let customers: SceneCustomer[]

beforeAll(async () => {
  customers = await createCustomers(harness.db, 3 * HOURS.length)
  await second.warmUp()
})
afterAll(async () => {
  await second.close()
  await harness.close()
})

const expectedErrors = ['409 SLOT_TAKEN', '409 CUSTOMER_BUSY', '409 DISPLACEMENT_UNDECIDED', '422 SLOT_UNAVAILABLE']

const removalErrors = [...expectedErrors, '404 BARBER_NOT_FOUND', '409 STATE_CHANGED', '422 SLOT_UNAVAILABLE']

type Barber = { id: string; userId: string }

/** The first barber falls ill; the two others might take over. */
async function openShop() {
  const shop = await createBookableBarbershop(harness.db, { barberCount: 3 })
  const [absent, ...targets] = shop.barbers as [Barber, Barber, Barber]
  const [barber, ...colleagues] = shop.staff as [SceneCustomer, SceneCustomer, SceneCustomer]
  const staffIds = shop.staff.map(({ id }) => id)
  await harness.db.updateTable('users').set({ role: 'BARBER' }).where('id', 'in', staffIds).execute()
  return { id: shop.id, serviceId: shop.services[0]?.id, absent, targets, barber, colleagues }
}

type Shop = Awaited<ReturnType<typeof openShop>>

function createRound({ id, serviceId, absent, targets, barber, colleagues }: Shop, round: number) {
  const date = new Date(Date.parse('2026-03-12') + (round % 50) * 86_400_000).toISOString().slice(0, 10)
  const rest = round % 4 === 0 ? ('retain' as const) : ('cancel' as const)
  const book = (barberId: string, hour: string, customer: number, route = appointmentsApi.create) =>
    second.call(customer + round, route, {
      token: (customers[customer] as SceneCustomer).token,
      body: { barberId, serviceId, startTime: `${date}T${hour}:00Z` },
    })
  const addAbsence = (appointmentIds: readonly string[]) =>
    second.call(round, displacementsApi.make, {
      token: barber.token,
      params: { id },
      body: {
        change: { type: 'time-off', barberId: absent.id, startDate: date, endDate: date },
        decisions: appointmentIds.map((appointmentId) => ({ appointmentId, action: 'reassign' as const })),
        ...(round % 4 !== 1 && { otherwise: rest }),
      },
    })
  // In some rounds the others leave one hour free, so that an appointment is passed on whatever the order.
  const contended = HOURS.filter((_, index) => round % 4 !== 2 || index !== 2)
  const rivals = contended.flatMap((hour, index) => [
    () => book((targets[index % 2] as { id: string }).id, hour, 3 + index),
    () => book((targets[(index + 1) % 2] as { id: string }).id, hour, 7 + index, appointmentsApi.hold as never),
    () =>
      second.call(index + round, appointmentsApi.walkIn, {
        token: (colleagues[index % 2] as SceneCustomer).token,
        body: { barberId: targets[index % 2]?.id, serviceId, startTime: `${date}T${hour}:00Z` },
      }),
  ])
  // In some rounds a customer books with the absent barber, too: not seen by the caller, so it is either refused or stops everything.
  const others = round % 4 === 3 ? [...rivals, () => book(absent.id, '17:00', 11)] : rivals
  return { rest, others, addAbsence, book }
}

/** Three customers have booked with the barber who falls ill. */
async function bookThree({ absent }: Shop, { book }: ReturnType<typeof createRound>) {
  const appointments = await Promise.all(HOURS.slice(0, 3).map((hour, index) => book(absent.id, hour, index)))
  expect(appointments.map(({ status }) => status)).toEqual([201, 201, 201])
  const { rows } = await sql<{ id: string }>`select id from appointments`.execute(harness.db)
  return rows.map(({ id }) => id)
}

/** Returns how many appointments were passed on to another barber. */
async function checkAbsence({ absent }: Shop, appointmentIds: readonly string[], isAdded: boolean, rest: string) {
  const { rows } = await sql<{ barber_id: string; status: string }>`
    select barber_id, status from appointments where id = any(${appointmentIds}::uuid[])`.execute(harness.db)
  const { rows: off } = await sql`select from time_off`.execute(harness.db)
  const untouched = rows.filter(({ barber_id, status }) => barber_id === absent.id && status === 'SCHEDULED').length
  if (isAdded) {
    expect(off).toHaveLength(1)
    if (rest === 'cancel') expect(untouched).toBe(0)
    const { rows: unseen } = await sql`
      select from appointments where barber_id = ${absent.id} and status in ('SCHEDULED', 'CONFIRMED')
         and id <> all(${appointmentIds}::uuid[])`.execute(harness.db)
    expect(unseen).toEqual([])
  } else {
    expect([off.length, untouched]).toEqual([0, 3])
  }
  return rows.filter(({ barber_id }) => barber_id !== absent.id).length
}

/**
 * One barber falls ill while customers book, hold and walk in with the barbers who might take over, and one books with the barber who
 * falls ill.
 */
it(`a sick day among bookings, holds and walk-ins, ${ROUNDS} rounds on two processes: all of it or nothing`, async () => {
  const shop = await openShop()
  const before = await harness.countDeadlocks()
  const seen = { added: 0, refused: 0, reassigned: 0, booked: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const scene = createRound(shop, round)
    const appointmentIds = await bookThree(shop, scene)
    const position = (round * 5) % scene.others.length
    // By construction the others are first in some rounds, and have taken every hour that could be passed on.
    const others = scene.others.map((send) => async () => send())
    const early = round % 8 === 1 ? await Promise.all(others.map((send) => send())) : undefined
    const requests = early ? early.map((outcome) => async () => outcome) : others
    const outcomes = await Promise.all(
      requests.toSpliced(position, 0, () => scene.addAbsence(appointmentIds)).map((send) => send()),
    )
    const failed = outcomes.filter(({ status, code }) => status >= 400 && !expectedErrors.includes(`${status} ${code}`))
    expect(failed).toEqual([])
    expect(await harness.countOverlaps()).toBe(0)

    const isAdded = outcomes[position]?.status === 201
    seen[isAdded ? 'added' : 'refused']++
    seen.reassigned += await checkAbsence(shop, appointmentIds, isAdded, scene.rest)
    seen.booked += outcomes.filter(({ status }) => status === 201).length - (isAdded ? 1 : 0)
    await harness.clear()
    await sql`delete from time_off; delete from attempts`.execute(harness.db)
  }
  console.info(`sick days: ${JSON.stringify(seen)} in ${ROUNDS} rounds`)
  expect(Math.min(seen.added, seen.refused, seen.reassigned, seen.booked)).toBeGreaterThan(0)
  expect(await harness.countDeadlocks()).toBe(before)
})

/** Everyone has booked with one barber, whom the owner removes from two devices while a customer cancels and another one books. */
it(`a removal among cancellations, bookings and another removal, ${ROUNDS} rounds: no appointment stays, each customer gets one message`, async () => {
  const shop = await createBookableBarbershop(harness.db, { barberCount: 3 })
  const [removed] = shop.barbers as [Barber]
  const { owner_id: ownerId } = await harness.db
    .selectFrom('barbershops')
    .select('owner_id')
    .where('id', '=', shop.id)
    .executeTakeFirstOrThrow()
  await harness.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', ownerId).execute()
  await createSubscription(harness, ownerId, {})
  const token = await createSessionToken(harness, ownerId)
  const before = await harness.countDeadlocks()
  const seen = { removed: 0, undecided: 0, booked: 0, cancelled: 0, reassigned: 0, proposed: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const date = new Date(Date.parse('2026-03-12') + (round % 50) * 86_400_000).toISOString().slice(0, 10)
    const book = (barberId: string, hour: string, customer: number) =>
      second.call(customer + round, appointmentsApi.create, {
        token: (customers[customer] as SceneCustomer).token,
        body: { barberId, serviceId: shop.services[0]?.id, startTime: `${date}T${hour}:00Z` },
      })
    const booked = await Promise.all(HOURS.slice(0, 3).map((hour, index) => book(removed.id, hour, index)))
    expect(booked.map(({ status }) => status)).toEqual([201, 201, 201])
    const { rows } = await sql<{ id: string; customer: string }>`
      select id, customer_id as customer from appointments order by starts_at`.execute(harness.db)
    const ids = rows.map(({ id }) => id)
    // At one of the hours all others are busy: for that one another time is proposed.
    for (const [index, barber] of shop.barbers.slice(1).entries()) await book(barber.id, HOURS[0] as string, 4 + index)
    await sql`delete from notifications`.execute(harness.db)

    const remove = (client: number) => () =>
      second.call(client, displacementsApi.make, {
        token,
        params: { id: shop.id },
        body: {
          change: { type: 'removal', barberId: removed.id },
          decisions: ids.map((appointmentId) => ({ appointmentId, action: 'reassign' as const })),
          otherwise: 'propose',
        },
      })
    const bookLate = () => book(removed.id, HOURS[3] as string, 3)
    const cancel = () =>
      second.call(round, appointmentsApi.cancel, {
        token: (customers[1] as SceneCustomer).token,
        params: { id: ids[1] as string },
      })
    // By construction either side is the first one in some rounds.
    const first = [bookLate, remove(0), cancel][round % 4]
    const early = first ? [await first()] : []
    const outcomes = await Promise.all([remove(round), remove(round + 1), bookLate, cancel].map((act) => act()))
    const failed = [...early, ...outcomes].filter(
      ({ status, code }) => status >= 400 && !removalErrors.includes(`${status} ${code}`),
    )
    expect(failed).toEqual([])
    expect(await harness.countOverlaps()).toBe(0)

    const state = await sql<{ isHere: boolean; left: number; cancelled: number; reassigned: number; active: number }>`
      select (select removed_at is null from barbers where id = ${removed.id}) as "isHere",
             count(*) filter (where barber_id = ${removed.id} and status in ('SCHEDULED', 'CONFIRMED'))::int as left,
             count(*) filter (where cancelled_by = 'customer')::int as cancelled,
             count(*) filter (where id = any(${ids}::uuid[]) and barber_id <> ${removed.id})::int as reassigned,
             count(*) filter (where id = any(${ids}::uuid[]) and (status = 'CONFIRMED' or cancelled_by is not null))::int as active
        from appointments`.execute(harness.db)
    const [found] = state.rows
    if (found?.isHere === false) expect([found.left, found.active]).toEqual([0, 3])
    const { rows: notified } = await sql<{ count: number; proposed: number }>`
      select count(*)::int as count, count(*) filter (where message like '%Está livre%')::int as proposed from notifications
       where user_id = any(${rows.map(({ customer }) => customer)}::uuid[]) and title <> 'Cancelado por você'
       group by user_id`.execute(harness.db)
    expect(notified.every(({ count }) => count === 1)).toBe(true)
    seen[found?.isHere ? 'undecided' : 'removed']++
    seen.booked += [...early, ...outcomes].filter(({ status }) => status === 201).length
    seen.cancelled += found?.cancelled ?? 0
    seen.reassigned += found?.reassigned ?? 0
    seen.proposed += notified.reduce((sum, { proposed }) => sum + proposed, 0)
    await harness.clear()
    await sql`delete from attempts; delete from notifications; update barbers set removed_at = null`.execute(harness.db)
    await harness.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', removed.userId).execute()
  }
  console.info(`removals: ${JSON.stringify(seen)} in ${ROUNDS} rounds`)
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
  expect(await harness.countDeadlocks()).toBe(before)
})
