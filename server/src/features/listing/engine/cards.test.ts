import { barbershopsApi } from '@na-regua/contract/barbershops'
import { afterAll, expect, test, vi } from 'vitest'
import { createBarbershopRow, createReviewRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createApp } from '../../../app.ts'

const world = await createHarness()
const indexed = await createApp({ db: world.db, clock: world.clock, config: world.config })
await indexed.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await indexed.close()
  await world.close()
})

test('a response from the index has the bytes that the serializer writes', async () => {
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
    world.clock.set(instant)
    const url = `/api${barbershopsApi.nearby.url}?latitude=-16.68&longitude=-49.26&radiusInKm=9`
    const serialized = await world.app.inject(url)
    expect(serialized.json().barbershops).toHaveLength(3)
    await vi.waitFor(async () => {
      const cached = await indexed.inject(url)
      expect(cached.payload).toBe(serialized.payload)
    }, 10_000)
  }
})
