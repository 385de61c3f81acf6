import {
  CODE_DIGITS,
  CODE_RESEND_SECONDS,
  PASSWORD_LENGTH,
  PASSWORD_TOO_SHORT,
  type Role,
  type User,
} from '@na-regua/contract/accounts'
import { emailProblem } from '../../lib/email-problem.ts'

export type PageAccess = { requireAdmin?: boolean; requireOwner?: boolean; allowedRoles?: readonly Role[] }

/** The owner of shops is also called admin: one role under two names. */
function isAdmin(role: Role | undefined) {
  return role === 'OWNER'
}

export function canEnter(role: Role, { requireAdmin, requireOwner, allowedRoles }: PageAccess) {
  if ((requireAdmin || requireOwner) && !isAdmin(role)) return false
  return allowedRoles?.includes(role) ?? true
}

/** Google keeps e-mail and password of such an account: neither can be changed here. */
export function isGoogleManaged({ google_id, hasPassword }: Pick<User, 'google_id' | 'hasPassword'>) {
  return Boolean(google_id) && !hasPassword
}

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

/** A letter on its way: where to, and when the next may follow. */
export type Sent = { email: string; resendAt: string }

export function codeProblem(code: string) {
  const isComplete = code.length === CODE_DIGITS && /^\d+$/.test(code)
  return isComplete ? undefined : 'Por favor, informe o código de 6 dígitos'
}

/** Seconds until another code may be sent; never more than the lock lasts, whatever this device's clock says. */
export function secondsUntil(resendAt: string | undefined, now: number) {
  if (!resendAt) return 0
  const seconds = Math.ceil((Date.parse(resendAt) - now) / 1000)
  return Math.min(Math.max(seconds, 0), CODE_RESEND_SECONDS)
}

export type CaptchaBoxProps = {
  siteKey: string | undefined
  onSolve: (token: string) => void
  /** A solution is taken back without anybody's fault. */
  onClear: () => void
  /** The solution grew too old before it was used. */
  onExpire: () => void
  /** The widget could not be loaded. */
  onBreak: () => void
}
