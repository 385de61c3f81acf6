import { expect, test } from 'vitest'
import { countReviews, publicName } from './rules.ts'

test.each([
  ['Carlos Menezes', 'Carlos M.'],
  ['Maria das Dores Lima', 'Maria L.'],
  ['  João   ávila ', 'João Á.'],
  ['Zé', 'Zé'],
  ['Ana 𝒜lves', 'Ana 𝒜.'],
  ['ana@naregua.test', 'Cliente'],
  ['Ana ana@naregua.test', 'Ana'],
  ['', 'Cliente'],
  [null, 'Cliente'],
])('%s is %s in public', (name, shown) => {
  expect(publicName(name)).toBe(shown)
})

test('the reviews of a rating, or all of them, are counted from the histogram', () => {
  const histogram = [
    { rating: 5, count: 3 },
    { rating: 1, count: 2 },
  ]
  expect([countReviews(histogram, undefined), countReviews(histogram, 1), countReviews(histogram, 4)]).toEqual([
    5, 2, 0,
  ])
})
