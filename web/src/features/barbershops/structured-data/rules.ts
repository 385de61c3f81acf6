import type { Barbershop, WorkingHour } from '@na-regua/contract/barbershops'
import { formatMoney } from '../../../lib/format.ts'
import { findLowestPrice, listImages, phoneHref } from '../detail/rules.ts'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function describeOpening({ dayOfWeek, openTime, closeTime }: WorkingHour) {
  // In schema.org 00:00 to 23:59 is the whole day, and a closing time before the opening time is after midnight.
  const closes = openTime === closeTime ? '23:59' : closeTime
  const opens = openTime === closeTime ? '00:00' : openTime
  return { '@type': 'OpeningHoursSpecification', dayOfWeek: `https://schema.org/${days[dayOfWeek]}`, opens, closes }
}

function describePrices(shop: Barbershop) {
  const prices = shop.services.filter(({ isActive }) => isActive).map(({ priceCents }) => priceCents)
  const [lowest, highest] = [findLowestPrice(shop), Math.max(...prices)]
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
    telephone: phoneHref(shop.phone)?.replace('tel:', ''),
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
