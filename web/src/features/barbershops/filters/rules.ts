import { type Order, orders } from '@na-regua/contract/barbershops'
import type { Coordinates } from '../../../lib/geolocation.ts'
import type { NearbyQuery } from '../queries.ts'

/** Cents; `max` is null for "from min upwards". */
export type PriceRange = { min: number; max: number | null }

/** What a person chose. It lives in the address, so that a view can be shared. */
export type SearchFilters = {
  /** Kilometres. */
  radius?: number
  rating?: number
  price?: PriceRange
  features: readonly string[]
  sort: Order
  isOpenNow: boolean
  isFreeToday: boolean
}

export const DEFAULT_RADIUS = 50
export const WIDEST_RADIUS = 100
const MOST_FEATURES = 15
const LONGEST_FEATURES = 600

const names = {
  radius: 'radius',
  rating: 'rating',
  price: 'price',
  features: 'features',
  sort: 'sort',
  isOpenNow: 'open',
  isFreeToday: 'free',
} as const satisfies Record<keyof SearchFilters, string>

function readNumber(text: string | null, most: number) {
  const value = Number(text)
  return text && value > 0 && value <= most ? value : undefined
}

function readPrice(text: string | null): PriceRange | undefined {
  const [, min, max] = /^(\d{1,7})-(\d{1,7})?$/.exec(text ?? '') ?? []
  if (min === undefined) return undefined
  const range = { min: Number(min), max: max === undefined ? null : Number(max) }
  return range.max === null || range.max >= range.min ? range : undefined
}

function readFeatures(text: string | null) {
  if (!text || text.length > LONGEST_FEATURES) return []
  const found = text.split(',').map((name) => name.trim())
  return [...new Set(found)].filter(Boolean).slice(0, MOST_FEATURES)
}

/** Whoever writes an address by hand gets what of it makes sense; the rest counts as not chosen. */
export function parseFilters(address: URLSearchParams): SearchFilters {
  const sort = address.get(names.sort)
  return {
    radius: readNumber(address.get(names.radius), WIDEST_RADIUS),
    rating: readNumber(address.get(names.rating), 5),
    price: readPrice(address.get(names.price)),
    features: readFeatures(address.get(names.features)),
    sort: orders.find((order) => order === sort) ?? 'distance',
    isOpenNow: address.get(names.isOpenNow) === '1',
    isFreeToday: address.get(names.isFreeToday) === '1',
  }
}

function textsOf({ radius, rating, price, features, sort, isOpenNow, isFreeToday }: SearchFilters) {
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

/** The address with these wishes and everything else that stood in it. */
export function formatFilters(address: URLSearchParams, wishes: SearchFilters): URLSearchParams {
  const written = new URLSearchParams(address)
  for (const [name, text] of Object.entries(textsOf(wishes))) {
    if (text) written.set(name, text)
    else written.delete(name)
  }
  return written
}

export function toNearbyQuery({ latitude, longitude }: Coordinates, wishes: SearchFilters): NearbyQuery {
  const { radius, rating, price, features, sort, isOpenNow, isFreeToday } = wishes
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

/** The four choices of the panel; the order of the list stays. */
export function clearChoices(wishes: SearchFilters): SearchFilters {
  return { ...wishes, radius: undefined, rating: undefined, price: undefined, features: [] }
}

/** Nothing narrows the list any more. */
export function clearAll(wishes: SearchFilters): SearchFilters {
  return { ...clearChoices(wishes), isOpenNow: false, isFreeToday: false }
}

export function countChoices({ radius, rating, price, features }: SearchFilters) {
  return [radius, rating, price].filter((choice) => choice !== undefined).length + features.length
}

export function isNarrowed(wishes: SearchFilters) {
  return countChoices(wishes) > 0 || wishes.isOpenNow || wishes.isFreeToday
}
