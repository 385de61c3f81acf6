import { ApiError } from '@na-regua/contract/errors'
import { describe, expect, test } from 'vitest'
import type { Interval } from '../../../lib/intervals.ts'
import type { BookableBarber } from '../../availability/queries.ts'
import type { BusyIntervals, SelectServices, ServiceSelection } from '../../availability/rules.ts'
import type { WeeklyIntervals } from '../../staff/schedule/rules.ts'
import { listGroupOptions, parseServicesOfPersons } from './rules.ts'

const now = new Date('2026-03-12T08:00:00Z')
const at = (time: string) => new Date(`2026-03-12T${time}:00Z`)
const minuteAt = (time: string) => at(time).getTime() / 60_000

const daily = (...openings: Interval[]): WeeklyIntervals => Array.from({ length: 7 }, () => openings)

/** Works from 9:00 to 12:00 UTC. */
function createBarber(name: string): BookableBarber {
  return {
    barberId: name,
    userId: `user of ${name}`,
    barberName: name,
    barbershopId: 'shop',
    timeZone: 'UTC',
    gridMinutes: 30,
    minimumNoticeMinutes: 0,
    bookingWindowDays: 60,
    walkInShare: null,
    availabilityVersion: 1,
    barbershopVersion: 1,
    shortestService: null,
    terms: {},
    shopHours: daily([540, 720]),
    barberHours: undefined,
    specialDates: new Map(),
    breaks: daily(),
  }
}

const barbers = ['Ana', 'Bia', 'Caio'].map(createBarber)
const cut: ServiceSelection = { name: 'Corte', durationMin: 30, bufferMin: 0, priceCents: 5000, services: [] }
const everyone = () => cut
const onlyBy =
  (...names: string[]): SelectServices =>
  ({ barberId }) =>
    names.includes(barberId) ? cut : undefined

type Busy = Record<string, [from: string, until: string][]>
type Search = {
  persons?: SelectServices[]
  busy?: Busy
  barberId?: string
  start?: string
  joinedUntil?: string
}

/** As 'kind: barber hour, barber hour'. */
function listTexts({ persons = [everyone, everyone], busy = {}, barberId, start = '09:00', joinedUntil }: Search) {
  const getBusy = ({ barberName }: BookableBarber): BusyIntervals =>
    (busy[barberName] ?? []).map(([from, until]) => [minuteAt(from), minuteAt(until)])
  const search = { barbers, persons, getBusy, barberId, start: at(start) }
  const options = listGroupOptions({ ...search, joinedUntil: joinedUntil ? at(joinedUntil) : undefined }, now)
  return options.map(
    ({ kind, places }) =>
      `${kind}: ${places.map((place) => `${place.barberName} ${place.startTime.slice(11, 16)}`).join(', ')}`,
  )
}

describe('the options of a group', () => {
  test('are the same hour with the chosen barber and others, and one after the other with the chosen one', () => {
    expect(listTexts({ barberId: 'Bia' })).toEqual([
      'same-time: Bia 09:00, Ana 09:00',
      'one-after-other: Bia 09:00, Bia 09:30',
    ])
  })

  test('find the assignment in which everyone has a barber who does it', () => {
    const persons = [everyone, onlyBy('Ana', 'Bia'), onlyBy('Ana')]
    expect(listTexts({ persons })[0]).toBe('same-time: Caio 09:00, Bia 09:00, Ana 09:00')
  })

  test('begin later where the requested hour is taken, an hour at most', () => {
    expect(listTexts({ barberId: 'Ana', busy: { Ana: [['09:00', '10:00']] } })).toEqual([
      'same-time: Ana 10:00, Bia 10:00',
      'one-after-other: Ana 10:00, Ana 10:30',
    ])
    expect(listTexts({ barberId: 'Ana', busy: { Ana: [['09:00', '10:30']] } })).toEqual([
      'soonest: Bia 09:00, Caio 09:00',
    ])
  })

  test('respect the buffer and the appointments between', () => {
    const persons = [() => ({ ...cut, bufferMin: 10 }), everyone]
    expect(listTexts({ persons, barberId: 'Ana' })[1]).toBe('one-after-other: Ana 09:00, Ana 10:00')
    const busy: Busy = { Ana: [['09:30', '10:00']] }
    expect(listTexts({ busy, barberId: 'Ana' })[1]).toBe('one-after-other: Ana 09:00, Ana 10:00')
  })

  test('of a group that is too large for one hour are as soon as possible', () => {
    const persons = [everyone, everyone, everyone, everyone]
    expect(listTexts({ persons, barberId: 'Ana' })).toEqual([
      'one-after-other: Ana 09:00, Ana 09:30, Ana 10:00, Ana 10:30',
      'soonest: Ana 09:00, Bia 09:00, Caio 09:00, Ana 09:30',
    ])
  })

  test('beside an appointment are at its start exactly, and with its barber when it ends', () => {
    const joined = { persons: [everyone], barberId: 'Ana', start: '10:00', joinedUntil: '10:30' }
    const ofAppointment: Busy = { Ana: [['10:00', '10:30']] }
    expect(listTexts({ ...joined, busy: ofAppointment })).toEqual([
      'same-time: Bia 10:00',
      'one-after-other: Ana 10:30',
    ])
    const all: [string, string] = ['10:00', '11:30']
    expect(listTexts({ ...joined, busy: { Ana: [['10:00', '12:00']], Bia: [all], Caio: [all] } })).toEqual([
      'soonest: Bia 11:30',
    ])
    const later: [string, string] = ['10:00', '12:00']
    expect(listTexts({ ...joined, busy: { Ana: [later], Bia: [later], Caio: [later] } })).toEqual([
      'soonest: Ana 09:00',
    ])
  })

  test('are none where no barber is free, and an error where none does it', () => {
    const all: [string, string][] = [['09:00', '12:00']]
    expect(listTexts({ busy: { Ana: all, Bia: all, Caio: all } })).toEqual([])
    expect(() => listTexts({ persons: [everyone, onlyBy('Davi')] })).toThrow(new ApiError('SERVICE_NOT_FOUND'))
  })
})

test('the services of persons are distinct ids, of four persons at most', () => {
  const id = '3f0c1c2e-0000-4000-8000-000000000001'
  const other = '3f0c1c2e-0000-4000-8000-000000000002'
  expect(parseServicesOfPersons(`${id},${other.toUpperCase()};${id}`)).toEqual([[id, other], [id]])
  for (const text of ['', ';', `${id};`, 'x', [id, id, id, id, id].join(';')])
    expect(() => parseServicesOfPersons(text)).toThrow(new ApiError('INVALID_INPUT'))
})
