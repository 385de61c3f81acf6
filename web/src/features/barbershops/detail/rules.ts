import type { Barbershop, Service, ShopPaymentMethod, WorkingHour } from '@na-regua/contract/barbershops'
import {
  formatList,
  formatMoney,
  formatTimeInSentence,
  getWeekday,
  nameDay,
  nameWeekday,
  weekdaysShort,
} from '../../../lib/format.ts'
import { instagramHref } from '../../../lib/instagram.ts'
import { toLocalTime, toMinutes } from '../../../lib/local-time.ts'
import { callHref, chatHref } from '../../../lib/phone-links.ts'
import { BRAND } from '../../../lib/site.ts'
import type { IconName } from '../../../ui/icon.tsx'

/** 'Pague na barbearia: Pix, dinheiro e cartão'. Without methods only where. */
export function describePayment({ paymentMethods = [] }: Pick<Barbershop, 'paymentMethods'>) {
  const has = (method: ShopPaymentMethod) => paymentMethods.includes(method)
  const card = has('debit') ? 'cartão de débito' : 'cartão de crédito'
  const names = [
    ...(has('pix') ? ['Pix'] : []),
    ...(has('cash') ? ['dinheiro'] : []),
    ...(has('debit') && has('credit') ? ['cartão'] : []),
    ...(has('debit') !== has('credit') ? [card] : []),
  ]
  return names.length > 0 ? `Pague na barbearia: ${formatList(names)}` : 'Pague na barbearia'
}

/** Opens a chat with a first message that names the barbershop and the site. */
export function whatsappHref({ name, whatsapp }: Pick<Barbershop, 'name' | 'whatsapp'>) {
  return chatHref(whatsapp, `Olá! Encontrei a ${name} no ${BRAND} e gostaria de tirar uma dúvida.`)
}

/** Whether there is a phone or WhatsApp number. */
export function isReachable(shop: Pick<Barbershop, 'name' | 'phone' | 'whatsapp'>) {
  return Boolean(callHref(shop.phone) ?? whatsappHref(shop))
}

export function mapsHref({ latitude, longitude }: Pick<Barbershop, 'latitude' | 'longitude'>) {
  return `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`
}

/** The way to the barbershop, from where the user is. */
export function directionsHref({ latitude, longitude }: Pick<Barbershop, 'latitude' | 'longitude'>) {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
}

/** Each image once; the cover if there are no others. */
export function listImages({ images, coverImageUrl }: Pick<Barbershop, 'images' | 'coverImageUrl'>) {
  if (images.length > 0) return [...new Set(images)]
  return coverImageUrl ? [coverImageUrl] : []
}

/** Cents of the cheapest active service, with the cheapest barber. */
export function findLowestPrice({ services, price_from }: Pick<Barbershop, 'services' | 'price_from'>) {
  return services.some(({ isActive }) => isActive) ? (price_from ?? undefined) : undefined
}

export function isProvidedBy({ barbers }: Pick<Service, 'barbers'>, barberId: string) {
  return !barbers?.some((own) => own.barberId === barberId && !own.isProvided)
}

/** In the order of the list; those without a category first. Of one category only there are no groups. */
export function groupByCategory<S extends Pick<Service, 'category'>>(services: readonly S[]) {
  const byCategory = Map.groupBy(services, ({ category }) => category ?? '')
  if (byCategory.size === 1) return [{ category: '', services }]
  const groups = [...byCategory].map(([category, ofCategory]) => ({ category, services: ofCategory }))
  return groups.sort((one, other) => Number(one.category !== '') - Number(other.category !== ''))
}

const featureIcons: Record<string, IconName> = {
  'Ambiente climatizado': 'snow',
  'Wi-Fi gratuito': 'wifi',
  Estacionamento: 'car',
  'Cartão de crédito': 'card',
  'Produtos premium': 'gem',
  'Ambiente moderno': 'sofa',
  'Cerveja artesanal': 'cup',
  'Música ao vivo': 'music',
  'Produtos importados': 'globe',
  'Agenda online': 'calendar-check',
  'Atendimento familiar': 'people',
  'Espaço kids': 'kite',
  'Produtos naturais': 'leaf',
  'Preços acessíveis': 'tag',
  'Tradição de 30 anos': 'medal',
}

export function getFeatureIcon(name: string): IconName {
  return featureIcons[name] ?? 'check'
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function describeOpening({ dayOfWeek, openTime, closeTime }: WorkingHour) {
  // In schema.org 00:00 to 23:59 is the whole day, and a closing time before the opening time is after midnight.
  const closes = openTime === closeTime ? '23:59' : closeTime
  const opens = openTime === closeTime ? '00:00' : openTime
  return { '@type': 'OpeningHoursSpecification', dayOfWeek: `https://schema.org/${days[dayOfWeek]}`, opens, closes }
}

function describePrices(shop: Barbershop) {
  const active = shop.services.filter(({ isActive }) => isActive)
  const prices = active.flatMap(({ priceCents, barbers }) => [
    priceCents,
    ...(barbers ?? []).map((own) => (own.isProvided ? (own.priceCents ?? 0) : 0)),
  ])
  const lowest = findLowestPrice(shop)
  const highest = Math.max(...prices)
  if (lowest === undefined) return undefined
  return lowest === highest ? formatMoney(lowest) : `${formatMoney(lowest)} – ${formatMoney(highest)}`
}

function describeRating({ averageRating, reviewCount }: Barbershop) {
  if (averageRating === null || reviewCount === 0) return undefined
  return { '@type': 'AggregateRating', ratingValue: averageRating, reviewCount, bestRating: 5, worstRating: 1 }
}

type Site = { url: string; absolute: (path: string) => string }

/** JSON-LD for search engines (https://schema.org/HairSalon). Unknown properties are omitted. */
export function toStructuredData(shop: Barbershop, { url, absolute }: Site): Record<string, unknown> {
  const images = listImages(shop).map(absolute)
  const openings = shop.workingHours.filter(({ isClosed }) => !isClosed)
  return {
    '@context': 'https://schema.org',
    '@type': 'HairSalon',
    '@id': url,
    url,
    name: shop.name,
    description: shop.description ?? undefined,
    image: images.length > 0 ? images : undefined,
    telephone: callHref(shop.phone)?.replace('tel:', ''),
    sameAs: shop.instagram ? [instagramHref(shop.instagram)] : undefined,
    priceRange: describePrices(shop),
    address: {
      '@type': 'PostalAddress',
      streetAddress: [shop.street, shop.number, shop.complement].filter(Boolean).join(', ') || shop.address,
      addressLocality: shop.city,
      addressRegion: shop.state,
      postalCode: shop.zipCode ?? undefined,
      addressCountry: 'BR',
    },
    geo: { '@type': 'GeoCoordinates', latitude: shop.latitude, longitude: shop.longitude },
    openingHoursSpecification: openings.length > 0 ? openings.map(describeOpening) : undefined,
    aggregateRating: describeRating(shop),
  }
}

/** Without a preposition, whose form would depend on the city's name. */
export function formatBarbershopTitle({
  name,
  neighborhood,
  city,
}: Pick<Barbershop, 'name' | 'neighborhood' | 'city'>) {
  return [name, neighborhood, city].filter(Boolean).join(', ')
}

/** The meta description. */
export function summarizeBarbershop(shop: Barbershop) {
  const lowest = findLowestPrice(shop)
  const price = lowest === undefined ? '' : ` Serviços a partir de ${formatMoney(lowest)}.`
  return `${shop.name}: ${shop.address}.${price} Veja os horários livres de hoje e marque o seu.`
}

const DAY = 1440

/** Weekday 0 is Sunday. */
export type WeekdayAndMinute = { weekday: number; minute: number }

export type OpeningDay = { dayOfWeek: number; texts: string[]; isToday: boolean }

/** A `closeTime` at or before `openTime` belongs to the next day. */
function isPastMidnight({ openTime, closeTime }: WorkingHour) {
  return closeTime <= openTime && closeTime !== '00:00'
}

function formatOpening(opening: WorkingHour) {
  if (opening.openTime === opening.closeTime) return 'Aberto 24 horas'
  const text = `${opening.openTime} às ${opening.closeTime}`
  if (!isPastMidnight(opening)) return text
  const nextDay = weekdaysShort[(opening.dayOfWeek + 1) % 7]
  return `${text} (${nextDay})`
}

/** The seven days, Sunday first, each with its opening hours as text. */
export function listOpeningDays(hours: readonly WorkingHour[], today: number): OpeningDay[] {
  return [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => {
    const openings = hours.filter((hour) => hour.dayOfWeek === dayOfWeek && !hour.isClosed)
    const inOrder = openings.toSorted((a, b) => toMinutes(a.openTime) - toMinutes(b.openTime))
    return { dayOfWeek, texts: inOrder.map(formatOpening), isToday: dayOfWeek === today }
  })
}

/** Weekday (0 = Sunday) and minute of the day in the barbershop's time zone. */
export function toWeekdayAndMinute(epochMs: number, timeZone: string): WeekdayAndMinute {
  const { date, time } = toLocalTime(new Date(epochMs), timeZone)
  return { weekday: getWeekday(date), minute: toMinutes(time) }
}

/** 'abre às 9h', 'abre amanhã às 9h', 'abre na terça às 9h15', from a week on 'abre em 24/11 às 9h'. */
export function describeOpeningAt(instant: string, timeZone: string, now: Date) {
  const { date, time } = toLocalTime(new Date(instant), timeZone)
  return describeOpeningOn(nameDay(date, toLocalTime(now, timeZone).date), time)
}

function describeOpeningOn(day: string | undefined, openTime: string) {
  return `abre ${day === 'hoje' ? '' : `${day} `}às ${formatTimeInSentence(openTime)}`
}

/** The same by the weekly hours alone, while special dates are not known; undefined if the barbershop never opens. */
export function describeNextOpening(hours: readonly WorkingHour[], now: WeekdayAndMinute) {
  const openings = hours.filter(({ isClosed }) => !isClosed)
  const waits = openings.map(({ dayOfWeek, openTime }) => {
    const days = (dayOfWeek - now.weekday + 7) % 7
    const wait = days * DAY + toMinutes(openTime) - now.minute
    return wait > 0
      ? { wait, dayOfWeek, openTime, days }
      : { wait: wait + 7 * DAY, dayOfWeek, openTime, days: days + 7 }
  })
  const next = waits.toSorted((a, b) => a.wait - b.wait)[0]
  if (!next) return undefined
  return describeOpeningOn(nameWeekday(next.days, next.dayOfWeek), next.openTime)
}
