import { formatMoney, formatShortDate } from '../../../lib/format.ts'
import type { Summary } from './rules.ts'

/** Everything that is about to be booked, in one place. */
export function SummaryCard({ summary }: { summary: Summary }) {
  const { barbershop, barber, service, durationMin, priceCents, fullPriceCents, date, time, zone } = summary
  const rows = [
    ['Barbearia', barbershop],
    ['Barbeiro', barber],
    ['Serviço', service],
    ['Data', date && formatShortDate(date)],
    ['Horário', time && (zone ? `${time} · ${zone}` : time)],
    ['Duração', durationMin && `${durationMin} minutos`],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-mute">{label}</dt>
          <dd className="min-w-0 text-right font-medium tabular-nums">{value ?? '–'}</dd>
        </div>
      ))}
      <div className="col-span-2 mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
        <dt className="font-semibold">Total</dt>
        <dd className="text-xl font-semibold tabular-nums">
          {fullPriceCents !== undefined && (
            <s className="mr-2 text-base font-normal text-mute">
              <span className="sr-only">em vez de </span>
              {formatMoney(fullPriceCents)}
            </s>
          )}
          {priceCents === undefined ? '–' : formatMoney(priceCents)}
        </dd>
      </div>
    </dl>
  )
}
