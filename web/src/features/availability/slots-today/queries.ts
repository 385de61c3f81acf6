import {
  availabilityApi,
  type BarbershopSlotsToday,
  MAX_BARBERSHOPS_PER_LOOKUP,
  type NextTime,
} from '@na-regua/contract/availability'
import type { Query } from '@na-regua/contract/route'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import {
  formatInstantInSentence,
  formatList,
  formatMinuteSpan,
  formatNearDate,
  formatTimeInSentence,
  getWeekday,
  nameDay,
  weekdays,
  weekdaysShort,
} from '../../../lib/format.ts'
import { addCalendarDays, toLocalTime } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'
import { useSharedItems } from '../../../lib/query-client.ts'

/** Slots change quickly: refetched every half minute while the page is visible. */
const FRESH_MS = 30_000

/** Prefix of the queries below, invalidated after a booking. */
export const slotsTodayKey = ['slots-today'] as const

function splitIntoChunks(ids: readonly string[]) {
  const count = Math.ceil(ids.length / MAX_BARBERSHOPS_PER_LOOKUP)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * MAX_BARBERSHOPS_PER_LOOKUP, (index + 1) * MAX_BARBERSHOPS_PER_LOOKUP),
  )
}

type SlotsTodayQuery = Query<typeof availabilityApi.slotsToday>
/** Says of which service and when the next times are; other filters of a list do not matter. */
export type NextTimesFilter = Omit<SlotsTodayQuery, 'ids' | 'date'>

/**
 * One request per 50 barbershops, in a single query: `useQueries` would add 2 KB to the first load.
 */
export const slotsTodayQuery = (
  ids: readonly string[],
  { service, freeOn, freeFrom, freeUntil, priceMin, priceMax }: NextTimesFilter = {},
) => {
  const filter = { service, freeOn, freeFrom, freeUntil, priceMin, priceMax }
  return queryOptions({
    queryKey: [...slotsTodayKey, ids, filter],
    async queryFn({ signal }) {
      const requests = splitIntoChunks(ids).map((chunk) =>
        api(availabilityApi.slotsToday, { query: { ids: chunk, ...filter }, signal }),
      )
      return (await Promise.all(requests)).flatMap(({ freeTimes }) => freeTimes)
    },
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })
}

/** Today's slots by barbershop; undefined while loading, null when the request failed. */
export function useSlotsToday(
  ids: readonly string[],
  filter?: NextTimesFilter,
): (id: string) => BarbershopSlotsToday | null | undefined {
  const uniqueIds = [...new Set(ids)]
  const { data = [], isFetching } = useQuery({ ...slotsTodayQuery(uniqueIds, filter), enabled: uniqueIds.length > 0 })
  const byId = new Map(useSharedItems(data).map((slots) => [slots.id, slots]))
  return (id) => byId.get(id) ?? (isFetching ? undefined : null)
}

const MAX_RANGES = 5

type Day = Pick<BarbershopSlotsToday, 'timeZone' | 'date' | 'opens' | 'closes' | 'free' | 'isOver'>

const nameDayOf = ({ date, timeZone }: Pick<Day, 'date' | 'timeZone'>, now: Date) =>
  nameDay(date, toLocalTime(now, timeZone).date)

function isClosed({ opens, closes }: Day) {
  return opens === null || closes === null
}

/** The ruler in words: 'Livre hoje das 10h15 às 11h30 e das 14h às 18h'. Ranges beyond `maxRanges` are only counted. */
export function describeDaySlots(day: Day, now: Date, maxRanges = MAX_RANGES): string {
  const name = nameDayOf(day, now)
  if (isClosed(day)) return `Fechado ${name}`
  if (day.isOver) return `Já fechou ${name}`
  if (day.free.length === 0) return `Sem horário livre ${name}`
  const ranges = day.free.slice(0, maxRanges).map(([start, end]) => formatMinuteSpan(start, end))
  const rest = day.free.length - maxRanges
  if (rest > 0) ranges.push(rest === 1 ? 'mais um intervalo' : `mais ${rest} intervalos`)
  return `Livre ${name} ${formatList(ranges)}`
}

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

type NextOpening = Pick<BarbershopSlotsToday, 'nextOpensAt' | 'timeZone'>

/** 'hoje · 9h', 'amanhã · 9h', 'terça · 9h', from a week on '24/11 · 9h'. Undefined while it is open, and when no opening is near. */
export function formatNextOpening({ nextOpensAt, timeZone }: NextOpening, now: Date) {
  if (!nextOpensAt) return undefined
  const { date, time } = toLocalTime(new Date(nextOpensAt), timeZone)
  const today = toLocalTime(now, timeZone).date
  const days = (Date.parse(date) - Date.parse(today)) / DAY_MS
  const isNear = Date.parse(nextOpensAt) - now.getTime() < WEEK_MS
  const day = isNear ? weekdays[getWeekday(date)]?.toLowerCase() : formatNearDate(date, today)
  return `${['hoje', 'amanhã'][days] ?? day} · ${formatTimeInSentence(time)}`
}

/** 'Abre terça · 9h'. */
export function describeReopening(slots: NextOpening, now: Date) {
  const opening = formatNextOpening(slots, now)
  return opening && `Abre ${opening}`
}

/** The visible text above the ruler, on a day that is not over: of today the next slot, of another day one range, as more do not fit. */
export function summarizeDaySlots(day: Day & Pick<BarbershopSlotsToday, 'nextFreeAt'>, now: Date): string {
  if (day.nextFreeAt && nameDayOf(day, now) === 'hoje')
    return `Próximo horário livre: ${formatInstantInSentence(day.nextFreeAt, day.timeZone)}`
  return describeDaySlots(day, now, 1)
}

/** Whole hours around the opening hours, so that every ruler starts and ends with a long tick. */
export function computeDaySpan({ opens, closes }: Pick<Day, 'opens' | 'closes'>) {
  return { from: Math.floor((opens ?? 0) / 60) * 60, to: Math.ceil((closes ?? 0) / 60) * 60 }
}

/** Opens the booking of exactly this time: its barber, service, day and hour are chosen. */
export function nextTimePath(barbershopId: string, { barberId, serviceId, date, time }: NextTime) {
  return paths.booking({ barbershopId, barberId, serviceId, date, time })
}

type Bookable = Pick<BarbershopSlotsToday, 'id' | 'timeZone' | 'preselection'>

/** What 'Agendar' opens: the first barber, the first service and `day`, or today. Undefined without barbers, and while loading. */
export function preselectionPath(slots: Bookable | null | undefined, day?: string) {
  if (!slots?.preselection) return undefined
  const { barberId, serviceId } = slots.preselection
  const date = day ?? toLocalTime(new Date(), slots.timeZone).date
  return paths.booking({ barbershopId: slots.id, barberId, serviceId: serviceId ?? undefined, date })
}

/** The day of a next time: 'Hoje', 'Amanhã', 'Ter', from a week on '24/11'. `today` is that of the barbershop. */
export function formatSlotDay(date: string, today: string) {
  if (date === today) return 'Hoje'
  if (date === addCalendarDays(today, 1)) return 'Amanhã'
  return date < addCalendarDays(today, 7) ? weekdaysShort[getWeekday(date)] : formatNearDate(date, today)
}
