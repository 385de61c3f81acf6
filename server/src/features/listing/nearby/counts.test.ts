import { barbershopsApi, MAX_COUNTED } from '@na-regua/contract/barbershops'
import type { Body } from '@na-regua/contract/route'
import { afterAll, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const here = { latitude: -16.6869, longitude: -49.2648 }
/** A barbershop this many kilometers north of here. */
const createAt = (km: number, fields: Parameters<typeof createBarbershopRow>[1]) =>
  createBarbershopRow(world, { ...fields, latitude: here.latitude + km / 111.195 })

const cheap = await createAt(1, { name: 'Barata', services: [{ name: 'Corte', priceCents: 3000 }] })
await createBarber(world, cheap.id)
await createAt(2, {
  name: 'Cara',
  features: ['Estacionamento'],
  services: [{ name: 'Corte e barba', priceCents: 9000 }],
})
await createAt(80, { name: 'Longe', features: ['Espaço kids'] })
await createAt(0.1, { name: 'Fechou de Vez', isActive: false })

type CountedFilters = Body<typeof barbershopsApi.count>['filters']
const count = (filters: CountedFilters) => world.call(barbershopsApi.count, { body: { ...here, filters } })
const findNearest = (query: Record<string, unknown> = {}, from = here) =>
  world.call(barbershopsApi.nearest, { query: { ...from, ...query } })

test('each set of filters has the total that the list has with them, in the order of the request', async () => {
  const sets: CountedFilters = [
    { radiusInKm: 5 },
    { radiusInKm: 1.5 },
    { radiusInKm: 100 },
    { radiusInKm: 5, priceMax: 3000 },
    { radiusInKm: 5, priceMin: 8000 },
    { radiusInKm: 5, features: 'Estacionamento, Espaço kids' },
    { radiusInKm: 100, features: 'Espaço kids' },
    { radiusInKm: 5, service: 'corte', freeOn: '2026-03-12', freeFrom: '12:00' },
    { radiusInKm: 5, service: 'sobrancelha' },
    { radiusInKm: 5, openNow: true },
    { radiusInKm: 5, walkIns: true },
  ]
  const { status, body } = await count(sets)
  expect(status).toBe(200)
  expect(body.totals).toEqual([2, 1, 3, 1, 1, 0, 1, 1, 0, 2, 0])
  for (const [index, set] of sets.entries()) {
    const list = await world.call(barbershopsApi.nearby, { query: { ...here, ...set } })
    expect(list.body.pagination.total).toBe(body.totals[index])
  }
})

test('what is no filter, no place or too much is refused', async () => {
  const bodies: unknown[] = [
    { ...here, filters: [] },
    { ...here, filters: Array.from({ length: MAX_COUNTED + 1 }, () => ({ radiusInKm: 5 })) },
    { ...here, filters: [{}] },
    { ...here, filters: [{ radiusInKm: 101 }] },
    { ...here, filters: [{ radiusInKm: 5, freeOn: "'; drop table barbershops; --" }] },
    { ...here, filters: [{ radiusInKm: 5, orderBy: 'price' }] },
    { ...here, filters: { radiusInKm: 5 } },
    { ...here, latitude: 91, filters: [{ radiusInKm: 5 }] },
    { filters: [{ radiusInKm: 5 }] },
    null,
  ]
  for (const body of bodies) {
    const response = await world.call(barbershopsApi.count, { body: body as Body<typeof barbershopsApi.count> })
    expect([body, response.status]).toEqual([body, 400])
  }
  const { body } = await count([{ radiusInKm: 5, features: "Estacionamento'; --", service: '%' }])
  expect(body.totals).toEqual([0])
})

test('the nearest matches the filters, within the widest search', async () => {
  expect((await findNearest()).body).toMatchObject({ barbershop: { name: 'Barata' }, isMatch: true })
  expect((await findNearest({ priceMin: 8000 })).body).toMatchObject({ barbershop: { name: 'Cara' }, isMatch: true })
  const far = await findNearest({ features: 'Espaço kids' })
  expect(far.body).toMatchObject({ barbershop: { name: 'Longe' }, isMatch: true })
  expect(far.body.barbershop?.distance_in_km).toBeCloseTo(80, 1)
})

test('where none matches, the nearest is any, also on the other side of the Earth', async () => {
  expect((await findNearest({ service: 'massagem' })).body).toMatchObject({
    barbershop: { name: 'Barata' },
    isMatch: false,
  })
  const antipode = { latitude: -here.latitude, longitude: here.longitude + 180 }
  const { body } = await findNearest({}, antipode)
  expect(body).toMatchObject({ barbershop: { name: 'Longe' }, isMatch: false })
  expect(body.barbershop?.distance_in_km).toBeGreaterThan(19_900)
})

test('the nearest of an invalid place or filter is refused', async () => {
  for (const query of [{ latitude: 'x' }, { priceMax: -1 }, { freeOn: 'amanhã' }, { orderBy: 'price' }])
    expect((await findNearest(query)).status).toBe(400)
})
