import type { Body } from '@na-regua/contract/route'
import type { staffApi } from '@na-regua/contract/staff'
import { addDays, fromEpochMinute, localDay } from '../../../lib/local-time.ts'
import { type ShopOpenings, shiftSpan } from '../schedule/rules.ts'

type Wish = Omit<Body<typeof staffApi.addTimeOff>, 'keepConflicts'>
type Shop = ShopOpenings & { timeZone: string }

const LONGEST_DAYS = 366

/** What is wrong with a time off that somebody asks for, in words; undefined when it can be taken. */
export function findFault(wish: Wish, shop: Shop, now: Date): string | undefined {
  const { startDate, endDate, startTime, endTime } = wish
  if ((startTime === undefined) !== (endTime === undefined)) return 'Informe a hora de início e a de fim da folga.'
  if (endDate < startDate) return 'O último dia da folga vem antes do primeiro.'
  if (addDays(startDate, LONGEST_DAYS) < endDate) return 'Uma folga pode durar até um ano.'
  const { start, end } = spanOf(wish, shop)
  if (end <= start) return 'A folga precisa terminar depois de começar.'
  return end <= now ? 'Essa folga já passou.' : undefined
}

/**
 * From when to when. Whole days are the shop's days: the night that the first one inherits stays with the day before, and the
 * night of the last one is off until the shop closes.
 */
export function spanOf({ startDate, endDate, startTime, endTime }: Wish, { timeZone, ...shop }: Shop) {
  const [first, last] = [localDay(startDate, timeZone), localDay(endDate, timeZone)]
  const start = startTime === undefined ? shiftSpan(shop, startDate)[0] : toMinute(startTime)
  const end = endTime === undefined ? shiftSpan(shop, endDate)[1] : toMinute(endTime)
  return { start: fromEpochMinute(first.toEpoch(start)), end: fromEpochMinute(last.toEpoch(end)) }
}

function toMinute(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}
