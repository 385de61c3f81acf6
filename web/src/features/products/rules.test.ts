import type { Product } from '@na-regua/contract/products'
import { describe, expect, test } from 'vitest'
import { compareProducts, describeLow, describeProduct, formatQuantity, isLow } from './rules.ts'

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
