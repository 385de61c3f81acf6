import { classNames } from '../../../ui/class-names.ts'
import { RulerSkeleton, Skeleton } from '../../../ui/skeleton.tsx'
import type { CardLayout } from './barbershop-card.tsx'

/** As high as a card, so that nothing moves when it comes. */
export function CardSkeleton({ layout }: { layout: CardLayout }) {
  const isList = layout === 'list'
  return (
    <div
      className={classNames(
        'overflow-hidden rounded-card border border-line bg-card',
        isList && 'md:grid md:grid-cols-[15rem_1fr]',
      )}
    >
      <Skeleton className={classNames('h-38 rounded-none', isList && 'md:h-full')} />
      <div className="p-4">
        <Skeleton className="my-0.5 h-5.5 w-3/5" />
        <Skeleton className="mt-2 h-4 w-2/5" />
        <Skeleton className="mt-2 h-4 w-4/5" />
        <div className="mt-3.5 h-14 pt-7">
          <RulerSkeleton className="h-3.5" />
        </div>
        <div className="grid grid-cols-2 gap-2 pt-4">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      </div>
    </div>
  )
}
