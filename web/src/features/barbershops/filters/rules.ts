import { waitLimits } from '@na-regua/contract/barbershop-filters'
import { type BarbershopOrder, barbershopOrders } from '@na-regua/contract/barbershops'
import { formatAmount, formatShortDate, formatSpokenTime } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { addCalendarDays } from '../../../lib/local-time.ts'
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
  { name: 'Manhã', label: 'De manhã', freeFrom: '06:00', freeUntil: '12:00' },
  { name: 'Tarde', label: 'À tarde', freeFrom: '12:00', freeUntil: '18:00' },
  { name: 'Noite', label: 'À noite', freeFrom: '18:00', freeUntil: undefined },
] as const

export const DEFAULT_RADIUS = 50
export const WIDEST_RADIUS = 100
const MAX_FEATURES = 15
const MAX_FEATURES_LENGTH = 600
export const MAX_SERVICE_LENGTH = 60

const names = {
  radius: 'radius',
  rating: 'rating',
  price: 'price',
  features: 'features',
  sort: 'sort',
  isOpenNow: 'open',
  isFreeToday: 'free',
  walkIns: 'walkIns',
  maxWait: 'maxWait',
  lastMinute: 'lastMinute',
  service: 'service',
  freeOn: 'freeOn',
  freeFrom: 'freeFrom',
  freeUntil: 'freeUntil',
} as const satisfies Record<keyof NearbyFilters, string>

export const filterParameters: readonly string[] = Object.values(names)

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
  if (!text || text.length > MAX_FEATURES_LENGTH) return []
  const found = text.split(',').map((name) => name.trim())
  return [...new Set(found)].filter(Boolean).slice(0, MAX_FEATURES)
}

/** Any date: one that no list has matches nothing, and its badge shows why. Without it the times would be of today. */
function parseDay(text: string | null) {
  const isDay = text && /^20\d\d-\d\d-\d\d$/.test(text) && Date.parse(text) && addCalendarDays(text, 0) === text
  return isDay ? text : undefined
}

function parseTimes(from: string | null, until: string | null): Pick<NearbyFilters, 'freeFrom' | 'freeUntil'> {
  const [freeFrom, freeUntil] = [from, until].map((text) => /^([01]\d|2[0-3]):[0-5]\d$/.exec(text ?? '')?.[0])
  return freeUntil === undefined || (freeFrom ?? '00:00') < freeUntil ? { freeFrom, freeUntil } : {}
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
    walkIns: params.get(names.walkIns) === '1',
    maxWait: parseWait(params.get(names.maxWait)),
    lastMinute: params.get(names.lastMinute) === '1' || undefined,
    service: params.get(names.service)?.trim().slice(0, MAX_SERVICE_LENGTH) || undefined,
    freeOn: parseDay(params.get(names.freeOn)),
    ...parseTimes(params.get(names.freeFrom), params.get(names.freeUntil)),
  }
}

function formatValues(filters: NearbyFilters) {
  const { radius, rating, price, features, sort, isOpenNow, isFreeToday, walkIns, maxWait } = filters
  const { service, freeOn, freeFrom, freeUntil } = filters
  return {
    ...{ service, freeOn, freeFrom, freeUntil },
    [names.walkIns]: walkIns && '1',
    [names.maxWait]: maxWait && String(maxWait),
    [names.lastMinute]: filters.lastMinute && '1',
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
  const { radius, rating, price, features, sort, isOpenNow, isFreeToday, walkIns, maxWait } = filters
  const { service, freeOn, freeFrom, freeUntil } = filters
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
    walkIns: walkIns || undefined,
    maxWait,
    lastMinute: filters.lastMinute,
    ...(service && { service }),
    ...(freeOn && { freeOn }),
    ...(freeFrom && { freeFrom }),
    ...(freeUntil && { freeUntil }),
  }
}

/** Clears the filters of the panel and keeps the order of the list. */
export function clearChoices({ sort, isOpenNow, isFreeToday }: NearbyFilters): NearbyFilters {
  return { ...noChoices, sort, isOpenNow, isFreeToday }
}

/** Every one is named, so that clearing them is a change of each. */
const noChoices = {
  ...{ radius: undefined, rating: undefined, price: undefined, features: [] },
  ...{ service: undefined, freeOn: undefined, freeFrom: undefined, freeUntil: undefined },
  ...{ walkIns: false, maxWait: undefined, lastMinute: undefined },
}

export function clearAll(filters: NearbyFilters): NearbyFilters {
  return { ...clearChoices(filters), isOpenNow: false, isFreeToday: false }
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
export function listFilterBadges(filters: NearbyFilters): FilterBadge[] {
  const { radius, rating, price, features, service, freeOn, freeFrom, freeUntil, walkIns, maxWait } = filters
  const badges: FilterBadge[] = []
  const decimal = (value: number) => String(value).replace('.', ',')
  if (service) badges.push({ label: `Serviço: ${service}`, filtersWithout: { ...filters, service: undefined } })
  if (freeOn) badges.push({ label: describeSlotDay(freeOn), filtersWithout: { ...filters, freeOn: undefined } })
  if (freeFrom || freeUntil) {
    const hours = describeSlotTimes(freeFrom, freeUntil)
    const label = freeOn ? hours : `Hoje, ${hours.toLowerCase()}`
    badges.push({ label, filtersWithout: { ...filters, freeFrom: undefined, freeUntil: undefined } })
  }
  if (walkIns || maxWait) {
    const label = maxWait ? `Espera até ${maxWait} min` : 'Atende sem hora'
    badges.push({ label, filtersWithout: { ...filters, walkIns: false, maxWait: undefined } })
  }
  if (filters.lastMinute) badges.push({ label: 'Relâmpago', filtersWithout: { ...filters, lastMinute: undefined } })
  if (radius) badges.push({ label: `Até ${decimal(radius)}km`, filtersWithout: { ...filters, radius: undefined } })
  if (rating) badges.push({ label: `${decimal(rating)}+ estrelas`, filtersWithout: { ...filters, rating: undefined } })
  if (price) badges.push({ label: describePrice(price), filtersWithout: { ...filters, price: undefined } })
  if (features.length > 0) {
    badges.push({ label: `Comodidades: ${features.join(', ')}`, filtersWithout: { ...filters, features: [] } })
  }
  return badges
}

/** 'Qui, 26/11'. */
export function describeSlotDay(date: string): string {
  return formatShortDate(date).slice(0, -'/2026'.length)
}

/** 'À tarde', 'Das 9h às 10h30'. */
export function describeSlotTimes(from: string | null | undefined, until: string | null | undefined): string {
  const part = dayParts.find(({ freeFrom, freeUntil }) => freeFrom === from && freeUntil === (until ?? undefined))
  if (part) return part.label
  if (from && until) return `Das ${formatSpokenTime(from)} às ${formatSpokenTime(until)}`
  return from ? `Depois das ${formatSpokenTime(from)}` : `Antes das ${formatSpokenTime(until ?? '')}`
}

function describePrice({ min, max }: PriceRange) {
  const whole = (cents: number) => formatAmount(cents).replace(/,00$/, '')
  return max === null ? `Preço acima de R$ ${whole(min)}` : `Preço R$ ${whole(min)} - R$ ${whole(max)}`
}
