import type { CardFee } from '@na-regua/contract/receivables'
import { describe, expect, test } from 'vitest'
import { chargeCard, feeCentsOf, findCardFee, findFeesProblem } from './rules.ts'

const debit: CardFee = { method: 'debit', brand: null, installments: 1, bps: 199, days: 1 }
const credit: CardFee = { method: 'credit', brand: null, installments: 1, bps: 399, days: 30 }
const inParts: CardFee = { ...credit, installments: 2, bps: 459 }
const inManyParts: CardFee = { ...credit, installments: 7, bps: 599 }
const elo: CardFee = { ...credit, brand: 'Elo', bps: 450 }
const fees = [debit, inManyParts, credit, elo, inParts]
const credits = (installments: number | null, brand: string | null = null) =>
  findCardFee(fees, { method: 'credit', brand, installments })

describe('the fee of a card', () => {
  test('is that of its method and of the highest instalments that are not above its own', () => {
    expect(findCardFee(fees, { method: 'debit', brand: 'Visa', installments: null })).toBe(debit)
    expect(credits(null)).toBe(credit)
    expect(credits(1)).toBe(credit)
    expect(credits(2)).toBe(inParts)
    expect(credits(6)).toBe(inParts)
    expect(credits(12)).toBe(inManyParts)
  })

  test('is that of its brand, in whatever way it is written, for all its instalments', () => {
    expect(credits(1, 'ELO ')).toBe(elo)
    expect(credits(12, 'elo')).toBe(elo)
    expect(credits(12, 'Visa')).toBe(inManyParts)
  })

  test('of a brand that is only known for instalments is the general one for a single payment', () => {
    const visa = { ...inParts, brand: 'Visa' }
    expect(findCardFee([credit, visa], { method: 'credit', brand: 'Visa', installments: 1 })).toBe(credit)
  })

  test('is not known without a version: the usual days, and nothing is kept', () => {
    const sale = { brand: null, installments: null, amountCents: 5000 }
    expect(chargeCard([], { ...sale, method: 'debit' })).toEqual({ feeCents: 0, days: 1, parts: 1 })
    expect(chargeCard([debit], { ...sale, method: 'credit' })).toEqual({ feeCents: 0, days: 30, parts: 1 })
  })
})

test('a card in instalments is paid in as many parts, or in one where the acquirer pays all at once', () => {
  const sale = { method: 'credit', brand: null, installments: 3, amountCents: 10_000 } as const
  expect(chargeCard(fees, sale)).toEqual({ feeCents: 459, days: 30, parts: 3 })
  expect(chargeCard([{ ...inParts, days: 2, paysAtOnce: true }], sale)).toEqual({ feeCents: 459, days: 2, parts: 1 })
})

test.each([
  [5000, 199, 100],
  [1, 199, 0],
  [25, 200, 1],
  [24, 200, 0],
  [10_000, 0, 0],
  [100_000_000, 3000, 30_000_000],
])('of %i cents at %i basis points the acquirer keeps %i', (amount, bps, expected) => {
  expect(feeCentsOf(amount, bps)).toBe(expected)
})

test('fees that contradict each other are refused', () => {
  expect(findFeesProblem(fees)).toBeUndefined()
  expect(findFeesProblem([elo, { ...elo, brand: 'ELO', bps: 1 }])).toBe(
    'Há duas taxas para o mesmo cartão e as mesmas parcelas.',
  )
  expect(findFeesProblem([{ ...debit, installments: 2 }])).toBe('Débito não tem parcelas.')
  expect(findFeesProblem([{ ...elo, brand: ' ' }])).toBe('Escreva a bandeira, ou deixe em branco.')
})
