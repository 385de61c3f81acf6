import { ANY_BARBER } from '@na-regua/contract/appointments'
import { availabilityApi, LOOK_AHEAD_DAYS } from '@na-regua/contract/availability'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { addCalendarDays } from '../../lib/local-time.ts'
import { fresh } from '../../lib/query-client.ts'
import { addOwnSlot, clampDate, findBookableDay, isFullOn } from './rules.ts'

/** The longest span of one request: a month, or the days in view and the 14 after any of them. */
const SPAN_DAYS = 31

/** Whose availability, and for which services. */
export type AvailabilityTarget = {
  barbershopId: string
  /** Or 'any': at least one barber of the barbershop is available. */
  barberId: string
  serviceIds: readonly string[]
  /** The appointment to be rescheduled: its agreed duration applies, and its own time does not block a slot. */
  reschedule?: string
}

type SpanParams = {
  target: AvailabilityTarget
  /** First day of the span; absent: today in the barbershop's time zone, decided by the server. */
  from?: string
}

/** Prefix of every availability query key, invalidated after a booking or a conflict. */
export const availabilityKey = ['availability'] as const

/** The slots of a barber, or of any barber, over many days in one request. Refetched whenever the window gets the focus. */
export function availabilityQuery({ target, from }: SpanParams) {
  const { barbershopId, barberId, serviceIds, reschedule } = target
  const days = SPAN_DAYS
  const query = { serviceIds: serviceIds.length > 0 ? serviceIds.join() : undefined, reschedule, date: from, days }
  return queryOptions({
    queryKey: [...availabilityKey, target, from ?? 'today', days],
    queryFn: ({ signal }) =>
      barberId === ANY_BARBER
        ? api(availabilityApi.getForBarbershop, { params: { id: barbershopId }, query, signal })
        : api(availabilityApi.get, { params: { id: barberId }, query, signal }),
    staleTime: fresh.short,
    refetchOnWindowFocus: 'always',
  })
}

type Requested = { date: string | undefined; hasOtherBarbers: boolean }

/**
 * For the `loader` of a page: the slots of the target and, when that barber is full on the requested day, those of any barber. What
 * another one has is then part of the HTML: it would push the slots down later.
 */
export async function prefetchAvailability(client: QueryClient, target: AvailabilityTarget, requested: Requested) {
  const query = availabilityQuery({ target })
  await client.prefetchQuery(query)
  const loaded = client.getQueryData(query.queryKey)
  if (!loaded?.days || !requested.hasOtherBarbers || target.barberId === ANY_BARBER) return
  const date = clampDate(requested.date, loaded.date)
  if (isFullOn(date, findBookableDay(loaded.days, date)))
    await client.prefetchQuery(availabilityQuery({ target: { ...target, barberId: ANY_BARBER } }))
}

/** Whether the barbershop takes bookings of the account. Only for the page: the server refuses a booking by itself. */
export function standingQuery(barbershopId: string) {
  return queryOptions({
    queryKey: ['account', 'standing', barbershopId],
    queryFn: ({ signal }) => api(availabilityApi.standing, { params: { id: barbershopId }, signal }),
    staleTime: fresh.short,
  })
}

export const bookableLastMinuteQuery = (barbershopId: string) =>
  queryOptions({
    queryKey: ['last-minute', 'booking', barbershopId],
    queryFn: async ({ signal }) => {
      return (await api(availabilityApi.lastMinute, { params: { id: barbershopId }, signal })).slots
    },
    retry: false,
    refetchOnWindowFocus: 'always',
  })

/** The last-minute slots of the barbershop; none until they are loaded. */
export function useLastMinuteSlots(barbershopId: string) {
  return useQuery(bookableLastMinuteQuery(barbershopId)).data ?? []
}

type AvailabilityParams = {
  /** Undefined until a barber and a service are selected. */
  target: AvailabilityTarget | undefined
  requestedDate: string | undefined
  /** A slot that this user holds: the server reports it as taken, this user can still select it. */
  ownSlot: { barberId: string; date: string; time: string } | undefined
}

const noTarget: AvailabilityTarget = { barbershopId: '', barberId: '', serviceIds: [] }

function useSpan(target: AvailabilityTarget | undefined, from: string | undefined, isNeeded: boolean) {
  return useQuery({
    ...availabilityQuery({ target: target ?? noTarget, from }),
    enabled: isNeeded && target !== undefined,
    placeholderData: keepPreviousData,
  })
}

/**
 * The days around the requested one and the day to show: the requested one, never before today, or the next with slots.
 * One request covers the days in view and the 14 after each of them; only a day further away needs a second request.
 */
export function useAvailability({ target, requestedDate, ownSlot }: AvailabilityParams) {
  const near = useSpan(target, undefined, true)
  const today = near.data?.date
  const requested = today && clampDate(requestedDate, today)
  const lastNear = today && addCalendarDays(today, SPAN_DAYS - 1 - LOOK_AHEAD_DAYS)
  const isFar = requested !== undefined && lastNear !== undefined && requested > lastNear
  const far = useSpan(target, requested, isFar)
  const span = isFar ? far : near
  // Placeholder data belongs to another barber or service and must not be offered for this one.
  const isCurrent = span.data !== undefined && !span.isPlaceholderData && !near.isPlaceholderData
  const days = addOwnSlot(span.data?.days ?? [], ownSlot?.barberId === target?.barberId ? ownSlot : undefined)
  return {
    today,
    requested,
    days,
    day: isCurrent && requested ? findBookableDay(days, requested) : undefined,
    /** First day of the span with the requested one; absent: today. */
    from: isFar ? requested : undefined,
    isError: near.isLoadingError || (isFar && far.isLoadingError),
    refetch: span.refetch,
  }
}
