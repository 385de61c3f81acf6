import { type BarbershopOrder, barbershopOrders } from '@na-regua/contract/barbershops'
import type { PlaceSuggestion, SentenceFilters } from '@na-regua/contract/suggestions'
import { clsx } from 'clsx'
import { formatMoney, formatNearShortDate } from '../../../lib/format.ts'
import { addCalendarDays, deviceTimeZone, toLocalTime } from '../../../lib/local-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { dayParts, describeSlotTimes } from '../filters/rules.ts'
import { formatSuggestedPlace } from './use-search-combobox.ts'

type ChipChoice = { label: string; filters: SentenceFilters }
/** What a sentence was understood as, one by one: it can be removed or changed. */
export type SentenceChip = { name: string; label: string; without: SentenceFilters; choices: readonly ChipChoice[] }

const commonServices = [
  'corte',
  'degradê',
  'barba',
  'corte e barba',
  'sobrancelha',
  'pezinho',
  'corte infantil',
  'platinado',
  'luzes',
]
const orders: Record<BarbershopOrder, string> = {
  distance: 'Mais perto',
  rating: 'Melhor avaliada',
  price: 'Menor preço',
  popularity: 'Mais popular',
  nextFree: 'Próximo horário',
  soonest: 'Quem atende antes',
}
const DAYS = 7
const PRICE_STEP = 1000

/** `today` is YYYY-MM-DD; `places` are those that the sentence may also mean. */
export function listChips(filters: SentenceFilters, today: string, places: readonly PlaceSuggestion[]): SentenceChip[] {
  const chips = [...listWhereAndWhat(filters, places), ...listWhen(filters, today), ...listLimits(filters)]
  return chips.map(({ choices, label, ...chip }) => ({
    ...chip,
    label,
    choices: choices.filter((choice) => choice.label !== label),
  }))
}

function listWhereAndWhat(filters: SentenceFilters, places: readonly PlaceSuggestion[]): SentenceChip[] {
  const { service, place } = filters
  const chips: SentenceChip[] = []
  if (service) {
    const choices = commonServices.map((other) => ({
      label: capitalize(other),
      filters: { ...filters, service: other },
    }))
    chips.push({ name: 'serviço', label: capitalize(service), without: { ...filters, service: null }, choices })
  }
  if (place) {
    const choices = places.map((other) => ({
      label: formatSuggestedPlace(other),
      filters: { ...filters, place: other },
    }))
    chips.push({
      name: 'lugar',
      label: place.name,
      without: { ...filters, place: null },
      choices: choices.filter(({ filters: { place: other } }) => other?.latitude !== place.latitude),
    })
  }
  return chips
}

function listWhen(filters: SentenceFilters, today: string): SentenceChip[] {
  const { freeOn, freeFrom, freeUntil, openNow, walkIns, maxWait } = filters
  const chips: SentenceChip[] = []
  if (openNow)
    chips.push({ name: 'filtro', label: 'Atende agora', without: { ...filters, openNow: false }, choices: [] })
  if (walkIns || maxWait) {
    const label = maxWait ? `Espera até ${maxWait} min` : 'Atende sem hora'
    chips.push({ name: 'filtro', label, without: { ...filters, walkIns: false, maxWait: null }, choices: [] })
  }
  if (freeOn) {
    const days = Array.from({ length: DAYS }, (_, index) => addCalendarDays(today, index))
    const choices = days.map((day) => ({ label: describeNearDay(day, today), filters: { ...filters, freeOn: day } }))
    chips.push({ name: 'dia', label: describeNearDay(freeOn, today), without: { ...filters, freeOn: null }, choices })
  }
  if (freeFrom || freeUntil) {
    const choices = dayParts.map(({ label, freeFrom: from, freeUntil: until }) => ({
      label,
      filters: { ...filters, freeFrom: from, freeUntil: until ?? null },
    }))
    const without = { ...filters, freeFrom: null, freeUntil: null }
    chips.push({ name: 'horário', label: describeSlotTimes(freeFrom, freeUntil), without, choices })
  }
  return chips
}

function listLimits(filters: SentenceFilters): SentenceChip[] {
  const { ratingMin, features, orderBy } = filters
  const chips = listPrices(filters)
  if (ratingMin) {
    const choices = [3, 4, 4.5].map((rating) => ({
      label: describeRating(rating),
      filters: { ...filters, ratingMin: rating },
    }))
    const without = { ...filters, ratingMin: null }
    chips.push({ name: 'avaliação', label: describeRating(ratingMin), without, choices })
  }
  for (const feature of features) {
    const without = { ...filters, features: features.filter((other) => other !== feature) }
    chips.push({ name: 'comodidade', label: feature, without, choices: [] })
  }
  if (orderBy) {
    const choices = barbershopOrders.map((order) => ({ label: orders[order], filters: { ...filters, orderBy: order } }))
    chips.push({ name: 'ordem', label: orders[orderBy], without: { ...filters, orderBy: null }, choices })
  }
  return chips
}

function listPrices(filters: SentenceFilters): SentenceChip[] {
  const { priceMin, priceMax } = filters
  if (priceMin === null && priceMax === null) return []
  const near = priceMax ?? priceMin ?? 0
  const prices = [near - PRICE_STEP, near + PRICE_STEP, near + 2 * PRICE_STEP].filter((price) => price > 0)
  const choices = prices.map((price) => ({
    label: describePrice(null, price),
    filters: { ...filters, priceMin: null, priceMax: price },
  }))
  const without = { ...filters, priceMin: null, priceMax: null }
  return [{ name: 'preço', label: describePrice(priceMin, priceMax), without, choices }]
}

function describeNearDay(day: string, today: string): string {
  if (day === today) return 'Hoje'
  if (day === addCalendarDays(today, 1)) return 'Amanhã'
  return formatNearShortDate(day, today)
}

function describePrice(min: number | null, max: number | null): string {
  if (min === null) return `Até ${formatMoney(max ?? 0)}`
  return max === null ? `A partir de ${formatMoney(min)}` : `${formatMoney(min)} a ${formatMoney(max)}`
}

function describeRating(rating: number): string {
  return `${String(rating).replace('.', ',')}+ estrelas`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type SentenceChipsProps = {
  filters: SentenceFilters
  /** What the name of the place may also mean. */
  places: readonly PlaceSuggestion[]
  onChange: (filters: SentenceFilters) => void
  /** Before a chip is removed. */
  onRemove: () => void
}

/** What a sentence was understood as: each part can be changed or removed before the list is opened. */
export function SentenceChips({ filters, places, onChange, onRemove }: SentenceChipsProps) {
  const today = toLocalTime(new Date(), deviceTimeZone()).date
  return (
    <div className="grid gap-2 px-3.5 pt-3.5 pb-1">
      <ul aria-label="O que entendemos" className="flex flex-wrap gap-1.5">
        {listChips(filters, today, places).map((chip) => (
          // A changed chip stays the same one, and keeps the focus. There may be several of a name that has no choices.
          <li key={chip.choices.length > 0 ? chip.name : chip.label} className="max-w-full">
            <Chip chip={chip} onChange={onChange} onRemove={onRemove} />
          </li>
        ))}
      </ul>
      {filters.text && <p className="text-sm text-mute">Sem filtro para “{filters.text}”</p>}
    </div>
  )
}

type ChipProps = { chip: SentenceChip } & Pick<SentenceChipsProps, 'onChange' | 'onRemove'>

function Chip({ chip, onChange, onRemove }: ChipProps) {
  const { name, label, without, choices } = chip
  return (
    <span className="inline-flex min-h-11 max-w-full items-center rounded-full bg-navy-soft text-sm font-semibold text-navy md:min-h-9">
      <span
        className={clsx(
          'relative inline-flex min-w-0 items-center gap-1 self-stretch pr-1 pl-3.5',
          choices.length > 0 && 'rounded-l-full focus-within:outline-2 focus-within:outline-navy',
        )}
      >
        <span className="line-clamp-3 wrap-anywhere">{label}</span>
        {choices.length > 0 && <ChipChoices chip={chip} onChange={onChange} />}
      </span>
      <button
        type="button"
        aria-label={`Remover ${name}: ${label}`}
        onClick={() => {
          onRemove()
          onChange(without)
        }}
        className="grid min-h-11 min-w-9 place-items-center rounded-r-full pr-1 md:min-h-9"
      >
        <Icon name="close" className="size-4" />
      </button>
    </span>
  )
}

/** The list of the device over the label: it fits every screen. */
function ChipChoices({ chip: { name, label, choices }, onChange }: Omit<ChipProps, 'onRemove'>) {
  return (
    <>
      <Icon name="chevron-down" className="size-3.5 shrink-0" />
      <select
        aria-label={`Mudar ${name}: ${label}`}
        value=""
        onChange={(event) => {
          const choice = choices[Number(event.target.value)]
          if (choice) onChange(choice.filters)
        }}
        className="absolute inset-0 cursor-pointer appearance-none bg-card text-ink opacity-0"
      >
        <option value="" hidden>
          {label}
        </option>
        {choices.map((choice, index) => (
          <option key={choice.label} value={index}>
            {choice.label}
          </option>
        ))}
      </select>
    </>
  )
}
