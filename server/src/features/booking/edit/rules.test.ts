import { ApiError } from '@na-regua/contract/errors'
import { describe, expect, test } from 'vitest'
import type { BarberCandidate } from '../../availability/candidates/queries.ts'
import { checkEdit, decideTerms, type Edit, hasTerms, parseEdit, type VisitTerms } from './rules.ts'

const cut = { id: 'cut', name: 'Corte', durationMin: 30, priceCents: 5000 }
const beard = { id: 'beard', name: 'Barba', durationMin: 20, priceCents: 3000 }
const caio = { barberId: 'caio', userId: 'user of caio', barberName: 'Caio' }
const agreed: VisitTerms = { barber: caio, services: [cut], durationMin: 40, bufferMin: 5, priceCents: 4500 }

/** A barber who does both, together in 45 minutes for R$ 70. */
function candidate(isProvided = true): BarberCandidate {
  const services = [cut, beard].map((service) => ({ ...service, bufferMin: 10 }))
  const selected = { name: 'Corte + Barba', durationMin: 45, bufferMin: 10, priceCents: 7000, services }
  const terms = { cut: { isProvided, durationMin: null, priceCents: null } }
  const found = {
    barber: { ...caio, barberId: 'rui', barberName: 'Rui', terms },
    selected: isProvided ? selected : undefined,
  }
  return found as unknown as BarberCandidate
}

function errorOf(act: () => unknown): string {
  try {
    act()
    return 'ok'
  } catch (error) {
    return error instanceof ApiError ? `${error.code}: ${error.message}` : String(error)
  }
}

describe('the terms after an edit', () => {
  test('new services are as the barber provides them, together', () => {
    const terms = decideTerms(agreed, { serviceIds: ['cut', 'beard'] }, candidate())
    expect(terms).toEqual({
      barber: candidate().barber,
      services: [cut, beard],
      durationMin: 45,
      bufferMin: 10,
      priceCents: 7000,
      priceReason: null,
    })
  })

  test('what is not edited stays as agreed', () => {
    expect(decideTerms(agreed, { serviceIds: ['cut'], durationMin: 50 }, undefined)).toEqual({
      ...agreed,
      durationMin: 50,
      priceReason: null,
    })
    expect(decideTerms(agreed, { barberId: 'rui' }, candidate())).toMatchObject({ durationMin: 40, priceCents: 4500 })
  })

  test.each<[string, Edit, string]>([
    ['another price without a reason', { priceCents: 4000 }, 'PRICE_REASON_MISSING: Diga por que o preço é outro.'],
    ['with one', { priceCents: 4000, priceReason: 'Atraso nosso' }, 'ok'],
    ['the agreed price', { priceCents: 4500 }, 'ok'],
    ['that of the new services', { serviceIds: ['cut', 'beard'], priceCents: 7000 }, 'ok'],
    [
      'the agreed price for more services',
      { serviceIds: ['cut', 'beard'], priceCents: 4500 },
      'PRICE_REASON_MISSING: Diga por que o preço é outro.',
    ],
  ])('%s', (_, edit, outcome) => {
    expect(errorOf(() => decideTerms(agreed, edit, edit.serviceIds && candidate()))).toBe(outcome)
  })

  test('a reason is stored only with another price', () => {
    expect(decideTerms(agreed, { priceCents: 4000, priceReason: 'Atraso' }, undefined).priceReason).toBe('Atraso')
    expect(decideTerms(agreed, { priceCents: 4500, priceReason: 'Atraso' }, undefined).priceReason).toBeNull()
  })

  test('a barber who does not do the services is refused by name', () => {
    const none = candidate(false)
    expect(errorOf(() => decideTerms(agreed, { barberId: 'rui' }, none))).toBe('SERVICE_NOT_FOUND: Rui não faz Corte.')
    expect(errorOf(() => decideTerms(agreed, { serviceIds: ['beard'] }, none))).toBe(
      'SERVICE_NOT_FOUND: Rui não faz tudo isso.',
    )
  })

  test('the same terms are a repetition, in whatever way they were requested', () => {
    expect(hasTerms(agreed, decideTerms(agreed, { durationMin: 40, priceCents: 4500 }, undefined))).toBe(true)
    expect(hasTerms(agreed, { ...agreed, services: [beard] })).toBe(false)
    expect(hasTerms(agreed, { ...agreed, services: [cut, beard] })).toBe(false)
    expect(hasTerms(agreed, { ...agreed, priceCents: 0 })).toBe(false)
    expect(
      hasTerms({ ...agreed, services: [{ ...cut, id: null }] }, { ...agreed, services: [{ ...cut, id: null }] }),
    ).toBe(true)
  })
})

test('ids are compared in lower case, and a blank reason is none', () => {
  expect(parseEdit({ serviceIds: ['AB'], barberId: 'CD', priceReason: ' ' })).toMatchObject({
    serviceIds: ['ab'],
    barberId: 'cd',
    priceReason: undefined,
  })
})

describe('who edits what', () => {
  const at = new Date('2026-03-11T15:00:00Z')
  const dayEndsAt = new Date('2026-03-12T03:00:00Z')
  const afterwards = new Date('2026-03-12T03:00:00Z')
  const price: Edit = { priceCents: 1000, priceReason: 'Cortesia' }

  test.each(['SCHEDULED', 'CONFIRMED'] as const)('staff edit all of a %s one, the customer nothing', (status) => {
    expect(checkEdit(['customer', 'barber'], { status, dayEndsAt }, { serviceIds: ['cut'] }, afterwards)).toBe('barber')
    expect(errorOf(() => checkEdit(['customer'], { status, dayEndsAt }, price, at))).toContain('FORBIDDEN')
  })

  test('of a completed one only the price, until its day ends', () => {
    const completed = { status: 'COMPLETED' as const, dayEndsAt }
    expect(checkEdit(['owner'], completed, price, at)).toBe('owner')
    expect(errorOf(() => checkEdit(['owner'], completed, price, afterwards))).toContain('CORRECTION_TOO_LATE')
    for (const other of [{ serviceIds: ['cut'] }, { durationMin: 40 }, { barberId: 'rui' }])
      expect(errorOf(() => checkEdit(['owner'], completed, { ...price, ...other }, at))).toContain('só o preço muda')
  })

  test.each(['CANCELLED', 'NO_SHOW'] as const)('nothing of a %s one', (status) => {
    expect(errorOf(() => checkEdit(['owner'], { status, dayEndsAt }, price, at))).toContain('STATE_CHANGED')
  })
})
