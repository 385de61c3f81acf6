import { expect, test } from 'vitest'
import { ApiResponseError, errorText, NetworkError, reasonText } from './api-error.ts'

test('the message of the server wins over the fallback [8.1]', () => {
  expect(
    errorText(new ApiResponseError(409, { code: 'PLAN_LIMIT', message: 'Já são três.' }), 'Erro ao ativar barbearia'),
  ).toBe('Já são três.')
})

test('an error response without a message shows the fallback [8.1]', () => {
  expect(errorText(new ApiResponseError(500), 'Erro ao enviar convite')).toBe('Erro ao enviar convite')
  expect(errorText(new TypeError('x is not a function'), 'Erro ao enviar convite')).toBe('Erro ao enviar convite')
})

test('without a response the text names what failed, and why [8.1]', () => {
  const lost = new NetworkError('network')
  const late = new NetworkError('timeout')
  expect(errorText(lost, 'Erro ao ativar barbearia')).toBe('Erro ao ativar barbearia\nSem conexão com o servidor.')
  expect(errorText(late, 'Erro ao salvar. Tente novamente.')).toBe(
    'Erro ao salvar. Tente novamente.\nO servidor demorou demais para responder.',
  )
  expect(errorText(lost, '')).toBe(lost.message)
})

test('as a reason it does not suggest to try again, and an unknown reason is called unknown [8.7]', () => {
  expect(reasonText(new NetworkError('timeout'))).toBe('O servidor demorou demais para responder')
  expect(reasonText(new ApiResponseError(503, { code: 'UNAVAILABLE' }))).toBe('Erro desconhecido')
})
