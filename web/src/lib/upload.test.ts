import { expect, test } from 'vitest'
import { imageProblem, selectImageFiles } from './upload.ts'

const image = { type: 'image/jpeg', size: 10 }
const limit = { max: 6, message: 'Você pode adicionar no máximo 6 imagens.' }

test('only images of the supported types are valid', () => {
  expect(imageProblem({ type: 'image/png', size: 10 })).toBeUndefined()
  for (const type of ['', 'text/html', 'image/svg+xml', 'image/gif', 'image/']) {
    expect(imageProblem({ type, size: 10 })).toBe('Por favor, selecione um arquivo de imagem válido.')
  }
})

test('five megabytes are the limit [5.15]', () => {
  expect(imageProblem({ type: 'image/jpeg', size: 5 * 1024 * 1024 })).toBeUndefined()
  expect(imageProblem({ type: 'image/jpeg', size: 5 * 1024 * 1024 + 1 })).toBe('A imagem deve ter no máximo 5MB.')
})

test('the limit is the maximum', () => {
  const { accepted, problems } = selectImageFiles([image, image, image], 4, limit)
  expect(accepted).toHaveLength(2)
  expect(problems).toEqual(['Você pode adicionar no máximo 6 imagens.'])
  expect(selectImageFiles([image], 6, limit).accepted).toEqual([])
})

test('files of another type or too large are reported once, the others are accepted', () => {
  const { accepted, problems } = selectImageFiles(
    [{ type: 'text/plain', size: 1 }, { type: 'image/gif', size: 1 }, { ...image, size: 6 * 1024 * 1024 }, image],
    0,
    limit,
  )
  expect(accepted).toEqual([image])
  expect(problems).toEqual(['Por favor, selecione um arquivo de imagem válido.', 'A imagem deve ter no máximo 5MB.'])
})
