import { reviewPhotosApi } from '@na-regua/contract/review-photos'
import { reviewsApi } from '@na-regua/contract/reviews'
import type { Body, Query } from '@na-regua/contract/route'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { prepareImage } from '../../lib/image-file.ts'
import { fresh } from '../../lib/query-client.ts'
import type { SignedLink } from '../../lib/signed-link.ts'
import { uploadFile } from '../../lib/upload.ts'

/** How many reviews are shown at once: first the specification's number, then more on request. */
export const pageSizes = [5, 10, 20] as const
const [PER_PAGE] = pageSizes

export type ReviewFilter = Pick<Query<typeof reviewsApi.list>, 'rating' | 'barberId'>
type ReviewPage = ReviewFilter & { page?: number; perPage?: number }

export function reviewsQuery(barbershopId: string, { page = 1, perPage = PER_PAGE, ...filter }: ReviewPage = {}) {
  const query = { ...filter, page, perPage }
  return queryOptions({
    queryKey: ['reviews', barbershopId, query],
    queryFn: ({ signal }) => api(reviewsApi.list, { params: { id: barbershopId }, query, signal }),
    staleTime: fresh.short,
  })
}

/** The number of the page with this review. The page itself is stored too, so it is downloaded once. */
export function reviewPageQuery(barbershopId: string, id: string) {
  return queryOptions({
    queryKey: ['reviews', barbershopId, 'page-of', id],
    queryFn: async ({ client, signal }) => {
      const query = { review: id, perPage: PER_PAGE }
      const list = await api(reviewsApi.list, { params: { id: barbershopId }, query, signal })
      const { page } = list.pagination
      client.setQueryData(reviewsQuery(barbershopId, { page }).queryKey, list)
      return page
    },
    staleTime: fresh.short,
  })
}

export type ReceivedFilter = Pick<Query<typeof reviewsApi.listReceived>, 'rating' | 'barbershopId' | 'barberId' | 'q'>

/** Those that the user receives as an owner or a barber. */
export function receivedReviewsQuery(filter: ReceivedFilter) {
  return infiniteQueryOptions({
    queryKey: ['reviews', 'received', filter],
    queryFn: ({ pageParam, signal }) =>
      api(reviewsApi.listReceived, { query: { ...filter, page: pageParam, perPage: 10 }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPages } }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

export function submitReview(review: Body<typeof reviewsApi.create>) {
  return api(reviewsApi.create, { body: review })
}

export function replyReview(id: string, reply: string) {
  return api(reviewsApi.reply, { params: { id }, body: { reply } })
}

/** The photos of the user's own review of an appointment. */
export function ownPhotosQuery(appointmentId: string) {
  return queryOptions({
    queryKey: ['reviews', 'own-photos', appointmentId],
    queryFn: ({ signal }) => api(reviewPhotosApi.listOwn, { params: { id: appointmentId }, signal }),
    refetchOnMount: 'always',
  })
}

/** The author has consented that it is shown. */
export async function uploadPhoto(reviewId: string, file: File, onProgress: (part: number) => void) {
  const url = `${reviewPhotosApi.add.url.replace(':id', reviewId)}?consent=true`
  return uploadFile({ ...reviewPhotosApi.add, url }, { field: 'photo', file: await prepareImage(file) }, onProgress)
}

export function removePhoto(id: string) {
  return api(reviewPhotosApi.remove, { params: { id } })
}

export function reportPhoto(id: string, reason: string) {
  return api(reviewPhotosApi.report, { params: { id }, body: { reason } })
}

export function reportedPhotoQuery(link: SignedLink) {
  return queryOptions({
    queryKey: ['reviews', 'reported', link.id],
    queryFn: async ({ signal }) => (await api(reviewPhotosApi.getReported, { params: link, signal })).photo,
    retry: false,
  })
}

export function moderatePhoto({ decision, ...link }: SignedLink & { decision: 'approve' | 'remove' }) {
  return api(reviewPhotosApi.moderate, { params: link, body: { decision } })
}

export type Histogram = readonly { rating: number; count: number }[]

/** Average and number of all reviews, or of those with this rating. The average is undefined without any. */
export function summarizeHistogram(histogram: Histogram, rating?: number) {
  const bars = histogram.filter((bar) => rating === undefined || bar.rating === rating)
  const count = bars.reduce((sum, bar) => sum + bar.count, 0)
  const stars = bars.reduce((sum, bar) => sum + bar.rating * bar.count, 0)
  return { count, average: count > 0 ? stars / count : undefined }
}

/** The next page size, and the page that then contains the first review that is shown now. Undefined when nothing more fits. */
export function enlargePage({ page, perPage, total }: { page: number; perPage: number; total: number }) {
  const larger = pageSizes.find((size) => size > perPage)
  if (larger === undefined || total <= perPage) return undefined
  return { perPage: larger, page: Math.floor(((page - 1) * perPage) / larger) + 1 }
}
