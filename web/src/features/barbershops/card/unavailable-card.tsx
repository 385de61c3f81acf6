import type { BarbershopCard } from '@na-regua/contract/barbershops'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Cover } from './barbershop-card.tsx'

type UnavailableCardProps = {
  barbershop: Pick<BarbershopCard, 'name' | 'neighborhood' | 'city' | 'images' | 'coverImageUrl'>
  /** The favorite button, to remove it. */
  action: ReactNode
}

/** A favorite that is inactive now: without links, because its page does not exist at the moment. */
export function UnavailableCard({ barbershop, action }: UnavailableCardProps) {
  const { name, neighborhood, city } = barbershop
  return (
    <article className="relative grid h-full grid-cols-[4.5rem_minmax(0,1fr)] content-start gap-x-3 overflow-hidden rounded-card border border-line border-dashed bg-card p-3 md:flex md:flex-col md:p-0">
      <div className="relative min-h-18 overflow-hidden rounded-control md:min-h-38 md:rounded-none">
        <Cover of={barbershop} className="absolute inset-0 size-full opacity-45 grayscale" />
      </div>
      <div className="absolute top-1 right-1 md:top-2 md:right-2">{action}</div>
      <div className="grid min-w-0 content-start gap-1 md:p-4">
        <h3 className="line-clamp-2 mr-9 text-lg leading-5.5 md:mr-0 md:text-xl md:leading-6.5">{name}</h3>
        <p className="truncate text-sm text-mute">{[neighborhood, city].filter(Boolean).join(', ')}</p>
        <div className="md:absolute md:top-3 md:left-3">
          <Badge tone="neutral">Indisponível</Badge>
        </div>
        <p className="mt-1 text-sm text-mute md:mt-2 md:text-base">
          Esta barbearia não está atendendo pelo site no momento. Se ela voltar, continua aqui.
        </p>
      </div>
    </article>
  )
}
