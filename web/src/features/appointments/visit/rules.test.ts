import { expect, test } from 'vitest'
import { addedBy, composeVisit } from './rules.ts'

const service = (id: string, durationMin: number, priceCents: number) => {
  return { id, name: id, description: null, durationMin, bufferMin: 10, priceCents, isActive: true }
}
const [cut, beard, brows] = [service('Corte', 40, 4500), service('Barba', 30, 4000), service('Sobrancelha', 15, 1500)]
const combinations = [{ serviceIds: ['Barba', 'Corte'], durationMin: 60, priceCents: 7500 }]
const shop = { combinations }

test('several services are their sum', () => {
  expect(composeVisit([cut, brows], shop)).toMatchObject({
    name: 'Corte + Sobrancelha',
    durationMin: 55,
    priceCents: 6000,
    fullPriceCents: undefined,
  })
  expect(composeVisit([cut], shop)).toMatchObject({ name: 'Corte', durationMin: 40, priceCents: 4500 })
  expect(composeVisit([], shop)).toBeUndefined()
})

test('the shop has its own time and price for exactly these, in whatever order', () => {
  expect(composeVisit([cut, beard], shop)).toMatchObject({ durationMin: 60, priceCents: 7500, fullPriceCents: 8500 })
  expect(composeVisit([cut, beard, brows], shop)).toMatchObject({ durationMin: 85, priceCents: 10_000 })
})

test('without a price of its own a combination costs the sum', () => {
  const [combination] = combinations
  const offer = {
    combinations: [{ ...combination, serviceIds: ['Corte', 'Barba'], durationMin: 60, priceCents: null }],
  }
  expect(composeVisit([cut, beard], offer)).toMatchObject({
    durationMin: 60,
    priceCents: 8500,
    fullPriceCents: undefined,
  })
})

test('what a service adds is told with the price that it has in this visit', () => {
  const visit = composeVisit([cut], shop)
  if (!visit) throw new Error('a service is a visit')
  expect(addedBy(beard, visit, shop)).toEqual({ durationMin: 20, priceCents: 3000 })
  expect(addedBy(brows, visit, shop)).toEqual({ durationMin: 15, priceCents: 1500 })
})
