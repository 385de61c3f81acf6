import type { FilterOptions } from '@na-regua/contract/barbershops'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { formatCount, formatNearShortDate, formatNumber } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { addCalendarDays } from '../../../lib/local-time.ts'
import { Checkbox, Chip } from '../../../ui/checkbox.tsx'
import { countsQuery } from './queries.ts'
import { dayParts, type NearbyFilters, type PriceRange } from './rules.ts'

/** An option of the panel. */
type FilterChoice = {
  label: string
  isChosen: boolean
  /** The filters with it. */
  chosen: NearbyFilters
  /** The filters after a tap, which clears what is chosen. */
  tapped: NearbyFilters
}

type FilterChange = Partial<NearbyFilters>
type ChoiceInput = { label: string; isChosen: boolean; set: FilterChange; clear: FilterChange }

function toChoice(filters: NearbyFilters, { label, isChosen, set, clear }: ChoiceInput): FilterChoice {
  const chosen = { ...filters, ...set }
  return { label, isChosen, chosen, tapped: isChosen ? { ...filters, ...clear } : chosen }
}

const CHOSEN_DAYS = 5
const ANY_WAIT = 'Atende sem hora'
const waits = [10, 20, 40]

function listDayChoices(filters: NearbyFilters, today: string): FilterChoice[] {
  const days = Array.from({ length: CHOSEN_DAYS }, (_, index) => addCalendarDays(today, index))
  return days.map((day, index) =>
    toChoice(filters, {
      label: ['Hoje', 'Amanhã'][index] ?? formatNearShortDate(day, today),
      isChosen: filters.freeOn === day,
      set: { freeOn: day },
      clear: { freeOn: undefined },
    }),
  )
}

function listDayPartChoices(filters: NearbyFilters, today: string): FilterChoice[] {
  return dayParts.map(({ name, freeFrom, freeUntil }) =>
    toChoice(filters, {
      label: name,
      isChosen: filters.freeFrom === freeFrom && filters.freeUntil === freeUntil,
      // A time without a day would be today's, without saying so.
      set: { freeOn: filters.freeOn ?? today, freeFrom, freeUntil },
      clear: { freeFrom: undefined, freeUntil: undefined },
    }),
  )
}

function listWaitChoices(filters: NearbyFilters): FilterChoice[] {
  const clear = { walkIns: false, maxWait: undefined }
  return [
    toChoice(filters, {
      label: ANY_WAIT,
      isChosen: filters.walkIns && filters.maxWait === undefined,
      set: { walkIns: true, maxWait: undefined },
      clear,
    }),
    ...waits.map((maxWait) =>
      toChoice(filters, {
        label: `Espera até ${maxWait} min`,
        isChosen: filters.maxWait === maxWait,
        set: { walkIns: false, maxWait },
        clear,
      }),
    ),
  ]
}

function isSameRange(one: PriceRange | undefined, other: PriceRange) {
  return one?.min === other.min && one.max === other.max
}

/** What the panel offers, by section. */
export function listFilterChoices(
  { distances, ratings, priceRanges, features }: FilterOptions,
  filters: NearbyFilters,
  today: string,
) {
  return {
    days: listDayChoices(filters, today),
    dayParts: listDayPartChoices(filters, today),
    waits: listWaitChoices(filters),
    lastMinute: [
      toChoice(filters, {
        label: 'Relâmpago',
        isChosen: filters.lastMinute === true,
        set: { lastMinute: true },
        clear: { lastMinute: undefined },
      }),
    ],
    distances: distances.map(({ value, label }) =>
      toChoice(filters, {
        label,
        isChosen: filters.radius === value,
        set: { radius: value },
        clear: { radius: undefined },
      }),
    ),
    ratings: ratings.map(({ value, label }) =>
      toChoice(filters, {
        label: `${label} estrelas`,
        isChosen: filters.rating === value,
        set: { rating: value },
        clear: { rating: undefined },
      }),
    ),
    priceRanges: priceRanges.map(({ label, min, max }) =>
      toChoice(filters, {
        label,
        isChosen: isSameRange(filters.price, { min, max }),
        set: { price: { min, max } },
        clear: { price: undefined },
      }),
    ),
    features: features.map(({ name }) =>
      toChoice(filters, {
        label: name,
        isChosen: filters.features.includes(name),
        set: { features: [...new Set([...filters.features, name])] },
        clear: { features: filters.features.filter((other) => other !== name) },
      }),
    ),
  }
}

/** Undefined while it is not known. */
type CountOf = (choice: FilterChoice) => number | undefined

/** Each choice is counted with the other filters. Those of the filters before stay until the new ones are there. */
export function useCountOf(position: Coordinates, choices: readonly FilterChoice[]): CountOf {
  const { data: totals } = useQuery({
    ...countsQuery(
      position,
      choices.map(({ chosen }) => chosen),
    ),
    placeholderData: keepPreviousData,
  })
  const byChoice = new Map(choices.map((choice, index) => [choice, totals?.[index]]))
  return (choice) => byChoice.get(choice)
}

type ChoicesProps = {
  choices: readonly FilterChoice[]
  countOf: CountOf
  onChange: (filters: NearbyFilters) => void
}

/** What no barbershop has is hidden, except to be cleared. */
function listShown({ choices, countOf }: ChoicesProps) {
  return choices.filter((choice) => choice.isChosen || countOf(choice) !== 0)
}

function describeCount(count: number | undefined) {
  return count === undefined ? undefined : formatCount(count, 'barbearia', 'barbearias')
}

/** The description of the control has the number as a sentence. */
function Count({ count, isOnInk = false }: { count: number | undefined; isOnInk?: boolean }) {
  if (count === undefined) return null
  return (
    <span aria-hidden="true" className={clsx('ml-2 tabular-nums', !isOnInk && 'text-mute')}>
      {formatNumber(count)}
    </span>
  )
}

/** Chips of which at most one is chosen. */
export function ChipGroup({ legend, ...choices }: ChoicesProps & { legend: string }) {
  const { countOf, onChange } = choices
  const shown = listShown(choices)
  if (shown.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2.5 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {shown.map((choice) => (
          <Chip
            key={choice.label}
            isChosen={choice.isChosen}
            description={describeCount(countOf(choice))}
            onClick={() => onChange(choice.tapped)}
            className="px-3.5 font-medium"
          >
            {choice.label}
            <Count count={countOf(choice)} isOnInk={choice.isChosen} />
          </Chip>
        ))}
      </div>
    </fieldset>
  )
}

/** Any number of them can be chosen. */
export function Features(choices: ChoicesProps) {
  const { countOf, onChange } = choices
  const shown = listShown(choices)
  if (shown.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">Comodidades</legend>
      {shown.map((choice) => (
        <Checkbox
          key={choice.label}
          checked={choice.isChosen}
          aria-description={describeCount(countOf(choice))}
          onChange={() => onChange(choice.tapped)}
        >
          {choice.label}
          <Count count={countOf(choice)} />
        </Checkbox>
      ))}
    </fieldset>
  )
}

export function LastMinuteChoice(choices: ChoicesProps) {
  const { countOf, onChange } = choices
  return listShown(choices).map((choice) => (
    <Checkbox
      key={choice.label}
      checked={choice.isChosen}
      aria-description={describeCount(countOf(choice))}
      onChange={() => onChange(choice.tapped)}
    >
      <span className="font-semibold">{choice.label}</span>
      <Count count={countOf(choice)} />
      <span className="block text-sm text-mute">Com desconto hoje</span>
    </Checkbox>
  ))
}
