import { classNames } from '../../../ui/class-names.ts'
import type { SearchFilters } from './rules.ts'

type QuickWishesProps = { wishes: SearchFilters; onChange: (wishes: SearchFilters) => void }

const labels = { isOpenNow: 'Atende agora', isFreeToday: 'Livre hoje' } as const

/** The two wishes of somebody in a hurry, always in reach. */
export function QuickFilters({ wishes, onChange }: QuickWishesProps) {
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">Para hoje</legend>
      {(['isOpenNow', 'isFreeToday'] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={wishes[name]}
          onClick={() => onChange({ ...wishes, [name]: !wishes[name] })}
          className={classNames(
            'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold whitespace-nowrap transition-colors',
            wishes[name] ? 'border-green bg-green-soft text-green' : 'border-line bg-card hover:border-edge',
          )}
        >
          <span
            aria-hidden="true"
            className={classNames('size-2 rounded-full', wishes[name] ? 'bg-green' : 'border-[1.5px] border-edge')}
          />
          {labels[name]}
        </button>
      ))}
    </fieldset>
  )
}
