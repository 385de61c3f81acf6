import { absencesApi } from '@na-regua/contract/absences'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
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

const expectedErrors = [
  '409 SLOT_TAKEN',
  '409 CUSTOMER_BUSY',
  '409 ABSENCE_UNRESOLVED',
  '409 SCHEDULE_CONFLICT',
  '422 SLOT_UNAVAILABLE',
]

type Barber = { id: string; userId: string }

/** The first barber falls ill; the two others might take over. */
async function openShop() {
  const shop = await createBookableBarbershop(harness.db, { barberCount: 3 })
  const [absent, ...targets] = shop.barbers as [Barber, Barber, Barber]
  const [barber, ...colleagues] = shop.staff as [SceneCustomer, SceneCustomer, SceneCustomer]
  const staffIds = shop.staff.map(({ id }) => id)
  await harness.db.updateTable('users').set({ role: 'BARBER' }).where('id', 'in', staffIds).execute()
  return { serviceId: shop.services[0]?.id, absent, targets, barber, colleagues }
}

type Shop = Awaited<ReturnType<typeof openShop>>

function createRound({ serviceId, absent, targets, barber, colleagues }: Shop, round: number) {
  const date = new Date(Date.parse('2026-03-12') + (round % 50) * 86_400_000).toISOString().slice(0, 10)
  const rest = round % 4 === 0 ? 'keep' : 'cancel'
  const book = (barberId: string, hour: string, customer: number, route = appointmentsApi.create) =>
    second.call(customer + round, route, {
      token: (customers[customer] as SceneCustomer).token,
      body: { barberId, serviceId, startTime: `${date}T${hour}:00Z` },
    })
  const addAbsence = (appointmentIds: readonly string[]) =>
    second.call(round, absencesApi.add, {
      token: barber.token,
      params: { id: absent.id },
      body: {
        startDate: date,
        endDate: date,
        appointmentIds,
        reassignTo: 'any',
        ...(round % 4 !== 1 && { rest: { action: rest, appointmentIds } }),
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
    const requests = scene.others.toSpliced(position, 0, () => scene.addAbsence(appointmentIds))
    const outcomes = await Promise.all(requests.map((send) => send()))
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
