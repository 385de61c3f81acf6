import type { DisplacedAppointment } from '@na-regua/contract/displacements'
import { expect, test } from 'vitest'
import { actionOf, describeActions, findNextStep, groupByDay, startChoice, toDecisions } from './rules.ts'

const appointment = (
  id: string,
  taker: string | null,
  startTime = '2030-03-12T18:00:00.000Z',
): DisplacedAppointment => ({
  id,
  status: 'CONFIRMED',
  startTime,
  endTime: startTime,
  serviceName: 'Corte',
  customer: { name: id, phone: null },
  isOfSeries: false,
  barber: { id: 'pedro', name: 'Pedro' },
  taker: taker ? { id: taker, name: taker } : null,
  obstacle: taker ? null : 'Ninguém trabalha nessa hora.',
})
const everything = ['reassign', 'propose', 'cancel', 'retain'] as const
const plan = (appointments: DisplacedAppointment[], actions: readonly (typeof everything)[number][] = everything) => ({
  timeZone: 'America/Sao_Paulo',
  appointments,
  actions,
})

test('starts with what helps most and cancels least', () => {
  expect(startChoice(plan([appointment('a', 'Ana'), appointment('b', null)]))).toMatchObject({
    all: 'reassign',
    otherwise: 'propose',
  })
  expect(startChoice(plan([appointment('b', null)])).all).toBe('propose')
  expect(startChoice(plan([appointment('a', null)], ['cancel', 'retain'])).all).toBe('retain')
})

test('one decision for all, one for those that no barber can take, and single ones', () => {
  const list = ['a', 'b', 'c'].map((id) => appointment(id, id === 'b' ? null : 'Ana'))
  const choice = { all: 'reassign', otherwise: 'propose', single: { c: 'cancel' } } as const
  expect(list.map((one) => actionOf(one, choice))).toEqual(['reassign', 'propose', 'cancel'])
  // By the time of the request a barber may be free.
  expect(toDecisions(list, choice).map(({ action }) => action)).toEqual(['reassign', 'reassign', 'cancel'])
  expect(describeActions(['reassign', 'reassign', 'propose', 'cancel'])).toBe(
    '2 passam para outro barbeiro, 1 recebe outro horário para marcar e 1 é cancelado',
  )
})

test('the days are those of the barbershop', () => {
  const late = appointment('b', null, '2030-03-13T01:00:00.000Z')
  expect(
    groupByDay([appointment('a', null), late], 'America/Sao_Paulo').map(([date, list]) => [date, list.length]),
  ).toEqual([['2030-03-12', 2]])
})

test('what is left to do', () => {
  const settled = { ...appointment('a', null), alternative: null, link: null, action: 'propose' } as const
  const link = { url: '', text: '', whatsAppUrl: '', isSent: false }
  expect(findNextStep({ ...settled, action: 'cancel', link }, 'cancel')).toContain('envie o texto')
  expect(findNextStep({ ...settled, action: 'cancel', link: { ...link, isSent: true } }, 'cancel')).toBeUndefined()
  expect(findNextStep(settled, 'propose')).toContain('Nada livre')
  expect(findNextStep({ ...settled, isOfSeries: true }, 'propose')).toBeUndefined()
  expect(findNextStep({ ...settled, alternative: 'sexta às 10h com Ana' }, 'propose')).toBeUndefined()
  expect(findNextStep({ ...settled, alternative: 'sexta às 10h com Ana' }, 'reassign')).toContain(
    'sexta às 10h com Ana',
  )
  expect(findNextStep({ ...settled, action: 'retain' }, 'reassign')).toContain('continua marcado')
  expect(findNextStep({ ...settled, action: 'reassign' }, 'reassign')).toBeUndefined()
})
