import { expect, test } from 'vitest'
import { ApiResponseError, NetworkError } from '../../../lib/api-error.ts'
import { describeNearbyError, describeTotal } from './nearby-list.tsx'

test.each([
  [38, 50, '38 estabelecimentos encontrados em um raio de 50km'],
  [1, 2.5, '1 estabelecimento encontrado em um raio de 2,5km'],
  [0, 5, '0 estabelecimentos encontrados em um raio de 5km'],
  [1234, 50, '1.234 estabelecimentos encontrados em um raio de 50km'],
])('%i barbershops within %d km [2.35]', (total, radius, text) => {
  expect(describeTotal(total, radius)).toBe(text)
})

test('a blocked request has another text than an error response [8.7]', () => {
  expect(describeNearbyError(new NetworkError('network'))).toMatch(
    /^A API não está permitindo requisições do navegador/,
  )
  expect(describeNearbyError(new NetworkError('timeout'))).toBe(
    'Erro ao carregar barbearias: O servidor demorou demais para responder. Tente novamente mais tarde.',
  )
  expect(describeNearbyError(new ApiResponseError(500, { message: 'Erro interno do sistema' }))).toBe(
    'Erro ao carregar barbearias: Erro interno do sistema. Tente novamente mais tarde.',
  )
  expect(describeNearbyError(new Error(''))).toBe(
    'Erro ao carregar barbearias: Erro desconhecido. Tente novamente mais tarde.',
  )
})
