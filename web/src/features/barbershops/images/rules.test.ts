import { expect, test } from 'vitest'
import { describeChangeFailure, listOwnPictures, sortFiles } from './rules.ts'

const picture = { type: 'image/jpeg', size: 10 }

test('the cover stands first and nothing stands twice', () => {
  expect(listOwnPictures({ images: ['/a', '/b', '/a'], coverImageUrl: '/b' })).toEqual(['/b', '/a'])
  expect(listOwnPictures({ images: [], coverImageUrl: null })).toEqual([])
})

test('six pictures are the most, whatever is chosen at once', () => {
  const { accepted, problems } = sortFiles([picture, picture, picture], 4)
  expect(accepted).toHaveLength(2)
  expect(problems).toEqual(['Você pode adicionar no máximo 6 imagens.'])
  expect(sortFiles([picture], 6).accepted).toEqual([])
})

test('what is no picture or too heavy is told once, and the rest leaves', () => {
  const { accepted, problems } = sortFiles(
    [{ type: 'text/plain', size: 1 }, { type: 'image/gif', size: 1 }, { ...picture, size: 6 * 1024 * 1024 }, picture],
    0,
  )
  expect(accepted).toEqual([picture])
  expect(problems).toEqual(['Por favor, selecione um arquivo de imagem válido.', 'A imagem deve ter no máximo 5MB.'])
})

test.each([
  ['Erro ao remover imagem', ['a', 'c']],
  ['Erro ao remover imagem', []],
  ['Erro ao definir imagem de capa', ['b', 'a', 'c']],
  ['Erro ao salvar. Tente novamente.', ['a', 'b', 'c', 'd']],
  ['Erro ao salvar. Tente novamente.', ['a', 'c', 'b']],
])('who changed pictures in vain reads %j', (text, after) => {
  expect(describeChangeFailure(['a', 'b', 'c'], after)).toBe(text)
})
