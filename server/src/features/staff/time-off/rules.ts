import type { Body } from '@na-regua/contract/route'
import type { staffApi } from '@na-regua/contract/staff'
import { addDays, fromEpochMinute, localDay, parseMinute } from '../../../lib/local-time.ts'
import { type BarbershopOpenings, businessDaySpan } from '../schedule/rules.ts'

type TimeOffInput = Omit<Body<typeof staffApi.addTimeOff>, 'keepConflicts'>
type BarbershopHours = BarbershopOpenings & { timeZone: string }

const LONGEST_DAYS = 366

/** The problem of the requested time off as a Portuguese sentence; undefined when it is valid. */
export function findTimeOffProblem(input: TimeOffInput, shop: BarbershopHours, now: Date): string | undefined {
  const { startDate, endDate, startTime, endTime } = input
  if ((startTime === undefined) !== (endTime === undefined)) return 'Informe a hora de início e a de fim da folga.'
  if (endDate < startDate) return 'O último dia da folga vem antes do primeiro.'
  if (addDays(startDate, LONGEST_DAYS) < endDate) return 'Uma folga pode durar até um ano.'
  const { start, end } = spanOf(input, shop)
  if (end <= start) return 'A folga precisa terminar depois de começar.'
  return end <= now ? 'Essa folga já passou.' : undefined
}

/**
 * The instants of the requested time off. Whole days are business days: a night past midnight before the first day is not included,
 * and the night of the last day is, until closing time.
 */
export function spanOf(
  { startDate, endDate, startTime, endTime }: TimeOffInput,
  { timeZone, ...shop }: BarbershopHours,
) {
  const first = localDay(startDate, timeZone)
  const last = localDay(endDate, timeZone)
  const start = startTime === undefined ? businessDaySpan(shop, startDate)[0] : parseMinute(startTime)
  const end = endTime === undefined ? businessDaySpan(shop, endDate)[1] : parseMinute(endTime)
  return { start: fromEpochMinute(first.toEpoch(start)), end: fromEpochMinute(last.toEpoch(end)) }
}
