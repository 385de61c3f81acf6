import { expect, test } from 'vitest'
import { planReassignments } from './rules.ts'

const everyDay = Array.from({ length: 7 }, () => [[540, 1080] as const])
const week = {
  shopHours: everyDay,
  specialDates: new Map(),
  barberHours: undefined,
  breaks: [[], [], [], [], [], [], []],
}
const minute = (time: string) => Date.parse(`2026-03-12T${time}:00Z`) / 60_000
const barber = (barberId: string, terms = {}) => ({
  barberId,
  userId: barberId,
  barberName: barberId,
  timeZone: 'UTC',
  terms,
  ...week,
})
const appointment = (time: string, serviceIds: (string | null)[] = ['corte'], bufferMin = 0) => ({
  id: `${time} ${serviceIds}`,
  startsAt: new Date(minute(time) * 60_000),
  endsAt: new Date((minute(time) + 30) * 60_000),
  bufferMin,
  serviceIds,
  barberUserId: 'Caio',
})
const busyOf =
  (busy: Record<string, [string, string][]>) =>
  ({ barberId }: { barberId: string }) =>
    (busy[barberId] ?? []).map(([from, to]) => [minute(from), minute(to)] as const)

const takers = ({ assigned }: ReturnType<typeof planReassignments>) => assigned.map(({ barber }) => barber.barberId)
const obstacles = ({ unassignable }: ReturnType<typeof planReassignments>) =>
  unassignable.map(({ obstacle }) => obstacle)

test('the one with the least to do that day takes over, and what was given counts', () => {
  const day = [appointment('10:00'), appointment('11:00'), appointment('14:00')]
  const busy = busyOf({ Ana: [['15:00', '15:45']] })
  expect(takers(planReassignments(day, [barber('Ana'), barber('Bia')], busy))).toEqual(['Bia', 'Bia', 'Ana'])
})

test('only one who provides every service of the appointment', () => {
  const ana = barber('Ana', { barba: { isProvided: false } })
  const bia = barber('Bia')
  expect(takers(planReassignments([appointment('10:00', ['corte', 'barba'])], [ana, bia], busyOf({})))).toEqual(['Bia'])
  expect(obstacles(planReassignments([appointment('10:00', ['barba'])], [ana], busyOf({})))).toEqual([
    'Ana não faz este serviço.',
  ])
  // A service that was removed since is agreed all the same.
  expect(takers(planReassignments([appointment('10:00', [null])], [ana], busyOf({})))).toEqual(['Ana'])
})

test('the buffer after the appointment must be free, too, but may run past closing', () => {
  const next = busyOf({ Ana: [['10:30', '11:00']] })
  expect(takers(planReassignments([appointment('10:00')], [barber('Ana')], next))).toEqual(['Ana'])
  expect(obstacles(planReassignments([appointment('10:00', ['corte'], 10)], [barber('Ana')], next))).toEqual([
    'Ana não está livre nessa hora.',
  ])
  expect(takers(planReassignments([appointment('17:30', ['corte'], 10)], [barber('Ana')], busyOf({})))).toEqual(['Ana'])
  expect(obstacles(planReassignments([appointment('17:45')], [barber('Ana')], busyOf({})))).toEqual([
    'Ana não trabalha nessa hora.',
  ])
})

test('why no barber can', () => {
  const ana = barber('Ana')
  const bia = barber('Bia', { corte: { isProvided: false } })
  const busy = busyOf({ Ana: [['10:00', '10:30']] })
  expect(obstacles(planReassignments([appointment('10:00')], [ana, bia], busy))).toEqual([
    'Quem faz este serviço não está livre nessa hora.',
  ])
  expect(obstacles(planReassignments([appointment('10:00')], [], busy))).toEqual([
    'Não há outro barbeiro na barbearia.',
  ])
})
