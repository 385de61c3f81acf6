import { PASSWORD_LENGTH } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import { isCommonPassword } from '../rules.ts'

type Wish = { currentPassword: string; newPassword: string; confirmPassword: string }

/** Throws what the specification says of a change of password, in its order. */
export function checkNewPassword({ currentPassword, newPassword, confirmPassword }: Wish) {
  const refuse = (message: string) => new ApiError('INVALID_INPUT', {}, message)
  if (!currentPassword || !newPassword || !confirmPassword) throw refuse('Por favor, preencha todos os campos')
  if (newPassword !== confirmPassword) throw refuse('As senhas não coincidem')
  if (newPassword.length < PASSWORD_LENGTH)
    throw refuse(`A nova senha deve ter pelo menos ${PASSWORD_LENGTH} caracteres`)
  if (newPassword === currentPassword) throw refuse('A nova senha deve ser diferente da atual')
  if (isCommonPassword(newPassword)) throw new ApiError('WEAK_PASSWORD')
}
