import { LOOK_AHEAD_DAYS } from '@na-regua/contract/availability'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addDays } from '../../lib/local-time.ts'
import { availabilityQuery, SPAN_DAYS, type Target } from './queries.ts'
import { clampDate, findBookableDay, keepOwnTime } from './rules.ts'

type Asked = {
  /** Undefined until somebody and something is chosen. */
  target: Target | undefined
  wishedDate: string | undefined
  /** A time that this person is about to get: taken for everybody else, still theirs to choose. */
  own: { barberId: string; date: string; time: string } | undefined
}

const nobody: Target = { barbershopId: '', barberId: '', serviceIds: [] }

function useSpan(target: Target | undefined, from: string | undefined, isNeeded: boolean) {
  return useQuery({
    ...availabilityQuery({ target: target ?? nobody, from }),
    enabled: isNeeded && target !== undefined,
    placeholderData: keepPreviousData,
  })
}

/**
 * The days around the wished one and the day to show: the wished one, never before today, or the next with free times.
 * One request holds the days in view and the 14 after each of them; only a day further away costs a second.
 */
export function useAvailability({ target, wishedDate, own }: Asked) {
  const near = useSpan(target, undefined, true)
  const today = near.data?.date
  const wished = today && clampDate(wishedDate, today)
  const lastNear = today && addDays(today, SPAN_DAYS - 1 - LOOK_AHEAD_DAYS)
  const isFar = wished !== undefined && lastNear !== undefined && wished > lastNear
  const far = useSpan(target, wished, isFar)
  const span = isFar ? far : near
  // What another barber had free is no answer for this one.
  const isCurrent = span.data !== undefined && !span.isPlaceholderData && !near.isPlaceholderData
  const days = keepOwnTime(span.data?.days ?? [], own?.barberId === target?.barberId ? own : undefined)
  return {
    today,
    wished,
    timeZone: near.data?.timeZone,
    days,
    day: isCurrent && wished ? findBookableDay(days, wished) : undefined,
    isError: near.isLoadingError || (isFar && far.isLoadingError),
    isFetching: span.isFetching,
    refetch: span.refetch,
  }
}
