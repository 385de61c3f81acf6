import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { describe, expect, test } from 'vitest'
import {
  contactHrefs,
  describeNotice,
  directionsHref,
  endingWords,
  groupByTime,
  isChangeable,
  nearDay,
  readView,
  staffActs,
  statusWord,
  tabsOf,
  writeView,
} from './rules.ts'

const start = new Date('2026-03-12T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const visit = (status: AppointmentStatus) => ({
  status,
  startTime: start.toISOString(),
  endTime: after(30).toISOString(),
  changeableUntil: after(-120).toISOString(),
})

describe('the address', () => {
  const read = (search: string, side: 'customer' | 'barber' | 'owner' = 'owner') =>
    readView(side, new URLSearchParams(search))

  test('says tab, day, shop and page', () => {
    expect(read('status=confirmed&date=2026-03-12&page=3&barbershopId=x')).toEqual({
      status: 'confirmed',
      date: '2026-03-12',
      page: 3,
      barbershopId: 'x',
    })
  })

  test.each([
    'status=held&date=2026-02-30&page=0',
    'status=&date=hoje&page=-1',
    'page=1.5',
    'page=1e9',
    'page=abc',
    '',
  ])('%j is a fresh visit', (search) => {
    expect(read(search)).toEqual({ status: 'all', date: undefined, page: 1, barbershopId: undefined })
  })

  test('knows each side by its own tabs, and shops for owners only', () => {
    expect(tabsOf('customer').map(({ value }) => value)).toEqual([
      'all',
      'scheduled',
      'confirmed',
      'completed',
      'cancelled',
    ])
    expect(read('status=pending', 'customer').status).toBe('all')
    expect(read('status=pending', 'barber').status).toBe('pending')
    expect(read('barbershopId=x', 'barber').barbershopId).toBeUndefined()
  })

  test('keeps what is usual to itself; another filter begins at its first page', () => {
    const write = (search: string, change: Parameters<typeof writeView>[1]) =>
      writeView(new URLSearchParams(search), change).toString()
    expect(write('status=confirmed&page=3', { date: '2026-03-12' })).toBe('status=confirmed&date=2026-03-12')
    expect(write('status=confirmed&page=3', { status: 'all' })).toBe('')
    expect(write('date=2026-03-12&aba=lista', { date: undefined })).toBe('aba=lista')
    expect(write('status=confirmed', { page: 2 })).toBe('status=confirmed&page=2')
    expect(write('status=confirmed&page=2', { page: 1 })).toBe('status=confirmed')
  })
})

describe('what the shop can do', () => {
  test.each([
    ['SCHEDULED', -1, ['confirm', 'decline']],
    ['SCHEDULED', 29, ['confirm', 'decline', 'no-show']],
    ['SCHEDULED', 30, ['no-show']],
    ['CONFIRMED', -1, ['cancel']],
    ['CONFIRMED', 0, ['complete', 'no-show']],
    ['CONFIRMED', 7 * 1440, ['complete', 'no-show']],
    ['CONFIRMED', 7 * 1440 + 1, ['complete']],
    ['COMPLETED', 40, []],
    ['CANCELLED', -40, []],
    ['NO_SHOW', 40, []],
  ] as const)('%s, %i minutes after the start', (status, minutes, acts) => {
    expect(staffActs(visit(status), after(minutes))).toEqual(acts)
  })
})

test('the customer may change it until the notice, while it is open', () => {
  expect(isChangeable(visit('SCHEDULED'), after(-121))).toBe(true)
  expect(isChangeable(visit('CONFIRMED'), after(-121))).toBe(true)
  expect(isChangeable(visit('CONFIRMED'), after(-120))).toBe(false)
  expect(isChangeable(visit('COMPLETED'), after(-121))).toBe(false)
  expect(isChangeable(visit('CANCELLED'), after(-121))).toBe(false)
})

test('a request is pending for the shop and booked for the customer', () => {
  expect(statusWord('SCHEDULED', 'customer')).toBe('Agendado')
  expect(statusWord('SCHEDULED', 'barber')).toBe('Pendente')
  expect(statusWord('SCHEDULED', 'owner')).toBe('Pendente')
  expect(statusWord('NO_SHOW', 'customer')).toBe('Não compareceu')
})

test('what is ahead stands apart from the rest, where there is both', () => {
  const rows = [visit('CONFIRMED'), visit('COMPLETED'), visit('CANCELLED')] as unknown as Parameters<
    typeof groupByTime
  >[0]
  const titles = (status: 'all' | 'completed', date?: string) =>
    groupByTime(rows, { status, date }, after(-60)).map(({ title, appointments }) => [title, appointments.length])
  expect(titles('all')).toEqual([
    ['Próximos', 1],
    ['Histórico', 2],
  ])
  expect(titles('completed')).toEqual([['Agendamentos', 3]])
  expect(titles('all', '2026-03-12')).toEqual([['Agendamentos', 3]])
})

test.each([
  [0, 'o horário marcado'],
  [30, '30 minutos antes'],
  [60, '1 hora antes'],
  [120, '2 horas antes'],
  [90, '1 hora e 30 minutos antes'],
  [1440, '1 dia antes'],
  [2880, '2 dias antes'],
])('a notice of %i minutes is told as %s', (minutes, words) => {
  expect(describeNotice(minutes)).toBe(words)
})

test('each side reads who cancelled in its own words', () => {
  expect(endingWords({ cancelledBy: 'customer' }, 'customer')).toBe('Você cancelou')
  expect(endingWords({ cancelledBy: 'owner' }, 'customer')).toBe('Cancelado pela barbearia')
  expect(endingWords({ cancelledBy: 'barber' }, 'barber')).toBe('Você cancelou')
  expect(endingWords({ cancelledBy: 'barber' }, 'owner')).toBe('Cancelado pelo barbeiro')
  expect(endingWords({ cancelledBy: 'system' }, 'customer')).toBe('A barbearia não respondeu a tempo')
  expect(endingWords({ cancelledBy: null }, 'owner')).toBeUndefined()
})

test('near days have names, across the end of a month as well', () => {
  expect(nearDay('2026-03-31', '2026-03-31')).toBe('Hoje')
  expect(nearDay('2026-04-01', '2026-03-31')).toBe('Amanhã')
  expect(nearDay('2026-03-30', '2026-03-31')).toBeUndefined()
})

test('numbers become links only when they can be called', () => {
  expect(contactHrefs('62911112222')).toEqual({ phone: 'tel:+5562911112222', whatsapp: 'https://wa.me/5562911112222' })
  expect(contactHrefs('+55 (62) 3333-4444')?.phone).toBe('tel:+556233334444')
  for (const none of [null, '', '123', '+1 555 0100']) expect(contactHrefs(none)).toBeUndefined()
})

test('the way is searched by name and address', () => {
  const barbershop = { id: 'x', name: 'Tesoura & Cia', address: 'Rua 9, 100', cancelNoticeMin: 120 }
  expect(new URL(directionsHref({ barbershop })).searchParams.get('query')).toBe('Tesoura & Cia, Rua 9, 100')
})
