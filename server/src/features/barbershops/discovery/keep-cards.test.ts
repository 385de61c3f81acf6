import { barbershopsApi } from '@na-regua/contract/barbershops'
import { afterAll, expect, test, vi } from 'vitest'
import { createBarbershop, createReview } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createApp } from '../../../app.ts'
import { ByteWriter } from '../../../lib/byte-writer.ts'
import type { CardRow } from '../queries.ts'
import { keepCards } from './keep-cards.ts'

const world = await createHarness()
const remembering = await createApp({ db: world.db, clock: world.clock, config: world.config })
await remembering.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await remembering.close()
  await world.close()
})

test('an answer from memory is to the letter the one that the serializer writes', async () => {
  const odd = {
    name: 'Zé "Navalha" \\ </script>\n\u2028 & filhos 💈',
    features: ['Estacionamento'],
    images: ['/a.webp'],
  }
  const shop = await createBarbershop(world, { ...odd, isFeatured: true })
  for (const rating of [4, 5, 5]) await createReview(world, shop.id, { rating })
  await createBarbershop(world, { hours: [], services: [] })
  await createBarbershop(world, {
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
    const written = await world.app.inject(url)
    expect(written.json().barbershops).toHaveLength(3)
    await vi.waitFor(async () => {
      const known = await remembering.inject(url)
      expect(known.payload).toBe(written.payload)
    })
  }
})

const row = (name: string) =>
  ({
    id: 'a',
    name,
    images: [],
    features: [],
    hours: [],
    specialDays: [],
    timeZone: 'America/Manaus',
    latitude: 0,
    longitude: 0,
  }) as unknown as CardRow
async function write(cards: ReturnType<typeof keepCards>) {
  const answer = new ByteWriter(10)
  await cards.write(answer, ['a'], { now: world.clock.now(), here: { latitude: 0, longitude: 0 } })
  return answer.finish().toString()
}

test('a card that changed while it was read is told, and not kept', async () => {
  let name = 'Antes'
  const cards = keepCards({
    maxBytes: 1e6,
    listCards: async () => {
      const read = [row(name)]
      name = 'Depois'
      cards.forget(['a'])
      return read
    },
  })
  expect(await write(cards)).toContain('Antes')
  expect(await write(cards)).toContain('Depois')
})

test('is read once, and again when the shop changed', async () => {
  const listCards = vi.fn(async (ids: readonly string[]) => ids.map(() => row('Navalha')))
  const cards = keepCards({ maxBytes: 1e6, listCards })
  for (const _ of [1, 2]) await write(cards)
  expect(listCards).toHaveBeenCalledTimes(1)
  cards.forget(['b'])
  await write(cards)
  expect(listCards).toHaveBeenCalledTimes(1)
  for (const changed of [['a'], undefined]) {
    cards.forget(changed)
    await write(cards)
  }
  expect(listCards).toHaveBeenCalledTimes(3)
})
