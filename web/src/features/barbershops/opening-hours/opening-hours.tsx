import type { WorkingHour } from '@na-regua/contract/barbershops'
import { weekdays } from '../../../lib/format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { type DayHours, listWeek } from './rules.ts'

function Day({ day }: { day: DayHours }) {
  const isClosed = day.texts.length === 0
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4 border-l-2 py-1.5 pl-3',
        day.isToday ? 'border-red font-semibold' : 'border-line',
      )}
    >
      <dt>
        {weekdays[day.dayOfWeek]}
        {day.isToday && <span className="ml-2 text-xs font-semibold text-red">hoje</span>}
      </dt>
      <dd className={classNames('text-right tabular-nums', isClosed && 'text-mute')}>
        {isClosed
          ? 'Fechado'
          : day.texts.map((text) => (
              <span key={text} className="block">
                {text}
              </span>
            ))}
      </dd>
    </div>
  )
}

type OpeningHoursProps = {
  hours: readonly WorkingHour[]
  /** Weekday on the shop's own wall, 0 = Sunday. */
  today: number
}

export function OpeningHours({ hours, today }: OpeningHoursProps) {
  return (
    <section aria-labelledby="horarios">
      <h2 id="horarios" className="text-lg">
        Horário de Funcionamento
      </h2>
      {hours.some(({ isClosed }) => !isClosed) ? (
        <dl className="mt-3 text-sm">
          {listWeek(hours, today).map((day) => (
            <Day key={day.dayOfWeek} day={day} />
          ))}
        </dl>
      ) : (
        <p className="mt-3 text-mute">Horários não disponíveis.</p>
      )}
    </section>
  )
}
