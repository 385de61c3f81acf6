import { reviewsApi } from '@na-regua/contract/reviews'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { fresh } from '../../lib/query-client.ts'

const PER_PAGE = 5

export function reviewsQuery(barbershopId: string, page: number) {
  return queryOptions({
    queryKey: ['reviews', barbershopId, page],
    queryFn: ({ signal }) =>
      api(reviewsApi.list, { params: { id: barbershopId }, query: { page, perPage: PER_PAGE }, signal }),
    staleTime: fresh.short,
  })
}

/** The number of the page with this review. */
export function reviewPageQuery(barbershopId: string, id: string) {
  return queryOptions({
    queryKey: ['reviews', barbershopId, 'page-of', id],
    queryFn: ({ signal }) =>
      api(reviewsApi.list, { params: { id: barbershopId }, query: { review: id, perPage: PER_PAGE }, signal }),
    select: ({ pagination }) => pagination.page,
    staleTime: fresh.short,
  })
}

export function submitReview(review: Body<typeof reviewsApi.create>) {
  return api(reviewsApi.create, { body: review })
}

export function replyReview(id: string, reply: string) {
  return api(reviewsApi.reply, { params: { id }, body: { reply } })
}
