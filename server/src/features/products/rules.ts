import { MAX_CENTS } from '@na-regua/contract/amounts'
import type { MovementKind } from '@na-regua/contract/products'
import type { Posting } from '../ledger/rules.ts'

/** What should be there, what the book says that it is worth, and what one costs. */
export type Stock = { quantity: number; valueCents: number; costCents: number }

/** How a movement changes the stock. `costCents` is what one costs from then on. */
export type StockChange = Stock

/** What was paid enters the stock; one costs the average of what is there, or what was paid where nothing was left. */
export function purchase(stock: Stock, quantity: number, paidCents: number): StockChange {
  const hasAverage = stock.quantity > 0 && stock.valueCents >= 0
  const costCents = hasAverage
    ? averageOf(stock.valueCents + paidCents, stock.quantity + quantity)
    : averageOf(paidCents, quantity)
  return { quantity, valueCents: paidCents, costCents }
}

/** No dearer than a product may be: what was used before a purchase without cost is taken back leaves the rest with too much value. */
const averageOf = (valueCents: number, quantity: number) => Math.min(MAX_CENTS, Math.round(valueCents / quantity))

/** What is used or lost leaves at what one costs. Nothing refuses it: what is there is right, and the stock may be below zero. */
export function takeOut({ costCents }: Stock, quantity: number): StockChange {
  return { quantity: -quantity, valueCents: -quantity * costCents, costCents }
}

/** What was counted is there, and is worth what it costs: also the cents that averages left are corrected. */
export function count({ quantity, valueCents, costCents }: Stock, counted: number): StockChange {
  return { quantity: counted - quantity, valueCents: counted * costCents - valueCents, costCents }
}

/** What a movement changed is taken back. One costs the average of what is left, or what it did where nothing is. */
export function reverseChange(stock: Stock, moved: { quantity: number; valueCents: number }): StockChange {
  const quantity = stock.quantity - moved.quantity
  const valueCents = stock.valueCents - moved.valueCents
  const hasAverage = quantity > 0 && valueCents >= 0
  const costCents = hasAverage ? averageOf(valueCents, quantity) : stock.costCents
  return { quantity: -moved.quantity, valueCents: -moved.valueCents, costCents }
}

/** A purchase is paid from a register, the bank otherwise; what leaves, or is missing, is a cost of products. */
export function postingsOf(kind: MovementKind, valueCents: number, registerId: string | undefined): Posting[] {
  const stock: Posting = { kind: 'stock', cents: valueCents }
  if (kind !== 'purchase') return [stock, { kind: 'productCost', cents: -valueCents }]
  if (registerId === undefined) return [stock, { kind: 'bank', cents: -valueCents }]
  return [stock, { kind: 'cash', ownerId: registerId, cents: -valueCents }]
}

/** What was sold is a cost. */
export function salePostings(sold: readonly { line: number; valueCents: number }[]): Posting[] {
  return sold.flatMap(({ line, valueCents }): Posting[] => [
    { kind: 'productCost', cents: -valueCents, line },
    { kind: 'stock', cents: valueCents, line },
  ])
}
