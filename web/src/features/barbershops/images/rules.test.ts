import { expect, test } from 'vitest'
import { barbershopImages, describeImageChangeError, listOwnImages } from './rules.ts'

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
