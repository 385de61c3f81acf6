import { barbershopsApi } from '@na-regua/contract/barbershops'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import {
  type BarbershopFields,
  createBarber,
  createBarbershop,
  createReview,
} from '../../../test/barbershop-factories.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const here = { latitude: -16.6869, longitude: -49.2648 }
/** A shop so many kilometres north of here. */
const place = (km: number, fields: BarbershopFields) =>
  createBarbershop(world, { ...fields, latitude: here.latitude + km / 111.195 })

const near = await place(0.18, { name: 'Perto', features: ['Estacionamento'], services: [{ priceCents: 8000 }] })
const far = await place(1.13, {
  name: 'Longe',
  features: ['Estacionamento', 'Espaço kids'],
  services: [{ priceCents: 3000 }],
  completedCount: 9,
})
await place(3, { name: 'Noturna', hours: [[2, 1200, 1560]], services: [], completedCount: 9 })
await place(60, { name: 'Outra cidade' })
await place(0.1, { name: 'Fechou de Vez', isActive: false })
await createReview(world, near.id, { rating: 3 })
await createReview(world, far.id, { rating: 5 })
await createReview(world, far.id, { rating: 4 })

const ask = (query: Record<string, unknown> = {}) => world.call(barbershopsApi.nearby, { query: { ...here, ...query } })
async function names(query: Record<string, unknown> = {}) {
  const { body } = await ask(query)
  return body.barbershops.map(({ name }: { name: string }) => name)
}

test('the nearest comes first, with its true distance, within 5 km when nothing else is said', async () => {
  const { status, body } = await ask()
  expect(status).toBe(200)
  expect(Value.Check(barbershopsApi.nearby.schema.response[200], body)).toBe(true)
  expect(body.pagination).toEqual({ total: 3, page: 1, totalPages: 1, perPage: 6 })
  expect(body.barbershops.map(({ name }: { name: string }) => name)).toEqual(['Perto', 'Longe', 'Noturna'])
  expect(body.barbershops[0].distance_in_km).toBeCloseTo(0.18, 3)
  expect(body.barbershops[0]).toMatchObject({ is_open: true, openUntil: '18:00', averageRating: 3, reviewCount: 1 })
})

test('the radius widens the circle', async () => {
  expect(await names({ radiusInKm: 0.5 })).toEqual(['Perto'])
  expect(await names({ radiusInKm: 100 })).toHaveLength(4)
})

test('by rating, by price and by popularity; what has none comes last', async () => {
  expect(await names({ orderBy: 'rating' })).toEqual(['Longe', 'Perto', 'Noturna'])
  expect(await names({ orderBy: 'price' })).toEqual(['Longe', 'Perto', 'Noturna'])
  expect(await names({ orderBy: 'popularity' })).toEqual(['Longe', 'Noturna', 'Perto'])
})

test('filters: rating, price, every chosen feature', async () => {
  expect(await names({ ratingMin: 4 })).toEqual(['Longe'])
  expect(await names({ priceMin: 3000, priceMax: 5000 })).toEqual(['Longe'])
  expect(await names({ features: 'Estacionamento' })).toEqual(['Perto', 'Longe'])
  expect(await names({ features: 'Estacionamento, Espaço kids' })).toEqual(['Longe'])
  expect(await names({ features: '' })).toHaveLength(3)
})

test('a feature that nobody knows is one that no shop has', async () => {
  for (const features of ['Piscina', "Estacionamento,'; drop table barbershops; --", 'estacionamento%']) {
    expect((await ask({ features })).body).toMatchObject({ barbershops: [], pagination: { total: 0, totalPages: 1 } })
  }
})

test('pages follow each other and the total is of all of them', async () => {
  const second = await ask({ perPage: 2, page: 2 })
  expect(second.body.pagination).toEqual({ total: 3, page: 2, totalPages: 2, perPage: 2 })
  expect(second.body.barbershops).toHaveLength(1)
  expect((await ask({ perPage: 2, page: 3 })).body).toMatchObject({ barbershops: [], pagination: { total: 3 } })
})

test('only those that are open now, a night that still runs included', async () => {
  expect(await names({ openNow: true })).toEqual(['Perto', 'Longe'])
  // Wednesday 01:00 in Goiânia: Tuesday's night.
  world.clock.set('2026-03-11T04:00:00Z')
  const { body } = await ask({ openNow: true })
  expect(body.barbershops).toMatchObject([{ name: 'Noturna', is_open: true, openUntil: '02:00' }])
  world.clock.set('2026-03-11T15:00:00Z')
})

test('only those with a free time today', async () => {
  expect(await names({ freeToday: true, radiusInKm: 4 })).toEqual(['Perto', 'Longe'])
  await place(0.3, { name: 'Sem barbeiro' })
  const afternoon = await place(0.2, { name: 'Com barbeiro' })
  await createBarber(world, afternoon.id)
  const { body } = await ask({ freeToday: true, radiusInKm: 4, perPage: 1, page: 1 })
  expect(body.pagination).toEqual({ total: 3, page: 1, totalPages: 3, perPage: 1 })
  // 17:45: half an hour before closing is no longer to be had.
  world.clock.set('2026-03-11T20:45:00Z')
  expect(await names({ freeToday: true, radiusInKm: 4 })).toEqual([])
  world.clock.set('2026-03-11T15:00:00Z')
})

test('featured ones lead among equals and nowhere else, and can be had alone', async () => {
  const spot = { latitude: -3.119, longitude: -60.0217 }
  for (const isFeatured of [false, true, false]) await createBarbershop(world, { ...spot, isFeatured })
  await createBarbershop(world, { ...spot, latitude: -3.12, isFeatured: true, name: 'Adiante' })
  for (const orderBy of ['distance', 'rating', 'price', 'popularity']) {
    const { body } = await world.call(barbershopsApi.nearby, { query: { ...spot, orderBy } })
    const shops = body.barbershops as { id: string; is_featured: boolean; name: string }[]
    expect(shops[0]?.is_featured).toBe(true)
    const plain = shops.filter((shop) => !shop.is_featured).map(({ id }) => id)
    expect(plain).toEqual(plain.toSorted())
    if (orderBy === 'distance') expect(shops.at(-1)?.name).toBe('Adiante')
  }
  const featured = await world.call(barbershopsApi.nearby, { query: { ...spot, featured: true } })
  expect(featured.body.pagination.total).toBe(2)
})

const refused: [string, Record<string, unknown>][] = [
  ['no radius', { radiusInKm: 0 }],
  ['more than 100 km', { radiusInKm: 101 }],
  ['more than 50 a page', { perPage: 51 }],
  ['a page before the first', { page: 0 }],
  ['an order that nobody knows', { orderBy: 'name' }],
  ['a parameter that nobody knows', { sort: 'distance' }],
  ['a latitude that is no number', { latitude: 'NaN' }],
  ['a latitude beyond the pole', { latitude: 90.1 }],
  ['a longitude beyond the date line', { longitude: 'Infinity' }],
  ['half a place', { longitude: undefined }],
  ['a price below nothing', { priceMin: -1 }],
  ['a rating above five', { ratingMin: 6 }],
  ['something between yes and no', { openNow: 'talvez' }],
]

test.each(refused)('refuses %s', async (_, query) => {
  const { status, body } = await ask(query)
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})
