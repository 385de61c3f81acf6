import { appointmentsApi } from '@na-regua/contract/appointments'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { decayPopularity } from './decay-popularity.ts'

const ROUNDS = 40
const DAY = 1440

const start = '2026-03-11T15:00:00Z'
const world = await createHarness({ now: start })
afterAll(() => world.close())
const scenes = [await createStatusScene(world), await createStatusScene(world)]
const [scene, other] = scenes as [(typeof scenes)[number], (typeof scenes)[number]]
const customers = await createCustomers(world.db, 400)

beforeEach(async () => {
  world.clock.set(start)
  await sql`delete from appointments`.execute(world.db)
  await sql`update barbershops set completed_count = 0`.execute(world.db)
})

/** A confirmed appointment that began some minutes ago. */
const putConfirmed = (at = scene, minutes = -60, customer: SceneCustomer = at.customer) =>
  at.put({ status: 'CONFIRMED', minutes, customer })
const complete = ({ barber }: typeof scene, id: string) =>
  world.call(appointmentsApi.complete, { params: { id }, token: barber.token })

async function countOf({ shop }: typeof scene) {
  const { rows } = await sql<{ stored: number; true: number }>`
    select completed_count as stored, (
      select count(*) from appointments where barbershop_id = ${shop.id} and status = 'COMPLETED'
         and starts_at > ${world.clock.now()}::timestamptz - interval '90 days'
    ) as true from barbershops where id = ${shop.id}`.execute(world.db)
  return rows[0]
}

async function listByPopularity(): Promise<string[]> {
  const query = { latitude: -23.55, longitude: -46.63, radiusInKm: 5, orderBy: 'popularity' }
  const { body } = await world.call(barbershopsApi.nearby, { query })
  return body.barbershops.map(({ id }: { id: string }) => id)
}

test('popularity counts 90 days, in lists too', async () => {
  for (const minutes of [-60, -120]) await complete(scene, await putConfirmed(scene, minutes))
  world.clock.advance({ minutes: 60 * DAY })
  await complete(other, await putConfirmed(other))
  await decayPopularity(world)
  expect([await countOf(scene), await countOf(other)]).toEqual([
    { stored: 2, true: 2 },
    { stored: 1, true: 1 },
  ])
  expect(await listByPopularity()).toEqual([scene.shop.id, other.shop.id])

  world.clock.advance({ minutes: 31 * DAY })
  await decayPopularity(world)
  expect([await countOf(scene), await countOf(other)]).toEqual([
    { stored: 0, true: 0 },
    { stored: 1, true: 1 },
  ])
  await expect.poll(listByPopularity, { timeout: 60_000 }).toEqual([other.shop.id, scene.shop.id])
})

test('an appointment that is completed months later is not counted', async () => {
  const id = await putConfirmed()
  world.clock.advance({ minutes: 100 * DAY })
  await decayPopularity(world)
  expect((await complete(scene, id)).status).toBe(200)
  await decayPopularity(world)
  expect(await countOf(scene)).toEqual({ stored: 0, true: 0 })
})

test('a count that is wrong, as before popularity decayed, is corrected', async () => {
  await complete(scene, await putConfirmed())
  await sql`update barbershops set completed_count = 7`.execute(world.db)
  await sql`delete from sweep_positions`.execute(world.db)
  world.clock.advance({ minutes: 91 * DAY })
  await decayPopularity(world)
  expect(await countOf(scene)).toEqual({ stored: 0, true: 0 })
})

test(`appointments completed while others leave are all counted, in ${ROUNDS} rounds`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    world.clock.set(start)
    await sql`delete from appointments`.execute(world.db)
    await sql`delete from sweep_positions`.execute(world.db)
    await sql`update barbershops set completed_count = 0`.execute(world.db)
    for (const minutes of [-60, -120]) await complete(scene, await putConfirmed(scene, minutes))
    world.clock.advance({ minutes: 91 * DAY })
    const ids = await Promise.all(
      [1, 2, 3, 4].map((number) => putConfirmed(scene, -60 * number, customers[round * 4 + number])),
    )
    await Promise.all([...ids.map((id) => complete(scene, id)), decayPopularity(world), decayPopularity(world)])
    expect([round, await countOf(scene)]).toEqual([round, { stored: 4, true: 4 }])
  }
})
