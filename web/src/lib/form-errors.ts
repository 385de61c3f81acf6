import { accountsApi, PASSWORD_LENGTH } from '@na-regua/contract/accounts'
import { Email } from '@na-regua/contract/fields'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'

/** What a form says when nothing is typed, and when a rule of the schema refuses what is typed. */
type FieldTexts = { missing: string; minLength?: string; maxLength?: string; pattern?: string }

/**
 * Returns what to say about a field that the contract's schema refuses. Undefined for a value that it accepts, and for a rule without a
 * text: the server then responds.
 */
export function findFieldProblem(schema: TSchema, value: string, { missing, ...texts }: FieldTexts) {
  if (value === '') return missing
  const refused = Errors(schema, value).map(({ keyword }) => texts[keyword as keyof typeof texts])
  return refused.find((text) => text !== undefined)
}

const INVALID_EMAIL = 'Por favor, informe um endereço de e-mail válido'

/** The specification's two messages about an email address; undefined for a valid one. */
export const emailProblem = (email: string) =>
  findFieldProblem(Email, email.trim(), {
    missing: 'Por favor, informe seu endereço de e-mail',
    maxLength: INVALID_EMAIL,
    pattern: INVALID_EMAIL,
  })

/** What is wrong with a new password; undefined for a valid one. */
export const passwordProblem = (
  password: string,
  tooShort = `A senha deve ter pelo menos ${PASSWORD_LENGTH} caracteres`,
) =>
  findFieldProblem(accountsApi.register.schema.body.properties.password, password, {
    missing: 'Por favor, informe uma senha',
    minLength: tooShort,
  })
