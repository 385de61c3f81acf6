import type { Barbershop, WorkingHour } from '@na-regua/contract/barbershops'
import { describe, expect, test } from 'vitest'
import {
  describeNextOpening,
  describeOpeningAt,
  describePayment,
  findLowestPrice,
  formatBarbershopTitle,
  getFeatureIcon,
  groupByCategory,
  listImages,
  listOpeningDays,
  mapsHref,
  summarizeBarbershop,
  toStructuredData,
  toWeekdayAndMinute,
  whatsappHref,
} from './rules.ts'

test('the WhatsApp message greets and names the barbershop, with its name escaped', () => {
  const link = new URL(whatsappHref({ name: 'Zé & Cia #1?', whatsapp: '62900001234' }) ?? '')
  expect(link.origin + link.pathname).toBe('https://wa.me/5562900001234')
  expect(link.searchParams.get('text')).toMatch(/^Olá! .*Zé & Cia #1\?.*Na Régua/)
})

test.each([
  ['Pague na barbearia', []],
  ['Pague na barbearia: Pix e dinheiro', ['cash', 'pix']],
  ['Pague na barbearia: Pix, dinheiro e cartão', ['pix', 'cash', 'debit', 'credit']],
  ['Pague na barbearia: cartão de débito', ['debit']],
  ['Pague na barbearia: dinheiro e cartão de crédito', ['cash', 'credit']],
] as const)('%s', (text, paymentMethods) => {
  expect(describePayment({ paymentMethods: [...paymentMethods] })).toBe(text)
})

test('the map opens at latitude, longitude [2.56]', () => {
  const link = new URL(mapsHref({ latitude: -16.6869, longitude: -49.2648 }))
  expect(link.host).toBe('www.google.com')
  expect(link.searchParams.get('query')).toBe('-16.6869,-49.2648')
})

test('each image once; the cover if there are no others [2.41]', () => {
  expect(listImages({ images: ['/a.webp', '/b.webp', '/a.webp'], coverImageUrl: '/c.webp' })).toEqual([
    '/a.webp',
    '/b.webp',
  ])
  expect(listImages({ images: [], coverImageUrl: '/c.webp' })).toEqual(['/c.webp'])
  expect(listImages({ images: [], coverImageUrl: null })).toEqual([])
})

test('the lowest price is the one of lists; a barbershop without services has none [2.54]', () => {
  const service = (isActive: boolean) => ({
    id: 'a',
    name: 'Corte',
    description: null,
    durationMin: 30,
    bufferMin: 0,
    priceCents: 5000,
    isActive,
  })
  expect(findLowestPrice({ services: [service(true)], price_from: 3500 })).toBe(3500)
  expect(findLowestPrice({ services: [service(false)], price_from: 3500 })).toBeUndefined()
  expect(findLowestPrice({ services: [service(true)], price_from: null })).toBeUndefined()
})

test('services are grouped by their category, once there are several', () => {
  const cut = { category: 'Cabelo' }
  const beard = { category: 'Barba' }
  const brows = { category: null }
  expect(groupByCategory([cut, beard, brows, cut])).toEqual([
    { category: '', services: [brows] },
    { category: 'Cabelo', services: [cut, cut] },
    { category: 'Barba', services: [beard] },
  ])
  expect(groupByCategory([cut, cut])).toEqual([{ category: '', services: [cut, cut] }])
})

test('each benefit has its own icon, an unknown one a check [2.59]', () => {
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

test('its Instagram is the same barbershop', () => {
  expect(toStructuredData({ ...shop, instagram: 'navalha.ouro' }, site).sameAs).toEqual([
    'https://www.instagram.com/navalha.ouro/',
  ])
  expect(toStructuredData(shop, site).sameAs).toBeUndefined()
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

function open(dayOfWeek: number, openTime: string, closeTime: string): WorkingHour {
  return { id: `${dayOfWeek}-${openTime}`, dayOfWeek, openTime, closeTime, isClosed: false }
}

function closed(dayOfWeek: number): WorkingHour {
  return { id: `${dayOfWeek}-closed`, dayOfWeek, openTime: '09:00', closeTime: '18:00', isClosed: true }
}

describe('the opening days', () => {
  test('has seven days, Sunday first, and marks today', () => {
    const days = listOpeningDays([closed(0), open(1, '09:00', '18:00')], 1)
    expect(days.map(({ dayOfWeek }) => dayOfWeek)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(days[1]).toEqual({ dayOfWeek: 1, texts: ['09:00 às 18:00'], isToday: true })
    expect(days.filter(({ isToday }) => isToday)).toHaveLength(1)
  })

  test('a closed day has no opening, whatever hours it carries', () => {
    expect(listOpeningDays([closed(0)], 3)[0]?.texts).toEqual([])
  })

  test('several openings are in the order of the day', () => {
    const days = listOpeningDays([open(2, '14:00', '19:00'), open(2, '09:00', '12:00')], 0)
    expect(days[2]?.texts).toEqual(['09:00 às 12:00', '14:00 às 19:00'])
  })

  test('a night names the day on which it ends, across the end of the week too', () => {
    const days = listOpeningDays([open(5, '20:00', '03:00'), open(6, '20:00', '04:00')], 0)
    expect(days[5]?.texts).toEqual(['20:00 às 03:00 (Sáb)'])
    expect(days[6]?.texts).toEqual(['20:00 às 04:00 (Dom)'])
  })

  test('closing at midnight is still the same day; opening and closing alike is round the clock', () => {
    const days = listOpeningDays([open(4, '18:00', '00:00'), open(5, '00:00', '00:00')], 0)
    expect(days[4]?.texts).toEqual(['18:00 às 00:00'])
    expect(days[5]?.texts).toEqual(['Aberto 24 horas'])
  })
})

describe('the next opening', () => {
  const usual = [open(1, '09:00', '18:00'), open(2, '09:00', '12:00'), open(2, '14:00', '18:00')]
  const at = (weekday: number, hour: number) => ({ weekday, minute: hour * 60 })

  test.each([
    [at(1, 8), 'abre às 9h'],
    [at(2, 13), 'abre às 14h'],
    [at(1, 20), 'abre amanhã às 9h'],
    [at(0, 23), 'abre amanhã às 9h'],
    [at(2, 19), 'abre na segunda às 9h'],
    [at(6, 10), 'abre na segunda às 9h'],
  ])('from %o it %s', (now, text) => {
    expect(describeNextOpening(usual, now)).toBe(text)
  })

  test.each([
    ['2026-11-24T23:00:00Z', 'abre às 20h'],
    ['2026-11-25T12:15:00Z', 'abre amanhã às 9h15'],
    ['2026-11-26T02:30:00Z', 'abre amanhã às 23h30'],
    ['2026-11-28T12:00:00Z', 'abre no sábado às 9h'],
    ['2026-11-30T12:00:00Z', 'abre na segunda às 9h'],
    ['2026-12-01T12:00:00Z', 'abre em 01/12 às 9h'],
  ])('at %s counts from the local day', (instant, text) => {
    // Tuesday, 21:30 in São Paulo.
    expect(describeOpeningAt(instant, 'America/Sao_Paulo', new Date('2026-11-25T00:30:00Z'))).toBe(text)
  })

  test('of a barbershop with a single day is in a week, and not today', () => {
    expect(describeNextOpening([open(3, '09:00', '18:00')], at(3, 19))).toBe('abre na quarta às 9h')
  })

  test('of a barbershop that never opens is undefined', () => {
    expect(describeNextOpening([closed(0), closed(1)], at(0, 9))).toBeUndefined()
  })
})

describe("weekday and minute in the barbershop's time zone", () => {
  // 02:30 UTC on a Sunday.
  const instant = Date.parse('2026-11-22T02:30:00Z')

  test.each([
    ['America/Sao_Paulo', { weekday: 6, minute: 23 * 60 + 30 }],
    ['America/Rio_Branco', { weekday: 6, minute: 21 * 60 + 30 }],
    ['America/Noronha', { weekday: 0, minute: 30 }],
  ])('in %s', (timeZone, local) => {
    expect(toWeekdayAndMinute(instant, timeZone)).toEqual(local)
  })
})
