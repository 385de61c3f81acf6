import { availabilityApi } from '@na-regua/contract/availability'
import { type LastMinuteRule, type LastMinuteSlot, lastMinuteApi } from '@na-regua/contract/last-minute'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { formatMoney, formatTimeInSentence } from '../../lib/format.ts'
import type { Coordinates } from '../../lib/geolocation.ts'
import { toLocalTime } from '../../lib/local-time.ts'
import { fresh } from '../../lib/query-client.ts'

export const LAST_MINUTE = ['last-minute'] as const

/** Loads the slots of one barbershop, the first one first. */
export const lastMinuteSlotsQuery = (barbershopId: string) =>
  queryOptions({
    queryKey: [...LAST_MINUTE, 'slots', barbershopId],
    queryFn: ({ signal }) => api(availabilityApi.lastMinute, { params: { id: barbershopId }, signal }),
    select: ({ slots }) => slots,
    // As the availability that is shown with them.
    staleTime: fresh.short,
    refetchOnWindowFocus: 'always',
  })

const NEAR_KM = 5

export const nearbyLastMinuteQuery = ({ latitude, longitude }: Coordinates) =>
  queryOptions({
    queryKey: [...LAST_MINUTE, 'nearby', latitude, longitude],
    queryFn: ({ signal }) =>
      api(lastMinuteApi.nearby, { query: { latitude, longitude, radiusInKm: NEAR_KM, limit: 10 }, signal }),
    select: ({ slots }) => slots,
    refetchInterval: 60_000,
  })

export const lastMinuteRuleQuery = (barbershopId: string) =>
  queryOptions({
    queryKey: [...LAST_MINUTE, 'rule', barbershopId],
    queryFn: ({ signal }) => api(lastMinuteApi.rule, { params: { id: barbershopId }, signal }),
    select: ({ rule }) => rule,
    refetchOnMount: 'always',
  })

/** By staff. */
export const staffLastMinuteRequests = {
  saveRule: (barbershopId: string, rule: LastMinuteRule) =>
    api(lastMinuteApi.saveRule, { params: { id: barbershopId }, body: rule }),
  make: (barbershopId: string, body: Body<typeof lastMinuteApi.make>) =>
    api(lastMinuteApi.make, { params: { id: barbershopId }, body }),
  withdraw: (id: string) => api(lastMinuteApi.withdraw, { params: { id } }),
}

/** Between instants. */
export type GapOfBarber = Record<'barbershopId' | 'barberId' | 'timeZone' | 'startsAt' | 'endsAt', string>

export const isInGap = ({ barber, startsAt, endsAt }: LastMinuteSlot, gap: GapOfBarber) =>
  barber.id === gap.barberId &&
  Date.parse(startsAt) < Date.parse(gap.endsAt) &&
  Date.parse(endsAt) > Date.parse(gap.startsAt)

/** 'hoje às 14h', 'amanhã às 9h30'. */
export function describeStart({ startsAt, timeZone }: Pick<LastMinuteSlot, 'startsAt' | 'timeZone'>, now: Date) {
  const { date, time } = toLocalTime(new Date(startsAt), timeZone)
  const isToday = date === toLocalTime(now, timeZone).date
  return `${isToday ? 'hoje' : 'amanhã'} às ${formatTimeInSentence(time)}`
}

/** 'R$ 40,00' and, for screen readers, what it was. */
export const formatPrices = ({ priceCents, listPriceCents }: { priceCents: number; listPriceCents: number }) => ({
  price: formatMoney(priceCents),
  listPrice: formatMoney(listPriceCents),
})
