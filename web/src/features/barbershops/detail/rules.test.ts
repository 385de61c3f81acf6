import { expect, test } from 'vitest'
import { iconOfFeature, isShopId, listPictures, lowestPrice, mapsHref, phoneHref, whatsappHref } from './rules.ts'

test('a call goes to the number with the code of the country, once', () => {
  expect(phoneHref('6232141234')).toBe('tel:+556232141234')
  expect(phoneHref('(62) 90000-1234')).toBe('tel:+5562900001234')
  expect(phoneHref('+55 62 90000-1234')).toBe('tel:+5562900001234')
  // 55 is also the area code of Santa Maria.
  expect(phoneHref('55900001234')).toBe('tel:+5555900001234')
})

test('what is no number has no link', () => {
  for (const phone of [null, '', '190', 'ligue já', '123456789012345']) {
    expect(phoneHref(phone)).toBeUndefined()
    expect(whatsappHref({ name: 'Navalha', whatsapp: phone })).toBeUndefined()
  }
})

test('the conversation begins politely and names the shop, whatever its name holds', () => {
  const link = new URL(whatsappHref({ name: 'Zé & Cia #1?', whatsapp: '62900001234' }) ?? '')
  expect(link.origin + link.pathname).toBe('https://wa.me/5562900001234')
  expect(link.searchParams.get('text')).toMatch(/^Olá! .*Zé & Cia #1\?.*Na Régua/)
})

test('the map opens at latitude, longitude', () => {
  const link = new URL(mapsHref({ latitude: -16.6869, longitude: -49.2648 }))
  expect(link.host).toBe('www.google.com')
  expect(link.searchParams.get('query')).toBe('-16.6869,-49.2648')
})

test('every picture stands once; the cover serves where there are no others', () => {
  expect(listPictures({ images: ['/a.webp', '/b.webp', '/a.webp'], coverImageUrl: '/c.webp' })).toEqual([
    '/a.webp',
    '/b.webp',
  ])
  expect(listPictures({ images: [], coverImageUrl: '/c.webp' })).toEqual(['/c.webp'])
  expect(listPictures({ images: [], coverImageUrl: null })).toEqual([])
})

test('the lowest price is that of a service one can book', () => {
  const service = (priceCents: number, isActive = true) => ({
    id: String(priceCents),
    name: 'Corte',
    description: null,
    durationMin: 30,
    bufferMin: 0,
    priceCents,
    isActive,
  })
  expect(lowestPrice({ services: [service(5000), service(3500), service(1000, false)] })).toBe(3500)
  expect(lowestPrice({ services: [] })).toBeUndefined()
})

test('each benefit has its own icon, an unknown one a check', () => {
  expect(iconOfFeature('Cerveja artesanal')).toBe('cup')
  expect(iconOfFeature('Mesa de sinuca')).toBe('check')
})

test('only a uuid can be a shop', () => {
  expect(isShopId('59681889-3fa0-8570-a885-bafa477e8103')).toBe(true)
  expect(isShopId('nada')).toBe(false)
  expect(isShopId('59681889-3fa0-8570-a885-bafa477e8103%0a')).toBe(false)
})
