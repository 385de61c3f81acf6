import { expect, test } from 'vitest'
import { newService } from '../services/rules.ts'
import { findHurdle, isWorthKeeping, newDraft, parseDraft, type ShopDraft, toNewShop } from './rules.ts'

const general = {
  ...newDraft().general,
  name: ' Navalha ',
  address: 'Rua 9, 1200',
  latitude: -16.68,
  longitude: -49.26,
}
const draft: ShopDraft = { ...newDraft(), general }

test('the first step waits for a name, an address and a point of the map', () => {
  expect(findHurdle(newDraft())).toBe('Falta o nome, o endereço e o ponto no mapa.')
  expect(findHurdle(draft)).toBeUndefined()
})

test('the third step waits for whole services, the fourth for whole hours', () => {
  expect(findHurdle({ ...draft, step: 2, services: [newService()] })).toBe(
    'Cada serviço precisa de nome, duração e preço.',
  )
  expect(findHurdle({ ...draft, step: 2 })).toBeUndefined()
  const week = draft.week.map((day) => ({ ...day, isOpen: true, spans: [] }))
  expect(findHurdle({ ...draft, step: 3, week })).toBe('Confira os horários em vermelho.')
})

test('a draft comes back as it was kept', () => {
  const kept = { ...draft, step: 3, services: [newService('Corte')], pictures: ['/uploads/a'] }
  expect(parseDraft(JSON.stringify(kept))).toEqual(kept)
})

test.each([null, '', '{', '[]', 'null', '{"step":1}', '{"general":{},"week":[]}'])('what is no draft: %j', (text) => {
  expect(parseDraft(text)).toBeUndefined()
})

test('a step that does not exist leads to one that does', () => {
  expect(parseDraft(JSON.stringify({ ...draft, step: 9 }))?.step).toBe(4)
  expect(parseDraft(JSON.stringify({ ...draft, step: 'x' }))?.step).toBe(0)
})

test('only a draft in which something was written is kept', () => {
  expect(isWorthKeeping(newDraft())).toBe(false)
  expect(isWorthKeeping(draft)).toBe(true)
})

test('the server hears trimmed words, digits, and nothing of what is empty', () => {
  const shop = toNewShop({ ...draft, general: { ...general, phone: '62933334444' }, pictures: ['/a', '/b'] }, 'me')
  expect(shop).toEqual({
    name: 'Navalha',
    address: 'Rua 9, 1200',
    zipCode: null,
    latitude: -16.68,
    longitude: -49.26,
    ownerId: 'me',
    coverImageUrl: '/a',
    phone: '62933334444',
    whatsapp: null,
    description: null,
  })
})
