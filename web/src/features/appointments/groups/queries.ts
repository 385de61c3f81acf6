import { type Appointment, IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { type GroupMember, type GroupOption, groupsApi } from '@na-regua/contract/groups'
import type { Body } from '@na-regua/contract/route'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { ApiResponseError } from '../../../lib/api-error.ts'
import { createIdempotencyKeys, isRefusal } from '../rules.ts'

/** The names for whom the customer has booked. */
export function guestNamesQuery() {
  return queryOptions({
    queryKey: ['appointments', 'guests'],
    queryFn: ({ signal }) => api(groupsApi.guests, { signal }),
    select: ({ names }) => names,
  })
}

/** Beside which appointment, or from which start on and with whom. */
export type GroupStart = { joins: string } | { startTime: string; barberId: string }

type OptionsInput = { barbershopId: string; services: string; start: GroupStart }

export function groupOptionsQuery({ barbershopId, services, start }: OptionsInput) {
  return queryOptions({
    queryKey: ['availability', 'groups', barbershopId, services, start],
    queryFn: ({ signal }) =>
      api(groupsApi.options, { params: { id: barbershopId }, query: { services, ...start }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

type BookingOptions = {
  /** Called also when what showed the options is gone: the booked times are no longer free. */
  onBooked: (appointments: readonly Appointment[], members: readonly GroupMember[]) => void
}

/** Books all or none. What was free for the whole group when it was refused is shown instead. */
export function useGroupBooking(shown: OptionsInput, { onBooked }: BookingOptions) {
  const client = useQueryClient()
  const [keys] = useState(createIdempotencyKeys)
  return useMutation({
    mutationFn: (body: Body<typeof groupsApi.book>) =>
      api(groupsApi.book, {
        params: { id: shown.barbershopId },
        body,
        headers: { [IDEMPOTENCY_HEADER]: keys.getKey(body) },
      }),
    onSuccess({ appointments }, { members }) {
      onBooked(appointments, members)
      return Promise.all(
        ['appointments', 'availability'].map((topic) => client.invalidateQueries({ queryKey: [topic] })),
      )
    },
    onError(error) {
      if (isRefusal(error)) keys.clear()
      const options =
        error instanceof ApiResponseError ? (error.details.options as GroupOption[] | undefined) : undefined
      const { queryKey } = groupOptionsQuery(shown)
      if (options) client.setQueryData(queryKey, { options })
      else void client.invalidateQueries({ queryKey })
    },
  })
}
