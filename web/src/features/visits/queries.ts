import { visitsApi } from '@na-regua/contract/visits'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

type CheckoutScope = { barbershopId: string; appointmentId?: string | undefined; profileId?: string | undefined }

/** What the sheet needs beside the appointment. */
export const checkoutQuery = ({ barbershopId, appointmentId, profileId }: CheckoutScope) =>
  queryOptions({
    queryKey: ['visits', 'checkout', barbershopId, appointmentId, profileId],
    queryFn: ({ signal }) =>
      api(visitsApi.checkout, { params: { id: barbershopId }, query: { appointmentId, profileId }, signal }),
  })

/** The visits of a local day; today without one. */
export const dayVisitsQuery = (barbershopId: string, date: string | undefined) =>
  queryOptions({
    queryKey: ['visits', 'day', barbershopId, date],
    queryFn: ({ signal }) => api(visitsApi.list, { params: { id: barbershopId }, query: { date }, signal }),
  })
