import { expect, test } from 'vitest'
import { combineServices } from './service-combinations.ts'

const service = (id: string, durationMin: number, priceCents: number) => ({ id, name: id, durationMin, priceCents })
const cut = service('Corte', 40, 4500)
const beard = service('Barba', 30, 4000)
const brows = service('Sobrancelha', 15, 1500)
const both = { serviceIds: ['Barba', 'Corte'], durationMin: 60, priceCents: 7500 }
const combine = (services: (typeof cut)[], ...combinations: Parameters<typeof combineServices>[1][number][]) => {
  const { durationMin, priceCents } = combineServices(services, combinations)
  return [durationMin, priceCents]
}

test('without combinations the result is the sum, named after all services', () => {
  expect(combineServices([cut, brows], [both])).toEqual({
    name: 'Corte + Sobrancelha',
    durationMin: 55,
    priceCents: 6000,
  })
  expect(combine([cut], both)).toEqual([40, 4500])
})

test('a combination has its own duration and price, in any order and beside other services', () => {
  expect(combine([cut, beard], both)).toEqual([60, 7500])
  expect(combine([beard, cut], both)).toEqual([60, 7500])
  expect(combine([brows, beard, cut], both)).toEqual([75, 9000])
})

test('a combination without a price costs the sum, also if it takes longer', () => {
  expect(combine([cut, beard], { ...both, priceCents: null })).toEqual([60, 8500])
  expect(combine([cut, beard], { ...both, durationMin: 90, priceCents: null })).toEqual([90, 8500])
})

test('the split that combines most wins, then the cheapest, then the shortest', () => {
  const all = { serviceIds: ['Corte', 'Barba', 'Sobrancelha'], durationMin: 70, priceCents: 9500 }
  const finish = { serviceIds: ['Barba', 'Sobrancelha'], durationMin: 30, priceCents: 5000 }
  expect(combine([cut, beard, brows], both, all)).toEqual([70, 9500])
  expect(combine([cut, beard, brows], both, finish)).toEqual([75, 9000])
  expect(combine([cut, beard, brows], both, { ...finish, priceCents: 4500 })).toEqual([70, 9000])
})
