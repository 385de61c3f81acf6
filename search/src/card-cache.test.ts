import { BarbershopCard } from '@na-regua/contract/barbershops'
import { expect, test, vi } from 'vitest'
import { type CardCache, createCardCache, type SearchCard } from './search.ts'

/** Every field of the schema, most of them null. */
const blank = Object.fromEntries(
  Object.keys(BarbershopCard.properties).map((field) => [field, null]),
) as unknown as BarbershopCard

const toCard = (id: string, name: string): SearchCard<string> => ({
  card: { ...blank, id, name },
  point: [0, 0, 0],
  hours: 'always',
})
const options = {
  maxBytes: 1e6,
  computeOpening: () => ({ isOpen: true, openUntil: '23:59' }),
  computeDistance: () => 1.5,
  findWait: (id: string) => (id === 'a' ? { fromMin: 5, toMin: 15 } : undefined),
}
const decode = (bytes: string) => Buffer.from(bytes, 'latin1').toString()
const write = async (cards: CardCache<string>, ids = ['a']) => {
  const now = new Date('2026-03-11T15:00:00Z')
  return decode(await cards.write(ids, { now, center: [0, 0, 0], before: '{"cards":', after: '}' }))
}

test('a card whose queue takes no entries has none', async () => {
  const plain = toCard('a', 'Navalha')
  const cards = createCardCache({
    ...options,
    findWait: () => 'closed' as const,
    loadCards: async () => [{ ...plain, card: { ...plain.card, queue: { wait: null } } }],
  })
  expect(JSON.parse(await write(cards)).cards[0].queue).toBeNull()
})

test('a card that changes while it is loaded is written, but not stored', async () => {
  let name = 'Antes'
  const cards = createCardCache({
    ...options,
    loadCards: async () => {
      const loaded = [toCard('a', name)]
      name = 'Depois'
      cards.invalidate(['a'])
      return loaded
    },
  })
  expect(await write(cards)).toContain('Antes')
  expect(await write(cards)).toContain('Depois')
})

test('a card is loaded once, and again when the barbershop changed', async () => {
  const loadCards = vi.fn(async (ids: readonly string[]) => ids.map((id) => toCard(id, 'Navalha')))
  const cards = createCardCache({ ...options, loadCards })
  for (const _ of [1, 2]) await write(cards)
  expect(loadCards).toHaveBeenCalledTimes(1)
  cards.invalidate(['b'])
  await write(cards)
  expect(loadCards).toHaveBeenCalledTimes(1)
  for (const changed of [['a'], undefined]) {
    cards.invalidate(changed)
    await write(cards)
  }
  expect(loadCards).toHaveBeenCalledTimes(3)
})

test('cards keep the order of the ids; a deleted barbershop is left out', async () => {
  const loadCards = async (ids: readonly string[]) =>
    ids.filter((id) => id !== 'b').map((id) => toCard(id, `Loja ${id}`))
  const cards = createCardCache({ ...options, loadCards })
  await write(cards, ['c'])
  const response = JSON.parse(await write(cards, ['a', 'b', 'c', 'd']))
  expect(response.cards.map(({ id }: { id: string }) => id)).toEqual(['a', 'c', 'd'])
  expect(response.cards[0]).toMatchObject({ is_open: true, openUntil: '23:59', distance_in_km: 1.5 })
})

test('the wait of a queue is that of the request, between the bytes that are stored', async () => {
  const queues = { a: { wait: null }, b: null, c: { wait: null } }
  const loadCards = async (ids: readonly string[]) =>
    ids.map((id) => {
      const loaded = toCard(id, `Loja ${id}`)
      return { ...loaded, card: { ...loaded.card, queue: queues[id as keyof typeof queues] } }
    })
  const cards = createCardCache({ ...options, loadCards })
  for (const _ of [1, 2]) {
    const response = JSON.parse(await write(cards, ['a', 'b', 'c']))
    expect(response.cards.map(({ queue }: BarbershopCard) => queue)).toEqual([
      { wait: { fromMin: 5, toMin: 15 } },
      null,
      { wait: null },
    ])
  }
})

test('no more cards are stored than fit, and those in use stay', async () => {
  const loadCards = vi.fn(async (ids: readonly string[]) => ids.map((id) => toCard(id, 'Navalha')))
  const cards = createCardCache({ ...options, maxBytes: 3 * 1300, loadCards })
  for (const id of ['a', 'b', 'a', 'c', 'd', 'a']) await write(cards, [id])
  expect(loadCards.mock.calls.map(([ids]) => ids)).toEqual([['a'], ['b'], ['c'], ['d']])
  await write(cards, ['b'])
  expect(loadCards).toHaveBeenCalledTimes(5)
})

test('each character is one byte of UTF-8, and stored cards are written without a promise', async () => {
  const cards = createCardCache({ ...options, loadCards: async (ids) => ids.map((id) => toCard(id, 'Zé 💈')) })
  const context = { now: new Date(0), center: [0, 0, 0] as const, before: '{"cards":', after: '}' }
  const loaded = await cards.write(['a', 'b'], context)
  expect(cards.write(['a', 'b'], context)).toBe(loaded)
  expect([...loaded].every((character) => character <= '\u00ff')).toBe(true)
  expect(JSON.parse(decode(loaded)).cards.map(({ name }: BarbershopCard) => name)).toEqual(['Zé 💈', 'Zé 💈'])
})
