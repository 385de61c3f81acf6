import { barbershopsApi } from '@na-regua/contract/barbershops'
import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow, createReviewRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { distanceKm } from '../../../lib/sphere.ts'
import { roundKilometers } from '../../barbershops/rules.ts'

const world = await createHarness()
const { app, clock } = world
const here = { latitude: -16.68, longitude: -49.26 }
afterAll(() => world.close())

test('a response of cached cards has the bytes of the serializer', async () => {
  const unusual = {
    name: 'Zé "Navalha" \\ </script>\n\u2028 & filhos 💈',
    features: ['Estacionamento'],
    images: ['/a.webp'],
  }
  const shop = await createBarbershopRow(world, { ...unusual, isFeatured: true })
  for (const rating of [4, 5, 5]) await createReviewRow(world, shop.id, { rating })
  await createBarbershopRow(world, { hours: [], services: [] })
  await createBarbershopRow(world, {
    latitude: -16.69,
    hours: [
      [3, 0, 1440],
      [2, 0, 1440],
      [4, 0, 1440],
    ],
  })
  for (const instant of [
    '2026-03-11T15:00:00Z',
    '2026-03-11T15:00:59Z',
    '2026-03-12T02:30:00Z',
    '2026-03-11T15:01:00Z',
  ]) {
    clock.set(instant)
    await app.listing.catchUp()
    const byName = (await app.inject(`/api${barbershopsApi.list.url}`)).json().barbershops
    const { payload } = await app.inject(
      `/api${barbershopsApi.nearby.url}?${new URLSearchParams({ latitude: '-16.68', longitude: '-49.26', radiusInKm: '9' })}`,
    )
    const { barbershops, pagination } = JSON.parse(payload)
    expect(barbershops).toHaveLength(3)
    const expected = barbershops.map(({ id }: { id: string }) => {
      const card = byName.find((one: { id: string }) => one.id === id)
      return { ...card, distance_in_km: roundKilometers(distanceKm(here, card)) }
    })
    expect(payload).toBe(JSON.stringify({ barbershops: expected, pagination }))
  }
})
