import { PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import { isCommonPassword } from '../rules.ts'

type Wish = { currentPassword: string; newPassword: string; confirmPassword: string }

/** Throws what the specification says of a change of password, in its order. */
export function checkNewPassword({ currentPassword, newPassword, confirmPassword }: Wish) {
  const refuse = (message: string) => new ApiError('INVALID_INPUT', {}, message)
  if (!currentPassword || !newPassword || !confirmPassword) throw refuse('Por favor, preencha todos os campos')
  if (newPassword !== confirmPassword) throw refuse('As senhas não coincidem')
  if (newPassword.length < PASSWORD_LENGTH) throw refuse(PASSWORD_TOO_SHORT)
  if (newPassword === currentPassword) throw refuse('A nova senha deve ser diferente da atual')
  if (isCommonPassword(newPassword)) throw new ApiError('WEAK_PASSWORD')
}
