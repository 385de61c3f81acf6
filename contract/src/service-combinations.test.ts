import { expect, test } from 'vitest'
import { combineServices } from './service-combinations.ts'

const service = (id: string, durationMin: number, priceCents: number) => ({ id, name: id, durationMin, priceCents })
const [cut, beard, brows] = [service('Corte', 40, 4500), service('Barba', 30, 4000), service('Sobrancelha', 15, 1500)]
const both = { serviceIds: ['Barba', 'Corte'], durationMin: 60, priceCents: 7500 }
const compose = (services: (typeof cut)[], ...combinations: Parameters<typeof combineServices>[1][number][]) => {
  const { durationMin, priceCents } = combineServices(services, combinations)
  return [durationMin, priceCents]
}

test('services are their sum under the names of all', () => {
  expect(combineServices([cut, brows], [both])).toEqual({
    name: 'Corte + Sobrancelha',
    durationMin: 55,
    priceCents: 6000,
  })
  expect(compose([cut], both)).toEqual([40, 4500])
})

test('the shop has its own time and price for some together, in whatever order, also when others come along', () => {
  expect(compose([cut, beard], both)).toEqual([60, 7500])
  expect(compose([beard, cut], both)).toEqual([60, 7500])
  expect(compose([brows, beard, cut], both)).toEqual([75, 9000])
})

test('without a price of its own a combination costs the sum, also when it takes longer', () => {
  expect(compose([cut, beard], { ...both, priceCents: null })).toEqual([60, 8500])
  expect(compose([cut, beard], { ...both, durationMin: 90, priceCents: null })).toEqual([90, 8500])
})

test('what combines most wins, then the cheapest, then the shortest', () => {
  const all = { serviceIds: ['Corte', 'Barba', 'Sobrancelha'], durationMin: 70, priceCents: 9500 }
  const finish = { serviceIds: ['Barba', 'Sobrancelha'], durationMin: 30, priceCents: 5000 }
  expect(compose([cut, beard, brows], both, all)).toEqual([70, 9500])
  expect(compose([cut, beard, brows], both, finish)).toEqual([75, 9000])
  expect(compose([cut, beard, brows], both, { ...finish, priceCents: 4500 })).toEqual([70, 9000])
})
