import { ApiError } from '@na-regua/contract/errors'
import { normalizeName } from '@na-regua/contract/names'
import { hasWord } from '@na-regua/contract/text-limits'
import { isEmptySpan, WAITLIST_DAYS, type WaitlistRequestInput, type WantedSpan } from '@na-regua/contract/waitlist'
import { addDays, fromEpochMinute, localDay, toEpochMinute, toLocal } from '../../../lib/local-time.ts'

/** A request as it is stored. Exactly one of `targets` and `area` says where. */
export type RequestContent = {
  targets: { barbershopId: string; barberId: string | null; serviceIds: string[] }[]
  area: NonNullable<WaitlistRequestInput['area']> | null
  timeZone: string
  spans: WantedSpan[]
  /** The spans in instants, as PostgreSQL reads a multirange. */
  wanted: string
  maxPriceCents: number | null
}

/** Throws WAITLIST_INVALID unless exactly one of targets and area is given, and the service has a word. */
export function requirePlace({ targets, area }: WaitlistRequestInput): void {
  const isValid = area ? !targets && hasWord(area.service) && normalizeName(area.name) !== '' : !!targets
  if (!isValid) throw new ApiError('WAITLIST_INVALID')
}

/**
 * The spans that are not over, in their order. Throws WAITLIST_INVALID when none is left, one ends before it begins, or begins later than
 * the last day that can be wanted. Both ends of a span that a change of the clock skips are one instant: it is left out.
 */
export function parseWanted(
  input: readonly WantedSpan[],
  timeZone: string,
  now: Date,
): Pick<RequestContent, 'spans' | 'wanted'> {
  const lastDate = addDays(toLocal(toEpochMinute(now), timeZone).date, WAITLIST_DAYS)
  if (input.some((span) => isEmptySpan(span) || span.date > lastDate)) throw new ApiError('WAITLIST_INVALID')
  const spans = input
    .map((span) => {
      const day = localDay(span.date, timeZone)
      return {
        span,
        from: fromEpochMinute(day.toEpoch(span.fromMin)),
        until: fromEpochMinute(day.toEpoch(span.untilMin)),
      }
    })
    .filter(({ from, until }) => until > now && until > from)
    .toSorted((one, other) => one.from.getTime() - other.from.getTime())
  if (spans.length === 0) throw new ApiError('WAITLIST_INVALID')
  return {
    spans: spans.map(({ span }) => span),
    wanted: `{${spans.map(({ from, until }) => `[${from.toISOString()},${until.toISOString()})`).join()}}`,
  }
}
