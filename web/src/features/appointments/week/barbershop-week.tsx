import type { BarbershopWeek } from '@na-regua/contract/agendas'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { formatCount, formatWeekday, getWeekday, weekdaysShort } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { useHasColumns } from '../../../ui/use-media-query.ts'
import { EmptyDay } from '../day/barber-timeline.tsx'
import { DayRow, dayRowsClass } from './barber-week.tsx'
import { computeOccupancy, formatColumnVisits, sumCounts } from './rules.ts'

type WeekProps = { week: BarbershopWeek }

/** The week of all barbers: how many come to whom on which day, on a phone how many on each day. */
export function BarbershopWeekView({ week }: WeekProps) {
  const hasColumns = useHasColumns()
  if (week.barbers.length === 0) return <EmptyDay>Nenhuma cadeira por aqui ainda.</EmptyDay>
  return hasColumns ? <CountTable week={week} /> : <CountRows week={week} />
}

function CountRows({ week: { today, days } }: WeekProps) {
  return (
    <ol aria-label="Dias da semana" className={dayRowsClass}>
      {days.map(({ date, barbers }) => {
        const occupancy = computeOccupancy(barbers)
        const working = barbers.filter(({ workMin }) => workMin > 0).length
        const team = formatCount(working, 'barbeiro', 'barbeiros')
        return (
          <DayRow
            key={date}
            date={date}
            today={today}
            to={paths.ownerDay(date)}
            count={sumCounts(barbers)}
            text={occupancy === undefined ? 'ninguém trabalha' : `${team} · ${occupancy} % ocupado`}
          />
        )
      })}
    </ol>
  )
}

const cellClass = 'border-b border-line p-0 text-center tabular-nums'
const linkClass = 'grid min-h-14 content-center px-1 transition-colors hover:bg-sunken focus-visible:-outline-offset-2'

function CountTable({ week: { today, barbers, days } }: WeekProps) {
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-card">
      <table aria-label="Semana de todos os barbeiros" className="w-full min-w-160 table-fixed border-collapse">
        <thead>
          <tr>
            <th scope="col" className="w-1/5 border-b border-line px-3 text-left text-sm font-medium text-mute">
              Barbeiro
            </th>
            {days.map(({ date, barbers: counts }) => (
              <th key={date} scope="col" className={clsx(cellClass, date === today && 'bg-sunken')}>
                <Link to={paths.ownerDay(date)} className={linkClass}>
                  <span className={clsx('font-semibold', date < today && 'text-mute')}>
                    {weekdaysShort[getWeekday(date)]} {Number(date.slice(8))}
                  </span>
                  <span className="text-xs font-medium text-mute">
                    {formatColumnVisits(sumCounts(counts), date === today)}
                  </span>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>*]:border-b-0">
          {barbers.map((barber, index) => (
            <tr key={barber.id}>
              <th scope="row" className="border-b border-line p-0 text-left">
                <Link
                  to={paths.boardWeek(days[0]?.date ?? today, barber.id)}
                  className="flex min-h-14 items-center gap-2.5 px-3 py-1.5 transition-colors hover:bg-sunken focus-visible:-outline-offset-2"
                >
                  <Avatar name={barber.name} src={barber.avatarUrl} className="size-8 shrink-0 text-xs" />
                  <span className="line-clamp-2 min-w-0 leading-tight font-semibold wrap-anywhere">{barber.name}</span>
                </Link>
              </th>
              {days.map(({ date, barbers: counts }) => (
                <CountCell key={date} date={date} today={today} barber={barber} count={counts[index]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CountCellProps = {
  date: string
  today: string
  barber: BarbershopWeek['barbers'][number]
  count: BarbershopWeek['days'][number]['barbers'][number] | undefined
}

/** A number, and below it how much of the day is taken. */
function CountCell({ date, today, barber, count }: CountCellProps) {
  const occupancy = count && computeOccupancy([count])
  const isEmpty = !count || (count.count === 0 && occupancy === undefined)
  const state = occupancy === undefined ? 'sem expediente' : `${occupancy} % ocupado`
  return (
    <td className={clsx(cellClass, date === today && 'bg-sunken')}>
      <Link to={paths.ownerDay(date, barber.id)} className={linkClass}>
        <span className={isEmpty || date < today ? 'text-mute' : 'font-semibold'}>
          <span className="sr-only">{`${barber.name}, ${formatWeekday(date)}: `}</span>
          {isEmpty ? '–' : count.count}
          <span className="sr-only">{` ${count?.count === 1 ? 'horário' : 'horários'}, ${state}`}</span>
        </span>
        {occupancy !== undefined && (
          <span
            aria-hidden="true"
            className="mx-auto mt-1 block h-1 w-12 max-w-full overflow-hidden rounded-full bg-line"
          >
            <span className="block h-full bg-green" style={{ width: `${occupancy}%` }} />
          </span>
        )}
      </Link>
    </td>
  )
}
