import { expect, test } from 'vitest'
import { paths } from '../../../lib/paths.ts'
import {
  anyBarber,
  changeBookingChoices,
  computeAddition,
  computeEndTime,
  describeMissing,
  listOwnBusy,
  readBookingChoices,
  selectBarber,
  selectById,
  selectServices,
  selectTarget,
  summarizeBooking,
  toBookingInput,
  toSelectedServices,
  toShopOfBarber,
} from './rules.ts'

const address = { barbershopId: 'shop', barberId: 'rafael', serviceId: 'corte' }
const chosen = { ...address, extraIds: [], reschedule: undefined }
const read = (query: string) => readBookingChoices(address, new URLSearchParams(query))

test('choices survive the round trip through the URL', () => {
  const choices = { ...chosen, date: '2026-11-21', time: '15:00' }
  const { pathname, search, searchParams } = new URL(paths.booking(choices), 'http://localhost')
  expect(pathname + search).toBe('/barbershop/shop/booking/rafael/corte?date=2026-11-21&time=15%3A00')
  expect(readBookingChoices(address, searchParams)).toEqual(choices)
})

test('the service is left out of the URL when there is none [2.4]', () => {
  expect(paths.booking({ barbershopId: 'shop', barberId: 'rafael', extraIds: [] })).toBe(
    '/barbershop/shop/booking/rafael',
  )
})

test('invalid values in the URL are ignored', () => {
  expect(read('date=2026-02-30&time=25:00')).toEqual({ ...chosen, date: undefined, time: undefined })
  expect(read('date=amanha&time=9h')).toEqual({ ...chosen, date: undefined, time: undefined })
})

test('another barber or another day clears the time [4.10]', () => {
  const choices = { ...chosen, date: '2026-11-21', time: '15:00' }
  expect(changeBookingChoices(choices, { barberId: 'ana' })).toEqual({ ...choices, barberId: 'ana', time: undefined })
  expect(changeBookingChoices(choices, { date: '2026-11-22' }).time).toBeUndefined()
})

test('the same barber again and another service keep the time', () => {
  const choices = { ...chosen, date: '2026-11-21', time: '15:00' }
  expect(changeBookingChoices(choices, { barberId: 'rafael' }).time).toBe('15:00')
  expect(changeBookingChoices(choices, { serviceId: 'barba' })).toEqual({ ...choices, serviceId: 'barba' })
})

test('an alternative brings barber, day and time at once', () => {
  const alternative = { barberId: 'ana', date: '2026-11-22', time: '10:15' }
  expect(changeBookingChoices({ ...chosen, date: '2026-11-21', time: '15:00' }, alternative)).toMatchObject(alternative)
})

test('without a preselection the first is chosen, an unknown one is no choice [4.11]', () => {
  const list = [{ id: 'a' }, { id: 'b' }]
  expect(selectById(list, undefined)).toEqual({ id: 'a' })
  expect(selectById(list, 'b')).toEqual({ id: 'b' })
  expect(selectById(list, 'c')).toBeUndefined()
  expect(selectById([], undefined)).toBeUndefined()
})

test('the end is the start plus the duration of the service [5.8]', () => {
  expect(computeEndTime(new Date('2026-11-21T18:00:00Z'), 50).toISOString()).toBe('2026-11-21T18:50:00.000Z')
})

const cut = {
  id: 'corte',
  name: 'Corte',
  description: null,
  durationMin: 40,
  bufferMin: 0,
  priceCents: 6500,
  isActive: true,
}
const beard = { ...cut, id: 'barba', name: 'Barba', durationMin: 30, priceCents: 4000 }
const selected = {
  shop: { id: 'shop', name: 'Barbearia Suíça', city: 'Manaus', timeZone: 'America/Manaus' },
  barber: { id: 'andre', name: 'André' },
  selection: toSelectedServices([cut], { combinations: [] }),
  date: '2026-11-21',
  time: '15:00',
}

test('the input contains instants computed in the time zone of the barbershop', () => {
  expect(toBookingInput(selected)).toEqual({
    barberId: 'andre',
    serviceId: 'corte',
    startTime: '2026-11-21T19:00:00.000Z',
    priceCents: 6500,
    endTime: '2026-11-21T19:40:00.000Z',
  })
  expect(toBookingInput({ ...selected, time: undefined })).toBeUndefined()
  expect(toBookingInput({ ...selected, barber: undefined })).toBeUndefined()
})

test('what is missing is named in the order in which it is chosen', () => {
  expect(describeMissing(selected)).toBeUndefined()
  expect(describeMissing({ ...selected, time: undefined })).toBe('Escolha um horário.')
  expect(describeMissing({ ...selected, selection: undefined, time: undefined })).toBe('Escolha um serviço.')
  expect(describeMissing({ ...selected, barber: undefined })).toBe('Escolha um barbeiro.')
})

test('the time zone is named only where the device shows another hour', () => {
  expect(summarizeBooking(selected, 'America/Sao_Paulo').zone).toBe('horário de Manaus')
  expect(summarizeBooking(selected, 'America/Cuiaba').zone).toBeUndefined()
})

test('several services and the appointment to reschedule survive the round trip through the URL [2.16]', () => {
  const choices = { ...chosen, extraIds: ['barba', 'pezinho'], date: undefined, time: undefined, reschedule: 'a1' }
  const { searchParams } = new URL(paths.booking(choices), 'http://localhost')
  expect(searchParams.get('extras')).toBe('barba,pezinho')
  expect(readBookingChoices(address, searchParams)).toEqual(choices)
})

test('services are unique, five at most, the main service first', () => {
  expect(read('extras=barba,corte,barba,,a,b,c,d').extraIds).toEqual(['barba', 'a', 'b', 'c'])
  expect(changeBookingChoices({ ...chosen, extraIds: ['barba'] }, { serviceId: 'barba' }).extraIds).toEqual([])
  const provided = [beard, cut]
  expect(selectServices(provided, { ...chosen, extraIds: ['barba', 'gone'] })).toEqual([cut, beard])
  expect(selectServices(provided, { ...chosen, serviceId: undefined, extraIds: ['barba'] })).toEqual([beard])
  expect(selectServices(provided, { ...chosen, serviceId: 'gone', extraIds: ['barba'] })).toEqual([])
})

test('any barber can be chosen only where there are several', () => {
  const rafael = { id: 'rafael' }
  const ana = { id: 'ana' }
  expect(selectBarber([rafael, ana] as never, 'any')).toBe(anyBarber)
  expect(selectBarber([rafael] as never, 'any')).toBe(rafael)
  expect(selectBarber([rafael, ana] as never, undefined)).toBe(rafael)
})

test('the input contains the barbershop for any barber, and all services where there are several', () => {
  const selection = toSelectedServices([cut, beard], { combinations: [] })
  expect(toBookingInput({ ...selected, barber: anyBarber, selection })).toEqual({
    barberId: 'any',
    barbershopId: 'shop',
    serviceId: 'corte',
    serviceIds: ['corte', 'barba'],
    startTime: '2026-11-21T19:00:00.000Z',
    priceCents: 10_500,
    endTime: '2026-11-21T20:10:00.000Z',
  })
})

const createService = (id: string, durationMin: number, priceCents: number) => {
  return { id, name: id, description: null, durationMin, bufferMin: 10, priceCents, isActive: true }
}
const haircut = createService('Corte', 40, 4500)
const shave = createService('Barba', 30, 4000)
const brows = createService('Sobrancelha', 15, 1500)
const combined = { combinations: [{ serviceIds: ['Barba', 'Corte'], durationMin: 60, priceCents: 7500 }] }

test('the sum of the single prices is shown where the combination costs less', () => {
  expect(toSelectedServices([haircut, shave], combined)).toMatchObject({
    durationMin: 60,
    priceCents: 7500,
    fullPriceCents: 8500,
  })
  expect(toSelectedServices([haircut, brows], combined)).toMatchObject({
    durationMin: 55,
    priceCents: 6000,
    fullPriceCents: undefined,
  })
  expect(toSelectedServices([], combined)).toBeUndefined()
})

test('the addition of a service is computed with its price in the combination', () => {
  const selection = toSelectedServices([haircut], combined)
  if (!selection) throw new Error('expected a selection')
  expect(computeAddition(shave, selection, combined)).toEqual({ durationMin: 20, priceCents: 3000 })
  expect(computeAddition(brows, selection, combined)).toEqual({ durationMin: 15, priceCents: 1500 })
})

test('services and combos are those of the chosen barber, of any barber those of the cheapest', () => {
  const own = (barberId: string, terms: object) => ({
    barberId,
    isProvided: true,
    durationMin: null,
    priceCents: null,
    ...terms,
  })
  const combo = {
    ...createService('combo', 60, 7500),
    includes: ['Corte', 'Barba'],
    barbers: [own('ana', { priceCents: 9000 })],
  }
  const services = [
    { ...haircut, barbers: [own('ana', { priceCents: 6000, durationMin: 60 }), own('bia', { isProvided: false })] },
    { ...shave, barbers: [own('ana', { priceCents: 3000 })] },
    combo,
  ]
  const combinations = [{ serviceId: 'combo', serviceIds: ['Barba', 'Corte'], durationMin: 60, priceCents: 7500 }]
  const barbers = [{ id: 'ana' }, { id: 'bia' }, { id: 'caio' }] as never
  const read = (barberId: string) => {
    const shop = toShopOfBarber({ services, combinations }, barbers, barberId)
    const prices = shop.services.map(({ id, durationMin, priceCents }) => `${id} ${durationMin} ${priceCents}`)
    return { prices, both: toSelectedServices(shop.services.slice(0, 2), shop)?.priceCents }
  }
  expect(read('ana')).toEqual({ prices: ['Corte 60 6000', 'Barba 30 3000', 'combo 60 9000'], both: 9000 })
  expect(read('bia').prices).toEqual(['Barba 30 4000', 'combo 60 7500'])
  expect(read('any')).toEqual({ prices: ['Corte 40 4500', 'Barba 30 3000', 'combo 60 7500'], both: 7500 })
  expect(
    selectTarget({ id: 'shop', services, combinations }, barbers, { ...chosen, barberId: 'bia', serviceId: 'Corte' }),
  ).toBe(undefined)
})

test('the slots are marked in which the same person has an appointment, with whichever barber', () => {
  const at = (time: string) => new Date(`2026-03-12T${time}:00-03:00`).toISOString()
  const taken = (from: string, to: string, guestName: string | null = null, status = 'CONFIRMED') =>
    ({ status, startTime: at(from), endTime: at(to), guestName }) as Parameters<typeof listOwnBusy>[1][number]
  const day = { slots: ['09:00', '09:30', '10:00', '10:30'], date: '2026-03-12', zone: 'America/Sao_Paulo' }
  const own = [taken('09:30', '10:15'), taken('10:30', '11:00', null, 'CANCELLED'), taken('09:00', '09:30', 'Bento')]
  expect(listOwnBusy({ ...day, durationMin: 30 }, own, '')).toEqual(['09:30', '10:00'])
  expect(listOwnBusy({ ...day, durationMin: 45 }, own, ' ')).toEqual(['09:00', '09:30', '10:00'])
  expect(listOwnBusy({ ...day, durationMin: 30 }, own, ' BENTO ')).toEqual(['09:00'])
  expect(listOwnBusy({ ...day, durationMin: 30 }, own, 'Bia')).toEqual([])
})
