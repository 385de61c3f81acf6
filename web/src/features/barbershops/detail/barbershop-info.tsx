import type { Barbershop, WorkingHour } from '@na-regua/contract/barbershops'
import { clsx } from 'clsx'
import { weekdays } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { listOpeningDays, type OpeningDay } from '../opening-hours/rules.ts'
import { getFeatureIcon } from './rules.ts'

type BarbershopInfoProps = {
  shop: Barbershop
  /** Weekday in the barbershop's time zone, 0 = Sunday. */
  today: number
}

export function BarbershopInfo({ shop, today }: BarbershopInfoProps) {
  return (
    <>
      {shop.description && (
        <p className="[overflow-wrap:anywhere] text-sm whitespace-pre-line text-mute">{shop.description}</p>
      )}
      <FeatureList features={shop.features} />
      <OpeningHours hours={shop.workingHours} today={today} />
    </>
  )
}

function FeatureList({ features }: { features: readonly string[] }) {
  return (
    <section aria-labelledby="beneficios">
      <h2 id="beneficios" className="text-lg">
        Benefícios
      </h2>
      {features.length === 0 ? (
        <p className="mt-3 text-mute">Nenhum benefício listado.</p>
      ) : (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4 gap-y-2.5 text-sm">
          {features.map((name) => (
            <li key={name} className="flex items-center gap-2.5">
              <span className="grid size-8 shrink-0 place-items-center rounded-control bg-sunken">
                <Icon name={getFeatureIcon(name)} className="size-4.5" />
              </span>
              {name}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Day({ day }: { day: OpeningDay }) {
  const isClosed = day.texts.length === 0
  return (
    <div
      className={clsx(
        'flex items-baseline justify-between gap-4 border-l-2 py-1.5 pl-3',
        day.isToday ? 'border-red font-semibold' : 'border-line',
      )}
    >
      <dt>
        {weekdays[day.dayOfWeek]}
        {day.isToday && <span className="ml-2 text-xs font-semibold text-red">hoje</span>}
      </dt>
      <dd className={clsx('text-right tabular-nums', isClosed && 'text-mute')}>
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
  /** Weekday in the barbershop's time zone, 0 = Sunday. */
  today: number
}

function OpeningHours({ hours, today }: OpeningHoursProps) {
  return (
    <section aria-labelledby="horarios">
      <h2 id="horarios" className="text-lg">
        Horário de Funcionamento
      </h2>
      {hours.some(({ isClosed }) => !isClosed) ? (
        <dl className="mt-3 text-sm">
          {listOpeningDays(hours, today).map((day) => (
            <Day key={day.dayOfWeek} day={day} />
          ))}
        </dl>
      ) : (
        <p className="mt-3 text-mute">Horários não disponíveis.</p>
      )}
    </section>
  )
}
