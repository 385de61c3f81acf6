import type { BarbershopCard } from '@na-regua/contract/barbershops'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { CardLayout } from '../card/barbershop-card.tsx'
import { CardSkeleton } from '../card/card-skeleton.tsx'
import { describeFailure } from './rules.ts'
import { useListLayout } from './use-list-layout.ts'
import type { Nearby } from './use-nearby.ts'

const SKELETONS = [1, 2, 3, 4, 5, 6]

type NearbyListProps = {
  nearby: Nearby
  renderCard: (shop: BarbershopCard, layout: CardLayout, index: number) => ReactNode
  nothingFound: ReactNode
}

function More({ more }: Pick<Nearby, 'more'>) {
  if (!more.isThere) return null
  return (
    <div className="mt-6 grid justify-items-center gap-2">
      {more.hasFailed && (
        <p role="alert" className="text-sm text-red">
          Não foi possível carregar mais barbearias. Tente novamente.
        </p>
      )}
      <Button variant="outline" size="large" isBusy={more.isLoading} onClick={more.load}>
        Carregar mais barbearias
      </Button>
    </div>
  )
}

export function NearbyList({ nearby, renderCard, nothingFound }: NearbyListProps) {
  const [layout] = useListLayout()
  const grid = classNames('grid gap-4', layout === 'grid' && 'sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2')
  if (nearby.error) {
    return (
      <Notice
        tone="error"
        title={describeFailure(nearby.error)}
        action={<Button onClick={nearby.retry}>Tentar novamente</Button>}
      />
    )
  }
  if (nearby.isPending) {
    return (
      <div className={grid}>
        {SKELETONS.map((key) => (
          <CardSkeleton key={key} layout={layout} />
        ))}
      </div>
    )
  }
  if (nearby.shops.length === 0) return nothingFound
  return (
    <>
      <ul className={grid}>
        {nearby.shops.map((shop, index) => (
          <li key={shop.id} className="min-w-0">
            {renderCard(shop, layout, index)}
          </li>
        ))}
      </ul>
      <More more={nearby.more} />
    </>
  )
}
