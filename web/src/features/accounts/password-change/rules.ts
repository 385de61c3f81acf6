import { PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from '@na-regua/contract/accounts'

export type Passwords = { currentPassword: string; newPassword: string; confirmPassword: string }

/** What is wrong, by the field that is to blame; the specification's words in its order. */
export function passwordProblems({ currentPassword, newPassword, confirmPassword }: Passwords) {
  const missing = 'Por favor, preencha todos os campos'
  if (!currentPassword || !newPassword || !confirmPassword) {
    return {
      currentPassword: currentPassword ? undefined : missing,
      newPassword: newPassword ? undefined : missing,
      confirmPassword: confirmPassword ? undefined : missing,
    }
  }
  if (newPassword !== confirmPassword) return { confirmPassword: 'As senhas não coincidem' }
  return newPassword.length < PASSWORD_LENGTH ? { newPassword: PASSWORD_TOO_SHORT } : {}
}
