import { productsApi } from '@na-regua/contract/products'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Prefix of everything about products. */
export const productsKey = ['products'] as const

export function productsQuery(barbershopId: string) {
  return queryOptions({
    queryKey: [...productsKey, barbershopId],
    queryFn: ({ signal }) => api(productsApi.list, { params: { id: barbershopId }, signal }),
    select: ({ products }) => products,
    refetchOnMount: 'always',
  })
}

/** The newest movements of a product. */
export function movementsQuery(productId: string, page: number) {
  return queryOptions({
    queryKey: [...productsKey, 'movements', productId, page],
    queryFn: ({ signal }) => api(productsApi.movements, { params: { id: productId }, query: { page }, signal }),
  })
}

export type ProductFields = Body<typeof productsApi.create>

export function createProduct(barbershopId: string, body: ProductFields) {
  return api(productsApi.create, { params: { id: barbershopId }, body })
}

export function updateProduct(id: string, body: Body<typeof productsApi.update>) {
  return api(productsApi.update, { params: { id }, body })
}

export type MovementInput = Body<typeof productsApi.move>

export function moveProduct(id: string, body: MovementInput) {
  return api(productsApi.move, { params: { id }, body })
}

export function reverseProductMovement(id: string, note: string) {
  return api(productsApi.reverse, { params: { id }, body: { note } })
}
