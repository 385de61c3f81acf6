import { type BarbershopCard, barbershopsApi } from '@na-regua/contract/barbershops'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import {
  type BarbershopFields,
  createBarber,
  createBarbershopRow,
  createReviewRow,
} from '../../../../test/barbershop-factories.ts'
import { createSubscription } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { refreshBadges } from '../../barbershops/badges/refresh-badges.ts'

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

test('the nearest comes first, with its distance, within 5 km by default [7.9, 9.2]', async () => {
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

test('by rating, by price and by popularity; missing values come last [2.36]', async () => {
  expect(await names({ orderBy: 'rating' })).toEqual(['Longe', 'Perto', 'Noturna'])
  expect(await names({ orderBy: 'price' })).toEqual(['Longe', 'Perto', 'Noturna'])
  expect(await names({ orderBy: 'popularity' })).toEqual(['Longe', 'Noturna', 'Perto'])
})

test('the order by rating weighs the number of reviews: a single 5 does not come first', async () => {
  const position = { latitude: -8.05, longitude: -34.9 }
  const create = async (name: string, ratings: readonly number[]) => {
    const { id } = await createBarbershopRow(world, { ...position, name })
    for (const rating of ratings) await createReviewRow(world, id, { rating })
  }
  await create('Uma', [5])
  await create('Nenhuma', [])
  await create('Muitas', [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 4])
  await create('Ruim', [1])
  const { body } = await world.call(barbershopsApi.nearby, { query: { ...position, orderBy: 'rating' } })
  const shown = body.barbershops.map((shop: BarbershopCard) => [shop.name, shop.averageRating])
  expect(shown).toEqual([
    ['Muitas', 4.92],
    ['Uma', 5],
    ['Ruim', 1],
    ['Nenhuma', null],
  ])
})

test('filters: rating, price, every chosen feature [7.9]', async () => {
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

test('pages do not overlap, and the total counts all of them [3.11, 7.9]', async () => {
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

test('only those with the service, and with a slot for it on that day and at that time', async () => {
  const position = { latitude: -1.45, longitude: -48.5 }
  const create = async (name: string, services: { name: string; durationMin: number }[]) => {
    const shop = await createBarbershopRow(world, { ...position, name, services })
    await createBarber(world, shop.id)
  }
  await create('Curto', [{ name: 'Corte Degradê', durationMin: 30 }])
  await create('Longo', [
    { name: 'Barba', durationMin: 20 },
    { name: 'Degradê e Barba', durationMin: 240 },
  ])
  const namesOf = async (query: Record<string, unknown>) => {
    const { body } = await world.call(barbershopsApi.nearby, { query: { ...position, ...query } })
    return body.barbershops.map((shop: BarbershopCard) => shop.name).sort()
  }
  expect(await namesOf({ service: 'degrade' })).toEqual(['Curto', 'Longo'])
  expect(await namesOf({ service: 'Corte' })).toEqual(['Curto'])
  expect(await namesOf({ service: 'e barba degra' })).toEqual(['Longo'])
  expect(await namesOf({ service: 'degarde' })).toEqual(['Curto', 'Longo'])
  for (const service of ['sobrancelha', '!', '%']) expect(await namesOf({ service })).toEqual([])
  // Open from 9:00 to 18:00: four hours begin at 14:00 at the latest.
  const tomorrow = { freeOn: '2026-03-12' }
  expect(await namesOf({ ...tomorrow, service: 'degrade', freeFrom: '12:00' })).toEqual(['Curto', 'Longo'])
  expect(await namesOf({ ...tomorrow, service: 'degrade', freeFrom: '14:01' })).toEqual(['Curto'])
  expect(await namesOf({ ...tomorrow, freeFrom: '17:30' })).toEqual(['Curto', 'Longo'])
  expect(await namesOf({ ...tomorrow, freeFrom: '17:31' })).toEqual([])
  expect(await namesOf({ ...tomorrow, freeUntil: '09:01' })).toEqual(['Curto', 'Longo'])
  expect(await namesOf({ ...tomorrow, freeUntil: '09:00' })).toEqual([])
  // Today is 11 March, noon.
  expect(await namesOf({ freeUntil: '12:00' })).toEqual([])
  expect(await namesOf({ freeFrom: '13:00', freeUntil: '13:15' })).toEqual(['Curto', 'Longo'])
  expect(await namesOf({ freeOn: '2026-03-10' })).toEqual([])
  expect(await namesOf({ freeOn: '2026-04-10' })).toEqual(['Curto', 'Longo'])
  expect(await namesOf({ freeOn: '2026-04-11' })).toEqual([])
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

test.each([
  ['basic', 0],
  ['professional', 1],
  ['premium', 1],
] as const)('with %s barbershops lead among equals, %d of two', async (tier, leading) => {
  const position = { latitude: -8.05, longitude: -34.9 + Math.random() / 10 }
  const shops = [await createBarbershopRow(world, position), await createBarbershopRow(world, position)]
  const [first, last] = shops.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  await createSubscription(world, String(last?.owner_id), { tier })
  await refreshBadges(world)
  // What is equal in everything else is in the order of ids.
  const expected = leading ? [last?.id, first?.id] : [first?.id, last?.id]
  for (const orderBy of ['distance', 'rating', 'price', 'popularity', 'nextFree', 'soonest']) {
    const query = { ...position, orderBy, radiusInKm: 0.01 }
    const { body } = await world.call(barbershopsApi.nearby, { query })
    const found = body.barbershops as { id: string; is_featured: boolean }[]
    expect([orderBy, found.map(({ id }) => id)]).toEqual([orderBy, expected])
    expect(found.some(({ is_featured }) => is_featured)).toBe(false)
  }
  // A nearer one is no equal.
  const nearer = await createBarbershopRow(world, { ...position, latitude: -8.0501 })
  const query = { ...position, latitude: -8.0501, radiusInKm: 1 }
  expect((await world.call(barbershopsApi.nearby, { query })).body.barbershops[0].id).toBe(nearer.id)
  await world.db.deleteFrom('subscriptions').where('user_id', '=', String(last?.owner_id)).execute()
  await refreshBadges(world)
  const { body } = await world.call(barbershopsApi.nearby, { query: { ...position, radiusInKm: 0.01 } })
  expect(body.barbershops.map(({ id }: { id: string }) => id)).toEqual([first?.id, last?.id])
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
  ['a day that does not exist', { freeOn: '2026-02-30' }],
  ['a time that ends before it begins', { freeFrom: '12:00', freeUntil: '12:00' }],
  ['a service without a character', { service: '' }],
  ['a service of more than sixty characters', { service: 'a'.repeat(61) }],
]

test.each(rejected)('rejects %s [7.10]', async (_, query) => {
  const { status, body } = await getNearby(query)
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})
