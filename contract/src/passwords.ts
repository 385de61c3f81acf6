import { MIN_PASSWORD } from './text-limits.ts'

const PASSWORD_TOO_SHORT = `A nova senha deve ter pelo menos ${MIN_PASSWORD} caracteres`

/** The message for two passwords that differ, in forms and on the server. */
export const PASSWORDS_DIFFER = 'As senhas não coincidem'

/** The message for a password that was typed in another way the second time. */
export function findConfirmationProblem(password: string, confirmation: string): string | undefined {
  return confirmation === password ? undefined : PASSWORDS_DIFFER
}

export type PasswordChange = { currentPassword: string; newPassword: string; confirmPassword: string }

/**
 * The messages by field for a change of password that is incomplete, mistyped or too short; empty for any other. The checks, their order
 * and their messages are those of the specification, in forms and on the server.
 */
export function findPasswordChangeProblems(change: PasswordChange): Partial<PasswordChange> {
  const blank = Object.entries(change).filter(([, password]) => password === '')
  if (blank.length > 0)
    return Object.fromEntries(blank.map(([field]) => [field, 'Por favor, preencha todos os campos']))
  const confirmPassword = findConfirmationProblem(change.newPassword, change.confirmPassword)
  if (confirmPassword) return { confirmPassword }
  return change.newPassword.length < MIN_PASSWORD ? { newPassword: PASSWORD_TOO_SHORT } : {}
}
