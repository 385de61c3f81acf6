import type { Pagination } from '@na-regua/contract/fields'

export type Page = { page: number; perPage: number }

export function toWindow({ page, perPage }: Page) {
  return { limit: perPage, offset: (page - 1) * perPage }
}

/** An empty list still has its one page. In the order in which the contract names them. */
export function paginate(total: number, { page, perPage }: Page): Pagination {
  return { total, page, totalPages: Math.max(1, Math.ceil(total / perPage)), perPage }
}
