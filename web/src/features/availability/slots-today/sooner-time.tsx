import type { NextTime } from '@na-regua/contract/availability'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatTimeInSentence } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Icon } from '../../../ui/icon.tsx'
import { formatSlotDay, nextTimePath, slotsTodayQuery } from './queries.ts'

type Wait = { fromMin: number; toMin: number } | null

/** The next time that can be booked, if it starts before the wait may be over. A wait that is not known is compared with nothing. */
export function findSoonerTime(times: readonly NextTime[] = [], wait: Wait, now: Date): NextTime | undefined {
  const [next] = times
  if (!next || !wait) return undefined
  return Date.parse(next.startTime) < now.getTime() + wait.toMin * 60_000 ? next : undefined
}

type SoonerTimeProps = { barbershopId: string; wait: Wait }

/** For who waits, or is about to: the link to a time that comes sooner. Nothing where none does. */
export function SoonerTime({ barbershopId, wait }: SoonerTimeProps) {
  const { data = [] } = useQuery(slotsTodayQuery([barbershopId]))
  const now = useNow()
  const [slots] = data
  const next = findSoonerTime(slots?.nextTimes, wait, now)
  if (!slots || !next) return null
  const day = formatSlotDay(next.date, toLocalTime(now, slots.timeZone).date)
  return (
    <Link
      to={nextTimePath(barbershopId, next)}
      className="flex min-h-11 items-center gap-2 font-semibold text-navy underline-offset-4 hover:underline"
    >
      <Icon name="calendar" className="size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere tabular-nums">
        Ou marque {day?.toLowerCase()} às {formatTimeInSentence(next.time)} com {next.barberName}
      </span>
    </Link>
  )
}
