import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { describeFailure } from './rules.ts'
import type { Favorites } from './use-favorites.ts'

type FavoriteListProps = {
  favorites: Favorites
  isGrid: boolean
  skeleton: ReactNode
  renderCard: (shop: BarbershopCard, index: number) => ReactNode
  nothingThere: ReactNode
}

/** A card that goes takes the focus with it: it stays with the list then, instead of falling to the top of the page. */
function useFocusStays(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const lastCount = useRef(count)
  useEffect(() => {
    if (count < lastCount.current && document.activeElement === document.body) {
      list.current?.focus({ preventScroll: true })
    }
    lastCount.current = count
  }, [count])
  return list
}

function More({ more }: Pick<Favorites, 'more'>) {
  if (!more.isThere) return null
  return (
    <div className="mt-6 grid justify-items-center gap-2">
      {more.hasFailed && (
        <p role="alert" className="text-sm text-red">
          Não foi possível carregar mais favoritos. Tente novamente.
        </p>
      )}
      <Button variant="outline" size="large" isBusy={more.isLoading} onClick={more.load}>
        Carregar mais favoritos
      </Button>
    </div>
  )
}

export function FavoriteList({ favorites, isGrid, skeleton, renderCard, nothingThere }: FavoriteListProps) {
  const list = useFocusStays(favorites.shops.length)
  const grid = classNames('grid gap-4 outline-none', isGrid && 'sm:grid-cols-2 lg:grid-cols-3')
  const retry = <Button onClick={favorites.retry}>Tentar novamente</Button>
  if (favorites.error) return <Notice tone="error" title={describeFailure(favorites.error)} action={retry} />
  if (favorites.isPending) {
    return (
      <div className={grid} role="status" aria-label="Carregando favoritos">
        {[1, 2, 3].map((key) => (
          <div key={key}>{skeleton}</div>
        ))}
      </div>
    )
  }
  if (favorites.shops.length === 0 && !favorites.more.isThere) return nothingThere
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Favoritas" className={grid}>
        {favorites.shops.map((shop, index) => (
          <li key={shop.id} className="min-w-0">
            {renderCard(shop, index)}
          </li>
        ))}
      </ul>
      <More more={favorites.more} />
    </>
  )
}
