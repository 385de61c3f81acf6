import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  areServicesValid,
  createServiceDraft,
  findServiceErrors,
  fromServiceDrafts,
  toCents,
  toReais,
  usualServices,
} from './rules.ts'

test('a new service lasts 30 minutes, costs R$ 50,00, is active and has no name', () => {
  expect(createServiceDraft()).toMatchObject({ name: '', durationMin: 30, priceCents: 5000, isActive: true })
  expect(areServicesValid([createServiceDraft()])).toBe(false)
  expect(areServicesValid([createServiceDraft('Corte')])).toBe(true)
  expect(areServicesValid([])).toBe(true)
})

test('a usual service has its own duration and price', () => {
  expect(createServiceDraft('Barba')).toMatchObject({ name: 'Barba', durationMin: 30, priceCents: 3500 })
  const drafts = Object.keys(usualServices).map(createServiceDraft)
  expect(drafts.length).toBeGreaterThanOrEqual(10)
  expect(areServicesValid(drafts)).toBe(true)
  // The durations fit the grid of a new barbershop.
  expect(drafts.every(({ durationMin = 0, priceCents = 0 }) => durationMin % 5 === 0 && priceCents % 500 === 0)).toBe(
    true,
  )
})

test.each([
  [{ durationMin: 0 }, { durationMin: 'A duração deve ser maior que zero.' }],
  [{ durationMin: undefined }, { durationMin: 'A duração deve ser maior que zero.' }],
  [{ durationMin: 721 }, { durationMin: 'A duração vai até 720 minutos.' }],
  [{ priceCents: undefined }, { priceCents: 'Informe o preço.' }],
  [{ priceCents: 0 }, {}],
  [{ name: ' ' }, { name: 'Dê um nome ao serviço.' }],
  [{ bufferMin: 121 }, { bufferMin: 'De 0 a 120 minutos.' }],
])('a service with %j', (change, errors) => {
  expect(findServiceErrors({ ...createServiceDraft('Corte'), ...change })).toEqual(errors)
})

test('every amount of cents survives the field in reais', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
      expect(toCents(toReais(cents))).toBe(cents)
    }),
  )
  expect(toCents('19.9')).toBe(1990)
  expect(toCents('')).toBeUndefined()
  expect(toReais(undefined)).toBe('')
})

test('the request has the order, the ids of saved services, and no blank texts', () => {
  const known = { ...createServiceDraft(' Corte '), id: 'a', description: ' ' }
  expect(fromServiceDrafts([known, createServiceDraft('Barba')])).toEqual([
    { id: 'a', name: 'Corte', description: null, durationMin: 30, priceCents: 5000, bufferMin: 0, isActive: true },
    { name: 'Barba', description: null, durationMin: 30, priceCents: 3500, bufferMin: 0, isActive: true },
  ])
})
