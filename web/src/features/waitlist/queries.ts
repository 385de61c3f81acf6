import { IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { staffApi } from '@na-regua/contract/staff'
import { type WaitlistOffer, type WaitlistRequest, waitlistApi } from '@na-regua/contract/waitlist'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { isLinkInvalid, NetworkError } from '../../lib/api-error.ts'
import { shouldRetry, storeResponse } from '../../lib/query-client.ts'
import { useCountdown } from '../../lib/relative-time.ts'
import { createUuid } from '../../lib/unique-id.ts'
import { createStoredValue } from '../../lib/use-stored-value.ts'
import { type RequestDraft, toRequestInput } from './rules.ts'

/** Below the topic of live events that reports a change of an offer too. */
const waitlistKey = ['appointments', 'waitlist'] as const
/** For an event that did not arrive: an offer may last only three minutes. */
const REFETCH_MS = 15_000
/** No offer lasts longer: a device whose clock is wrong counts down from there. */
const MAX_OFFER_SECONDS = 3_600
/** Tries of one tap while the network is missing. */
const MAX_TRIES = 3

export const waitlistRequestsQuery = () =>
  queryOptions({
    queryKey: [...waitlistKey, 'own'],
    queryFn: ({ signal }) => api(waitlistApi.listOwn, { signal }),
    select: ({ requests }) => requests,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.requests.some(({ status }) => status === 'ACTIVE') ? REFETCH_MS : false,
  })

/** The open offers of the signed-in user. Stored: what is kept for the customer is to be read without network, too. */
export const offersQuery = () =>
  queryOptions({
    queryKey: [...waitlistKey, 'offers'],
    queryFn: ({ signal }) => api(waitlistApi.listOffers, { signal }),
    select: ({ offers }) => offers,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => (data?.offers.length ? REFETCH_MS : false),
    meta: { stored: true },
  })

export const offerQuery = (token: string) =>
  queryOptions({
    queryKey: [...waitlistKey, 'offer', token],
    queryFn: ({ signal }) => api(waitlistApi.getOffer, { params: { token }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => (data?.offer.status === 'OPEN' ? REFETCH_MS : false),
    retry: (failures, error) => !isLinkInvalid(error) && shouldRetry(failures, error),
  })

/** Those of a barbershop, for the choice of one. */
export const chosenBarbersQuery = (barbershopId: string) =>
  queryOptions({
    queryKey: ['waitlist-barbers', barbershopId],
    queryFn: async ({ signal }) => (await api(staffApi.list, { params: { id: barbershopId }, signal })).barbers,
  })

/** The seconds until the deadline, by the server's clock: that of a phone may be minutes off. `loadedAt`: when the offer arrived. */
export function useSecondsLeft({ status, expiresAt, serverTime }: WaitlistOffer, loadedAt: number) {
  const ahead = Date.parse(serverTime) - loadedAt
  const until = status === 'OPEN' ? new Date(Date.parse(expiresAt) - ahead).toISOString() : undefined
  return useCountdown(until, MAX_OFFER_SECONDS)
}

type OfferReply = 'accept' | 'decline'

/** Repeats itself without network, which is safe: the same reply gets the same response. After a refusal the offer is loaded again. */
export function useOfferReply(token: string, onReplied?: (offer: WaitlistOffer) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reply: OfferReply) => api(waitlistApi[reply], { params: { token } }),
    retry: (failures, error) => failures < MAX_TRIES && error instanceof NetworkError,
    onSuccess(response) {
      storeResponse(client, offerQuery(token).queryKey, response)
      onReplied?.(response.offer)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['appointments'] }),
  })
}

type RequestVersion = Pick<WaitlistRequest, 'id' | 'version'>

/** Creates a request, or changes the given one. */
export function useSaveRequest(request: RequestVersion | undefined) {
  const client = useQueryClient()
  // A retry after a lost response must not make a second request.
  const [key, setKey] = useState(createUuid)
  return useMutation({
    mutationFn(draft: RequestDraft) {
      const input = toRequestInput(draft, new Date())
      if (!request) return api(waitlistApi.create, { body: input, headers: { [IDEMPOTENCY_HEADER]: key } })
      return api(waitlistApi.edit, { params: { id: request.id }, body: { ...input, version: request.version } })
    },
    onSuccess: () => setKey(createUuid),
    onSettled: () => client.invalidateQueries({ queryKey: waitlistKey }),
  })
}

export function useRequestStatus({ id, version }: RequestVersion) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (status: 'ACTIVE' | 'PAUSED' | 'CANCELLED') =>
      api(waitlistApi.setStatus, { params: { id }, body: { status, version } }),
    onSettled: () => client.invalidateQueries({ queryKey: waitlistKey }),
  })
}

type TypedRequest = {
  draft: RequestDraft
  /** When it was typed, in milliseconds of this device's clock. */
  at: number
}

/** When the customer does not log in, the next one in this tab may be that of another person. */
export const TYPED_MS = 60 * 60_000

/** What was typed before the login, in this tab: the login may lead over another site. */
export const storedRequest = createStoredValue<TypedRequest>({
  key: 'waitlistRequest',
  storage: 'session',
  parse: (text) => {
    const { draft, at } = JSON.parse(text) as { draft?: Partial<RequestDraft>; at?: number }
    const isValid = Array.isArray(draft?.wanted) && Array.isArray(draft.targets) && typeof at === 'number'
    return isValid ? { draft: draft as RequestDraft, at } : undefined
  },
})
