import type { FoundAppointment, FoundCustomer, StaffSearchResult } from '@na-regua/contract/staff-search'
import { expect, test } from 'vitest'
import { hasSeveralBarbershops, listStaffOptions } from './rules.ts'

const largo = { id: 'largo', name: 'Barbearia do Largo' }
const praca = { id: 'praca', name: 'Barbearia da Praça' }

const appointment = (id: string, isOnBoard = true): FoundAppointment => ({
  id,
  status: 'CONFIRMED',
  startTime: '2026-03-13T13:00:00.000Z',
  timeZone: 'America/Sao_Paulo',
  customerName: 'Ana',
  guestName: null,
  serviceName: 'Corte',
  barber: { id: 'beto', name: 'Beto' },
  barbershop: largo,
  isOnBoard,
})

const customer = (id: string, next: FoundAppointment | null = null, barbershop = largo): FoundCustomer => ({
  id,
  name: 'Ana',
  phone: null,
  tags: [],
  isBlocked: false,
  barbershop,
  next,
})

const nothing: StaffSearchResult = { day: null, customers: [], appointments: [], barbers: [], services: [] }

const rowsOf = (found: Partial<StaffSearchResult>) =>
  listStaffOptions({ ...nothing, ...found }).map(({ title, options }) => [
    title,
    options.map(({ kind, key, to }) => [kind, key, to]),
  ])

test('the next appointment follows its customer, and is not listed again', () => {
  const next = appointment('next')
  const found = { customers: [customer('ana', next), customer('bia')], appointments: [next, appointment('later')] }
  expect(rowsOf(found)).toEqual([
    [
      'Clientes',
      [
        ['customer', 'ana', '/clientes?ficha=ana'],
        ['next', 'next', '/admin/appointments?ver=dia&agendamento=next&barbeiro=beto'],
        ['customer', 'bia', '/clientes?ficha=bia'],
      ],
    ],
    ['Agendamentos', [['appointment', 'later', '/admin/appointments?ver=dia&agendamento=later&barbeiro=beto']]],
  ])
})

test.each([
  [{ appointments: [appointment('own', false)] }, '/barber/appointments?ver=hoje&agendamento=own'],
  [{ day: { date: '2026-03-13', appointments: 2, isOnBoard: true } }, '/admin/appointments?ver=dia&dia=2026-03-13'],
  [{ day: { date: '2026-03-13', appointments: 2, isOnBoard: false } }, '/barber/appointments?ver=hoje&dia=2026-03-13'],
  [
    { barbers: [{ id: 'beto', name: 'Beto', avatarUrl: null, barbershop: largo, isOnBoard: true }] },
    '/admin/appointments?ver=dia&barbeiro=beto',
  ],
  [
    { barbers: [{ id: 'beto', name: 'Beto', avatarUrl: null, barbershop: largo, isOnBoard: false }] },
    '/barber/appointments?ver=hoje',
  ],
  [
    { services: [{ id: 'cut', name: 'Corte', durationMin: 30, priceCents: 5000, isActive: true, barbershop: largo }] },
    '/admin?servicos=largo',
  ],
] satisfies [Partial<StaffSearchResult>, string][])('leads from %j to %s', (found, to) => {
  expect(listStaffOptions({ ...nothing, ...found })[0]?.options[0]?.to).toBe(to)
})

test('rows name their barbershop if there are several', () => {
  const inOne = listStaffOptions({ ...nothing, customers: [customer('ana'), customer('bia')] })
  const inTwo = listStaffOptions({ ...nothing, customers: [customer('ana'), customer('bia', null, praca)] })
  expect([hasSeveralBarbershops(inOne), hasSeveralBarbershops(inTwo)]).toEqual([false, true])
})
