import { PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import { isCommonPassword } from '../rules.ts'

type PasswordChange = { currentPassword: string; newPassword: string; confirmPassword: string }

/** The checks, their order and their messages are those of the specification. */
export function checkPasswordChange({ currentPassword, newPassword, confirmPassword }: PasswordChange) {
  const invalid = (message: string) => new ApiError('INVALID_INPUT', {}, message)
  if (!currentPassword || !newPassword || !confirmPassword) throw invalid('Por favor, preencha todos os campos')
  if (newPassword !== confirmPassword) throw invalid('As senhas não coincidem')
  if (newPassword.length < PASSWORD_LENGTH) throw invalid(PASSWORD_TOO_SHORT)
  if (newPassword === currentPassword) throw invalid('A nova senha deve ser diferente da atual')
  if (isCommonPassword(newPassword)) throw new ApiError('WEAK_PASSWORD')
}
