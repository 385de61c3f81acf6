import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createHarness, type Harness } from '../../../../test/harness.ts'
import { createWaitScene } from '../../../../test/wait-scene.ts'
import { learnCityPaces } from './learn-city-paces.ts'
import { createLearning } from './learn-durations.ts'

const NOW = '2026-03-11T15:00:00Z'
const DAY = 1440
const NAMES = ['Corte', 'Corte + Barba 40'] as const

let world: Harness
beforeAll(async () => {
  world = await createHarness({ now: NOW })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(NOW)
  for (const table of ['city_paces', 'appointments', 'barbershop_queues'])
    await sql`delete from ${sql.table(table)}`.execute(world.db)
})

type Scene = Awaited<ReturnType<typeof createWaitScene>>

/** A barbershop whose queue was tapped today. Its services are planned with 30 minutes. */
async function createIn(city: string, names: readonly string[] = NAMES): Promise<Scene> {
  const scene = await createWaitScene(world, { durations: names.map(() => 30) })
  const set = (id: string, name: string) => sql`update services set name = ${name} where id = ${id}`.execute(world.db)
  await Promise.all(scene.shop.services.map(({ id }, index) => set(id, names[index] ?? '')))
  await sql`update barbershops set city = ${city}, state = 'BA' where id = ${scene.shop.id}`.execute(world.db)
  await scene.tap(-5)
  return scene
}

/** Services of so many minutes, one a day. */
async function observe(scene: Scene, count: number, minutes: number, service = 0, firstDay = 1): Promise<void> {
  for (let day = firstDay; day < firstDay + count; day++) {
    const start = -day * DAY - service * 120
    const serviceId = scene.shop.services[service]?.id ?? null
    const until = start + minutes + (day % 3) - 1
    await scene.putAppointment({ start, serving: start, until, serviceId, status: 'COMPLETED' })
  }
}

const listPaces = () => world.db.selectFrom('city_paces').selectAll().orderBy('city').orderBy('kind').execute()

/** Minutes of a service that is planned with 30. */
async function learnOf(scene: Scene, service: number | null = 0): Promise<number> {
  const learned = await createLearning(world.clock)(world.db, [scene.shop.id], world.clock.now())
  const serviceId = service === null ? null : (scene.shop.services[service]?.id ?? null)
  return learned.get(scene.shop.id)?.timeOf(scene.barberAt(0).id, serviceId, 30).medianMin ?? 0
}

it('few observations move towards what services of the same kind take in the city', async () => {
  for (const name of [
    'Vitória da Conquista',
    'VITORIA DA CONQUISTA',
    'Vitória da Conquista',
    'Vitória  da conquista',
    'vitória da Conquista',
  ]) {
    const scene = await createIn(name, ['Corte', 'corte e barba'])
    await observe(scene, 8, 45)
    await observe(scene, 8, 60, 1)
  }
  const thin = await createIn('Vitória da Conquista', [...NAMES, 'Sobrancelha'])
  await observe(thin, 2, 30)
  const before = await learnOf(thin)
  expect([before, await learnOf(thin, 1)]).toEqual([expect.closeTo(30, 0), 30])

  await learnCityPaces(world)
  expect(await listPaces()).toMatchObject([
    { state: 'BA', city: 'vitoria da conquista', kind: '', barbershops: 6, services: 82 },
    { kind: 'corte', barbershops: 6, services: 42 },
    { kind: 'corte barba', barbershops: 5, services: 40 },
  ])
  const after = await learnOf(thin)
  expect(after).toBeGreaterThan(38)
  expect(after).toBeLessThan(45)
  // Never observed here, by the kind; of an unknown kind, or a service that was deleted, by all services of the city.
  expect(await learnOf(thin, 1)).toBeCloseTo(60, 0)
  for (const service of [2, null]) expect(Math.abs((await learnOf(thin, service)) - 52)).toBeLessThan(8)
  // With many observations the barbershop's own count.
  await observe(thin, 60, 30, 0, 3)
  expect(await learnOf(thin)).toBeLessThan(33)
  // Another city, and one of the same name in another state.
  expect(await learnOf(await createIn('Barreiras'), 0)).toBe(30)
  await sql`update barbershops set state = 'ES' where id = ${thin.shop.id}`.execute(world.db)
  expect(await learnOf(thin, 1)).toBe(30)
})

it('a city with too few barbershops or services has no level', async () => {
  for (let index = 0; index < 4; index++) await observe(await createIn('Jequié'), 20, 45)
  for (let index = 0; index < 5; index++) await observe(await createIn('Ilhéus'), 5, 45)
  // Two kinds of which one is known of one barbershop only.
  for (let index = 0; index < 5; index++)
    await observe(await createIn('Itabuna', ['Corte', `Platinado ${index}`]), 8, 45, 0)
  const thin = await createIn('Jequié', ['Platinado'])
  await learnCityPaces(world)
  expect((await listPaces()).map(({ city, kind }) => [city, kind])).toEqual([
    ['itabuna', ''],
    ['itabuna', 'corte'],
  ])
  expect(await learnOf(thin)).toBe(30)
})

it('a run that is repeated changes nothing, and what is no longer known is deleted', async () => {
  const scenes = []
  for (let index = 0; index < 5; index++) {
    const scene = await createIn('Feira de Santana')
    await observe(scene, 8, 45)
    await observe(scene, 8, 60, 1)
    // Ends that the clock settled, and services of more than 180 days ago.
    await scene.putAppointment({ start: -50, serving: -50, until: 90, isEndSettled: true })
    await observe(scene, 1, 90, 0, 181)
    scenes.push(scene)
  }
  await learnCityPaces(world)
  const first = await listPaces()
  expect(first.map(({ kind, services }) => [kind, services])).toEqual([
    ['', 80],
    ['corte', 40],
    ['corte barba', 40],
  ])
  await learnCityPaces(world)
  expect(await listPaces()).toEqual(first)

  await sql`update services set name = 'Corte' where name = ${NAMES[1]}`.execute(world.db)
  await learnCityPaces(world)
  expect((await listPaces()).map(({ kind, services }) => [kind, services])).toEqual([
    ['', 80],
    ['corte', 80],
  ])
  // One barbershop moves away: the city's rows are not replaced any more, and go after three days.
  await sql`update barbershops set city = 'Salvador' where id = ${scenes[0]?.shop.id}`.execute(world.db)
  world.clock.advance({ minutes: 2 * DAY })
  await learnCityPaces(world)
  expect(await listPaces()).toHaveLength(2)
  world.clock.advance({ minutes: DAY })
  await learnCityPaces(world)
  expect(await listPaces()).toEqual([])
})

it('a busy barbershop counts no more than a hundred services', async () => {
  for (let index = 0; index < 5; index++)
    await observe(await createIn('Ilhéus'), index === 0 ? 130 : 10, index === 0 ? 90 : 45)
  await learnCityPaces(world)
  expect((await listPaces()).map(({ kind, services }) => [kind, services])).toEqual([
    ['', 140],
    ['corte', 140],
  ])
})
