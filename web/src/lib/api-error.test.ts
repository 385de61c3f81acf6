import { expect, test } from 'vitest'
import { ApiError, errorText, NetworkError, reasonText } from './api-error.ts'

test('the words of the server win over what the page would say', () => {
  expect(
    errorText(new ApiError(409, { code: 'PLAN_LIMIT', message: 'Já são três.' }), 'Erro ao ativar barbearia'),
  ).toBe('Já são três.')
})

test('a refusal without words is told as what failed', () => {
  expect(errorText(new ApiError(500), 'Erro ao enviar convite')).toBe('Erro ao enviar convite')
  expect(errorText(new TypeError('x is not a function'), 'Erro ao enviar convite')).toBe('Erro ao enviar convite')
})

test('without an answer one reads what failed, and why', () => {
  const [lost, late] = [new NetworkError('network'), new NetworkError('timeout')]
  expect(errorText(lost, 'Erro ao ativar barbearia')).toBe('Erro ao ativar barbearia. Sem conexão com o servidor.')
  expect(errorText(late, 'Erro ao salvar. Tente novamente.')).toBe(
    'Erro ao salvar. Tente novamente. O servidor demorou demais para responder.',
  )
  expect(errorText(lost, '')).toBe(lost.message)
})

test('as a reason it does not ask to try again, and what nobody knows is said to be unknown', () => {
  expect(reasonText(new NetworkError('timeout'))).toBe('O servidor demorou demais para responder')
  expect(reasonText(new ApiError(503, { code: 'UNAVAILABLE' }))).toBe('Erro desconhecido')
})
