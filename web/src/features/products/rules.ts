import type { MovementKind, Product, ProductMovement } from '@na-regua/contract/products'
import { formatCount, formatMoney, formatNumber } from '../../lib/format.ts'
import type { MovementInput } from './queries.ts'

const movementNames: Record<MovementKind, string> = {
  purchase: 'Compra',
  sale: 'Venda',
  use: 'Uso',
  loss: 'Perda',
  count: 'Contagem',
}

type ChosenKind = MovementInput['kind']

/** What staff enter by hand; sales follow from comandas. */
export const kindOptions: readonly { value: ChosenKind; label: string }[] = (
  ['purchase', 'use', 'loss', 'count'] as const
).map((value) => ({ value, label: movementNames[value] }))

export const quantityLabels: Record<ChosenKind, string> = {
  purchase: 'Quantos chegaram',
  use: 'Quantos foram usados',
  loss: 'Quantos se perderam',
  count: 'Quantos há agora',
}

export const kindHints: Record<ChosenKind, string> = {
  purchase: 'Entra no estoque, e o custo passa a ser a média do que há.',
  use: 'Do que a barbearia usa para atender. Entra como custo.',
  loss: 'Quebrou, venceu ou sumiu. Entra como custo.',
  count: 'O estoque passa a ser o que você contou. A diferença entra como custo.',
}

/** True where the product is to be bought. */
export function isLow({ stock, minimum, isActive }: Pick<Product, 'stock' | 'minimum' | 'isActive'>): boolean {
  return isActive && minimum !== null && stock < minimum
}

/** Those to be bought first, then by name. */
export function compareProducts(one: Product, other: Product): number {
  return Number(isLow(other)) - Number(isLow(one)) || one.name.localeCompare(other.name, 'pt-BR')
}

export function describeProduct({ priceCents, costCents, stock, minimum }: Product): string {
  return [
    formatMoney(priceCents),
    costCents !== null && `custo ${formatMoney(costCents)}`,
    `${formatNumber(stock)} em estoque`,
    minimum !== null && `mínimo ${formatNumber(minimum)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** '+12' for what entered, '−2' for what left. */
export function formatQuantity(quantity: number): string {
  if (quantity === 0) return '0'
  return `${quantity > 0 ? '+' : '−'}${formatNumber(Math.abs(quantity))}`
}

/** Those to be bought, in a sentence; undefined without any. */
export function describeLow(products: readonly Product[]): string | undefined {
  const count = products.filter(isLow).length
  if (count === 0) return undefined
  return `${formatCount(count, 'produto abaixo', 'produtos abaixo')} do mínimo`
}

/** 'Compra', 'Estorno de compra'. A reversed comanda gives back what it sold. */
export function describeProductMovement({ kind, quantity, reverses }: ProductMovement): string {
  const isReversal = reverses !== null || (kind === 'sale' && quantity > 0)
  return isReversal ? `Estorno de ${movementNames[kind].toLowerCase()}` : movementNames[kind]
}

/** A sale is reversed with its comanda, and a count is corrected by another. */
export function isReversible({ kind, reverses, isReversed }: ProductMovement): boolean {
  return !isReversed && reverses === null && kind !== 'sale' && kind !== 'count'
}
