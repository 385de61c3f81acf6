import type { Dashboard } from '@na-regua/contract/dashboard'
import { clsx } from 'clsx'
import { describeHours, toHourTable, weekdayNames } from './rules.ts'

const shades = ['fill-sunken', 'fill-red/25', 'fill-red/50', 'fill-red/75', 'fill-red'] as const

/** Busiest hours as a heat map: a table with one cell per weekday and hour. */
export function HoursChart({ hours: cells }: Pick<Dashboard, 'hours'>) {
  const { hours, rows } = toHourTable(cells)
  return (
    <figure className="min-w-0 rounded-card border border-line bg-card p-4 md:p-5">
      <figcaption>
        <h2 className="text-lg">Horários mais cheios</h2>
        <p className="mt-1 text-sm text-mute">{describeHours(cells)}</p>
      </figcaption>
      {rows.length > 0 && (
        <table className="mt-4 w-full table-fixed border-separate border-spacing-0.5 text-xs text-mute tabular-nums">
          <caption className="sr-only">Agendamentos dos últimos 30 dias por dia da semana e hora</caption>
          <thead>
            <tr>
              <td className="w-9" />
              {hours.map((hour, index) => (
                <th key={hour} scope="col" className="overflow-visible font-medium whitespace-nowrap">
                  <span className={clsx(index % 3 !== 0 && 'sr-only')}>{hour}h</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ dayOfWeek, cells: row }) => (
              <tr key={dayOfWeek}>
                <th scope="row" className="text-left font-medium">
                  <span aria-hidden="true">{weekdayNames[dayOfWeek]?.slice(0, 3)}</span>
                  <span className="sr-only">{weekdayNames[dayOfWeek]}</span>
                </th>
                {row.map((cell) => (
                  <Cell key={cell.hour} {...cell} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  )
}

function Cell({ count, level }: { count: number; level: number }) {
  return (
    <td className="p-0">
      <svg aria-hidden="true" width="100%" height="22" className="block">
        <rect width="100%" height="22" rx="3" className={shades[level]} />
      </svg>
      <span className="sr-only">{count}</span>
    </td>
  )
}
