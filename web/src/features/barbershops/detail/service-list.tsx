import type { Service } from '@na-regua/contract/barbershops'
import type { ReactNode } from 'react'
import { formatMoney } from '../../../lib/format.ts'
import { Notice } from '../../../ui/notice.tsx'

type ServiceListProps = {
  services: readonly Service[]
  /** The booking button of a service. */
  action: (service: Service) => ReactNode
}

export function ServiceList({ services, action }: ServiceListProps) {
  const offered = services.filter(({ isActive }) => isActive)
  if (offered.length === 0) return <Notice icon="scissors" title="Nenhum serviço disponível no momento." />
  return (
    <ul className="divide-y divide-line">
      {offered.map((service) => (
        <li key={service.id} className="flex items-center gap-4 py-4 first:pt-0">
          <div className="[overflow-wrap:anywhere] min-w-0 flex-1">
            <h3 className="font-sans text-base leading-snug font-semibold tracking-normal">{service.name}</h3>
            {service.description && <p className="mt-0.5 text-sm text-mute">{service.description}</p>}
            <p className="mt-1 text-sm text-mute tabular-nums">{service.durationMin} min</p>
          </div>
          <div className="flex flex-col items-end gap-x-4 gap-y-1.5 tabular-nums sm:flex-row sm:items-center">
            <strong className="font-semibold whitespace-nowrap">{formatMoney(service.priceCents)}</strong>
            {action(service)}
          </div>
        </li>
      ))}
    </ul>
  )
}
