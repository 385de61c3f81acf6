import { expect, test } from 'vitest'
import { describeImageChangeError, listOwnImages, selectImageFiles } from './rules.ts'

const image = { type: 'image/jpeg', size: 10 }

test('the cover comes first, each image once', () => {
  expect(listOwnImages({ images: ['/a', '/b', '/a'], coverImageUrl: '/b' })).toEqual(['/b', '/a'])
  expect(listOwnImages({ images: [], coverImageUrl: null })).toEqual([])
})

test('six images are the maximum', () => {
  const { accepted, problems } = selectImageFiles([image, image, image], 4)
  expect(accepted).toHaveLength(2)
  expect(problems).toEqual(['Você pode adicionar no máximo 6 imagens.'])
  expect(selectImageFiles([image], 6).accepted).toEqual([])
})

test('files of another type or too large are reported once, the others are accepted', () => {
  const { accepted, problems } = selectImageFiles(
    [{ type: 'text/plain', size: 1 }, { type: 'image/gif', size: 1 }, { ...image, size: 6 * 1024 * 1024 }, image],
    0,
  )
  expect(accepted).toEqual([image])
  expect(problems).toEqual(['Por favor, selecione um arquivo de imagem válido.', 'A imagem deve ter no máximo 5MB.'])
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
