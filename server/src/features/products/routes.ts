import { ApiError } from '@na-regua/contract/errors'
import { productsApi } from '@na-regua/contract/products'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import { moveProduct, reverseProductMovement } from './move-product.ts'
import { listMovements, listProducts } from './queries.ts'
import { createProduct, editProduct } from './save-product.ts'

/** For everyone but its staff the barbershop does not exist. */
export function productRoutes(app: App, deps: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...productsApi.list,
    access: 'staff',
    statements: 1,
    handler: async ({ caller, params }) => {
      const products = await listProducts(deps.db, { barbershopId: params.id, userId: caller.id })
      if (!products) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return { products }
    },
  })
  app.route({
    ...productsApi.create,
    access: 'prices',
    statements: 4,
    handler: async ({ caller, params, body }, reply) => {
      const product = await createProduct(deps, { barbershopId: params.id, userId: caller.id, fields: body })
      return reply.status(201).send({ product })
    },
  })
  app.route({
    ...productsApi.update,
    access: 'prices',
    statements: 12,
    handler: async ({ caller, params, body }) => ({
      product: await editProduct(deps, { id: params.id, userId: caller.id, fields: body }),
    }),
  })
  app.route({
    ...productsApi.move,
    access: 'prices',
    statements: 15,
    handler: async ({ caller, params, body }) => ({
      product: await moveProduct(deps, { productId: params.id, userId: caller.id, movement: body }),
    }),
  })
  app.route({
    ...productsApi.reverse,
    access: 'prices',
    statements: 13,
    handler: async ({ caller, params, body }) => ({
      product: await reverseProductMovement(deps, { movementId: params.id, userId: caller.id, note: body.note }),
    }),
  })
  app.route({
    ...productsApi.movements,
    access: 'prices',
    statements: 2,
    handler: async ({ caller, params, query }) => {
      const listed = await listMovements(deps.db, { productId: params.id, userId: caller.id }, toWindow(query))
      if (!listed) throw new ApiError('PRODUCT_NOT_FOUND')
      return {
        movements: listed.movements.map(({ occurredAt, ...movement }) => ({
          ...movement,
          occurredAt: occurredAt.toISOString(),
        })),
        pagination: paginate(listed.total, query),
      }
    },
  })
}
