import { expect, test } from 'vitest'
import { imageProblem } from './images.ts'

test('only images of the supported types are valid', () => {
  expect(imageProblem({ type: 'image/png', size: 10 })).toBeUndefined()
  for (const type of ['', 'text/html', 'image/svg+xml', 'image/gif', 'image/']) {
    expect(imageProblem({ type, size: 10 })).toBe('Por favor, selecione um arquivo de imagem válido.')
  }
})

test('five megabytes are the limit', () => {
  expect(imageProblem({ type: 'image/jpeg', size: 5 * 1024 * 1024 })).toBeUndefined()
  expect(imageProblem({ type: 'image/jpeg', size: 5 * 1024 * 1024 + 1 })).toBe('A imagem deve ter no máximo 5MB.')
})
