import type { BarbershopCard } from '@na-regua/contract/barbershops'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Cover } from './cover.tsx'

type UnavailableCardProps = {
  barbershop: Pick<BarbershopCard, 'name' | 'neighborhood' | 'city' | 'images' | 'coverImageUrl'>
  /** The favorite button, to remove it. */
  action: ReactNode
}

/** A favorite that is inactive now: without links, because its page does not exist at the moment. */
export function UnavailableCard({ barbershop, action }: UnavailableCardProps) {
  const { name, neighborhood, city } = barbershop
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-card border border-line border-dashed bg-card">
      <Cover of={barbershop} className="h-38 w-full opacity-45 grayscale" />
      <div className="absolute top-3 left-3">
        <Badge tone="neutral">Indisponível</Badge>
      </div>
      <div className="absolute top-2 right-2">{action}</div>
      <div className="grid gap-1 p-4">
        <h3 className="line-clamp-2 text-xl leading-6.5">{name}</h3>
        <p className="truncate text-sm text-mute">{[neighborhood, city].filter(Boolean).join(', ')}</p>
        <p className="mt-2 text-mute">
          Esta barbearia não está atendendo pelo site no momento. Se ela voltar, continua aqui.
        </p>
      </div>
    </article>
  )
}
