import { visitsApi } from '@na-regua/contract/visits'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { SignedLink } from '../../lib/signed-link.ts'

type CheckoutScope = { barbershopId: string; appointmentId?: string | undefined; profileId?: string | undefined }

/** What the sheet needs beside the appointment. Without one it is for any sale, and serves without network. */
export const checkoutQuery = ({ barbershopId, appointmentId, profileId }: CheckoutScope) =>
  queryOptions({
    queryKey: ['visits', 'checkout', barbershopId, appointmentId, profileId],
    queryFn: ({ signal }) =>
      api(visitsApi.checkout, { params: { id: barbershopId }, query: { appointmentId, profileId }, signal }),
    meta: { stored: !appointmentId && !profileId },
  })

/** The visits of a local day; today without one. */
export const dayVisitsQuery = (barbershopId: string, date: string | undefined) =>
  queryOptions({
    queryKey: ['visits', 'day', barbershopId, date],
    queryFn: ({ signal }) => api(visitsApi.list, { params: { id: barbershopId }, query: { date }, signal }),
    meta: { stored: date === undefined },
  })

/** What the link to the receipt of a visit names, for its staff. */
export const receiptLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ['visits', 'receipt-link', id],
    queryFn: async ({ signal }) => ({ id, ...(await api(visitsApi.receiptLink, { params: { id }, signal })) }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** For who has the link. */
export const visitReceiptQuery = (link: SignedLink) =>
  queryOptions({
    queryKey: ['visits', 'receipt', link],
    queryFn: async ({ signal }) => (await api(visitsApi.receipt, { params: link, signal })).receipt,
    retry: false,
  })
