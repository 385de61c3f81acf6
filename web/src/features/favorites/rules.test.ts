import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { NetworkError } from '../../lib/network-error.ts'
import { describeFailure, makeWish, readWish, withFavorite } from './rules.ts'

test('an id is in or out, once', () => {
  expect(withFavorite(undefined, 'a', true)).toEqual(['a'])
  expect(withFavorite(['a', 'b'], 'a', true)).toEqual(['b', 'a'])
  expect(withFavorite(['a', 'b'], 'a', false)).toEqual(['b'])
  expect(withFavorite(['b'], 'a', false)).toEqual(['b'])
})

test('a wish waits a quarter of an hour', () => {
  const wish = makeWish('id', 'Navalha de Ouro', 1000)
  const text = JSON.stringify(wish)
  expect(readWish(text, 1000 + 14 * 60_000)).toEqual(wish)
  expect(readWish(text, 1000 + 15 * 60_000)).toBeUndefined()
})

test.each([null, '', '{', '[]', 'null', '7', '{"barbershopId":7,"name":"x","until":9e15}', '{"until":9e15}'])(
  '%j is no wish',
  (text) => {
    expect(readWish(text, 0)).toBeUndefined()
  },
)

test('a lost network has words of its own, an answer its message', () => {
  expect(describeFailure(new NetworkError('network'))).toContain('a API não está permitindo requisições do navegador')
  expect(describeFailure(new ApiError(500, { message: 'Erro interno do sistema' }))).toBe(
    'Erro ao carregar favoritos: Erro interno do sistema. Tente novamente mais tarde.',
  )
  expect(describeFailure(new Error(''))).toBe(
    'Erro ao carregar favoritos: Erro desconhecido. Tente novamente mais tarde.',
  )
})
