import { expect, test } from 'vitest'
import { sortByBookings, splitServices } from './rules.ts'

const idsOf = (services: readonly { id: string }[]) => services.map(({ id }) => id).join('')
const list = (ids: string, category: string | null = null) => [...ids].map((id) => ({ id, category }))

test('the most booked services come first, the others in the order of the barbershop', () => {
  expect(idsOf(sortByBookings(list('abcd'), ['c', 'gone', 'b']))).toBe('cbad')
  expect(idsOf(sortByBookings(list('abcd'), []))).toBe('abcd')
})

test('a short list is shown as a whole, the rest of a longer one in categories', () => {
  expect(splitServices(list('abcdefgh'))).toEqual({ first: list('abcdefgh'), categories: [] })
  const { first, categories } = splitServices([...list('abcdef', 'Cabelo'), ...list('gh', 'Barba'), ...list('i')])
  expect(idsOf(first)).toBe('abcdef')
  expect(categories.map(({ category, services }) => `${category}: ${idsOf(services)}`)).toEqual([
    'Barba: gh',
    'Sem categoria: i',
  ])
  expect(splitServices(list('abcdefghi')).categories).toEqual([{ category: 'Outros', services: list('ghi') }])
})
