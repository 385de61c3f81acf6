import type { User } from '@na-regua/contract/accounts'
import { findNameProblem } from '@na-regua/contract/names'
import { findConfirmationProblem } from '@na-regua/contract/passwords'
import { findPhoneProblem } from '@na-regua/contract/phones'
import { EMAIL_CODE_PATTERN, MIN_PASSWORD, matchesPattern, TOKEN_PATTERN } from '@na-regua/contract/text-limits'
import { emailProblem, findFieldProblem, passwordProblem } from '../../lib/form-errors.ts'
import { createStoredValue } from '../../lib/use-stored-value.ts'

/** Google manages the email and password of such an account: neither can be changed here. */
export function isGoogleManaged({ google_id, hasPassword }: Pick<User, 'google_id' | 'hasPassword'>) {
  return Boolean(google_id) && !hasPassword
}

/** The page to return to after the login: a path of this site, otherwise the home page. Never the login itself. */
export function parseReturnPath(state: unknown) {
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
    ...profileProblems({ name, phone }),
    email: emailProblem(email),
    password: passwordProblem(password),
    confirmation: findConfirmationProblem(password, confirmation),
  }
}

export function profileProblems({ name, phone }: { name: string; phone: string }) {
  return {
    name: findNameProblem(name, 'Por favor, informe seu nome'),
    phone: findPhoneProblem(phone, { isOptional: true }),
  }
}

const strengths = [
  { steps: 1, text: `Use pelo menos ${MIN_PASSWORD} caracteres` },
  { steps: 3, text: 'Senha simples' },
  { steps: 5, text: 'Senha boa' },
  { steps: 7, text: 'Senha forte' },
] as const

/** A hint, not a rule: length counts most, a mix of character classes helps. `steps` is out of 7. */
export function passwordStrength(password: string) {
  if (password.length < MIN_PASSWORD) return strengths[0]
  const classes = [/[a-zà-ú]/, /[A-ZÀ-Ú]/, /\d/, /[^\p{L}\d]/u].filter((pattern) => pattern.test(password)).length
  const isMonotone = new Set(password).size < 5
  const points = isMonotone ? 0 : password.length + classes * 2
  if (points >= 20) return strengths[3]
  return points >= 14 ? strengths[2] : strengths[1]
}

/** A code that was emailed: to which address, and when the next one may be requested. */
export type SentCode = { email: string; resendAt: string }

const INCOMPLETE_CODE = 'Por favor, informe o código de 6 dígitos'

export const codeProblem = (code: string) =>
  findFieldProblem({ pattern: EMAIL_CODE_PATTERN }, code, {
    missing: INCOMPLETE_CODE,
    pattern: INCOMPLETE_CODE,
  })

export type CaptchaWidgetProps = {
  siteKey: string | undefined
  onSolve: (token: string) => void
  /** The solution was withdrawn without an error. */
  onClear: () => void
  /** The solution expired before it was used. */
  onExpire: () => void
  /** The widget could not be loaded. */
  onLoadError: () => void
}

/** What this tab stores during the redirect to Google: the client's half of the proof, and the page to return to. */
type GoogleSignIn = { secret: string; from: string }

/** Taken once: a second return with the same address has nothing to prove. */
export const storedSignIn = createStoredValue<GoogleSignIn>({
  key: 'googleVisit',
  storage: 'session',
  parse: JSON.parse,
})

type GoogleResult = { kind: 'nothing' } | { kind: 'cancelled' } | { kind: 'failed' } | { kind: 'code'; code: string }

/** What the server wrote into the hash of the login page when it redirected back from Google. */
export function readGoogleResult(hash: string): GoogleResult {
  const value = new URLSearchParams(hash.slice(1)).get('google')
  if (value === null) return { kind: 'nothing' }
  if (value === 'cancelado') return { kind: 'cancelled' }
  return matchesPattern(TOKEN_PATTERN, value) ? { kind: 'code', code: value } : { kind: 'failed' }
}
