import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { formatDistance } from '../../../lib/format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Cover } from '../card/cover.tsx'

type SearchResultsProps = {
  id: string
  shops: readonly BarbershopCard[]
  activeIndex: number
  onPick: (shop: BarbershopCard) => void
  onHover: (index: number) => void
}

/** The list box of the search: the focus stays in the field, which names the active option. */
export function SearchResults({ id, shops, activeIndex, onPick, onHover }: SearchResultsProps) {
  return (
    <div id={id} role="listbox" aria-label="Barbearias encontradas" className="p-1.5">
      {shops.map((shop, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard picks from within the field.
        <div
          key={shop.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          onClick={() => onPick(shop)}
          onPointerMove={() => onHover(index)}
          className={classNames(
            'flex min-h-16 cursor-pointer items-center gap-3 rounded-control p-2',
            index === activeIndex && 'bg-sunken',
          )}
        >
          <Cover of={shop} className="size-13 shrink-0 rounded-small" />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{shop.name}</span>
            <span className="block truncate text-sm text-mute">
              {shop.neighborhood}, {shop.city}
            </span>
          </span>
          {shop.distance_in_km !== null && (
            <span className="text-sm font-medium whitespace-nowrap text-mute tabular-nums">
              {formatDistance(shop.distance_in_km)}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
