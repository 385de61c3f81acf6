import { expect, test } from 'vitest'
import { ApiResponseError, NetworkError } from '../../lib/api-error.ts'
import { createPendingFavorite, parsePendingFavorite, withFavorite } from './favorite-button.tsx'
import { describeFavoritesError } from './favorite-list.tsx'

test('an id is added once, or removed', () => {
  expect(withFavorite(undefined, 'a', true)).toEqual(['a'])
  expect(withFavorite(['a', 'b'], 'a', true)).toEqual(['b', 'a'])
  expect(withFavorite(['a', 'b'], 'a', false)).toEqual(['b'])
  expect(withFavorite(['b'], 'a', false)).toEqual(['b'])
})

test('a pending favorite expires after 15 minutes', () => {
  const pending = createPendingFavorite({ id: 'id', name: 'Navalha de Ouro' }, 1000)
  const text = JSON.stringify(pending)
  expect(parsePendingFavorite(text, 1000 + 14 * 60_000)).toEqual(pending)
  expect(parsePendingFavorite(text, 1000 + 15 * 60_000)).toBeUndefined()
})

test.each([null, '', '{', '[]', 'null', '7', '{"id":7,"name":"x","until":9e15}', '{"until":9e15}'])(
  '%j is not a pending favorite',
  (text) => {
    expect(parsePendingFavorite(text, 0)).toBeUndefined()
  },
)

test('a network error has its own text, an API error its message', () => {
  expect(describeFavoritesError(new NetworkError('network'))).toContain(
    'a API não está permitindo requisições do navegador',
  )
  expect(describeFavoritesError(new ApiResponseError(500, { message: 'Erro interno do sistema' }))).toBe(
    'Erro ao carregar favoritos: Erro interno do sistema. Tente novamente mais tarde.',
  )
  expect(describeFavoritesError(new Error(''))).toBe(
    'Erro ao carregar favoritos: Erro desconhecido. Tente novamente mais tarde.',
  )
})
