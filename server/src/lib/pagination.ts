import type { Pagination } from '@na-regua/contract/fields'

export type PageParams = { page: number; perPage: number }

export function toWindow({ page, perPage }: PageParams) {
  return { limit: perPage, offset: (page - 1) * perPage }
}

/** An empty list has one page. */
export function paginate(total: number, { page, perPage }: PageParams): Pagination {
  return { total, page, totalPages: Math.max(1, Math.ceil(total / perPage)), perPage }
}
