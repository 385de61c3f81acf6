import { formatAmount } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { PriceRange, SearchFilters } from './rules.ts'

export type FilterBadge = { label: string; wishesWithout: SearchFilters }

/** What is chosen, in words, each with the wishes that remain without it. */
export function badgesOf(wishes: SearchFilters): FilterBadge[] {
  const { radius, rating, price, features } = wishes
  const badges: FilterBadge[] = []
  const decimal = (value: number) => String(value).replace('.', ',')
  if (radius) badges.push({ label: `Até ${decimal(radius)}km`, wishesWithout: { ...wishes, radius: undefined } })
  if (rating) badges.push({ label: `${decimal(rating)}+ estrelas`, wishesWithout: { ...wishes, rating: undefined } })
  if (price) badges.push({ label: describePrice(price), wishesWithout: { ...wishes, price: undefined } })
  if (features.length > 0) {
    badges.push({ label: `Comodidades: ${features.join(', ')}`, wishesWithout: { ...wishes, features: [] } })
  }
  return badges
}

function describePrice({ min, max }: PriceRange) {
  const whole = (cents: number) => formatAmount(cents).replace(/,00$/, '')
  return max === null ? `Preço acima de R$ ${whole(min)}` : `Preço R$ ${whole(min)} - R$ ${whole(max)}`
}

type FilterBadgesProps = { wishes: SearchFilters; onChange: (wishes: SearchFilters) => void }

export function FilterBadges({ wishes, onChange }: FilterBadgesProps) {
  const badges = badgesOf(wishes)
  if (badges.length === 0) return null
  return (
    <ul aria-label="Filtros ativos" className="flex flex-wrap gap-2">
      {badges.map(({ label, wishesWithout }) => (
        <li key={label} className="max-w-full">
          <button
            type="button"
            aria-label={`Remover filtro ${label}`}
            onClick={() => onChange(wishesWithout)}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full bg-navy-soft py-1 pr-2.5 pl-3.5 text-left text-sm font-semibold text-navy md:min-h-9"
          >
            <span className="truncate">{label}</span>
            <Icon name="close" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
