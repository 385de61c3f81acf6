import { barbershopOrders } from '@na-regua/contract/barbershops'
import { afterAll, expect, test, vi } from 'vitest'
import { createBarber, createBarbershopRow, createReviewRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import { createApp } from '../../../app.ts'

const world = await createHarness()
const { db, during } = countStatements(world.db)
const app = await createApp({ db, clock: world.clock, config: world.config })
afterAll(async () => {
  await app.close()
  await world.close()
})

const shop = await createBarbershopRow(world, { features: ['Estacionamento'], images: ['/a.webp'] })
for (let made = 0; made < 12; made++) await createBarbershopRow(world, { name: `Barbearia ${made}` })
for (let made = 0; made < 3; made++) await createBarber(world, shop.id, { specialties: ['Degradê'] })
await createReviewRow(world, shop.id)

const here = 'latitude=-16.6869&longitude=-49.2648'
/** While the index is not available. */
const budgets: [string, number][] = [
  [`/barbershops/nearby?${here}`, 2],
  [`/barbershops/nearby?${here}&perPage=50&orderBy=rating&features=Estacionamento&openNow=true&ratingMin=1`, 2],
  // The candidates, their calendars, the cards.
  [`/barbershops/nearby?${here}&freeToday=true`, 3],
  // The words of the service, also those of its durations.
  [`/barbershops/nearby?${here}&freeOn=2026-03-12&service=corte`, 6],
  [`/barbershops/search?query=navalha&${here}`, 2],
  [`/barbershops/search?query=navlha&${here}&limit=50`, 2],
  ['/barbershops?perPage=50', 2],
  [`/barbershops/${shop.id}?${here}`, 1],
  [`/barbershops/${shop.id}/barbers`, 2],
  [`/barbershops/${shop.id}/reviews`, 2],
  ['/filters', 1],
  ['/reverse-geocode?lat=-16.6869&lon=-49.2648', 0],
]

test.each(budgets)('%s costs %i statements, however many it lists', async (url, budget) => {
  const statements = await during(async () => {
    expect((await app.inject(`/api${url}`)).statusCode).toBe(200)
  })
  expect(statements).toBe(budget)
})

test('nearby costs one statement for cards that are not stored, and none afterwards', {
  timeout: 30_000,
}, async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = (radius: number, rest = '') =>
    during(async () => {
      const url = `/api/barbershops/nearby?${here}&radiusInKm=${radius}${rest}`
      expect((await app.inject(url)).json().pagination.total).toBe(13)
    })
  // No URL twice. On a busy machine the index may be behind, and a query goes to the database.
  let radius = 1
  const settlesAt = (budget: number, rest: string) =>
    vi.waitFor(async () => expect(await ask(++radius, rest)).toBe(budget), { timeout: 60_000, interval: 50 })
  await vi.waitFor(async () => expect(await ask(++radius)).toBeLessThan(2), { timeout: 60_000, interval: 50 })
  await ask(1, '&perPage=50')
  for (const orderBy of barbershopOrders)
    for (const filter of ['', '&openNow=true', '&priceMin=1&priceMax=9000'])
      await settlesAt(0, `&orderBy=${orderBy}${filter}`)
  const askFree = () =>
    during(() => app.inject(`/api/barbershops/nearby?${here}&freeToday=true&radiusInKm=${++radius}`))
  await vi.waitFor(async () => expect(await askFree()).toBe(0), { timeout: 60_000, interval: 50 })
})

test('a text search costs none once its cards are stored, and has the bytes of the serializer', {
  timeout: 30_000,
}, async () => {
  for (const query of ['barbearia', 'barberia', 'nada disso']) {
    const url = `/api/barbershops/search?query=${encodeURIComponent(query)}&${here}`
    const serialized = await world.app.inject(url)
    const settles = () => during(async () => expect((await app.inject(url)).payload).toBe(serialized.payload))
    await vi.waitFor(async () => expect(await settles()).toBe(0), { timeout: 60_000, interval: 50 })
  }
})
