import type { Barbershop, Service, WorkingHour } from '@na-regua/contract/barbershops'
import { listServicesOfBarbers } from '@na-regua/contract/service-combinations'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatDuration, formatMoney, weekdays } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { getFeatureIcon, groupByCategory, isProvidedBy, listOpeningDays, type OpeningDay } from './rules.ts'

type BarbershopInfoProps = {
  shop: Barbershop
  /** Weekday in the barbershop's time zone, 0 = Sunday. */
  today: number
}

export function BarbershopInfo({ shop, today }: BarbershopInfoProps) {
  return (
    <>
      {shop.description && <p className="wrap-anywhere text-sm whitespace-pre-line text-mute">{shop.description}</p>}
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

type ServiceListProps = {
  shop: Pick<Barbershop, 'services' | 'combinations'>
  barberIds: readonly string[]
  /** The booking button of a service, for those who provide it. */
  action: (service: Service, barberIds: readonly string[]) => ReactNode
}

/** Where barbers differ, the price of the cheapest one. */
export function ServiceList({ shop, barberIds, action }: ServiceListProps) {
  const provided = listServicesOfBarbers(shop, barberIds).services.filter(({ isActive }) => isActive)
  if (provided.length === 0) return <Notice icon="scissors" title="Nenhum serviço disponível no momento." />
  return groupByCategory(provided).map(({ category, services }) => (
    <section key={category} aria-label={category || 'Serviços'}>
      {category && <h3 className="pt-5 pb-1 text-lg">{category}</h3>}
      <ul className="divide-y divide-line">
        {services.map((service) => (
          <ServiceItem
            key={service.id}
            service={service}
            isOfSeveral={barberIds.length > 1}
            names={shop.services.filter(({ id }) => service.includes?.includes(id)).map(({ name }) => name)}
            action={action(
              service,
              barberIds.filter((id) => isProvidedBy(service, id)),
            )}
          />
        ))}
      </ul>
    </section>
  ))
}

type ServiceItemProps = {
  service: Service
  /** The names of the services in a combo. */
  names: readonly string[]
  /** The barbershop has several barbers. */
  isOfSeveral: boolean
  action: ReactNode
}

function ServiceItem({ service, names, isOfSeveral, action }: ServiceItemProps) {
  const { name, description, durationMin, priceCents, barbers } = service
  const haveOtherPrices = isOfSeveral && barbers?.some((own) => own.isProvided && own.priceCents !== null)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0">
      <div className="wrap-anywhere min-w-0 flex-1 basis-[9rem]">
        <h3 className="font-sans text-base leading-snug font-semibold tracking-normal">{name}</h3>
        {names.length > 0 && <p className="mt-0.5 text-sm text-mute">{names.join(' + ')}</p>}
        {description && <p className="mt-0.5 text-sm text-mute">{description}</p>}
        <p className="mt-1 text-sm text-mute tabular-nums">{formatDuration(durationMin)}</p>
      </div>
      <div className="ml-auto flex flex-col items-end gap-x-4 gap-y-1.5 tabular-nums sm:flex-row sm:items-center">
        <span className="text-right">
          {haveOtherPrices && <span className="block text-sm text-mute">a partir de</span>}
          <strong className="font-semibold whitespace-nowrap">{formatMoney(priceCents)}</strong>
        </span>
        {action}
      </div>
    </li>
  )
}
