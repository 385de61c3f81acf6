import type { Dashboard } from '@na-regua/contract/dashboard'
import { formatShortDate } from '../../../lib/format.ts'
import { describeDays } from './rules.ts'

const HEIGHT = 96
/** A day without anybody is still a tick. */
const LEAST = 4

/** The ruler once more: a tick for each day, as long as the day was full; today stands in red. */
export function DaysPicture({ days }: Pick<Dashboard, 'days'>) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  return (
    <figure className="min-w-0 rounded-card border border-line bg-card p-4 md:p-5">
      <figcaption>
        <h2 className="text-lg">Agendamentos por dia</h2>
        <p className="mt-1 text-sm text-mute">{describeDays(days)}</p>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-4 block h-24 w-full"
        fill="none"
      >
        {days.map(({ date, count }, index) => (
          <path
            key={date}
            d={`M${index + 0.5} 0V${LEAST + (count / most) * (HEIGHT - LEAST)}`}
            className={index === days.length - 1 ? 'stroke-red' : 'stroke-ink'}
            strokeWidth="3"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <p aria-hidden="true" className="mt-2 flex justify-between text-xs font-medium text-mute tabular-nums">
        <span>{formatShortDate(days[0]?.date ?? '')}</span>
        <span>hoje</span>
      </p>
      <DaysTable days={days} />
    </figure>
  )
}

/** The same for whoever cannot see it: only days on which somebody came. */
function DaysTable({ days }: Pick<Dashboard, 'days'>) {
  return (
    <table className="sr-only">
      <caption>Agendamentos por dia</caption>
      <tbody>
        {days
          .filter(({ count }) => count > 0)
          .map(({ date, count }) => (
            <tr key={date}>
              <th scope="row">{formatShortDate(date)}</th>
              <td>{count}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
