import { type BarbershopOrder, barbershopOrders } from '@na-regua/contract/barbershops'
import { formatAmount } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import type { NearbyQuery } from '../queries.ts'

/** Cents; `max` is null without an upper limit. */
export type PriceRange = { min: number; max: number | null }

/** The filters that a user has set. They are in the URL, so that a view can be shared. */
export type NearbyFilters = {
  /** Kilometres. */
  radius?: number
  rating?: number
  price?: PriceRange
  features: readonly string[]
  sort: BarbershopOrder
  isOpenNow: boolean
  isFreeToday: boolean
}

export const DEFAULT_RADIUS = 50
export const WIDEST_RADIUS = 100
const MAX_FEATURES = 15
const MAX_FEATURES_LENGTH = 600

const names = {
  radius: 'radius',
  rating: 'rating',
  price: 'price',
  features: 'features',
  sort: 'sort',
  isOpenNow: 'open',
  isFreeToday: 'free',
} as const satisfies Record<keyof NearbyFilters, string>

export const filterParameters: readonly string[] = Object.values(names)

function parseNumber(text: string | null, max: number) {
  const value = Number(text)
  return text && value > 0 && value <= max ? value : undefined
}

function parsePrice(text: string | null): PriceRange | undefined {
  const [, min, max] = /^(\d{1,7})-(\d{1,7})?$/.exec(text ?? '') ?? []
  if (min === undefined) return undefined
  const range = { min: Number(min), max: max === undefined ? null : Number(max) }
  return range.max === null || range.max >= range.min ? range : undefined
}

function parseFeatures(text: string | null) {
  if (!text || text.length > MAX_FEATURES_LENGTH) return []
  const found = text.split(',').map((name) => name.trim())
  return [...new Set(found)].filter(Boolean).slice(0, MAX_FEATURES)
}

/** Invalid parameters count as not set. */
export function parseFilters(params: URLSearchParams): NearbyFilters {
  const sort = params.get(names.sort)
  return {
    radius: parseNumber(params.get(names.radius), WIDEST_RADIUS),
    rating: parseNumber(params.get(names.rating), 5),
    price: parsePrice(params.get(names.price)),
    features: parseFeatures(params.get(names.features)),
    sort: barbershopOrders.find((order) => order === sort) ?? 'distance',
    isOpenNow: params.get(names.isOpenNow) === '1',
    isFreeToday: params.get(names.isFreeToday) === '1',
  }
}

function formatValues({ radius, rating, price, features, sort, isOpenNow, isFreeToday }: NearbyFilters) {
  return {
    [names.radius]: radius && String(radius),
    [names.rating]: rating && String(rating),
    [names.price]: price && `${price.min}-${price.max ?? ''}`,
    [names.features]: features.join(','),
    [names.sort]: sort === 'distance' ? '' : sort,
    [names.isOpenNow]: isOpenNow && '1',
    [names.isFreeToday]: isFreeToday && '1',
  }
}

/** The URL parameters with these filters; the others stay. */
export function formatFilters(params: URLSearchParams, filters: NearbyFilters): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, text] of Object.entries(formatValues(filters))) {
    if (text) next.set(name, text)
    else next.delete(name)
  }
  return next
}

export function toNearbyQuery({ latitude, longitude }: Coordinates, filters: NearbyFilters): NearbyQuery {
  const { radius, rating, price, features, sort, isOpenNow, isFreeToday } = filters
  return {
    latitude,
    longitude,
    radiusInKm: radius ?? DEFAULT_RADIUS,
    orderBy: sort,
    ...(rating && { ratingMin: rating }),
    ...(price && { priceMin: price.min }),
    ...(price?.max && { priceMax: price.max }),
    ...(features.length > 0 && { features }),
    ...(isOpenNow && { openNow: true }),
    ...(isFreeToday && { freeToday: true }),
  }
}

/** Clears the four filters of the panel and keeps the order of the list. */
export function clearChoices(filters: NearbyFilters): NearbyFilters {
  return { ...filters, radius: undefined, rating: undefined, price: undefined, features: [] }
}

export function clearAll(filters: NearbyFilters): NearbyFilters {
  return { ...clearChoices(filters), isOpenNow: false, isFreeToday: false }
}

export function countChoices({ radius, rating, price, features }: NearbyFilters) {
  return [radius, rating, price].filter((choice) => choice !== undefined).length + features.length
}

export function isNarrowed(filters: NearbyFilters) {
  return countChoices(filters) > 0 || filters.isOpenNow || filters.isFreeToday
}

type FilterBadge = { label: string; filtersWithout: NearbyFilters }

/** One badge per active filter, with the filters that remain when it is removed. */
export function listFilterBadges(filters: NearbyFilters): FilterBadge[] {
  const { radius, rating, price, features } = filters
  const badges: FilterBadge[] = []
  const decimal = (value: number) => String(value).replace('.', ',')
  if (radius) badges.push({ label: `Até ${decimal(radius)}km`, filtersWithout: { ...filters, radius: undefined } })
  if (rating) badges.push({ label: `${decimal(rating)}+ estrelas`, filtersWithout: { ...filters, rating: undefined } })
  if (price) badges.push({ label: describePrice(price), filtersWithout: { ...filters, price: undefined } })
  if (features.length > 0) {
    badges.push({ label: `Comodidades: ${features.join(', ')}`, filtersWithout: { ...filters, features: [] } })
  }
  return badges
}

function describePrice({ min, max }: PriceRange) {
  const whole = (cents: number) => formatAmount(cents).replace(/,00$/, '')
  return max === null ? `Preço acima de R$ ${whole(min)}` : `Preço R$ ${whole(min)} - R$ ${whole(max)}`
}
