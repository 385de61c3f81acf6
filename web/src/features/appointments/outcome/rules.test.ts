import type { Appointment } from '@na-regua/contract/appointments'
import { expect, test } from 'vitest'
import { createAppointment } from '../../../../test/samples.ts'
import { canHaveMissed, describeLateCustomer, formatVisit, isForgotten, listLate, mergeForgotten } from './rules.ts'

const now = new Date('2030-03-12T18:00:00.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()

function visit(id: string, minutes: number, change: Partial<Appointment> = {}): Appointment {
  return {
    ...createAppointment(id, 'CONFIRMED'),
    startTime: at(minutes),
    endTime: at(minutes + 30),
    timeZone: 'America/Sao_Paulo',
    isWalkIn: false,
    arrivedAt: null,
    servingFrom: null,
    servingUntil: null,
    correctableUntil: null,
    ...change,
  } as Appointment
}

test('late is who is not there after a quarter of an hour, until the time is over', () => {
  const rows = [
    visit('late', -15),
    visit('later', -29),
    visit('soon', -14),
    visit('over', -30),
    visit('there', -20, { arrivedAt: at(-1) }),
    visit('served', -20, { servingFrom: at(-1) }),
    visit('walk-in', -20, { isWalkIn: true }),
    visit('request', -20, { status: 'SCHEDULED' }),
  ]
  expect(listLate(rows, now).map(({ id }) => id)).toEqual(['later', 'late'])
  expect(describeLateCustomer(visit('late', -18), now)).toBe('14h42, 18 min de atraso')
})

test('forgotten is what is over and still confirmed, unless it goes on', () => {
  expect(isForgotten(visit('a', -30), now)).toBe(true)
  expect(isForgotten(visit('a', -29), now)).toBe(false)
  expect(isForgotten(visit('a', -90, { servingFrom: at(-40) }), now)).toBe(false)
  expect(isForgotten(visit('a', -90, { servingFrom: at(-80), servingUntil: at(-50) }), now)).toBe(true)
  expect(isForgotten(visit('a', -90, { status: 'COMPLETED' }), now)).toBe(false)
})

test('what passed since is added to what the server has listed, and what has an outcome is left out', () => {
  const settled = visit('settled', -300, { status: 'COMPLETED' })
  const listed = { appointments: [visit('old', -2000), settled], total: 7 }
  const merged = mergeForgotten(listed, [visit('new', -60), visit('old', -2000), visit('ahead', 60)], now)
  expect(merged.rows.map(({ id }) => id)).toEqual(['new', 'old'])
  expect(merged.more).toBe(5)
  expect(mergeForgotten(undefined, [visit('new', -60)], now)).toMatchObject({ rows: [{ id: 'new' }], more: 0 })
})

test('a no-show is for a week, and the day is named', () => {
  expect(canHaveMissed(visit('a', -60), now)).toBe(true)
  expect(canHaveMissed(visit('a', -8 * 1440), now)).toBe(false)
  expect(canHaveMissed(visit('a', -60, { isWalkIn: true }), now)).toBe(false)
  expect(formatVisit(visit('a', -60), now)).toBe('Hoje, 14h')
  expect(formatVisit(visit('a', -1500), now)).toBe('Ontem, 14h')
  expect(formatVisit(visit('a', -2880), now)).toBe('Dom, 10/03/2030, 15h')
})
