import { type Static, Type } from 'typebox'
import { MAX_CENTS } from './amounts.ts'
import { Cents, Id, IdParams, Instant, Nullable, PageQuery, Pagination, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'
import { MAX_PRODUCT_NAME, MAX_REASON } from './text-limits.ts'

export const MAX_PRODUCT_QUANTITY = 10_000

const Minimum = Type.Integer({ minimum: 0, maximum: MAX_PRODUCT_QUANTITY })

const productFields = {
  name: Text({ min: 1, max: MAX_PRODUCT_NAME }),
  priceCents: Cents,
  /** What one costs the barbershop. */
  costCents: Cents,
  /** With fewer the product is to be bought; null: it is not watched. */
  minimum: Nullable(Minimum),
}

export const Product = Type.Object({
  id: Id,
  name: Type.String(),
  priceCents: Type.Integer(),
  /** Null for those who may not change prices. */
  costCents: Nullable(Type.Integer()),
  minimum: Nullable(Type.Integer()),
  /** False: it is no longer sold. */
  isActive: Type.Boolean(),
  /** What should be there; below zero where more was sold than was known. */
  stock: Type.Integer(),
  version: Type.Integer(),
})
export type Product = Static<typeof Product>

export const movementKinds = ['purchase', 'sale', 'use', 'loss', 'count'] as const
export type MovementKind = (typeof movementKinds)[number]

export const ProductMovement = Type.Object({
  id: Id,
  kind: Type.Enum(movementKinds),
  /** What entered is positive. Of a count: the difference to what was expected. */
  quantity: Type.Integer(),
  /** What it changed the value of the stock by. */
  valueCents: Type.Integer(),
  note: Nullable(Type.String()),
  occurredAt: Instant,
  /** Null for someone whose account is gone. */
  actorName: Nullable(Type.String()),
  /** The movement that this one takes back. */
  reverses: Nullable(Id),
  isReversed: Type.Boolean(),
})
export type ProductMovement = Static<typeof ProductMovement>

/** Where the money of a purchase comes from. */
export const purchaseSources = ['cash', 'bank'] as const

const OneProduct = Type.Object({ product: Product })

export const productsApi = defineApi(
  { tag: 'products', description: 'Produtos que a barbearia vende, e o estoque' },
  {
    list: route('GET', '/barbershops/:id/products', {
      summary: 'Os produtos da barbearia com o estoque, por nome; para a equipe',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ products: Type.Array(Product) }) },
    }),
    create: route('POST', '/barbershops/:id/products', {
      summary: 'Cadastra um produto',
      params: IdParams,
      body: Strict(productFields),
      errors: ['BARBERSHOP_NOT_FOUND', 'INVALID_INPUT', 'PRODUCT_LIMIT', 'PLAN_LAPSED'],
      response: { 201: OneProduct },
    }),
    update: route('PUT', '/products/:id', {
      summary: 'Muda um produto; outro custo muda o valor do que está no estoque',
      params: IdParams,
      body: Strict({
        ...productFields,
        isActive: Type.Boolean(),
        version: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }),
      }),
      errors: [
        'PRODUCT_NOT_FOUND',
        'BARBERSHOP_NOT_FOUND',
        'INVALID_INPUT',
        'EDIT_CONFLICT',
        'MONTH_CLOSED',
        'PLAN_LAPSED',
      ],
      response: { 200: OneProduct },
    }),
    move: route('POST', '/products/:id/movements', {
      summary: 'Compra, uso na barbearia, perda ou contagem de um produto',
      params: IdParams,
      body: Strict({
        /** Made by the device: a repetition changes nothing. */
        id: Id,
        kind: Type.Enum(['purchase', 'use', 'loss', 'count']),
        /** How many entered, left or, of a count, are there. Only a count may find none. */
        quantity: Type.Integer({ minimum: 0, maximum: MAX_PRODUCT_QUANTITY }),
        /** Of a purchase: what all of it cost, and where the money came from. */
        paidCents: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_CENTS })),
        paidFrom: Type.Optional(Type.Enum(purchaseSources)),
        note: Type.Optional(Text({ max: MAX_REASON })),
      }),
      errors: [
        'PRODUCT_NOT_FOUND',
        'BARBERSHOP_NOT_FOUND',
        'INVALID_INPUT',
        'BALANCE_TOO_LOW',
        'MONTH_CLOSED',
        'IDEMPOTENCY_CONFLICT',
      ],
      response: { 200: OneProduct },
    }),
    reverse: route('POST', '/products/movements/:id/reversal', {
      summary: 'Estorna uma compra, um uso ou uma perda, com o dinheiro; uma contagem se corrige com outra',
      params: IdParams,
      body: Strict({ note: Text({ min: 1, max: MAX_REASON }) }),
      errors: [
        'PRODUCT_NOT_FOUND',
        'BARBERSHOP_NOT_FOUND',
        'INVALID_INPUT',
        'ALREADY_REVERSED',
        'BALANCE_TOO_LOW',
        'MONTH_CLOSED',
      ],
      response: { 200: OneProduct },
    }),
    movements: route('GET', '/products/:id/movements', {
      summary: 'O que entrou e saiu de um produto, o mais novo primeiro',
      params: IdParams,
      querystring: Strict(PageQuery(10)),
      errors: ['PRODUCT_NOT_FOUND'],
      response: { 200: Type.Object({ movements: Type.Array(ProductMovement), pagination: Pagination }) },
    }),
  },
)
