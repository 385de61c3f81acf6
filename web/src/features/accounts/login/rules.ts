import { PASSWORD_LENGTH } from '@na-regua/contract/accounts'
import { emailProblem } from '../../../lib/email-problem.ts'

/** The page to go to after logging in: an address of this site, or the home page. Never another site, never the login again. */
export function safeFrom(state: unknown) {
  const from = Object(state).from
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from) || /[\\\p{Cc}]/u.test(from)) return '/'
  const { origin, pathname, search, hash } = new URL(from, 'http://site.invalid')
  if (origin !== 'http://site.invalid' || /^\/login\/?$/.test(pathname)) return '/'
  return pathname + search + hash
}

export type LoginInput = { email: string; password: string }

export function loginProblems({ email, password }: LoginInput) {
  return { email: emailProblem(email), password: password ? undefined : 'Por favor, informe sua senha' }
}

export type RegisterInput = LoginInput & { name: string; confirmation: string; phone: string }

export function registerProblems({ name, email, password, confirmation, phone }: RegisterInput) {
  return {
    name: name.trim() ? undefined : 'Por favor, informe seu nome',
    email: emailProblem(email),
    phone: /^(\d{10,11})?$/.test(phone) ? undefined : 'Informe o DDD e o número, com 10 ou 11 dígitos',
    password: passwordProblem(password),
    confirmation: confirmation === password ? undefined : 'As senhas não coincidem',
  }
}

export function passwordProblem(password: string) {
  if (!password) return 'Por favor, informe uma senha'
  return password.length < PASSWORD_LENGTH ? `A senha deve ter pelo menos ${PASSWORD_LENGTH} caracteres` : undefined
}

export function onlyDigits(text: string) {
  return text.replaceAll(/\D/g, '')
}

const strengths = [
  { steps: 1, text: `Use pelo menos ${PASSWORD_LENGTH} caracteres` },
  { steps: 3, text: 'Senha simples' },
  { steps: 5, text: 'Senha boa' },
  { steps: 7, text: 'Senha forte' },
] as const

/** A hint, not a rule: length counts most, a mix of kinds helps. `steps` of 7. */
export function passwordStrength(password: string) {
  if (password.length < PASSWORD_LENGTH) return strengths[0]
  const kinds = [/[a-zà-ú]/, /[A-ZÀ-Ú]/, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const isMonotone = new Set(password).size < 5
  const points = isMonotone ? 0 : password.length + kinds * 2
  if (points >= 20) return strengths[3]
  return points >= 14 ? strengths[2] : strengths[1]
}
