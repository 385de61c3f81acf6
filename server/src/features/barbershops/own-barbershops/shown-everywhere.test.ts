import { barbershopsApi } from '@na-regua/contract/barbershops'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { reviewsApi } from '@na-regua/contract/reviews'
import type { Route } from '@na-regua/contract/route'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createAppointmentRow, createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createSessionToken, createSubscription } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import { createApp } from '../../../app.ts'

/** A second process on the same database, which responds from memory. Both clocks are frozen, so no cache entry expires. */
const world = await createHarness()
const { db, during } = countStatements(world.db)
const other = await createApp({ db, clock: world.clock, config: world.config })
await other.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await other.close()
  await world.close()
})

const shop = await createBarbershopRow(world, { name: 'Navalha de Ouro' })
await createBarber(world, shop.id)
await createSubscription(world, shop.owner_id, {})
const token = await createSessionToken(world, shop.owner_id)
const here = { latitude: shop.latitude, longitude: shop.longitude }

/** The other process follows within a second; a busy machine may need longer. */
const follows = { timeout: 60_000, interval: 20 }

const edit = async (call: Route, body?: object) => {
  const { status, body: response } = await world.call(call, { token, params: { id: shop.id }, body })
  expect(status, JSON.stringify(response)).toBe(200)
}

async function findCard(call: Route, query: Record<string, unknown>) {
  const url = `/api${call.url}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
  const cards = (await other.inject(url)).json().barbershops as { id: string }[]
  return cards.find(({ id }) => id === shop.id)
}

const nearby = (query: object = {}) => findCard(barbershopsApi.nearby, { ...here, ...query })
const search = (query: string) => findCard(barbershopsApi.search, { ...here, query })

test('responds from memory', async () => {
  // The card of the one barbershop is read once, and again after the last event of its creation.
  let radiusInKm = 5
  await expect.poll(() => during(() => nearby({ radiusInKm: ++radiusInKm })), follows).toBe(0)
})

test.each<[string, () => Promise<unknown>, object]>([
  ['a name', () => edit(ownBarbershopsApi.updateBarbershop, { name: 'Corte Fino' }), { name: 'Corte Fino' }],
  [
    'a price',
    () => edit(ownBarbershopsApi.setServices, { services: [{ name: 'Barba', durationMin: 20, priceCents: 1990 }] }),
    { price_from: 1990 },
  ],
  ['a feature', () => edit(ownBarbershopsApi.setFeatures, { featureIds: [3] }), { features: ['Estacionamento'] }],
  ['the featured badge', () => edit(ownBarbershopsApi.setFeatured, { isFeatured: true }), { is_featured: true }],
  [
    'hours',
    () =>
      edit(ownBarbershopsApi.setOperatingHours, {
        operatingHours: [{ dayOfWeek: 3, openTime: '08:00', closeTime: '21:30', isClosed: false }],
      }),
    { is_open: true, openUntil: '21:30' },
  ],
  [
    'a neighbourhood',
    () => edit(ownBarbershopsApi.updateBarbershop, { address: { neighborhood: 'Jardim América' } }),
    { neighborhood: 'Jardim América' },
  ],
  ['a rating', rate, { averageRating: 4, reviewCount: 1 }],
])('a change of %s is shown by every process', async (_, change, expected) => {
  await nearby()
  await change()
  await vi.waitFor(async () => expect(await nearby()).toMatchObject(expected), follows)
})

async function rate() {
  const appointment = await createAppointmentRow(world, shop.id)
  const customer = await createSessionToken(world, appointment.customer_id as string)
  const body = { appointmentId: appointment.id, barbershopId: shop.id, rating: 4 }
  expect((await world.call(reviewsApi.create, { token: customer, body })).status).toBe(201)
}

test('a barbershop that is deactivated or moves away disappears at once, and comes back at once', async () => {
  expect(await nearby()).toBeDefined()
  await edit(ownBarbershopsApi.deactivate)
  await vi.waitFor(async () => expect(await nearby()).toBeUndefined(), follows)
  expect(await search('corte fino')).toBeUndefined()
  await edit(ownBarbershopsApi.activate)
  await vi.waitFor(async () => expect(await nearby()).toBeDefined(), follows)
  const manaus = { latitude: -3.119, longitude: -60.0217 }
  await edit(ownBarbershopsApi.updateBarbershop, { ...manaus, address: { city: 'Manaus', state: 'AM' } })
  await vi.waitFor(async () => expect(await nearby()).toBeUndefined(), follows)
  expect((await findCard(barbershopsApi.nearby, manaus)) ?? {}).toMatchObject({
    timeZone: 'America/Manaus',
  })
})

test('is found by its new words and no longer by its old ones', async () => {
  const isFoundBy = async (words: string) => (await search(words)) !== undefined
  const expectFound = (words: string, formerWords: string) =>
    vi.waitFor(
      async () => expect([await isFoundBy(words), await isFoundBy(formerWords)]).toEqual([true, false]),
      follows,
    )
  const address = { city: 'Goiânia', state: 'GO' }
  await edit(ownBarbershopsApi.updateBarbershop, { ...here, address, name: 'Tesoura Real' })
  await expectFound('tesoura', 'corte fino')
  await edit(ownBarbershopsApi.setServices, { services: [{ name: 'Sobrancelha', durationMin: 20, priceCents: 1990 }] })
  await expectFound('sobrancelha', 'barba')
})

/** Until the connection that the index reads with waits for this table. */
const waitForReader = (table: string) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_locks where not granted and relation = ${table}::regclass`.execute(
      world.db,
    )
    expect(rows).toHaveLength(1)
  }, follows)

test('a response that is stored between the event of a change and the index is dropped', async () => {
  // A busy machine takes more than the seconds after which an index that is not updated is no longer used.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => clock.mockRestore())
  const changes = await world.db.startTransaction().execute()
  const rows = await world.db.startTransaction().execute()
  await sql`lock table special_dates in access exclusive mode`.execute(rows)
  await nearby()
  // The query for changes begins before the event arrives, and finds the change.
  await sql`lock table barbershop_changes in access exclusive mode`.execute(changes)
  await waitForReader('barbershop_changes')
  await sql`update barbershops set name = 'Tarde Demais', version = version + 1 where id = ${shop.id}`.execute(changes)
  await changes.commit().execute()
  await waitForReader('special_dates')
  for (let request = 0; request < 3; request++) expect(await nearby()).toMatchObject({ name: 'Tesoura Real' })
  await rows.commit().execute()
  await vi.waitFor(async () => expect(await nearby()).toMatchObject({ name: 'Tarde Demais' }), follows)
})
