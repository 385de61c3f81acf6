import type { Product, ProductMovement } from '@na-regua/contract/products'
import { describe, expect, test } from 'vitest'
import {
  compareProducts,
  describeLow,
  describeProduct,
  describeProductMovement,
  formatQuantity,
  isLow,
  isReversible,
} from './rules.ts'

const product: Product = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Pomada',
  priceCents: 4500,
  costCents: 2000,
  minimum: 3,
  isActive: true,
  stock: 12,
  version: 1,
}

describe('a product', () => {
  test('says price, stock and minimum, and the cost to those who may read it', () => {
    expect(describeProduct(product)).toBe('R$\u00a045,00 · custo R$\u00a020,00 · 12 em estoque · mínimo 3')
    expect(describeProduct({ ...product, costCents: null, minimum: null, stock: -2 })).toBe(
      'R$\u00a045,00 · -2 em estoque',
    )
  })

  test('is to be bought below its minimum while it is sold', () => {
    expect(isLow({ ...product, stock: 2 })).toBe(true)
    expect(isLow({ ...product, stock: 3 })).toBe(false)
    expect(isLow({ ...product, stock: 2, isActive: false })).toBe(false)
    expect(isLow({ ...product, stock: -2, minimum: null })).toBe(false)
    expect(describeLow([product])).toBeUndefined()
    expect(describeLow([product, { ...product, stock: 1 }])).toBe('1 produto abaixo do mínimo')
  })
})

test('products to be bought come first, the others by name', () => {
  const names = [
    { ...product, name: 'Xampu' },
    { ...product, name: 'Óleo' },
    { ...product, name: 'Talco', stock: 0 },
  ].toSorted(compareProducts)
  expect(names.map(({ name }) => name)).toEqual(['Talco', 'Óleo', 'Xampu'])
})

test('a quantity says whether it entered', () => {
  expect([12, -2, 0].map(formatQuantity)).toEqual(['+12', '−2', '0'])
})

test('a movement says whether it is a reversal, and whether it can be reversed', () => {
  const bought: ProductMovement = {
    id: '22222222-2222-4222-8222-222222222222',
    kind: 'purchase',
    quantity: 12,
    valueCents: 30_000,
    note: null,
    occurredAt: '2026-03-11T15:00:00.000Z',
    actorName: 'Rita',
    reverses: null,
    isReversed: false,
  }
  const others: ProductMovement[] = [
    { ...bought, isReversed: true },
    { ...bought, quantity: -12, reverses: bought.id },
    { ...bought, kind: 'sale', quantity: 2 },
    { ...bought, kind: 'count' },
  ]
  expect([bought, ...others].map(describeProductMovement)).toEqual([
    'Compra',
    'Compra',
    'Estorno de compra',
    'Estorno de venda',
    'Contagem',
  ])
  expect([bought, ...others].map(isReversible)).toEqual([true, false, false, false, false])
})
