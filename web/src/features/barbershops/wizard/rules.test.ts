import { expect, test } from 'vitest'
import { createSpecialDate } from '../opening-hours-form/rules.ts'
import { createServiceDraft } from '../services/rules.ts'
import {
  type BarbershopDraft,
  createDraft,
  findStepError,
  isWorthSaving,
  parseDraft,
  toNewBarbershop,
} from './rules.ts'

const general = {
  ...createDraft().general,
  name: ' Navalha ',
  address: 'Rua 9, 1200',
  latitude: -16.68,
  longitude: -49.26,
}
const draft: BarbershopDraft = { ...createDraft(), general }

test('the first step needs a name, an address and a position on the map', () => {
  expect(findStepError(createDraft())).toBe('Falta o nome, o endereço e o ponto no mapa.')
  expect(findStepError(draft)).toBeUndefined()
})

test('the third step needs valid services, the fourth valid opening hours', () => {
  expect(findStepError({ ...draft, step: 2, services: [createServiceDraft()] })).toBe(
    'Cada serviço precisa de nome, duração e preço.',
  )
  expect(findStepError({ ...draft, step: 2 })).toBeUndefined()
  const weeklyHours = draft.weeklyHours.map((day) => ({ ...day, isOpen: true, spans: [] }))
  expect(findStepError({ ...draft, step: 3, weeklyHours })).toBe('Confira os horários em vermelho.')
})

test('a stored draft is restored unchanged', () => {
  const stored = { ...draft, step: 3, services: [createServiceDraft('Corte')], images: ['/uploads/a'] }
  expect(parseDraft(JSON.stringify(stored))).toEqual(stored)
})

test('a draft stored with the older field names is restored', () => {
  const current = { ...draft, images: ['/uploads/a'] }
  const older = JSON.stringify(current).replace('"weeklyHours":', '"week":').replace('"images":', '"pictures":')
  expect(parseDraft(older)).toEqual(current)
})

test('a draft of a version without holidays, house numbers, "Eu corto aqui" and categories is restored', () => {
  const current = { ...draft, services: [createServiceDraft('Corte')] }
  const { specialDates: _, cutsHere: __, ...older } = current
  const { number: ___, complement: ____, ...olderGeneral } = draft.general
  const olderServices = current.services.map(({ terms: _____, category: ______, ...service }) => service)
  const restored = parseDraft(JSON.stringify({ ...older, general: olderGeneral, services: olderServices }))
  expect(restored).toEqual(current)
  expect(findStepError({ ...current, ...restored, step: 2 })).toBeUndefined()
})

test('the fourth step needs valid special dates', () => {
  const specialDates = [createSpecialDate('')]
  expect(findStepError({ ...draft, step: 3, specialDates })).toBe('Confira os horários em vermelho.')
})

test.each([null, '', '{', '[]', 'null', '{"step":1}', '{"general":{},"week":[]}'])('not a draft: %j', (text) => {
  expect(parseDraft(text)).toBeUndefined()
})

test('an invalid step becomes a valid one', () => {
  expect(parseDraft(JSON.stringify({ ...draft, step: 9 }))?.step).toBe(4)
  expect(parseDraft(JSON.stringify({ ...draft, step: 'x' }))?.step).toBe(0)
})

test('only a draft with input is worth saving', () => {
  expect(isWorthSaving(createDraft())).toBe(false)
  expect(isWorthSaving(draft)).toBe(true)
})

test('the request has trimmed texts, digits, and no empty fields', () => {
  const shop = toNewBarbershop({ ...draft, general: { ...general, phone: '62933334444' }, images: ['/a', '/b'] }, 'me')
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
