import { expect, test } from 'vitest'
import { createProposal } from '../commands/rules.ts'
import {
  describeCustomer,
  describeRowState,
  describeSelection,
  findNextAct,
  formatDayOfRow,
  toOptions,
} from './rules.ts'

const start = '2026-03-12T13:00:00.000Z'
const after = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000)
const booked = {
  ...createProposal({
    barber: { id: 'rui', name: 'Rui' },
    barbershop: { id: 'shop', name: 'Régua' },
    timeZone: 'America/Sao_Paulo',
    services: [{ id: 'cut', name: 'Corte', durationMin: 30, priceCents: 4500 }],
    startTime: start,
    customer: { name: 'Ana Lua' },
    isWalkIn: false,
  }),
  status: 'CONFIRMED' as const,
}

test('the act at the end of a row is what an appointment needs next', () => {
  expect(findNextAct({ ...booked, status: 'SCHEDULED' }, after(-60))).toBe('confirm')
  expect(findNextAct(booked, after(-60))).toBeUndefined()
  expect(findNextAct(booked, after(5))).toBe('complete')
  expect(findNextAct({ ...booked, status: 'COMPLETED' }, after(60))).toBeUndefined()
})

test('a row has its day, with the year only if it is another one', () => {
  expect(formatDayOfRow(booked, after(-60))).toBe('Hoje')
  expect(formatDayOfRow(booked, after(-1500))).toBe('Amanhã')
  expect(formatDayOfRow(booked, after(-14_400))).toBe('Qui, 12/03')
  expect(formatDayOfRow(booked, new Date('2025-12-30T13:00:00Z'))).toBe('Qui, 12/03/2026')
})

test('a row says the most urgent thing beside its status', () => {
  const request = { ...booked, status: 'SCHEDULED' as const, confirmBy: after(-120).toISOString() }
  expect(describeRowState({ ...request, isPresenceConfirmed: true }, 'owner', after(-300))).toBe('até 8h')
  expect(describeRowState({ ...booked, arrivedAt: start, isPresenceConfirmed: true }, 'owner', after(0))).toBe(
    'Chegou às 10h',
  )
  expect(describeRowState({ ...booked, isPresenceConfirmed: true, seriesId: 's' }, 'owner', after(0))).toBe(
    'Presença confirmada',
  )
  expect(describeRowState({ ...booked, seriesId: 's' }, 'owner', after(0))).toBe('Horário fixo')
  const cancelled = { ...booked, status: 'CANCELLED' as const, cancelledBy: 'customer' as const }
  expect(describeRowState(cancelled, 'owner', after(0))).toBe('Cancelado pelo cliente')
  expect(describeRowState(booked, 'owner', after(0))).toBeUndefined()
})

test('what to be careful of comes before a note; of a guest it is who booked', () => {
  const customerProfile = { id: 'f1', allergies: 'Navalha', notes: '' }
  expect(describeCustomer({ ...booked, customerProfile, note: 'Atraso 5 min' })).toEqual({
    text: 'Cuidado: Navalha',
    isWarning: true,
  })
  expect(describeCustomer({ ...booked, note: 'Atraso 5 min' }).text).toBe('“Atraso 5 min”')
  expect(describeCustomer({ ...booked, customerProfile, guestName: 'Théo' })).toEqual({
    text: 'Agendado por Ana Lua',
    isWarning: false,
  })
  expect(describeCustomer({ ...booked, isWalkIn: true }).text).toBe('Encaixe')
})

test('a selection has its number and its value', () => {
  expect(describeSelection([booked])).toBe('1 selecionado · R$\u00a045,00')
  expect(describeSelection([booked, booked])).toBe('2 selecionados · R$\u00a090,00')
})

test('choices of several barbershops have the name of theirs, until one is chosen', () => {
  const shops = [
    { id: 'a', name: 'Largo' },
    { id: 'b', name: 'Praça' },
  ]
  const choices = [
    { id: '1', name: 'Rui', barbershopId: 'a', hasLeft: false },
    { id: '2', name: 'Gil', barbershopId: 'b', hasLeft: true },
  ]
  const labels = (...given: Parameters<typeof toOptions>) => toOptions(...given).map(({ label }) => label)
  expect(labels(choices, shops)).toEqual(['Rui · Largo', 'Gil · saiu · Praça'])
  expect(labels(choices, shops, 'b')).toEqual(['Gil · saiu'])
  expect(labels(choices, [])).toEqual(['Rui', 'Gil · saiu'])
})
