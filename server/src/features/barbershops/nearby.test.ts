import { barbershopsApi } from '@na-regua/contract/barbershops'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import {
  type BarbershopFields,
  createBarber,
  createBarbershopRow,
  createReviewRow,
} from '../../../test/barbershop-factories.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const here = { latitude: -16.6869, longitude: -49.2648 }
/** A barbershop this many kilometers north of here. */
const createAt = (km: number, fields: BarbershopFields) =>
  createBarbershopRow(world, { ...fields, latitude: here.latitude + km / 111.195 })

const near = await createAt(0.18, { name: 'Perto', features: ['Estacionamento'], services: [{ priceCents: 8000 }] })
const far = await createAt(1.13, {
  name: 'Longe',
  features: ['Estacionamento', 'Espaço kids'],
  services: [{ priceCents: 3000 }],
  completedCount: 9,
})
await createAt(3, { name: 'Noturna', hours: [[2, 1200, 1560]], services: [], completedCount: 9 })
await createAt(60, { name: 'Outra cidade' })
await createAt(0.1, { name: 'Fechou de Vez', isActive: false })
await createReviewRow(world, near.id, { rating: 3 })
await createReviewRow(world, far.id, { rating: 5 })
await createReviewRow(world, far.id, { rating: 4 })

const getNearby = (query: Record<string, unknown> = {}) =>
  world.call(barbershopsApi.nearby, { query: { ...here, ...query } })
async function names(query: Record<string, unknown> = {}) {
  const { body } = await getNearby(query)
  return body.barbershops.map(({ name }: { name: string }) => name)
}

test('the nearest comes first, with its distance, within 5 km by default', async () => {
  const { status, body } = await getNearby()
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

test('by rating, by price and by popularity; missing values come last', async () => {
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

test('an unknown feature matches no barbershop', async () => {
  for (const features of ['Piscina', "Estacionamento,'; drop table barbershops; --", 'estacionamento%']) {
    expect((await getNearby({ features })).body).toMatchObject({
      barbershops: [],
      pagination: { total: 0, totalPages: 1 },
    })
  }
})

test('pages do not overlap, and the total counts all of them', async () => {
  const second = await getNearby({ perPage: 2, page: 2 })
  expect(second.body.pagination).toEqual({ total: 3, page: 2, totalPages: 2, perPage: 2 })
  expect(second.body.barbershops).toHaveLength(1)
  expect((await getNearby({ perPage: 2, page: 3 })).body).toMatchObject({ barbershops: [], pagination: { total: 3 } })
})

test('openNow includes a night that began yesterday', async () => {
  expect(await names({ openNow: true })).toEqual(['Perto', 'Longe'])
  // Wednesday 01:00 in Goiânia: Tuesday's night.
  world.clock.set('2026-03-11T04:00:00Z')
  const { body } = await getNearby({ openNow: true })
  expect(body.barbershops).toMatchObject([{ name: 'Noturna', is_open: true, openUntil: '02:00' }])
  world.clock.set('2026-03-11T15:00:00Z')
})

test('only those with a slot today', async () => {
  expect(await names({ freeToday: true, radiusInKm: 4 })).toEqual(['Perto', 'Longe'])
  await createAt(0.3, { name: 'Sem barbeiro' })
  const afternoon = await createAt(0.2, { name: 'Com barbeiro' })
  await createBarber(world, afternoon.id)
  const { body } = await getNearby({ freeToday: true, radiusInKm: 4, perPage: 1, page: 1 })
  expect(body.pagination).toEqual({ total: 3, page: 1, totalPages: 3, perPage: 1 })
  // 17:45: no service of half an hour ends before closing.
  world.clock.set('2026-03-11T20:45:00Z')
  expect(await names({ freeToday: true, radiusInKm: 4 })).toEqual([])
  world.clock.set('2026-03-11T15:00:00Z')
})

test('featured barbershops come first among equals only, and can be filtered', async () => {
  const position = { latitude: -3.119, longitude: -60.0217 }
  for (const isFeatured of [false, true, false]) await createBarbershopRow(world, { ...position, isFeatured })
  await createBarbershopRow(world, { ...position, latitude: -3.12, isFeatured: true, name: 'Adiante' })
  for (const orderBy of ['distance', 'rating', 'price', 'popularity']) {
    const { body } = await world.call(barbershopsApi.nearby, { query: { ...position, orderBy } })
    const shops = body.barbershops as { id: string; is_featured: boolean; name: string }[]
    expect(shops[0]?.is_featured).toBe(true)
    const plain = shops.filter((shop) => !shop.is_featured).map(({ id }) => id)
    expect(plain).toEqual(plain.toSorted())
    if (orderBy === 'distance') expect(shops.at(-1)?.name).toBe('Adiante')
  }
  const featured = await world.call(barbershopsApi.nearby, { query: { ...position, featured: true } })
  expect(featured.body.pagination.total).toBe(2)
})

const rejected: [string, Record<string, unknown>][] = [
  ['a radius of zero', { radiusInKm: 0 }],
  ['more than 100 km', { radiusInKm: 101 }],
  ['more than 50 a page', { perPage: 51 }],
  ['a page before the first', { page: 0 }],
  ['an unknown order', { orderBy: 'name' }],
  ['an unknown parameter', { sort: 'distance' }],
  ['a latitude that is not a number', { latitude: 'NaN' }],
  ['a latitude beyond the pole', { latitude: 90.1 }],
  ['a longitude beyond the date line', { longitude: 'Infinity' }],
  ['a single coordinate', { longitude: undefined }],
  ['a negative price', { priceMin: -1 }],
  ['a rating above five', { ratingMin: 6 }],
  ['a boolean that is neither true nor false', { openNow: 'talvez' }],
]

test.each(rejected)('rejects %s', async (_, query) => {
  const { status, body } = await getNearby(query)
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})
