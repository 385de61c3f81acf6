import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api-error.ts'
import { NO_SECRET } from '../rules.ts'
import { describeProblem } from './rules.ts'

test('the server says best why no payment was opened; a secret that is missing is named', () => {
  const unavailable = new ApiError(503, { message: 'A operadora não respondeu.' })
  expect(describeProblem(unavailable)).toEqual({ title: 'A operadora não respondeu.', canRetry: true })
  expect(describeProblem(new Error('anything'))).toEqual({
    title: 'Erro ao criar sessão de checkout. Por favor, tente novamente.',
    canRetry: true,
  })
  expect(describeProblem(new ApiError(403, { code: 'FORBIDDEN' })).canRetry).toBe(false)
  expect(describeProblem(new Error(NO_SECRET))).toEqual({
    title: 'Não foi possível carregar o formulário de pagamento.',
    detail: 'No client secret returned from server',
    canRetry: true,
  })
})
