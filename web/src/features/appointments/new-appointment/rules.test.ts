import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Customer } from '@na-regua/contract/customers'
import { expect, test } from 'vitest'
import {
  countFreeMinutes,
  findCustomerProblem,
  findFreeBarber,
  findTag,
  isServiceOfBarber,
  listNextTimes,
  noCustomer,
  sortByBookings,
  splitServices,
  toAppointmentTarget,
  toCustomerInput,
} from './rules.ts'

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

test('a phone needs a name, and may be left out', () => {
  expect(findCustomerProblem(noCustomer)).toBeUndefined()
  expect(findCustomerProblem({ ...noCustomer, name: 'Zé' })).toBeUndefined()
  expect(findCustomerProblem({ ...noCustomer, phone: '62977771234' })).toBe('Diga também o nome.')
  expect(findCustomerProblem({ ...noCustomer, name: 'Zé', phone: '62' })).toMatch(/Ou apague o telefone\.$/)
  expect(findCustomerProblem({ ...noCustomer, name: 'Zé', phone: '62977771234' })).toBeUndefined()
})

test('a known customer is booked for by id, a new one by name and phone; a name alone is a walk-in', () => {
  const known = { id: 'ana' } as Customer
  expect(toCustomerInput({ ...noCustomer, known })).toEqual({ customerId: 'ana' })
  const typed = { known: undefined, name: ' Zé ', phone: '62977771234' }
  expect(toCustomerInput(typed)).toEqual({ newCustomer: { name: 'Zé', phone: '62977771234' } })
  expect(toCustomerInput({ ...noCustomer, name: 'Zé' })).toBeUndefined()
})

test('a tag is found by its beginning', () => {
  expect(findTag(['VIP', 'Máquina'], ' vi')).toBe('VIP')
  expect(findTag(['VIP', 'Máquina'], 'máq')).toBe('Máquina')
  expect(findTag(['VIP'], 'ip')).toBeUndefined()
})

test('the slots from the wanted time on are listed, or the last ones', () => {
  const slots = ['09:00', '09:30', '10:00', '10:30']
  expect(listNextTimes(slots, '', 2)).toEqual(['09:00', '09:30'])
  expect(listNextTimes(slots, '09:20', 2)).toEqual(['09:30', '10:00'])
  expect(listNextTimes(slots, '10:30', 2)).toEqual(['10:00', '10:30'])
  expect(listNextTimes(slots, '19:00', 9)).toEqual(slots)
})

const createWorkday = (barberId: string, free: BarberWorkday['free'], count = 0) =>
  ({
    barberId,
    free,
    appointments: Array(count),
    barbershop: { id: 'shop' },
  }) as Partial<BarberWorkday> as BarberWorkday

test('who is free for the whole time with the fewest appointments is chosen, else the first one', () => {
  const short = createWorkday('short', [{ start: 600, end: 615 }])
  const busy = createWorkday('busy', [{ start: 540, end: 720 }], 5)
  const calm = createWorkday('calm', [{ start: 600, end: 660 }], 2)
  expect(countFreeMinutes(busy, 600)).toBe(120)
  expect(countFreeMinutes(short, 615)).toBeUndefined()
  expect(findFreeBarber([short, busy, calm], 600, 30)).toBe(calm)
  expect(findFreeBarber([short, busy, calm], 700, 30)).toBe(short)
  expect(findFreeBarber([], 600, 30)).toBeUndefined()
})

test('a barber offers what their terms do not exclude', () => {
  const terms = { durationMin: null, priceCents: null }
  const barbers = [
    { ...terms, barberId: 'rui', isProvided: false },
    { ...terms, barberId: 'lia', isProvided: true },
  ]
  expect(['rui', 'lia', 'new'].map((id) => isServiceOfBarber({ barbers }, id))).toEqual([false, true, true])
  expect(isServiceOfBarber({ barbers: null }, 'rui')).toBe(true)
})

test('a column is the target at its gap, or at once, with the barbers of its barbershop', () => {
  const workday = createWorkday('rui', [])
  const elsewhere = { ...createWorkday('rui-2', []), barbershop: { id: 'other', name: '' } }
  const day = { date: '2030-03-12', barbers: [workday, elsewhere] }
  const gap = { start: 600, end: 660 }
  expect(toAppointmentTarget(day, workday, gap)).toMatchObject({ barberId: 'rui', gap, workdays: [workday] })
  expect(toAppointmentTarget(day, workday)).toMatchObject({ barbershopId: 'shop', isNow: true })
})
