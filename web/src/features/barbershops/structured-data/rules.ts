import type { Barbershop, WorkingHour } from '@na-regua/contract/barbershops'
import { formatMoney } from '../../../lib/format.ts'
import { listPictures, lowestPrice, phoneHref } from '../detail/rules.ts'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function describeOpening({ dayOfWeek, openTime, closeTime }: WorkingHour) {
  // schema.org reads 00:00 to 23:59 as the whole day, and a closing before the opening as past midnight.
  const closes = openTime === closeTime ? '23:59' : closeTime
  const opens = openTime === closeTime ? '00:00' : openTime
  return { '@type': 'OpeningHoursSpecification', dayOfWeek: `https://schema.org/${days[dayOfWeek]}`, opens, closes }
}

function describePrices(shop: Barbershop) {
  const prices = shop.services.filter(({ isActive }) => isActive).map(({ priceCents }) => priceCents)
  const [lowest, highest] = [lowestPrice(shop), Math.max(...prices)]
  if (lowest === undefined) return undefined
  return lowest === highest ? formatMoney(lowest) : `${formatMoney(lowest)} – ${formatMoney(highest)}`
}

function describeRating({ averageRating, reviewCount }: Barbershop) {
  if (averageRating === null || reviewCount === 0) return undefined
  return { '@type': 'AggregateRating', ratingValue: averageRating, reviewCount, bestRating: 5, worstRating: 1 }
}

type Site = { url: string; absolute: (path: string) => string }

/** The shop as search engines read it (https://schema.org/HairSalon). What it lacks is left out. */
export function describeShop(shop: Barbershop, { url, absolute }: Site): Record<string, unknown> {
  const images = listPictures(shop).map(absolute)
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
      streetAddress: shop.street,
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

/** Without prepositions, whose form depends on the name of the place. */
export function titleShop({ name, neighborhood, city }: Pick<Barbershop, 'name' | 'neighborhood' | 'city'>) {
  return `${name}, ${neighborhood}, ${city}`
}

/** One or two sentences for a list of results. */
export function summarizeShop(shop: Barbershop) {
  const lowest = lowestPrice(shop)
  const price = lowest === undefined ? '' : ` Serviços a partir de ${formatMoney(lowest)}.`
  return `${shop.name}: ${shop.address}.${price} Veja os horários livres de hoje e marque o seu.`
}
