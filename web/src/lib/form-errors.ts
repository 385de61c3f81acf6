import { EMAIL_PATTERN, MAX_EMAIL, MIN_PASSWORD, matchesPattern } from '@na-regua/contract/text-limits'

/** What the contract's schema says about a text. */
type TextRule = { minLength?: number; maxLength?: number; pattern?: string }
/** What a form says when nothing is typed, and when a rule refuses what is typed. */
type FieldTexts = { missing: string } & { [rule in keyof TextRule]?: string }

/** Returns what to say about a text that a rule of the contract refuses. Undefined for one that it accepts. */
export function findFieldProblem(
  { minLength = 0, maxLength = Infinity, pattern = '' }: TextRule,
  value: string,
  texts: FieldTexts,
) {
  if (value === '') return texts.missing
  if (value.length < minLength) return texts.minLength
  if (value.length > maxLength) return texts.maxLength
  return matchesPattern(pattern, value) ? undefined : texts.pattern
}

const INVALID_EMAIL = 'Por favor, informe um endereço de e-mail válido'

/** The specification's two messages about an email address; undefined for a valid one. */
export const emailProblem = (email: string) =>
  findFieldProblem({ maxLength: MAX_EMAIL, pattern: EMAIL_PATTERN }, email.trim(), {
    missing: 'Por favor, informe seu endereço de e-mail',
    maxLength: INVALID_EMAIL,
    pattern: INVALID_EMAIL,
  })

/** What is wrong with a new password; undefined for a valid one. */
export const passwordProblem = (password: string) =>
  findFieldProblem({ minLength: MIN_PASSWORD }, password, {
    missing: 'Por favor, informe uma senha',
    minLength: `A senha deve ter pelo menos ${MIN_PASSWORD} caracteres`,
  })
