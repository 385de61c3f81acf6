import { expect, test } from 'vitest'
import { addedBy, toVisit } from './rules.ts'

const service = (id: string, durationMin: number, priceCents: number) => {
  return { id, name: id, description: null, durationMin, bufferMin: 10, priceCents, isActive: true }
}
const [cut, beard, brows] = [service('Corte', 40, 4500), service('Barba', 30, 4000), service('Sobrancelha', 15, 1500)]
const shop = { combinations: [{ serviceIds: ['Barba', 'Corte'], durationMin: 60, priceCents: 7500 }] }

test('the price one by one is told where together it is less', () => {
  expect(toVisit([cut, beard], shop)).toMatchObject({ durationMin: 60, priceCents: 7500, fullPriceCents: 8500 })
  expect(toVisit([cut, brows], shop)).toMatchObject({ durationMin: 55, priceCents: 6000, fullPriceCents: undefined })
  expect(toVisit([], shop)).toBeUndefined()
})

test('what a service adds is told with the price that it has in this visit', () => {
  const visit = toVisit([cut], shop)
  if (!visit) throw new Error('a service is a visit')
  expect(addedBy(beard, visit, shop)).toEqual({ durationMin: 20, priceCents: 3000 })
  expect(addedBy(brows, visit, shop)).toEqual({ durationMin: 15, priceCents: 1500 })
})
