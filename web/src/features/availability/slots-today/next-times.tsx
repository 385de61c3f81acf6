import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import { Link } from 'react-router'
import { formatSpokenTime } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { Skeleton } from '../../../ui/loading.tsx'
import { formatSlotDay, nextTimePath } from './rules.ts'

type NextTimesProps = {
  /** Undefined while loading, null when the request failed. */
  slots: BarbershopSlotsToday | null | undefined
}

/** The next times of a barbershop, each a link that books it as it is shown. The height is the same while loading. */
export function NextTimes({ slots }: NextTimesProps) {
  if (slots === undefined) return <LoadingTimes />
  const [first] = slots?.nextTimes ?? []
  if (!slots || !first) return null
  const { date: today } = toLocalTime(new Date(), slots.timeZone)
  return (
    <div>
      <p className="truncate text-sm leading-5 text-mute">
        Próximos horários <span className="text-ink">para {first.serviceName}</span>
      </p>
      <ul className="mt-1.5 grid grid-cols-4 gap-2">
        {slots.nextTimes?.map((next) => (
          <li key={next.startTime}>
            <Link
              to={nextTimePath(slots.id, next)}
              prefetch="intent"
              className="grid min-h-11 content-center justify-items-center rounded-control border border-line bg-card leading-tight transition-colors hover:border-edge active:translate-y-px active:border-ink active:bg-sunken"
            >
              <span className="text-xs text-mute">{formatSlotDay(next.date, today)}</span>{' '}
              <span className="text-sm font-semibold tabular-nums">{formatSpokenTime(next.time)}</span>
              <span className="sr-only">
                {' '}
                com {next.barberName}, {next.serviceName}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function LoadingTimes() {
  return (
    <div>
      <p className="sr-only">Carregando próximos horários</p>
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="mt-1.5 h-11" />
    </div>
  )
}
