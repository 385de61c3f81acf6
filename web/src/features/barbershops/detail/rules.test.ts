import { expect, test } from 'vitest'
import { findLowestPrice, getFeatureIcon, listImages, mapsHref, phoneHref, whatsappHref } from './rules.ts'

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

test('the lowest price is that of an active service', () => {
  const service = (priceCents: number, isActive = true) => ({
    id: String(priceCents),
    name: 'Corte',
    description: null,
    durationMin: 30,
    bufferMin: 0,
    priceCents,
    isActive,
  })
  expect(findLowestPrice({ services: [service(5000), service(3500), service(1000, false)] })).toBe(3500)
  expect(findLowestPrice({ services: [] })).toBeUndefined()
})

test('each benefit has its own icon, an unknown one a check', () => {
  expect(getFeatureIcon('Cerveja artesanal')).toBe('cup')
  expect(getFeatureIcon('Mesa de sinuca')).toBe('check')
})
