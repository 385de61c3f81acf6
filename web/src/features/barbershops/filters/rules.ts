import { MAX_FEATURES_TEXT, waitLimits } from '@na-regua/contract/barbershop-filters'
import { type BarbershopOrder, barbershopOrders, MAX_RADIUS_KM } from '@na-regua/contract/barbershops'
import { HOUR_MINUTE_PATTERN, MAX_SERVICE_QUERY, matchesPattern } from '@na-regua/contract/text-limits'
import { formatAmount, formatNearShortDate, formatTimeInSentence } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { isDate } from '../../../lib/local-time.ts'
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
  /** With a queue for customers without an appointment. */
  walkIns: boolean
  /** Minutes in that queue. */
  maxWait?: number
  /** With a last-minute slot. */
  lastMinute?: boolean
  /** Words of its name. */
  service?: string
  /** YYYY-MM-DD; without it the times are of today. */
  freeOn?: string
  /** HH:MM. */
  freeFrom?: string
  freeUntil?: string
}

/** Parts of a day, between which a slot begins. */
export const dayParts = [
  { name: 'Madrugada', label: 'De madrugada', freeFrom: '00:00', freeUntil: '06:00' },
  { name: 'Manhã', label: 'De manhã', freeFrom: '06:00', freeUntil: '12:00' },
  { name: 'Tarde', label: 'À tarde', freeFrom: '12:00', freeUntil: '18:00' },
  { name: 'Noite', label: 'À noite', freeFrom: '18:00', freeUntil: undefined },
] as const

export const DEFAULT_RADIUS = 50
const MAX_FEATURES = 15

function parseNumber(text: string | null, max: number) {
  const value = Number(text)
  return text && value > 0 && value <= max ? value : undefined
}

/** Whole minutes; fewer than the server's least become that. */
function parseWait(text: string | null) {
  const minutes = parseNumber(text, waitLimits.max)
  return minutes && Math.max(Math.round(minutes), waitLimits.min)
}

function parsePrice(text: string | null): PriceRange | undefined {
  const [, min, max] = /^(\d{1,7})-(\d{1,7})?$/.exec(text ?? '') ?? []
  if (min === undefined) return undefined
  const range = { min: Number(min), max: max === undefined ? null : Number(max) }
  return range.max === null || range.max >= range.min ? range : undefined
}

function parseFeatures(text: string | null) {
  if (!text || text.length > MAX_FEATURES_TEXT) return []
  const found = text.split(',').map((name) => name.trim())
  return [...new Set(found)].filter(Boolean).slice(0, MAX_FEATURES)
}

/** Any date: one that no list has matches nothing, and its badge shows why. Without it the times would be of today. */
function parseDay(text: string | null) {
  return text && isDate(text) ? text : undefined
}

function parseTime(text: string | null) {
  return text && matchesPattern(HOUR_MINUTE_PATTERN, text) ? text : undefined
}

function parseTimes(from: string | null, until: string | null): Pick<NearbyFilters, 'freeFrom' | 'freeUntil'> {
  const freeFrom = parseTime(from)
  const freeUntil = parseTime(until)
  return freeUntil === undefined || (freeFrom ?? '00:00') < freeUntil ? { freeFrom, freeUntil } : {}
}

/** Invalid parameters count as not set. */
export function parseFilters(params: URLSearchParams): NearbyFilters {
  const sort = params.get('sort')
  return {
    radius: parseNumber(params.get('radius'), MAX_RADIUS_KM),
    rating: parseNumber(params.get('rating'), 5),
    price: parsePrice(params.get('price')),
    features: parseFeatures(params.get('features')),
    sort: barbershopOrders.find((order) => order === sort) ?? 'distance',
    isOpenNow: params.get('open') === '1',
    isFreeToday: params.get('free') === '1',
    walkIns: params.get('walkIns') === '1',
    maxWait: parseWait(params.get('maxWait')),
    lastMinute: params.get('lastMinute') === '1' || undefined,
    service: params.get('service')?.trim().slice(0, MAX_SERVICE_QUERY) || undefined,
    freeOn: parseDay(params.get('freeOn')),
    ...parseTimes(params.get('freeFrom'), params.get('freeUntil')),
  }
}

/** The text of each URL parameter, nothing for a filter that is not set. */
function formatValues(filters: NearbyFilters) {
  const { radius, rating, price, features, sort, isOpenNow, isFreeToday, walkIns, maxWait, lastMinute } = filters
  const { service, freeOn, freeFrom, freeUntil } = filters
  return {
    service,
    freeOn,
    freeFrom,
    freeUntil,
    walkIns: walkIns && '1',
    maxWait: maxWait && String(maxWait),
    lastMinute: lastMinute && '1',
    radius: radius && String(radius),
    rating: rating && String(rating),
    price: price && `${price.min}-${price.max ?? ''}`,
    features: features.join(','),
    sort: sort === 'distance' ? '' : sort,
    open: isOpenNow && '1',
    free: isFreeToday && '1',
  }
}

export const filterParameters: readonly string[] = Object.keys(formatValues(parseFilters(new URLSearchParams())))

/** Shows the results on a map. */
export const mapParameter = 'map'

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
  const { radius, rating, price, features, sort, isOpenNow, isFreeToday, walkIns, maxWait } = filters
  const { lastMinute, service, freeOn, freeFrom, freeUntil } = filters
  return {
    latitude,
    longitude,
    radiusInKm: radius ?? DEFAULT_RADIUS,
    orderBy: sort,
    ratingMin: rating,
    priceMin: price?.min,
    priceMax: price?.max || undefined,
    features: features.length > 0 ? features : undefined,
    openNow: isOpenNow || undefined,
    freeToday: isFreeToday || undefined,
    walkIns: walkIns || undefined,
    maxWait,
    lastMinute,
    service,
    freeOn,
    freeFrom,
    freeUntil,
  }
}

/** The order stays. Every filter is named, so that clearing it is a change of each. */
export function clearAll({ sort }: NearbyFilters): NearbyFilters {
  return { ...parseFilters(new URLSearchParams()), sort }
}

/** Clears the filters of the panel: those for today, which are beside it, stay. */
export function clearChoices(filters: NearbyFilters): NearbyFilters {
  const { isOpenNow, isFreeToday } = filters
  return { ...clearAll(filters), isOpenNow, isFreeToday }
}

export function countChoices(filters: NearbyFilters) {
  const { radius, rating, price, features, service, freeOn, freeFrom, freeUntil, walkIns, maxWait, lastMinute } =
    filters
  const wait = maxWait ?? (walkIns || undefined)
  const choices = [radius, rating, price, service, freeOn, freeFrom ?? freeUntil, wait, lastMinute]
  return choices.filter((choice) => choice !== undefined).length + features.length
}

export function isNarrowed(filters: NearbyFilters) {
  return countChoices(filters) > 0 || filters.isOpenNow || filters.isFreeToday
}

type FilterBadge = { label: string; filtersWithout: NearbyFilters }

/** One badge per active filter, with the filters that remain when it is removed. */
export function listFilterBadges(filters: NearbyFilters, today: string): FilterBadge[] {
  const { radius, rating, price, features, service, freeOn, freeFrom, freeUntil, walkIns, maxWait } = filters
  const badges: FilterBadge[] = []
  const decimal = (value: number) => String(value).replace('.', ',')
  const add = (label: string, removed: Partial<NearbyFilters>) =>
    badges.push({ label, filtersWithout: { ...filters, ...removed } })
  if (service) add(`Serviço: ${service}`, { service: undefined })
  if (freeOn) add(formatNearShortDate(freeOn, today), { freeOn: undefined })
  if (freeFrom || freeUntil) {
    const hours = describeSlotTimes(freeFrom, freeUntil)
    add(freeOn ? hours : `Hoje, ${hours.toLowerCase()}`, { freeFrom: undefined, freeUntil: undefined })
  }
  if (walkIns || maxWait) {
    add(maxWait ? `Espera até ${maxWait} min` : 'Atende sem hora', { walkIns: false, maxWait: undefined })
  }
  if (filters.lastMinute) add('Relâmpago', { lastMinute: undefined })
  if (radius) add(`Até ${decimal(radius)}km`, { radius: undefined })
  if (rating) add(`${decimal(rating)}+ estrelas`, { rating: undefined })
  if (price) add(describePrice(price), { price: undefined })
  if (features.length > 0) add(`Comodidades: ${features.join(', ')}`, { features: [] })
  return badges
}

/** 'À tarde', 'Das 9h às 10h30'. */
export function describeSlotTimes(from: string | null | undefined, until: string | null | undefined): string {
  const part = dayParts.find(({ freeFrom, freeUntil }) => freeFrom === from && freeUntil === (until ?? undefined))
  if (part) return part.label
  if (from && until) return `Das ${formatTimeInSentence(from)} às ${formatTimeInSentence(until)}`
  return from ? `Depois das ${formatTimeInSentence(from)}` : `Antes das ${formatTimeInSentence(until ?? '')}`
}

function describePrice({ min, max }: PriceRange) {
  return max === null
    ? `Preço acima de R$ ${formatAmount(min)}`
    : `Preço R$ ${formatAmount(min)} - R$ ${formatAmount(max)}`
}
