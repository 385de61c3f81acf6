import { delaysApi, servingApi } from '@na-regua/contract/serving'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../../test/race-harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { openDatabase } from '../../../lib/database.ts'
import { createWaits } from '../waits/create-waits.ts'
import { notifyOfDelays } from './notify-of-delays.ts'

const ROUNDS = 40
const harness = await createRaceHarness()
const second = await openSecondApp(harness)
/** The worker of a second process. */
const pool = openDatabase(harness.url, { max: 4, connectMs: 15_000 })
const scene = await createStatusScene(harness, { hours: [0, 1440], barberCount: 2 })
let customers: SceneCustomer[]

beforeAll(async () => {
  customers = await createCustomers(harness.db, 2)
  await second.warmUp()
  await sql`select 1`.execute(pool.db)
})
beforeEach(() => harness.clock.set('2026-03-11T15:00:00.000Z'))
afterAll(async () => {
  await second.close()
  await pool.close()
  await harness.close()
})

const workers = [harness.db, pool.db].map((db) => () => {
  const { clock } = harness
  return notifyOfDelays({ db, clock, waits: createWaits({ db, clock }) }, { barbershopId: scene.shop.id })
})
const clear = () => sql`delete from appointments; delete from notifications`.execute(harness.db)
const colleague = scene.shop.barbers[1] as { id: string }

async function startLate(late: number) {
  const served = await scene.put({ status: 'CONFIRMED', minutes: -late, customer: null })
  const next = await scene.put({ status: 'CONFIRMED', minutes: 30 - late, customer: customers[0] as SceneCustomer })
  await harness.call(servingApi.serve, {
    params: { id: served },
    token: scene.barber.token,
    body: { version: 1, isServing: true },
  })
  return next
}

describe(`delays on two processes, ${ROUNDS} rounds`, () => {
  it('the customer is notified once, and not after they arrived', async () => {
    const before = await harness.countDeadlocks()
    let arrivedFirst = 0
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      const next = await startLate(20)
      const arrive = second.send(round, servingApi.arrive, {
        params: { id: next },
        token: scene.barber.token,
        body: { version: 1, isArrived: true },
      })
      const [response] = await Promise.all([arrive, ...workers.map((run) => run()), ...workers.map((run) => run())])
      expect(response.status).toBe(200)
      const { rows } = await sql<{ notified: number; isNotified: boolean }>`
        select (select count(*) from notifications where type = 'booking_delayed') as notified,
               told_delay_min is not null as "isNotified" from appointments where id = ${next}`.execute(harness.db)
      expect(rows[0]?.notified).toBe(rows[0]?.isNotified ? 1 : 0)
      if (!rows[0]?.isNotified) arrivedFirst++
      await Promise.all(workers.map((run) => run()))
      const again = await sql`select 1 from notifications where type = 'booking_delayed'`.execute(harness.db)
      expect(again.rows).toHaveLength(rows[0]?.notified ?? 0)
    }
    console.info(`delays: ${arrivedFirst} of ${ROUNDS} arrived first`)
    expect((await harness.countDeadlocks()) - before).toBe(0)
  })

  it('without an arrival it is once in every round', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      await startLate(20 + (round % 5))
      await Promise.all([...workers, ...workers].map((run) => run()))
      const { rows } = await sql`select 1 from notifications where type = 'booking_delayed'`.execute(harness.db)
      expect(rows).toHaveLength(1)
    }
  })

  it('a customer and the barbershop want the same colleague at one time: one of them gets it', async () => {
    const before = await harness.countDeadlocks()
    const won: Record<string, number> = {}
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      const [customer] = customers as [SceneCustomer]
      const one = await scene.put({ status: 'CONFIRMED', minutes: 30, customer })
      const other = await scene.put({ status: 'CONFIRMED', minutes: 90, customer: customers[1] as SceneCustomer })
      const delay = { told_delay_min: 20, told_delay_at: harness.clock.now() }
      await harness.db.updateTable('appointments').set(delay).where('id', '=', one).execute()
      const reply = second.call(round, delaysApi.reply, {
        params: { id: one },
        token: customer.token,
        body: { version: 1, reply: 'other-barber', barberId: colleague.id },
      })
      const move = second.call(round + 1, staffBookingsApi.move, {
        params: { id: other },
        token: scene.owner.token,
        body: { startTime: '2026-03-11T15:45:00Z', barberId: colleague.id, version: 1 },
      })
      const outcomes = await Promise.all([reply, move])
      const winners = outcomes.filter(({ status }) => status === 200)
      expect(outcomes.map(({ status, code }) => `${status} ${code}`).filter((text) => !/^200|^409/.test(text))).toEqual(
        [],
      )
      expect(winners).toHaveLength(1)
      const kind = outcomes[0]?.status === 200 ? 'reply' : 'move'
      won[kind] = (won[kind] ?? 0) + 1
      expect(await harness.countOverlaps()).toBe(0)
    }
    console.info(`delays: ${JSON.stringify(won)}`)
    expect((await harness.countDeadlocks()) - before).toBe(0)
  })

  it('the services of two appointments of one barber begin at once: one does', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      const ids = await Promise.all(
        [0, 30, 60, 90].map((minutes) => scene.put({ status: 'CONFIRMED', minutes, customer: null })),
      )
      const outcomes = await Promise.all(
        ids.map((id, number) =>
          second.call(number, servingApi.serve, {
            params: { id },
            token: number % 3 ? scene.barber.token : scene.owner.token,
            body: { version: 1, isServing: true },
          }),
        ),
      )
      expect(outcomes.map(({ status, code }) => `${status} ${code ?? ''}`).toSorted()).toEqual([
        '200 ',
        ...Array(3).fill('409 BARBER_SERVING'),
      ])
    }
  })
})
