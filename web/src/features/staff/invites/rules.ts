import { PASSWORD_LENGTH } from '@na-regua/contract/accounts'
import type { ReceivedInvite } from '@na-regua/contract/invites'
import { findNameProblem } from '@na-regua/contract/names'

/** The next step, depending on the account that is logged in. */
type InviteStep = 'join' | 'log-in' | 'accept' | 'other-account'

export function chooseInviteStep({ email, hasAccount }: ReceivedInvite, ownEmail: string | undefined): InviteStep {
  if (ownEmail === undefined) return hasAccount ? 'log-in' : 'join'
  return ownEmail.toLowerCase() === email.toLowerCase() ? 'accept' : 'other-account'
}

export type JoinInput = { name: string; password: string; confirmation: string }

export function findJoinProblems({ name, password, confirmation }: JoinInput) {
  const tooShort = `A senha deve ter pelo menos ${PASSWORD_LENGTH} caracteres`
  return {
    name: findNameProblem(name, 'Por favor, informe seu nome'),
    password: password.length >= PASSWORD_LENGTH ? undefined : password ? tooShort : 'Por favor, informe uma senha',
    confirmation: confirmation === password ? undefined : 'As senhas não coincidem',
  }
}
