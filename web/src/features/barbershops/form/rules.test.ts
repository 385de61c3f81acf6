import { expect, test } from 'vitest'
import { createSpecialDate } from '../opening-hours-form/rules.ts'
import { createServiceDraft } from '../services/rules.ts'
import {
  type BarbershopDraft,
  barbershopImages,
  createDraft,
  describeImageChangeError,
  emptyGeneral,
  findGeneralErrors,
  findStepError,
  type GeneralDraft,
  isWorthSaving,
  listMissingInput,
  listOwnImages,
  parseDraft,
  toNewBarbershop,
} from './rules.ts'

const shop: GeneralDraft = {
  ...emptyGeneral,
  name: 'Navalha',
  address: 'Rua 9, 1200',
  latitude: -16.68,
  longitude: -49.26,
}

test('a barbershop needs a name, an address and a position on the map', () => {
  expect(listMissingInput(emptyGeneral)).toEqual(['o nome', 'o endereço', 'o ponto no mapa'])
  expect(listMissingInput({ ...shop, name: '   ' })).toEqual(['o nome'])
  expect(listMissingInput(shop)).toEqual([])
})

test.each(['', '6233334444', '62933334444'])('a phone may be %j', (phone) => {
  expect(findGeneralErrors({ ...shop, phone, whatsapp: phone })).toEqual({})
})

test.each(['6', '623333444', '629333344445'])('a phone of %j is incomplete', (phone) => {
  expect(findGeneralErrors({ ...shop, phone }).phone).toMatch(/Informe o DDD e o número\.$/)
  expect(listMissingInput({ ...shop, phone })).toEqual(['corrigir os campos em vermelho'])
})

test('a CEP is eight digits or none', () => {
  expect(findGeneralErrors({ ...shop, zipCode: '7423001' }).zipCode).toBe('O CEP tem 8 números.')
  expect(findGeneralErrors({ ...shop, zipCode: '74230010' }).zipCode).toBeUndefined()
})

test('the cover comes first, each image once', () => {
  expect(listOwnImages({ images: ['/a', '/b', '/a'], coverImageUrl: '/b' })).toEqual(['/b', '/a'])
  expect(listOwnImages({ images: [], coverImageUrl: null })).toEqual([])
})

test.each([
  ['Erro ao remover imagem', ['a', 'c']],
  ['Erro ao remover imagem', []],
  ['Erro ao definir imagem de capa', ['b', 'a', 'c']],
  ['Erro ao salvar. Tente novamente.', ['a', 'b', 'c', 'd']],
  ['Erro ao salvar. Tente novamente.', ['a', 'c', 'b']],
])('a failed change of images shows %j [8.14]', (text, after) => {
  expect(describeImageChangeError(['a', 'b', 'c'], after)).toBe(text)
})

test('a barbershop has at most six images [5.15]', () => {
  expect(barbershopImages).toEqual({ max: 6, message: 'Você pode adicionar no máximo 6 imagens.' })
})

const general = {
  ...createDraft().general,
  name: ' Navalha ',
  address: 'Rua 9, 1200',
  latitude: -16.68,
  longitude: -49.26,
}
const draft: BarbershopDraft = { ...createDraft(), general }

test('the first step needs a name, an address and a position on the map [5.9]', () => {
  expect(findStepError(createDraft())).toBe('Falta o nome, o endereço e o ponto no mapa.')
  expect(findStepError(draft)).toBeUndefined()
})

test('the third step needs valid services, the fourth valid opening hours [5.9]', () => {
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

test('an invalid step becomes a valid one [4.17]', () => {
  expect(parseDraft(JSON.stringify({ ...draft, step: 9 }))?.step).toBe(4)
  expect(parseDraft(JSON.stringify({ ...draft, step: 'x' }))?.step).toBe(0)
})

test('only a draft with input is worth saving', () => {
  expect(isWorthSaving(createDraft())).toBe(false)
  expect(isWorthSaving(draft)).toBe(true)
})

test('the request has trimmed texts, digits, and no empty fields [5.11]', () => {
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
    instagram: null,
  })
})
