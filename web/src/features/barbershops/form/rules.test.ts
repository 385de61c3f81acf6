import { expect, test } from 'vitest'
import {
  barbershopImages,
  describeImageChangeError,
  emptyGeneral,
  findGeneralErrors,
  type GeneralDraft,
  listMissingInput,
  listOwnImages,
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
  expect(findGeneralErrors({ ...shop, phone }).phone).toBe('Informe o DDD e o número.')
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
])('a failed change of images shows %j', (text, after) => {
  expect(describeImageChangeError(['a', 'b', 'c'], after)).toBe(text)
})

test('a barbershop has at most six images', () => {
  expect(barbershopImages).toEqual({ max: 6, message: 'Você pode adicionar no máximo 6 imagens.' })
})
