import type { Barbershop, Service } from '@na-regua/contract/barbershops'
import { listOffersOfBarbers } from '@na-regua/contract/service-combinations'
import type { ReactNode } from 'react'
import { formatMoney } from '../../../lib/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { groupByCategory, isOfferedBy } from './rules.ts'

type ServiceListProps = {
  shop: Pick<Barbershop, 'services' | 'combinations'>
  /** Of the barbers, whom a booking starts with first. */
  barberIds: readonly string[]
  /** The booking button of a service, with a barber who offers it. */
  action: (service: Service, barberId: string | undefined) => ReactNode
}

/** Where barbers differ, the price of the cheapest one. */
export function ServiceList({ shop, barberIds, action }: ServiceListProps) {
  const offered = listOffersOfBarbers(shop, barberIds).services.filter(({ isActive }) => isActive)
  if (offered.length === 0) return <Notice icon="scissors" title="Nenhum serviço disponível no momento." />
  return groupByCategory(offered).map(({ category, services }) => (
    <section key={category} aria-label={category || 'Serviços'}>
      {category && <h3 className="pt-5 pb-1 text-lg">{category}</h3>}
      <ul className="divide-y divide-line">
        {services.map((service) => (
          <ServiceItem
            key={service.id}
            service={service}
            names={shop.services.filter(({ id }) => service.includes?.includes(id)).map(({ name }) => name)}
            action={action(
              service,
              barberIds.find((id) => isOfferedBy(service, id)),
            )}
          />
        ))}
      </ul>
    </section>
  ))
}

type ServiceItemProps = {
  service: Service
  /** Of the services in a combo. */
  names: readonly string[]
  action: ReactNode
}

function ServiceItem({ service, names, action }: ServiceItemProps) {
  const { name, description, durationMin, priceCents, barbers } = service
  const haveOtherPrices = barbers?.some((own) => own.isOffered && own.priceCents !== null)
  return (
    <li className="flex items-center gap-4 py-4 first:pt-0">
      <div className="[overflow-wrap:anywhere] min-w-0 flex-1">
        <h3 className="font-sans text-base leading-snug font-semibold tracking-normal">{name}</h3>
        {names.length > 0 && <p className="mt-0.5 text-sm text-mute">{names.join(' + ')}</p>}
        {description && <p className="mt-0.5 text-sm text-mute">{description}</p>}
        <p className="mt-1 text-sm text-mute tabular-nums">{durationMin} min</p>
      </div>
      <div className="flex flex-col items-end gap-x-4 gap-y-1.5 tabular-nums sm:flex-row sm:items-center">
        <span className="text-right">
          {haveOtherPrices && <span className="block text-sm text-mute">a partir de</span>}
          <strong className="font-semibold whitespace-nowrap">{formatMoney(priceCents)}</strong>
        </span>
        {action}
      </div>
    </li>
  )
}
