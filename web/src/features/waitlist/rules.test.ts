import { expect, test } from 'vitest'
import { createWaitlistOffer, createWaitlistRequest } from '../../../test/samples.ts'
import {
  describeOfferTime,
  describeReason,
  describeRequest,
  describeWanted,
  dropPast,
  findRequestProblem,
  formatDeadline,
  getShownStatus,
  hoursAround,
  listDays,
  setHours,
  toggleDay,
  toRequestInput,
  wholeDay,
} from './rules.ts'

const afternoon = { fromMin: 840, untilMin: 1080 }
const on = (date: string, hours = afternoon) => ({ date, ...hours })
const zone = 'America/Sao_Paulo'

test('days are toggled in order, and the hours are set for all of them', () => {
  const both = toggleDay([on('2026-11-25')], '2026-11-24', wholeDay)
  expect(both.map(({ date }) => date)).toEqual(['2026-11-24', '2026-11-25'])
  expect(toggleDay(both, '2026-11-24', wholeDay)).toEqual([on('2026-11-25')])
  const twice = [on('2026-11-25'), on('2026-11-25', { fromMin: 0, untilMin: 60 })]
  expect(setHours(twice, afternoon)).toEqual([on('2026-11-25')])
})

test('the hours around a lost time stay within its day', () => {
  expect(hoursAround('10:30')).toEqual({ fromMin: 540, untilMin: 720 })
  expect(hoursAround('00:15')).toEqual({ fromMin: 0, untilMin: 120 })
  expect(hoursAround('23:30')).toEqual({ fromMin: 1320, untilMin: 1440 })
})

test('what has passed is dropped by the clock of the barbershop, also where UTC has the next day', () => {
  const wanted = [on('2026-11-22'), on('2026-11-23'), on('2026-11-24')]
  // 17:59 and 18:00 in São Paulo, then 21:00, when it is the 24th in UTC, and 23:00 in Manaus on the 23rd.
  expect(dropPast(wanted, zone, new Date('2026-11-23T20:59:00Z'))).toHaveLength(2)
  expect(dropPast(wanted, zone, new Date('2026-11-23T21:00:00Z'))).toEqual([on('2026-11-24')])
  expect(dropPast(wanted, zone, new Date('2026-11-24T00:00:00Z'))).toEqual([on('2026-11-24')])
  expect(dropPast(wanted, 'America/Manaus', new Date('2026-11-24T03:00:00Z'))).toEqual([on('2026-11-24')])
})

test('the days to choose contain the wanted ones, up to the last that a request may reach', () => {
  const days = listDays([on('2026-12-20'), on('2026-11-01'), on('2027-06-01')], '2026-11-23', 3)
  expect(days).toEqual(['2026-11-23', '2026-11-24', '2026-11-25', '2026-12-20'])
})

test('a request without a day, without a service, with passed or inverted hours, or of too many days cannot be sent', () => {
  const now = new Date('2026-11-23T18:00:00Z')
  const request = createWaitlistRequest()
  const area = { name: 'Setor Bueno', latitude: -16.7, longitude: -49.2, radiusInKm: 5, service: ' ' }
  expect(findRequestProblem(request, now)).toBeUndefined()
  expect(findRequestProblem({ ...request, targets: [], area }, now)).toBe('Escreva o serviço que você quer.')
  expect(findRequestProblem({ ...request, wanted: [] }, now)).toBe('Escolha pelo menos um dia.')
  const inverted = [on('2026-11-24', { fromMin: 600, untilMin: 600 })]
  expect(findRequestProblem({ ...request, wanted: inverted }, now)).toMatch(/^A hora final/)
  expect(findRequestProblem({ ...request, wanted: [on('2026-11-22')] }, now)).toMatch(/já passou/)
  const many = Array.from({ length: 15 }, (_, index) => on(`2026-12-${String(index + 1).padStart(2, '0')}`))
  expect(findRequestProblem({ ...request, wanted: many }, now)).toBe('Escolha até 14 dias.')
})

test('the body names barbershop, barber and services, or the place', () => {
  const now = new Date('2026-11-23T18:00:00Z')
  const request = createWaitlistRequest({ maxPriceCents: 5000 })
  expect(toRequestInput({ ...request, wanted: [on('2026-11-20'), ...request.wanted] }, now)).toEqual({
    targets: [{ barbershopId: 'shop', barberId: 'rui', serviceIds: ['cut'] }],
    wanted: [on('2026-11-24')],
    maxPriceCents: 5000,
  })
  const area = { name: 'Setor Bueno', latitude: -16.7, longitude: -49.2, radiusInKm: 5, service: ' corte ' }
  expect(toRequestInput({ ...request, targets: [], area, maxPriceCents: null }, now)).toEqual({
    area: { ...area, service: 'corte' },
    wanted: [on('2026-11-24')],
  })
})

test('a request is described by what, where and when', () => {
  const [target] = createWaitlistRequest().targets
  if (!target) throw new Error('no target')
  const services = [...target.services, { id: 'beard', name: 'Barba' }]
  expect(
    describeRequest({
      targets: [
        { ...target, services },
        { ...target, barber: null },
      ],
      area: null,
    }),
  ).toEqual({
    title: 'Corte + Barba',
    place: 'Barbearia do Largo, com Rui Prado; Barbearia do Largo',
  })
  const area = { name: 'Setor Bueno, Goiânia - GO', latitude: 0, longitude: 0, radiusInKm: 2.5, service: 'corte' }
  expect(describeRequest({ targets: [], area })).toEqual({
    title: 'corte',
    place: 'Até 2,5 km de Setor Bueno, Goiânia - GO',
  })
  const days = ['2026-11-25', '2026-11-23', '2026-11-24', '2026-11-27'].map((date) => on(date))
  expect(describeWanted(days, '2026-11-21')).toBe('Seg 23/11 a Qua 25/11 e Sex 27/11, das 14h às 18h')
  expect(
    describeWanted([on('2026-11-23', wholeDay), on('2026-11-24', { fromMin: 1110, untilMin: 1440 })], '2026-11-21'),
  ).toBe('Seg 23/11, o dia todo; Ter 24/11, a partir das 18h30')
  // Of a request that has ended.
  expect(describeWanted([on('2026-11-23')], '2026-11-24')).toBe('Seg 23/11/2026, das 14h às 18h')
})

test('an offer is described in the time of the barbershop, with the reason', () => {
  const offer = createWaitlistOffer()
  expect(describeOfferTime(offer, new Date('2026-11-24T12:00:00Z'))).toBe('Ter 24/11, às 14h30')
  expect(describeOfferTime({ ...offer, timeZone: 'America/Manaus' }, new Date('2026-11-24T12:00:00Z'))).toBe(
    'Ter 24/11, às 13h30',
  )
  expect(formatDeadline(offer)).toBe('15h15')
  expect(describeReason(offer)).toBe(
    'Você pediu um horário com Rui Prado, espera desde 20/11/2026 e tem esta barbearia ou este barbeiro nos favoritos.',
  )
  const reason = { fit: 'area', isFavorite: false, waitingSince: '2026-11-21T02:00:00.000Z' } as const
  expect(describeReason({ ...offer, reason })).toBe('Você pediu um horário nesta região e espera desde 20/11/2026.')
})

test('the deadline ends an offer on the screen, but not one that was accepted', () => {
  expect(getShownStatus({ status: 'OPEN' }, 1)).toBe('OPEN')
  expect(getShownStatus({ status: 'OPEN' }, 0)).toBe('EXPIRED')
  expect(getShownStatus({ status: 'ACCEPTED' }, 0)).toBe('ACCEPTED')
})
