import type { StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { expect, test } from 'vitest'
import { createAppointment } from '../../../../test/samples.ts'
import type { StaffCommand } from '../../../lib/use-commands.ts'
import {
  applyCommands,
  applyToAppointment,
  createProposal,
  isPendingBreak,
  toAlternative,
  toServedCommand,
} from './rules.ts'

const timeZone = 'America/Sao_Paulo'
const rui = { id: 'rui', name: 'Rui' }
const at = (time: string) => `2026-03-12T${time}:00.000Z`
const booked = (id: string, time: string, status: Appointment['status'] = 'SCHEDULED') =>
  ({
    ...createAppointment(id, status),
    version: 3,
    startTime: at(time),
    durationMin: 30,
    timeZone,
    barber: rui,
    confirmBy: at(time),
  }) as Appointment
const anaAtTen = booked('ana', '13:00')
const day = {
  date: '2026-03-12',
  barbers: [
    {
      barberId: 'rui',
      timeZone,
      hours: [{ start: 540, end: 1080 }],
      breaks: [],
      timeOff: [],
      free: [{ start: 660, end: 1080 }],
      appointments: [anaAtTen],
    },
  ],
  requests: [anaAtTen],
} as unknown as StaffDay

const command = (change: object): StaffCommand =>
  ({ id: 'c1', state: 'pending', result: null, preview: { name: '', act: '' }, ...change }) as unknown as StaffCommand

const idsOf = ({ barbers }: StaffDay) => barbers.flatMap(({ appointments }) => appointments.map(({ id }) => id))
const proposal = createProposal({
  barber: rui,
  barbershop: { id: 'shop', name: 'Régua' },
  timeZone,
  isWalkIn: true,
  customer: { name: 'Zé' },
  services: [
    { id: 'cut', name: 'Corte', durationMin: 30, priceCents: 4500 },
    { id: 'beard', name: 'Barba', durationMin: 20, priceCents: 3000 },
  ],
  startTime: at('15:00'),
})
const walkIn = command({
  command: { type: 'walkIn', id: 'c1', issuedAt: at('12:00'), input: { barberId: 'rui', serviceId: 'cut' } },
  preview: { name: 'Zé', act: 'Encaixar', appointment: { ...proposal, id: 'c1' } },
})
const accepted = command({
  command: { type: 'confirm' },
  preview: { appointment: { ...anaAtTen, status: 'CONFIRMED' } },
})

test('a change that waits is shown on the day and is no request any more', () => {
  const shown = applyCommands(day, [accepted])
  expect(shown.barbers[0]?.appointments[0]).toMatchObject({
    id: 'ana',
    status: 'CONFIRMED',
    version: 3,
    confirmBy: null,
  })
  expect(shown.requests).toEqual([])
})

test.each([
  ['an arrival', { type: 'arrive', isArrived: true }, { arrivedAt: at('12:50') }],
  ['an arrival that is taken back', { type: 'arrive', isArrived: false }, { arrivedAt: null }],
  ['a service that begins', { type: 'serve', isServing: true }, { servingFrom: at('12:50') }],
])('%s that waits is shown on the day and in lists', (_, change, expected) => {
  const preview = { name: '', act: '', appointment: anaAtTen }
  const waiting = command({ command: { ...change, issuedAt: at('12:50') }, preview })
  expect(applyCommands(day, [waiting]).barbers[0]?.appointments[0]).toMatchObject(expected)
  expect(applyToAppointment(anaAtTen, [waiting])).toMatchObject(expected)
})

test('a refused command changes nothing', () => {
  expect(applyCommands(day, [{ ...accepted, state: 'refused' }])).toEqual(day)
})

test('a proposal takes its place, and what it takes is not free', () => {
  const shown = applyCommands(day, [walkIn])
  expect(idsOf(shown)).toEqual(['ana', 'c1'])
  expect(proposal).toMatchObject({ durationMin: 50, priceCents: 7500, service: { name: 'Corte + Barba' } })
  expect(shown.barbers[0]?.free).toEqual([
    { start: 660, end: 720 },
    { start: 770, end: 1080 },
  ])
  const other = { ...day, date: '2026-03-13' }
  expect(idsOf(applyCommands(other, [walkIn]))).toEqual(['ana'])
})

test('what was applied is shown until the day has it, once and as the server has it', () => {
  const real = { ...booked('real', '15:00', 'CONFIRMED'), version: 1 }
  const applied = { ...walkIn, state: 'applied', result: { appointment: real } } as unknown as StaffCommand
  const finished = command({
    id: 'c2',
    command: { type: 'complete', target: { commandId: 'c1' } },
    preview: { appointment: { ...proposal, id: 'c1', status: 'COMPLETED' } },
  })
  const shown = applyCommands(day, [applied, finished])
  expect(shown.barbers[0]?.appointments.map(({ id, status }) => [id, status])).toEqual([
    ['ana', 'SCHEDULED'],
    ['real', 'COMPLETED'],
  ])
  const newer = { ...real, version: 2, status: 'CANCELLED' as const }
  const barbers = day.barbers.map((one) => ({ ...one, appointments: [...one.appointments, newer] }))
  expect(applyCommands({ ...day, barbers }, [applied]).barbers[0]?.appointments[1]?.status).toBe('CANCELLED')
})

test('time off that waits is marked and is not free', () => {
  const input = { startDate: day.date, endDate: day.date, startTime: '12:00', endTime: '13:00' }
  const shown = applyCommands(day, [command({ command: { type: 'break', barberId: 'rui', input } })])
  const [off] = shown.barbers[0]?.timeOff ?? []
  expect(off).toMatchObject({ start: 720, end: 780 })
  expect(off && isPendingBreak(off)).toBe(true)
  expect(shown.barbers[0]?.free).toEqual([
    { start: 660, end: 720 },
    { start: 780, end: 1080 },
  ])
})

test('a move that was refused is repeated from the version that the server has', () => {
  const move = command({
    command: { type: 'move', target: { appointmentId: 'ana', version: 3 }, input: { startTime: at('15:00') } },
    preview: { appointment: booked('ana', '15:00') },
    result: { appointment: { ...anaAtTen, version: 5 } },
  })
  const next = { startTime: at('16:00'), barberId: 'rui', barberName: 'Rui', date: day.date, time: '13:00' }
  expect(toAlternative(move, next)?.draft).toEqual({
    type: 'move',
    target: { appointmentId: 'ana', version: 5 },
    input: { startTime: at('16:00'), barberId: 'rui' },
  })
  expect(toAlternative(accepted, next)).toBeUndefined()
})

test('in a list, what was applied is shown until the list has it', () => {
  const stored = booked('ana', '10:00')
  const result = { appointment: { ...stored, version: stored.version + 1, status: 'CANCELLED' } }
  const applied = { ...accepted, state: 'applied', result } as unknown as StaffCommand
  expect(applyToAppointment(stored, [applied])).toMatchObject({ status: 'CANCELLED', version: stored.version + 1 })
  const newer = { ...stored, version: stored.version + 2, status: 'COMPLETED' as const }
  expect(applyToAppointment(newer, [applied])).toEqual(newer)
  expect(applyToAppointment(stored, [{ ...accepted, state: 'refused' }])).toEqual(stored)
})

test('what was served while it was cancelled is completed as such', () => {
  const cancelled = { ...proposal, id: 'a1', version: 2, status: 'CANCELLED' as const }
  const { draft, preview } = toServedCommand(cancelled)
  expect(draft).toEqual({ type: 'complete', target: { appointmentId: 'a1', version: 2 }, isServed: true })
  expect(preview).toMatchObject({ act: 'Foi atendido', appointment: { status: 'COMPLETED' } })
})
