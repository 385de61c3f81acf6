import type { ReactNode } from 'react'
import { formatMoney, formatShortDate } from '../../../lib/format.ts'
import { anyBarber, type Summary } from './rules.ts'

/** On phones: the choice and the button, always within the thumb's reach. */
export function ConfirmBar({ summary, children }: { summary: Summary; children: ReactNode }) {
  const { date, time, priceCents, barber, durationMin, zone } = summary
  return (
    <div className="sticky bottom-0 z-20 -mx-5 mt-auto border-t border-line bg-paper px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:-mx-7 md:px-7 lg:hidden">
      {date && time && (
        <div className="mb-2.5 grid animate-rise grid-cols-[1fr_auto] items-baseline gap-x-4 tabular-nums">
          <p className="font-semibold">
            {formatShortDate(date)} às {time}
          </p>
          <p className="text-lg font-semibold">{priceCents !== undefined && formatMoney(priceCents)}</p>
          <p className="col-span-2 truncate text-sm text-mute">
            {[barber === anyBarber.name ? barber : barber && `com ${barber}`, durationMin && `${durationMin} min`, zone]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      )}
      {children}
    </div>
  )
}
