import type { Appointment } from '@na-regua/contract/appointments'
import { expect, test } from 'vitest'
import { createAppointment } from '../../../../test/samples.ts'
import { applyEdit, describeTerms, type EditDraft, needsReason, readConflict, startDraft, toEdit } from './rules.ts'

const cut = { id: 'cut', name: 'Corte', durationMin: 30, priceCents: 4500 }
const beard = { id: 'beard', name: 'Barba', durationMin: 20, priceCents: 3000 }
const appointment = {
  ...createAppointment('a1', 'CONFIRMED'),
  services: [cut],
  service: { id: 'cut', name: 'Corte' },
  durationMin: 40,
  priceCents: 4000,
  startTime: '2030-03-12T18:00:00.000Z',
  barber: { id: 'rui', name: 'Rui' },
} as unknown as Appointment
const both = { durationMin: 50, priceCents: 7500 }

test.each<[string, Partial<EditDraft>, object | undefined]>([
  ['nothing', {}, undefined],
  ['a duration', { durationMin: 50 }, { durationMin: 50 }],
  ['the agreed duration and price', { durationMin: 40, priceCents: 4000 }, undefined],
  ['a price without a reason', { priceCents: 3000 }, undefined],
  ['a price with one', { priceCents: 3000, priceReason: ' Cortesia ' }, { priceCents: 3000, priceReason: 'Cortesia' }],
  ['a price that cannot be read', { priceCents: Number.NaN, priceReason: 'Cortesia' }, undefined],
  ['another barber', { barberId: 'lia' }, { barberId: 'lia' }],
])('what is to be changed: %s', (_, change, edit) => {
  expect(toEdit(appointment, { ...startDraft(appointment), ...change }, appointment)).toEqual(edit)
})

test('with other services the duration and the price that were shown are sent', () => {
  const draft = { ...startDraft(appointment), serviceIds: ['cut', 'beard'] }
  const edit = { serviceIds: ['cut', 'beard'], durationMin: 50, priceCents: 7500 }
  expect(toEdit(appointment, draft, both)).toEqual(edit)
  expect(toEdit(appointment, { ...draft, serviceIds: [] }, both)).toBeUndefined()
  expect(needsReason({ ...draft, priceCents: 4000 }, both)).toBe(true)
  expect(needsReason({ ...draft, priceCents: 7500 }, both)).toBe(false)
})

test('the appointment as it will be', () => {
  const edit = { serviceIds: ['cut', 'beard'], durationMin: 50, priceCents: 7500, barberId: 'lia' }
  const edited = applyEdit(appointment, edit, { services: [cut, beard], barber: { id: 'lia', name: 'Lia' } })
  expect(edited.endTime).toBe('2030-03-12T18:50:00.000Z')
  expect(describeTerms(edited)).toBe('Corte + Barba com Lia, 50 min, R$\u00a075,00')
  expect(applyEdit(appointment, { durationMin: 30 }, { services: [], barber: undefined }).service.name).toBe('Corte')
})

test('a refusal of an older server says nothing of what is possible', () => {
  expect(readConflict({})).toEqual({ maxDurationMin: null, freeBarbers: [] })
})
