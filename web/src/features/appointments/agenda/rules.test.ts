import type { Appointment, AppointmentStatus } from '@na-regua/contract/appointments'
import { describe, expect, test } from 'vitest'
import { describeChangeTerms, describeNotice } from '../rules.ts'
import {
  buildDirectionsUrl,
  buildGoogleCalendarUrl,
  describeAhead,
  describeCancellation,
  describeStatusForCustomer,
  formatNearDay,
  formatStatus,
  groupByTime,
  isChangeable,
  isFiltered,
  listStaffActions,
  listStatusTabs,
  readAgendaFilters,
  splitUpcoming,
  toSharedLink,
  writeAgendaFilters,
} from './rules.ts'

const start = new Date('2026-03-12T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const appointment = (status: AppointmentStatus) => ({
  status,
  startTime: start.toISOString(),
  endTime: after(30).toISOString(),
  changeableUntil: after(-120).toISOString(),
  isWalkIn: false,
  correctableUntil: null,
})

describe('the URL', () => {
  const read = (search: string, side: 'customer' | 'barber' | 'owner' = 'owner') =>
    readAgendaFilters(side, new URLSearchParams(search))

  const id = '0b8f2a4e-7c1d-4e5f-9a3b-2d6c8e0f1a7b'

  test('contains tab, day, barbershop and page, and what staff filter by', () => {
    const search = `status=no_show&date=2026-03-12&page=3&barbershopId=${id}&barberId=${id}&serviceId=${id}&q=ana`
    const ofBarber = { status: 'no_show', date: '2026-03-12', page: 3, serviceId: id, q: 'ana' }
    expect(read(search)).toEqual({ ...ofBarber, barbershopId: id, barberId: id })
    expect(read(search, 'barber')).toEqual(ofBarber)
    expect(read(search, 'customer')).toEqual({ status: 'all', date: '2026-03-12', page: 3 })
  })

  test.each([
    'status=held&date=2026-02-30&page=0',
    'status=&date=hoje&page=-1',
    'page=1.5',
    'page=1e9',
    'page=abc',
    'q=&barberId=x&serviceId=1&barbershopId=x',
    '',
  ])('%j has the default filters', (search) => {
    expect(read(search)).toEqual({ status: 'all', page: 1 })
  })

  test('accepts the tabs of each side, and barbershops for owners only [2.100]', () => {
    expect(listStatusTabs('customer').map(({ value }) => value)).toEqual([
      'all',
      'scheduled',
      'confirmed',
      'completed',
      'cancelled',
    ])
    expect(read('status=pending', 'customer').status).toBe('all')
    expect(read('status=pending', 'barber').status).toBe('pending')
    expect(read(`barbershopId=${id}`, 'barber').barbershopId).toBeUndefined()
  })

  test('leaves out default values; another filter starts at its first page', () => {
    const write = (search: string, change: Parameters<typeof writeAgendaFilters>[1]) =>
      writeAgendaFilters(new URLSearchParams(search), change).toString()
    expect(write('status=confirmed&page=3', { date: '2026-03-12' })).toBe('status=confirmed&date=2026-03-12')
    expect(write('status=confirmed&page=3', { status: 'all' })).toBe('')
    expect(write('date=2026-03-12&aba=lista', { date: undefined })).toBe('aba=lista')
    expect(write('q=ana&page=2', { q: '' })).toBe('')
    expect(write('status=confirmed', { page: 2 })).toBe('status=confirmed&page=2')
    expect(write('status=confirmed&page=2', { page: 1 })).toBe('status=confirmed')
  })
})

describe('the actions of the staff', () => {
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
    expect(listStaffActions(appointment(status), after(minutes))).toEqual(acts)
  })

  test('an outcome is corrected until the end of the day, and a walk-in has no no-show', () => {
    const actionsOf = (status: AppointmentStatus, isWalkIn: boolean, minutes = 40) => {
      const correctableUntil = after(600).toISOString()
      return listStaffActions({ ...appointment(status), isWalkIn, correctableUntil }, after(minutes))
    }
    expect(actionsOf('COMPLETED', false)).toEqual(['correct-no-show'])
    expect(actionsOf('NO_SHOW', false)).toEqual(['correct-completed'])
    expect(actionsOf('COMPLETED', true)).toEqual(['correct-cancelled'])
    expect(actionsOf('COMPLETED', false, 600)).toEqual([])
    expect(actionsOf('CONFIRMED', true)).toEqual(['complete', 'cancel'])
    expect(actionsOf('CONFIRMED', true, 600)).toEqual(['complete'])
  })
})

test('the customer may change an open appointment until the notice period', () => {
  expect(isChangeable(appointment('SCHEDULED'), after(-121))).toBe(true)
  expect(isChangeable(appointment('CONFIRMED'), after(-121))).toBe(true)
  expect(isChangeable(appointment('CONFIRMED'), after(-120))).toBe(false)
  expect(isChangeable(appointment('COMPLETED'), after(-121))).toBe(false)
  expect(isChangeable(appointment('CANCELLED'), after(-121))).toBe(false)
})

test('a request is pending for the staff and scheduled for the customer [4.3]', () => {
  expect(formatStatus('SCHEDULED', 'customer')).toBe('Agendado')
  expect(formatStatus('SCHEDULED', 'barber')).toBe('Pendente')
  expect(formatStatus('SCHEDULED', 'owner')).toBe('Pendente')
  expect(formatStatus('NO_SHOW', 'customer')).toBe('Não compareceu')
})

test('the customer reads until when a request is confirmed, in the time zone of the barbershop [4.3]', () => {
  const request = { status: 'SCHEDULED', timeZone: 'America/Manaus', confirmBy: '2026-03-13T00:30:00Z' } as const
  const read = (now: string) => describeStatusForCustomer(request, new Date(now))
  expect(read('2026-03-12T12:00:00Z')).toBe('Agendado · a confirmar até 20h30')
  expect(read('2026-03-12T03:59:00Z')).toBe('Agendado · a confirmar até amanhã, 20h30')
  expect(read('2026-03-10T12:00:00Z')).toBe('Agendado · a confirmar até qui, 20h30')
  expect(describeStatusForCustomer({ ...request, confirmBy: null }, start)).toBe('Agendado · a confirmar')
  expect(describeStatusForCustomer({ ...request, status: 'CONFIRMED', confirmBy: null }, start)).toBe('Confirmado')
})

test('upcoming and past appointments are separated where there are both', () => {
  const rows = [appointment('CONFIRMED'), appointment('COMPLETED'), appointment('CANCELLED')] as unknown as Parameters<
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

test('the next day stands open, the days after it have a line each, and what is over neither', () => {
  const timeZone = 'America/Sao_Paulo'
  const at = (id: string, startTime: string, status: AppointmentStatus = 'CONFIRMED') =>
    ({ id, status, timeZone, startTime, endTime: startTime }) as Appointment
  const rows = [
    at('tonight', '2026-03-12T23:00:00Z', 'SCHEDULED'),
    at('at midnight', '2026-03-13T02:30:00Z'),
    at('tomorrow', '2026-03-13T12:00:00Z'),
    at('cancelled', '2026-03-13T13:00:00Z', 'CANCELLED'),
    at('past', '2026-03-11T12:00:00Z'),
  ]
  const idsOf = ({ next, later }: ReturnType<typeof splitUpcoming>) =>
    [next, later].map((all) => all.map(({ id }) => id))
  expect(idsOf(splitUpcoming(rows, start))).toEqual([['tonight', 'at midnight'], ['tomorrow']])
  expect(idsOf(splitUpcoming(rows.slice(3), start))).toEqual([[], []])
})

test('a tab, a day or a later page is a filtered list', () => {
  expect(isFiltered({ status: 'all', page: 1 })).toBe(false)
  expect(isFiltered({ status: 'confirmed', page: 1 })).toBe(true)
  expect(isFiltered({ status: 'all', page: 2 })).toBe(true)
  expect(isFiltered({ status: 'all', page: 1, date: '2026-03-12' })).toBe(true)
})

test.each([
  [-1, 'agora'],
  [0, 'agora'],
  [1, 'em 1 min'],
  [59, 'em 59 min'],
  [60, 'em 1\u00a0h'],
  [65, 'em 1\u00a0h\u00a005'],
  [120, 'em 2\u00a0h'],
  [179, 'em 2\u00a0h\u00a059'],
  [190, 'em 3\u00a0h'],
  [22 * 60, 'em 22\u00a0h'],
  [24 * 60, 'em 1 dia'],
  // Two midnights of São Paulo are in between.
  [40 * 60, 'em 2 dias'],
  [6 * 1440, 'em 6 dias'],
])('in %i minutes: %s', (minutes, text) => {
  const startTime = start.toISOString()
  expect(describeAhead({ startTime, timeZone: 'America/Sao_Paulo' }, after(-minutes))).toBe(text)
})

test.each([
  [0, 'o horário marcado'],
  [30, '30 min antes'],
  [60, '1\u00a0h antes'],
  [120, '2\u00a0h antes'],
  [90, '1\u00a0h\u00a030 antes'],
  [1440, '1 dia antes'],
  [2880, '2 dias antes'],
])('a notice of %i minutes is described as %s', (minutes, words) => {
  expect(describeNotice(minutes)).toBe(words)
})

test('each side reads its own text about who cancelled', () => {
  expect(describeCancellation({ cancelledBy: 'customer' }, 'customer')).toBe('Você cancelou')
  expect(describeCancellation({ cancelledBy: 'owner' }, 'customer')).toBe('Cancelado pela barbearia')
  expect(describeCancellation({ cancelledBy: 'barber' }, 'barber')).toBe('Você cancelou')
  expect(describeCancellation({ cancelledBy: 'barber' }, 'owner')).toBe('Cancelado pelo barbeiro')
  expect(describeCancellation({ cancelledBy: 'system' }, 'customer')).toBe('A barbearia não respondeu a tempo')
  expect(describeCancellation({ cancelledBy: null }, 'owner')).toBeUndefined()
})

test('near days have names, across the end of a month as well', () => {
  expect(formatNearDay('2026-03-31', '2026-03-31')).toBe('Hoje')
  expect(formatNearDay('2026-04-01', '2026-03-31')).toBe('Amanhã')
  expect(formatNearDay('2026-03-30', '2026-03-31')).toBeUndefined()
})

test('directions lead to name and address', () => {
  const barbershop = { id: 'x', name: 'Tesoura & Cia', address: 'Rua 9, 100', cancelNoticeMin: 120 }
  const { pathname, searchParams } = new URL(buildDirectionsUrl({ barbershop }))
  expect([pathname, searchParams.get('destination')]).toEqual(['/maps/dir/', 'Tesoura & Cia, Rua 9, 100'])
})

test('a shared appointment is a text with the public page of the barbershop', () => {
  const shared = {
    service: { id: 's', name: 'Corte' },
    barber: { name: 'Rui' } as Appointment['barber'],
    barbershop: { id: 'x', name: 'Tesoura & Cia', address: 'Rua 9, 100', cancelNoticeMin: 120 },
    startTime: '2030-03-12T12:30:00Z',
    timeZone: 'America/Sao_Paulo',
    guestName: null,
  }
  expect(toSharedLink(shared)).toEqual({
    title: 'Corte na Tesoura & Cia',
    text: 'Corte com Rui na Tesoura & Cia: Ter, 12/03/2030 às 9h30. Rua 9, 100',
    path: '/barbershop/x',
  })
  const event = new URL(buildGoogleCalendarUrl({ ...shared, endTime: '2030-03-12T13:00:00.000Z' })).searchParams
  expect(event.get('dates')).toBe('20300312T123000Z/20300312T130000Z')
  expect([event.get('text'), event.get('location')]).toEqual(['Corte na Tesoura & Cia', 'Tesoura & Cia, Rua 9, 100'])
  expect(toSharedLink({ ...shared, guestName: 'Bento' }).text).toMatch(/^Corte para Bento com Rui/)
})

test('the terms for changes are those of the barbershop, and true for a start that is near', () => {
  const start = new Date('2026-03-12T12:00:00Z')
  const before = (minutes: number) => new Date(start.getTime() - minutes * 60_000)
  const until = (limit: string) => ({ isTooLate: false, text: `Você pode remarcar ou cancelar até ${limit}.` })
  expect(describeChangeTerms(120, undefined, start)).toEqual(until('2\u00a0h antes'))
  expect(describeChangeTerms(90, start, before(91))).toEqual(until('1\u00a0h\u00a030 antes'))
  expect(describeChangeTerms(0, start, before(1))).toEqual(until('o horário marcado'))
  for (const minutes of [90, 10])
    expect(describeChangeTerms(90, start, before(minutes))).toEqual({
      isTooLate: true,
      text: expect.stringMatching(/não dá para remarcar nem cancelar por aqui\.$/),
    })
})
