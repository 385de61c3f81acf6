import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { describe, expect, test } from 'vitest'
import { formatRowDay } from '../agenda/rules.ts'
import { minuteToInstant, placeAppointments } from '../timeline/rules.ts'
import {
  collapseList,
  collapsePast,
  describeBlock,
  describeDeadline,
  describeDropPlace,
  describeGaps,
  findDropProblem,
  findNextAppointment,
  formatDayName,
  formatTimeUntil,
  isBarberFree,
  listFollowing,
  listGaps,
  listUnfinished,
  shortenNames,
  sumDay,
} from './rules.ts'

const date = '2026-03-11'
const timeZone = 'America/Sao_Paulo'

/** `start` in minutes of the day's timeline. */
function booked(start: number, durationMin = 30, status: Appointment['status'] = 'CONFIRMED') {
  const startTime = minuteToInstant(start, date, timeZone)
  const endTime = new Date(Date.parse(startTime) + durationMin * 60_000).toISOString()
  return { id: `${start}`, status, startTime, endTime, durationMin, timeZone } as Appointment
}

const at = (minute: number) => new Date(minuteToInstant(minute, date, timeZone))

test('appointments on the timeline are not cut in two by hiding the past', () => {
  const whole = { start: 480, end: 1080 }
  const collapse = (...list: Appointment[]) =>
    collapsePast({ whole, minute: 765, pastMin: 15, appointments: placeAppointments(list, date) }).start
  expect(collapse(booked(540), booked(720))).toBe(750)
  expect(collapse(booked(540), booked(690, 80))).toBe(690)
  expect(collapse(booked(540), booked(730, 50))).toBe(720)
  // The one that ends where it starts is past.
  expect(collapse(booked(650, 50), booked(700, 60))).toBe(690)
  // The one beside it, for example a no-show, is not cut either.
  expect(collapse(booked(670, 40, 'NO_SHOW'), booked(690, 80))).toBe(660)
})

test('gaps begin now, and too short ones are left out', () => {
  const free = [
    { start: 540, end: 600 },
    { start: 660, end: 665 },
    { start: 700, end: 760 },
  ]
  expect(listGaps(free, 615)).toEqual([{ start: 700, end: 760 }])
  expect(listGaps(free, 570)).toEqual([
    { start: 570, end: 600 },
    { start: 700, end: 760 },
  ])
  expect(describeGaps([])).toBe('Nada livre.')
  expect(describeGaps(listGaps(free, 570))).toBe('Livre das 9h30 às 10h e das 11h40 às 12h40.')
})

test('a barber is free now in a gap of ten minutes at least', () => {
  const isFree = (minute: number) => isBarberFree({ free: [{ start: 540, end: 600 }] }, minute)
  expect([538, 539, 540, 590, 591, 600].map(isFree)).toEqual([false, true, true, true, false, false])
})

test('the current appointment is next, then the upcoming one; completed ones are not', () => {
  const list = [booked(660), booked(540), booked(600, 30, 'COMPLETED')]
  expect(findNextAppointment(list, at(550))?.id).toBe('540')
  expect(findNextAppointment(list, at(570))?.id).toBe('660')
  expect(findNextAppointment(list, at(690))).toBeUndefined()
})

test('past appointments without an outcome are unfinished', () => {
  const list = [booked(540), booked(570, 30, 'COMPLETED'), booked(700, 30, 'SCHEDULED'), booked(500, 30, 'SCHEDULED')]
  expect(listUnfinished(list, at(600)).map(({ id }) => id)).toEqual(['540', '500'])
})

test('a request has its day and its deadline in local words', () => {
  const late = '2026-03-12T02:30:00Z'
  expect([date, '2026-03-12', '2026-03-14'].map((day) => formatRowDay(`${day}T15:00:00Z`, at(600), timeZone))).toEqual([
    'Hoje',
    'Amanhã',
    'Sáb, 14/03/2026',
  ])
  expect(formatRowDay(late, at(600), timeZone)).toBe('Hoje')
  const request = (confirmBy: string) =>
    ({ ...booked(700, 30, 'SCHEDULED'), confirmBy, service: { name: 'Corte' } }) as Appointment
  expect(describeDeadline(request(late), at(600))).toBe('Responda até 23h30')
  expect(describeDeadline(request('2026-03-12T14:00:00Z'), at(600))).toBe('Responda até amanhã às 11h')
  expect(describeDeadline(request(at(660).toISOString()), at(600))).toBe('Responda até 11h · faltam 60 min')
  expect(describeDeadline(request(at(601).toISOString()), at(600))).toBe('Responda até 10h01 · falta 1 min')
  expect(describeDeadline(request(at(600).toISOString()), at(600))).toBeUndefined()
  expect(describeDeadline({ ...request(late), status: 'CONFIRMED' }, at(600))).toBeUndefined()
  expect(describeBlock(request(at(660).toISOString()), at(630), false)).toBe('Responda até 11h · Corte')
  expect(describeBlock(request(late), at(600), true)).toBe('Aguardando rede · Pendente · Corte')
  expect(describeBlock(request(at(600).toISOString()), at(630), false)).toBe('Corte · Pendente')
})

test('times until a start and days are formatted as they are spoken', () => {
  expect([formatTimeUntil(12), formatTimeUntil(0), formatTimeUntil(80)]).toEqual([
    'em 12 min',
    'agora',
    'em 1\u00a0h\u00a020',
  ])
  expect(['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-14'].map((day) => formatDayName(day, date))).toEqual([
    'Ontem',
    'Hoje',
    'Amanhã',
    'Sábado',
  ])
})

test('a long list collapses after three, and expands completely', () => {
  expect(collapseList([1, 2, 3], false)).toEqual({ shown: [1, 2, 3], hidden: 0 })
  expect(collapseList([1, 2, 3, 4, 5], false)).toEqual({ shown: [1, 2, 3], hidden: 2 })
  expect(collapseList([1, 2, 3, 4, 5], true)).toEqual({ shown: [1, 2, 3, 4, 5], hidden: 0 })
})

describe('a place on the board', () => {
  const named = (start: number, name: string, status?: Appointment['status']) =>
    ({ ...booked(start, 30, status), guestName: null, customer: { name } }) as Appointment
  const workday = {
    name: 'Lia',
    timeZone,
    hours: [{ start: 540, end: 1080 }],
    breaks: [{ start: 720, end: 780 }],
    timeOff: [{ start: 900, end: 960, reason: null }],
    appointments: [named(600, 'Ana'), named(660, 'Bia', 'NO_SHOW')],
  } as unknown as BarberWorkday
  const problemAt = (minute: number, appointment = named(540, 'Rui')) =>
    findDropProblem(appointment, { workday, minute }, date, at(540))

  test('is refused where another customer is, or in the past', () => {
    const taken = 'Lia já atende Ana das 10h às 10h30.'
    expect([570, 575, 600, 629, 630].map((minute) => problemAt(minute))).toEqual([
      undefined,
      taken,
      taken,
      taken,
      undefined,
    ])
    expect([524, 525].map((minute) => problemAt(minute))).toEqual(['Este horário já passou.', undefined])
  })

  test('is free where the appointment itself is, or one that was missed', () => {
    expect(problemAt(615, { ...named(600, 'Ana') })).toBeUndefined()
    expect(problemAt(660)).toBeUndefined()
  })

  test.each([
    [600, undefined],
    [700, 'na pausa'],
    [930, 'na folga'],
    [1060, 'fora do expediente'],
    [480, 'fora do expediente'],
  ])('at minute %i says: %s', (minute, text) => {
    expect(describeDropPlace({ workday, minute }, 30)).toBe(text)
  })
})

test('the totals of a day leave out who did not come, and the next ones follow the next', () => {
  const priced = (start: number, status: Appointment['status']) => ({ ...booked(start, 30, status), priceCents: 100 })
  const day = [
    ...[priced(540, 'COMPLETED'), priced(570, 'NO_SHOW'), priced(600, 'CONFIRMED')],
    ...[priced(690, 'SCHEDULED'), priced(660, 'CONFIRMED'), priced(720, 'CONFIRMED')],
  ]
  expect(sumDay(day)).toEqual({ count: 5, doneCount: 1, cents: 500, doneCents: 100 })
  expect(listFollowing(day, day[2]).map(({ id }) => id)).toEqual(['660', '690'])
  expect(listFollowing(day, undefined)).toEqual([])
})

test('names in narrow columns are short, and differ where the names do', () => {
  expect(shortenNames(['Maria Aparecida de Albuquerque Cavalcanti', 'Lia Fontes', 'Beto'])).toEqual([
    'Maria C.',
    'Lia F.',
    'Beto',
  ])
  expect(shortenNames(['José Silva', 'José Souza', 'José Santos', 'João Silva'])).toEqual([
    'José Si.',
    'José So.',
    'José Sa.',
    'João S.',
  ])
  expect(shortenNames(['José Sá', 'José Safira', 'José Sadi'])).toEqual(['José Sá', 'José Saf.', 'José Sad.'])
  expect(shortenNames(['José Luiz Silva', 'José Silva', 'José Silva'])).toEqual([
    'José Luiz Silva',
    'José Silva',
    'José Silva',
  ])
})
