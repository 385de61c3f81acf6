import { useQuery } from '@tanstack/react-query'
import { formatMoney, formatNearShortDate, formatNumber } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { addCalendarDays } from '../../../lib/local-time.ts'
import { useToday } from '../../../lib/use-now.ts'
import { countsQuery } from './queries.ts'
import { DEFAULT_RADIUS, describeSlotTimes, type NearbyFilters, type PriceRange } from './rules.ts'

/** Filters that may find what these do not, and how they differ from them. */
type LooserFilters = { label: string; filters: NearbyFilters }

const OTHER_DAYS = 6

/** The filters without one of them, and those of a day or a time on the days after it. `today` is YYYY-MM-DD. */
export function listLooserFilters(filters: NearbyFilters, today: string): LooserFilters[] {
  const change = (label: string, changed: Partial<NearbyFilters>) => ({ label, filters: { ...filters, ...changed } })
  const { freeOn, freeFrom, freeUntil } = filters
  const loose = [
    filters.service && change(`Sem o serviço “${filters.service}”`, { service: undefined }),
    filters.price && change(describeLoosePrice(filters.price), { price: undefined }),
    (freeFrom || freeUntil) && change('A qualquer hora', { freeFrom: undefined, freeUntil: undefined }),
    freeOn && change('Em qualquer dia', { freeOn: undefined, freeFrom: undefined, freeUntil: undefined }),
    filters.radius !== undefined &&
      filters.radius < DEFAULT_RADIUS &&
      change(`Em até ${DEFAULT_RADIUS} km`, { radius: undefined }),
    filters.isFreeToday && change('Com ou sem horário hoje', { isFreeToday: false }),
    filters.isOpenNow && change('Abertas ou fechadas agora', { isOpenNow: false }),
    filters.rating && change('Com qualquer avaliação', { rating: undefined }),
    filters.maxWait && change('Com qualquer espera', { maxWait: undefined, walkIns: true }),
    filters.walkIns && change('Também com hora marcada', { walkIns: false }),
    filters.lastMinute && change('Sem o desconto relâmpago', { lastMinute: undefined }),
    ...filters.features.map((feature) =>
      change(`Sem “${feature}”`, { features: filters.features.filter((other) => other !== feature) }),
    ),
  ]
  return [...loose.filter((choice) => typeof choice === 'object'), ...listOtherDays(filters, today)]
}

function describeLoosePrice({ max }: PriceRange) {
  return max === null ? 'Sem o preço mínimo' : `Sem o limite de ${formatMoney(max)}`
}

function listOtherDays(filters: NearbyFilters, today: string): LooserFilters[] {
  const { freeOn, freeFrom, freeUntil } = filters
  if (!freeOn && !freeFrom && !freeUntil) return []
  const times = freeFrom || freeUntil ? `, ${describeSlotTimes(freeFrom, freeUntil).toLowerCase()}` : ''
  const days = Array.from({ length: OTHER_DAYS }, (_, index) => addCalendarDays(freeOn ?? today, index + 1))
  return days.map((day) => ({
    label: `${formatNearShortDate(day, today)}${times}`,
    filters: { ...filters, freeOn: day },
  }))
}

const SHOWN_DAYS = 3

/** Those that find something, with how many; of the other days only the next ones. */
function useFound(position: Coordinates, filters: NearbyFilters) {
  const looser = listLooserFilters(filters, useToday())
  const { data: totals = [] } = useQuery(
    countsQuery(
      position,
      looser.map((choice) => choice.filters),
    ),
  )
  const found = looser
    .map((choice, index) => ({ ...choice, total: totals[index] ?? 0 }))
    .filter(({ total }) => total > 0)
  const isOtherDay = (choice: LooserFilters) => choice.filters.freeOn !== filters.freeOn && choice.filters.freeOn
  const otherDays = found.filter(isOtherDay).slice(0, SHOWN_DAYS)
  return [...found.filter((choice) => !isOtherDay(choice)), ...otherDays]
}

type LooserListProps = {
  position: Coordinates
  filters: NearbyFilters
  onChange: (filters: NearbyFilters) => void
}

/** How an empty list gets results: each filter that keeps them away, with how many there are without it. */
export function LooserList({ position, filters, onChange }: LooserListProps) {
  const found = useFound(position, filters)
  if (found.length === 0) return null
  return (
    <section aria-labelledby="looser-title" className="grid gap-2">
      <h3 id="looser-title" className="font-sans text-base font-semibold tracking-normal text-ink">
        O que mudar para encontrar
      </h3>
      <ul className="flex flex-wrap justify-center gap-2">
        {found.map((choice) => (
          <li key={choice.label} className="max-w-full">
            <button
              type="button"
              onClick={() => onChange(choice.filters)}
              className="min-h-11 max-w-full rounded-full border border-line px-3.5 text-sm font-medium wrap-anywhere hover:border-edge"
            >
              {choice.label}: <span className="font-semibold tabular-nums">{formatNumber(choice.total)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
