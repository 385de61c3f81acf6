import type { Dashboard } from '@na-regua/contract/dashboard'
import { classNames } from '../../../ui/class-names.ts'
import { describeHours, toTable, weekdays } from './rules.ts'

const shades = ['fill-sunken', 'fill-red/25', 'fill-red/50', 'fill-red/75', 'fill-red'] as const

/** When people come: a square for each hour of a weekday, the redder the fuller. It is a table, and read as one. */
export function HoursPicture({ hours: cells }: Pick<Dashboard, 'hours'>) {
  const { hours, rows } = toTable(cells)
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
                  <span className={classNames(index % 3 !== 0 && 'sr-only')}>{hour}h</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ dayOfWeek, cells: row }) => (
              <tr key={dayOfWeek}>
                <th scope="row" className="text-left font-medium">
                  <span aria-hidden="true">{weekdays[dayOfWeek]?.slice(0, 3)}</span>
                  <span className="sr-only">{weekdays[dayOfWeek]}</span>
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
