import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api-error.ts'
import { NetworkError } from '../../../lib/network-error.ts'
import { toVisit } from '../services/rules.ts'
import {
  anyBarber,
  changeChoices,
  choicesPath,
  createKeyring,
  endTimeOf,
  isDate,
  isRefusal,
  readChoices,
  selectBarber,
  selectById,
  selectServices,
  summarize,
  wishOf,
} from './rules.ts'

const address = { barbershopId: 'shop', barberId: 'rafael', serviceId: 'corte' }
const chosen = { ...address, extraIds: [], reschedule: undefined }
const read = (query: string) => readChoices(address, new URLSearchParams(query))

test('choices survive the way into the address and back', () => {
  const choices = { ...chosen, date: '2026-11-21', time: '15:00' }
  const { pathname, search, searchParams } = new URL(choicesPath(choices), 'http://localhost')
  expect(pathname + search).toBe('/barbershop/shop/booking/rafael/corte?date=2026-11-21&time=15%3A00')
  expect(readChoices(address, searchParams)).toEqual(choices)
})

test('the service is left out of the address when there is none', () => {
  expect(choicesPath({ barbershopId: 'shop', barberId: 'rafael', extraIds: [] })).toBe(
    '/barbershop/shop/booking/rafael',
  )
})

test('rubbish in the address is no choice', () => {
  expect(read('date=2026-02-30&time=25:00')).toEqual({ ...chosen, date: undefined, time: undefined })
  expect(read('date=amanha&time=9h')).toEqual({ ...chosen, date: undefined, time: undefined })
  expect([isDate('2026-11-31'), isDate('2028-02-29'), isDate('1999-01-01')]).toEqual([false, true, false])
})

test('another barber or another day clears the time', () => {
  const choices = { ...chosen, date: '2026-11-21', time: '15:00' }
  expect(changeChoices(choices, { barberId: 'ana' })).toEqual({ ...choices, barberId: 'ana', time: undefined })
  expect(changeChoices(choices, { date: '2026-11-22' }).time).toBeUndefined()
})

test('the same barber again and another service keep the time', () => {
  const choices = { ...chosen, date: '2026-11-21', time: '15:00' }
  expect(changeChoices(choices, { barberId: 'rafael' }).time).toBe('15:00')
  expect(changeChoices(choices, { serviceId: 'barba' })).toEqual({ ...choices, serviceId: 'barba' })
})

test('an alternative brings barber, day and time at once', () => {
  const alternative = { barberId: 'ana', date: '2026-11-22', time: '10:15' }
  expect(changeChoices({ ...chosen, date: '2026-11-21', time: '15:00' }, alternative)).toMatchObject(alternative)
})

test('without a preselection the first is chosen, an unknown one is no choice', () => {
  const list = [{ id: 'a' }, { id: 'b' }]
  expect(selectById(list, undefined)).toEqual({ id: 'a' })
  expect(selectById(list, 'b')).toEqual({ id: 'b' })
  expect(selectById(list, 'c')).toBeUndefined()
  expect(selectById([], undefined)).toBeUndefined()
})

test('the end is the start plus the duration of the service', () => {
  expect(endTimeOf(new Date('2026-11-21T18:00:00Z'), 50).toISOString()).toBe('2026-11-21T18:50:00.000Z')
})

test('a wish keeps its key until it is refused or another is made', () => {
  const { keyFor, forget } = createKeyring()
  const first = keyFor({ barberId: 'rafael', startTime: '10' })
  expect(first).toMatch(/^[\w-]{8,100}$/)
  expect(keyFor({ barberId: 'rafael', startTime: '10' })).toBe(first)
  const second = keyFor({ barberId: 'rafael', startTime: '11' })
  expect(second).not.toBe(first)
  forget()
  expect(keyFor({ barberId: 'rafael', startTime: '11' })).not.toBe(second)
})

test('only an answer below 500 is a refusal', () => {
  expect(isRefusal(new ApiError(409, { code: 'SLOT_TAKEN' }))).toBe(true)
  expect(isRefusal(new ApiError(503))).toBe(false)
  expect(isRefusal(new NetworkError('timeout'))).toBe(false)
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
const picked = {
  shop: { id: 'shop', name: 'Barbearia Suíça', city: 'Manaus', timeZone: 'America/Manaus' },
  barber: { id: 'andre', name: 'André' },
  visit: toVisit([cut], { combinations: [] }),
  date: '2026-11-21',
  time: '15:00',
}

test('the wish is told in instants of the zone of the shop', () => {
  expect(wishOf(picked)).toEqual({
    barberId: 'andre',
    serviceId: 'corte',
    startTime: '2026-11-21T19:00:00.000Z',
    endTime: '2026-11-21T19:40:00.000Z',
  })
  expect(wishOf({ ...picked, time: undefined })).toBeUndefined()
  expect(wishOf({ ...picked, barber: undefined })).toBeUndefined()
})

test('the zone is named only where the clock of the visitor shows another hour', () => {
  expect(summarize(picked, 'America/Sao_Paulo').zone).toBe('horário de Manaus')
  expect(summarize(picked, 'America/Cuiaba').zone).toBeUndefined()
})

test('several services and the appointment that moves survive the way into the address and back', () => {
  const choices = { ...chosen, extraIds: ['barba', 'pezinho'], date: undefined, time: undefined, reschedule: 'a1' }
  const { searchParams } = new URL(choicesPath(choices), 'http://localhost')
  expect(searchParams.get('extras')).toBe('barba,pezinho')
  expect(readChoices(address, searchParams)).toEqual(choices)
})

test('services come once, five at most, the first one first', () => {
  expect(read('extras=barba,corte,barba,,a,b,c,d').extraIds).toEqual(['barba', 'a', 'b', 'c'])
  expect(changeChoices({ ...chosen, extraIds: ['barba'] }, { serviceId: 'barba' }).extraIds).toEqual([])
  const offered = [beard, cut]
  expect(selectServices(offered, { ...chosen, extraIds: ['barba', 'gone'] })).toEqual([cut, beard])
  expect(selectServices(offered, { ...chosen, serviceId: undefined, extraIds: ['barba'] })).toEqual([beard])
  expect(selectServices(offered, { ...chosen, serviceId: 'gone', extraIds: ['barba'] })).toEqual([])
})

test('any barber can be chosen where there are several, and is nobody where there are not', () => {
  const [rafael, ana] = [{ id: 'rafael' }, { id: 'ana' }] as const
  expect(selectBarber([rafael, ana] as never, 'any')).toBe(anyBarber)
  expect(selectBarber([rafael] as never, 'any')).toBe(rafael)
  expect(selectBarber([rafael, ana] as never, undefined)).toBe(rafael)
})

test('the wish names the shop for any barber, and all services where there are several', () => {
  const visit = toVisit([cut, beard], { combinations: [] })
  expect(wishOf({ ...picked, barber: anyBarber, visit })).toEqual({
    barberId: 'any',
    barbershopId: 'shop',
    serviceId: 'corte',
    serviceIds: ['corte', 'barba'],
    startTime: '2026-11-21T19:00:00.000Z',
    endTime: '2026-11-21T20:10:00.000Z',
  })
})
