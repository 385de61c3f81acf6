import { appointmentsApi } from '@na-regua/contract/appointments'
import { plansApi } from '@na-regua/contract/plans'
import { pushApi } from '@na-regua/contract/push'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPushToken, insertDevice } from '../../../../test/push-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../../test/race-harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'

const ROUNDS = 40
const TAPS = 4

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
beforeAll(() => second.warmUp())
afterAll(async () => {
  await second.close()
  await harness.close()
})

type Send = () => Promise<{ status: number; body: { outcome?: string } }>

/** All at once; in some rounds one after the other, so that by construction each side is the first one in some. */
async function sendAll(requests: readonly Send[], round: number) {
  if (round % 8 > 1) return Promise.all(requests.map((send) => send()))
  const outcomes: Awaited<ReturnType<Send>>[] = []
  for (const send of requests) outcomes.push(await send())
  return outcomes
}

it(`a button tapped ${TAPS} times while the customer cancels: executed once or not at all, ${ROUNDS} rounds on two processes`, async () => {
  const scene = await createStatusScene(harness, { hours: [0, 1440] })
  const { barber, customer } = scene
  const deviceId = await insertDevice(harness.db, barber)
  const before = await harness.countDeadlocks()
  const won = { accepted: 0, cancelled: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const id = await scene.put({ minutes: 1440 })
    const token = await createPushToken(harness.db, { deviceId, userId: barber.id, appointmentId: id, act: 'accept' })
    const tap = (number: number) => second.send(number, pushApi.act, { token: '', body: { token } })
    // A cancellation takes fewer statements than a tap: in most rounds some others go first.
    const cancel = async () => {
      for (let times = 0; times < round % 5; times++) await second.send(round, plansApi.list, { token: '' })
      return second.call(round, appointmentsApi.cancel, { params: { id }, token: customer.token, body: {} })
    }
    const requests = Array.from({ length: TAPS }, (_, index) => () => tap(index))
    requests.splice(round % (TAPS + 1), 0, async () => ({ ...(await cancel()), body: {} }))
    const outcomes = await sendAll(requests, round)
    expect(outcomes.map(({ status }) => status)).toEqual(Array(TAPS + 1).fill(200))

    const { rows } = await sql<{ accepted: number; cancelled: number; results: number; status: string }>`
      select count(*) filter (where type = 'booking_confirmed' and user_id = ${customer.id}) as accepted,
             count(*) filter (where type = 'booking_cancelled' and user_id = ${barber.id}) as cancelled,
             (select count(*) from push_action_results where appointment_id = ${id}) as results,
             (select status from appointments where id = ${id}) as status
        from notifications where dedupe_key like ${`appointment:${id}:%`}`.execute(harness.db)
    const [found] = rows
    // The customer may cancel what was accepted, so the cancellation always holds in the end.
    expect(found).toMatchObject({ status: 'CANCELLED', cancelled: 1 })
    expect(found?.accepted).toBe(found?.results)
    const taps = outcomes.filter(({ body }) => 'outcome' in body)
    const expected = found?.results === 1 ? 'done' : 'refused'
    expect(taps.map(({ body }) => body.outcome)).toEqual(Array(TAPS).fill(expected))
    won[found?.results === 1 ? 'accepted' : 'cancelled']++
    await harness.clear()
  }
  console.info(`taps against cancellations: ${JSON.stringify(won)} of ${ROUNDS}`)
  // Both must win sometimes, or this is no race.
  expect(Math.min(won.accepted, won.cancelled)).toBeGreaterThan(0)
  expect(await harness.countDeadlocks()).toBe(before)
})

it(`a presence confirmed by ${TAPS} taps at once: one confirmation, one notification, ${ROUNDS} rounds`, async () => {
  const scene = await createStatusScene(harness, { hours: [0, 1440] })
  const { barber, customer } = scene
  const deviceId = await insertDevice(harness.db, customer)
  for (let round = 0; round < ROUNDS; round++) {
    const id = await scene.put({ status: 'CONFIRMED' })
    const token = await createPushToken(harness.db, {
      deviceId,
      userId: customer.id,
      appointmentId: id,
      act: 'confirm',
    })
    const taps = Array.from({ length: TAPS }, (_, index) =>
      second.send(index, pushApi.act, { token: '', body: { token } }),
    )
    const outcomes = await Promise.all(taps)
    expect(outcomes.map(({ status, body }) => [status, body.outcome])).toEqual(Array(TAPS).fill([200, 'done']))
    const { rows } = await sql<{ count: number }>`select count(*) from notifications
       where type = 'presence_confirmed' and user_id = ${barber.id} and dedupe_key like ${`appointment:${id}:%`}`.execute(
      harness.db,
    )
    expect(rows[0]?.count).toBe(1)
    await harness.clear()
  }
})
