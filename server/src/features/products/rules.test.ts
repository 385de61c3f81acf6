import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { count, purchase, reverseChange, type Stock, takeOut } from './rules.ts'

const empty: Stock = { quantity: 0, valueCents: 0, costCents: 0 }

describe('what one costs', () => {
  test('is what was paid where nothing was left', () => {
    expect(purchase(empty, 12, 24_000)).toEqual({ quantity: 12, valueCents: 24_000, costCents: 2000 })
    const oversold = { quantity: -2, valueCents: -3000, costCents: 1500 }
    expect(purchase(oversold, 10, 20_000)).toEqual({ quantity: 10, valueCents: 20_000, costCents: 2000 })
  })

  test('is the average of what is there', () => {
    const dearer = purchase({ quantity: 10, valueCents: 20_000, costCents: 2000 }, 10, 30_000)
    expect(dearer).toEqual({ quantity: 10, valueCents: 30_000, costCents: 2500 })
  })
})

test('what is taken back leaves the stock and its cost as they were', () => {
  const before = { quantity: 10, valueCents: 20_000, costCents: 2000 }
  const bought = purchase(before, 10, 300_000)
  const after = { quantity: 20, valueCents: 320_000, costCents: bought.costCents }
  expect(reverseChange(after, bought)).toEqual({ quantity: -10, valueCents: -300_000, costCents: 2000 })
  expect(
    reverseChange({ quantity: 12, valueCents: 24_000, costCents: 2000 }, { quantity: 12, valueCents: 24_000 }),
  ).toEqual({
    quantity: -12,
    valueCents: -24_000,
    costCents: 2000,
  })
})

test('what is taken back leaves a cost that a product may have', () => {
  const stock = { quantity: 10_001, valueCents: 50_000_000_000, costCents: 5_000_000 }
  expect(reverseChange(stock, { quantity: 10_000, valueCents: 0 }).costCents).toBe(10_000_000)
})

describe('a stock', () => {
  test('may be below zero: what leaves has left', () => {
    expect(takeOut({ quantity: 1, valueCents: 2000, costCents: 2000 }, 3)).toEqual({
      quantity: -3,
      valueCents: -6000,
      costCents: 2000,
    })
  })

  test('is worth what it costs once it is counted, after any history', () => {
    const step = fc.record({
      kind: fc.constantFrom('purchase', 'takeOut', 'count'),
      quantity: fc.integer({ min: 1, max: 99 }),
      paidCents: fc.integer({ min: 0, max: 99_999 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.nat(99), (steps, counted) => {
        const apply = (stock: Stock, change: Stock): Stock => ({
          quantity: stock.quantity + change.quantity,
          valueCents: stock.valueCents + change.valueCents,
          costCents: change.costCents,
        })
        const stock = steps.reduce((before, { kind, quantity, paidCents }) => {
          if (kind === 'purchase') return apply(before, purchase(before, quantity, paidCents))
          return apply(before, kind === 'count' ? count(before, quantity) : takeOut(before, quantity))
        }, empty)
        const after = apply(stock, count(stock, counted))
        expect(after.quantity).toBe(counted)
        expect(after.valueCents).toBe(counted * after.costCents)
      }),
    )
  })
})
