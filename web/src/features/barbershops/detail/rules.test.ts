import type { Barbershop } from '@na-regua/contract/barbershops'
import { expect, test } from 'vitest'
import {
  findLowestPrice,
  formatBarbershopTitle,
  getFeatureIcon,
  groupByCategory,
  listImages,
  mapsHref,
  phoneHref,
  summarizeBarbershop,
  toStructuredData,
  whatsappHref,
} from './rules.ts'

test('a phone link has the country code once', () => {
  expect(phoneHref('6232141234')).toBe('tel:+556232141234')
  expect(phoneHref('(62) 90000-1234')).toBe('tel:+5562900001234')
  expect(phoneHref('+55 62 90000-1234')).toBe('tel:+5562900001234')
  // 55 is also the area code of Santa Maria.
  expect(phoneHref('55900001234')).toBe('tel:+5555900001234')
})

test('an invalid number has no link', () => {
  for (const phone of [null, '', '190', 'ligue já', '123456789012345']) {
    expect(phoneHref(phone)).toBeUndefined()
    expect(whatsappHref({ name: 'Navalha', whatsapp: phone })).toBeUndefined()
  }
})

test('the WhatsApp message greets and names the barbershop, with its name escaped', () => {
  const link = new URL(whatsappHref({ name: 'Zé & Cia #1?', whatsapp: '62900001234' }) ?? '')
  expect(link.origin + link.pathname).toBe('https://wa.me/5562900001234')
  expect(link.searchParams.get('text')).toMatch(/^Olá! .*Zé & Cia #1\?.*Na Régua/)
})

test('the map opens at latitude, longitude', () => {
  const link = new URL(mapsHref({ latitude: -16.6869, longitude: -49.2648 }))
  expect(link.host).toBe('www.google.com')
  expect(link.searchParams.get('query')).toBe('-16.6869,-49.2648')
})

test('each image once; the cover if there are no others', () => {
  expect(listImages({ images: ['/a.webp', '/b.webp', '/a.webp'], coverImageUrl: '/c.webp' })).toEqual([
    '/a.webp',
    '/b.webp',
  ])
  expect(listImages({ images: [], coverImageUrl: '/c.webp' })).toEqual(['/c.webp'])
  expect(listImages({ images: [], coverImageUrl: null })).toEqual([])
})

test('the lowest price is the one of lists; a barbershop without services has none', () => {
  const service = (isActive: boolean) => ({
    ...{ id: 'a', name: 'Corte', description: null, durationMin: 30, bufferMin: 0, priceCents: 5000, isActive },
  })
  expect(findLowestPrice({ services: [service(true)], price_from: 3500 })).toBe(3500)
  expect(findLowestPrice({ services: [service(false)], price_from: 3500 })).toBeUndefined()
  expect(findLowestPrice({ services: [service(true)], price_from: null })).toBeUndefined()
})

test('services are grouped by their category, once there are several', () => {
  const [cut, beard, brows] = [{ category: 'Cabelo' }, { category: 'Barba' }, { category: null }]
  expect(groupByCategory([cut, beard, brows, cut])).toEqual([
    { category: '', services: [brows] },
    { category: 'Cabelo', services: [cut, cut] },
    { category: 'Barba', services: [beard] },
  ])
  expect(groupByCategory([cut, cut])).toEqual([{ category: '', services: [cut, cut] }])
})

test('each benefit has its own icon, an unknown one a check', () => {
  expect(getFeatureIcon('Cerveja artesanal')).toBe('cup')
  expect(getFeatureIcon('Mesa de sinuca')).toBe('check')
})

const service = {
  id: 's',
  name: 'Corte',
  description: null,
  durationMin: 30,
  bufferMin: 0,
  priceCents: 4500,
  isActive: true,
}

const shop: Barbershop = {
  id: 'shop',
  hasQueue: false,
  name: 'Navalha de Ouro',
  description: 'Corte e prosa.',
  address: 'Rua T-55, 100 - Setor Bueno, Goiânia - GO',
  street: 'Rua T-55',
  number: '100',
  complement: '',
  neighborhood: 'Setor Bueno',
  city: 'Goiânia',
  state: 'GO',
  zipCode: '74230010',
  phone: '6232141234',
  whatsapp: null,
  latitude: -16.6869,
  longitude: -49.2648,
  timeZone: 'America/Sao_Paulo',
  coverImageUrl: null,
  images: ['/uploads/a.webp', 'https://cdn.example/b.webp'],
  features: [],
  is_active: true,
  is_featured: false,
  is_verified: false,
  slug: null,
  is_open: true,
  openUntil: '18:00',
  averageRating: 4.75,
  reviewCount: 12,
  distance_in_km: null,
  price_from: 4500,
  services: [
    service,
    { ...service, id: 't', priceCents: 9000 },
    { ...service, id: 'u', priceCents: 1, isActive: false },
  ],
  combinations: [],
  specialDates: [],
  minimumNoticeMin: 30,
  cancelNoticeMin: 120,
  bookingWindowDays: 60,
  workingHours: [
    { id: '0', dayOfWeek: 0, openTime: '09:00', closeTime: '18:00', isClosed: true },
    { id: '1', dayOfWeek: 1, openTime: '09:00', closeTime: '18:00', isClosed: false },
    { id: '6', dayOfWeek: 6, openTime: '00:00', closeTime: '00:00', isClosed: false },
  ],
}

const site = {
  url: 'https://naregua.test/barbershop/shop',
  absolute: (path: string) => new URL(path, 'https://naregua.test').href,
}

test('all properties of a barbershop', () => {
  expect(toStructuredData(shop, site)).toMatchObject({
    '@type': 'HairSalon',
    url: site.url,
    name: 'Navalha de Ouro',
    image: ['https://naregua.test/uploads/a.webp', 'https://cdn.example/b.webp'],
    telephone: '+556232141234',
    priceRange: expect.stringMatching(/^R\$\s45,00 – R\$\s90,00$/),
    address: { streetAddress: 'Rua T-55, 100', addressLocality: 'Goiânia', addressRegion: 'GO', addressCountry: 'BR' },
    geo: { latitude: -16.6869, longitude: -49.2648 },
    aggregateRating: { ratingValue: 4.75, reviewCount: 12 },
  })
})

test('the street address has number and complement, or is the whole line when there is no street', () => {
  const streetOf = (change: Partial<Barbershop>) =>
    (toStructuredData({ ...shop, ...change }, site).address as { streetAddress: string }).streetAddress
  expect(streetOf({ complement: 'Sala 2' })).toBe('Rua T-55, 100, Sala 2')
  expect(streetOf({ street: '', number: '', address: 'Na praça' })).toBe('Na praça')
})

test('closed days are left out, and equal opening and closing times are the whole day', () => {
  expect(toStructuredData(shop, site).openingHoursSpecification).toEqual([
    { '@type': 'OpeningHoursSpecification', dayOfWeek: 'https://schema.org/Monday', opens: '09:00', closes: '18:00' },
    { '@type': 'OpeningHoursSpecification', dayOfWeek: 'https://schema.org/Saturday', opens: '00:00', closes: '23:59' },
  ])
})

test('unknown properties are omitted', () => {
  const bare = { ...shop, phone: null, images: [], services: [], workingHours: [], averageRating: null, reviewCount: 0 }
  const data = JSON.parse(JSON.stringify(toStructuredData(bare, site)))
  for (const key of ['telephone', 'image', 'priceRange', 'openingHoursSpecification', 'aggregateRating']) {
    expect(data).not.toHaveProperty(key)
  }
})

test('a single price is not a range', () => {
  expect(toStructuredData({ ...shop, services: [service] }, site).priceRange).toMatch(/^R\$\s45,00$/)
})

test('title and summary name the barbershop and its city', () => {
  expect(formatBarbershopTitle(shop)).toBe('Navalha de Ouro, Setor Bueno, Goiânia')
  expect(formatBarbershopTitle({ ...shop, neighborhood: '' })).toBe('Navalha de Ouro, Goiânia')
  expect(summarizeBarbershop(shop)).toMatch(/^Navalha de Ouro: Rua T-55.* a partir de R\$\s45,00\./)
  expect(summarizeBarbershop({ ...shop, services: [] })).not.toContain('R$')
})
