import { barbershopsApi } from '@na-regua/contract/barbershops'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const goiania = { latitude: -16.6869, longitude: -49.2648 }
const unknownId = '00000000-0000-4000-8000-000000000000'

const shop = await createBarbershopRow(world, {
  name: 'Régua & Navalha',
  features: ['Wi-Fi gratuito', 'Estacionamento'],
  images: ['/uploads/a.webp', '/uploads/b.webp'],
  services: [
    { name: 'Corte', priceCents: 6000 },
    { name: 'Barba', priceCents: 3500 },
    { name: 'Antigo', priceCents: 100, isActive: false },
  ],
  hours: [
    [3, 540, 720],
    [3, 780, 1140],
    [5, 1080, 1560],
  ],
})
const closed = await createBarbershopRow(world, { name: 'Fechou de Vez', isActive: false })

test('the filters offer distances, ratings, prices in cents and the fifteen features [2.34, 2.59, 3.10, 7.13]', async () => {
  const { status, body } = await world.call(barbershopsApi.filters)
  expect(status).toBe(200)
  expect(body.distances.map(({ value }: { value: number }) => value)).toEqual([1, 2, 5, 10, 20, 50])
  expect(body.ratings[0]).toEqual({ value: 4.5, label: '4,5+' })
  expect(body.priceRanges.at(-1)).toEqual({ label: 'Acima de R$ 80,00', min: 8000, max: null })
  expect(body.features).toHaveLength(15)
  expect(body.features[0]).toEqual({ id: 1, name: 'Ambiente climatizado' })
})

test('a barbershop has its active services, the hours of seven days and its images in order [3.3]', async () => {
  const { status, body } = await world.call(barbershopsApi.get, { params: { id: shop.id }, query: goiania })
  expect(status).toBe(200)
  expect(Value.Check(barbershopsApi.get.schema.response[200], body)).toBe(true)
  const { barbershop } = body
  expect(barbershop).toMatchObject({
    name: 'Régua & Navalha',
    images: ['/uploads/a.webp', '/uploads/b.webp'],
    features: ['Wi-Fi gratuito', 'Estacionamento'],
    is_open: false,
    openUntil: null,
    price_from: 3500,
    averageRating: null,
    reviewCount: 0,
    distance_in_km: 0,
    timeZone: 'America/Sao_Paulo',
  })
  expect(barbershop.services.map(({ name }: { name: string }) => name)).toEqual(['Barba', 'Corte'])
  expect(barbershop.workingHours).toHaveLength(8)
  expect(barbershop.workingHours).toContainEqual({
    id: '5-1080',
    dayOfWeek: 5,
    openTime: '18:00',
    closeTime: '02:00',
    isClosed: false,
  })
  expect(barbershop.workingHours[0]).toMatchObject({ dayOfWeek: 0, isClosed: true })
  expect(JSON.stringify(body)).not.toMatch(/owner|@naregua/)
})

test('without both coordinates there is no distance', async () => {
  for (const query of [{}, { latitude: -16 }]) {
    const { body } = await world.call(barbershopsApi.get, { params: { id: shop.id }, query })
    expect(body.barbershop.distance_in_km).toBeNull()
  }
})

test('an inactive and an unknown barbershop are not found', async () => {
  for (const id of [closed.id, unknownId]) {
    const { status, body } = await world.call(barbershopsApi.get, { params: { id } })
    expect([status, body]).toEqual([404, { code: 'BARBERSHOP_NOT_FOUND', message: 'Barbearia não encontrada' }])
  }
})

test('a malformed id is rejected', async () => {
  for (const id of ['1', 'nearbyx', `${unknownId}'`, '../filters']) {
    const { status, body } = await world.call(barbershopsApi.get, { params: { id } })
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
  }
})

test('the list is ordered by name without accents and case, in pages, without inactive barbershops [7.12]', async () => {
  const names = ['Ébano', 'alfa', 'Ágil', 'Zeca']
  for (const name of names) await createBarbershopRow(world, { name })
  const first = await world.call(barbershopsApi.list, { query: { perPage: 3 } })
  expect(first.body.barbershops.map(({ name }: { name: string }) => name)).toEqual(['Ágil', 'alfa', 'Ébano'])
  expect(first.body.pagination).toEqual({ total: 5, page: 1, totalPages: 2, perPage: 3 })
  const last = await world.call(barbershopsApi.list, { query: { perPage: 3, page: 2 } })
  expect(last.body.barbershops.map(({ name }: { name: string }) => name)).toEqual(['Régua & Navalha', 'Zeca'])
  const beyond = await world.call(barbershopsApi.list, { query: { perPage: 3, page: 9 } })
  expect(beyond.body).toMatchObject({ barbershops: [], pagination: { total: 5, totalPages: 2 } })
})

const refused: [string, Record<string, unknown>][] = [
  ['a page before the first', { page: 0 }],
  ['half a page', { page: 1.5 }],
  ['too long a page', { perPage: 51 }],
  ['an empty page', { perPage: 0 }],
  ['an unknown parameter', { limit: 3 }],
]

test.each(refused)('the list refuses %s', async (_, query) => {
  const { status, body } = await world.call(barbershopsApi.list, { query })
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})
