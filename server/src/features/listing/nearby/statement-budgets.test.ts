import { barbershopOrders } from '@na-regua/contract/barbershops'
import { afterAll, expect, test } from 'vitest'
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
await app.listing.catchUp()
/** Once all cards are stored. */
const budgets: [string, number][] = [
  [`/barbershops/nearby?${here}`, 0],
  [`/barbershops/nearby?${here}&perPage=50&orderBy=rating&features=Estacionamento&openNow=true&ratingMin=1`, 0],
  [`/barbershops/nearby?${here}&freeToday=true`, 0],
  [`/barbershops/nearby?${here}&freeOn=2026-03-12&service=corte`, 0],
  [`/barbershops/search?query=navalha&${here}`, 0],
  [`/barbershops/search?query=navlha&${here}&limit=50`, 0],
  ['/barbershops?perPage=50', 2],
  [`/barbershops/${shop.id}?${here}`, 1],
  [`/barbershops/${shop.id}/barbers`, 2],
  [`/barbershops/${shop.id}/reviews`, 2],
  ['/filters', 1],
  ['/reverse-geocode?lat=-16.6869&lon=-49.2648', 0],
]

const ask = (radius: number, rest = '') =>
  during(async () => {
    const url = `/api/barbershops/nearby?${here}&radiusInKm=${radius}${rest}`
    expect((await app.inject(url)).json().pagination.total).toBe(13)
  })

test('nearby costs one statement for cards that are not stored, and none afterwards', async () => {
  expect(await ask(1, '&perPage=50')).toBe(1)
  // No URL twice.
  let radius = 1
  for (const orderBy of barbershopOrders)
    for (const filter of ['', '&openNow=true', '&priceMin=1&priceMax=9000'])
      expect(await ask(++radius, `&orderBy=${orderBy}${filter}`)).toBe(0)
})

test.each(budgets)('%s costs %i statements, however many it lists', async (url, budget) => {
  const statements = await during(async () => {
    expect((await app.inject(`/api${url}`)).statusCode).toBe(200)
  })
  expect(statements).toBe(budget)
})
