import { ApiError } from '@na-regua/contract/errors'
import { INSTAGRAM_PROBLEM, parseInstagram } from '@na-regua/contract/instagram'
import { normalizeEmail } from '@na-regua/contract/names'
import { parsePhoneNumber, phoneProblems } from '@na-regua/contract/phones'
import { Ajv, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv'
import type { DataValidateFunction } from 'ajv/dist/types/index.js'
import formats from 'ajv-formats'
import fastJson from 'fast-json-stringify'
import type { FastifySchemaCompiler } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Static, TSchema } from 'typebox'

type AnySchema = Parameters<typeof fastJson>[0]

/** The text as it is stored, or the message for users who typed none such. */
type Normalized = { text: string } | { message: string }

function normalizePhone(text: string, isBrazilian: boolean): Normalized {
  const { phone, problem } = parsePhoneNumber(text, { isBrazilian })
  if (problem !== undefined) return { message: phoneProblems[problem] }
  return isBrazilian || isKnownForeign(phone) ? { text: phone } : { message: phoneProblems.invalidForeign }
}

/** True when the country code of a number that the contract accepts exists and has numbers of this length. */
function isKnownForeign(phone: string): boolean {
  return !phone.startsWith('+') || parsePhoneNumberFromString(phone)?.isPossible() === true
}

function normalizeInstagram(text: string): Normalized {
  const handle = parseInstagram(text)
  return handle === undefined ? { message: INSTAGRAM_PROBLEM } : { text: handle }
}

/** How people write the text of a field is not how it is stored: a schema names one of these in 'x-normalize'. */
const normalizers: Record<string, (text: string) => Normalized> = {
  email: (text) => ({ text: normalizeEmail(text) }),
  'person-phone': (text) => normalizePhone(text, false),
  'barbershop-phone': (text) => normalizePhone(text, true),
  instagram: normalizeInstagram,
}

/** Replaces the text before the other rules of its schema check it. */
const normalize: FuncKeywordDefinition = {
  keyword: 'x-normalize',
  type: 'string',
  schemaType: 'string',
  modifying: true,
  before: 'maxLength',
  errors: true,
  compile(name: string) {
    const normalizer = normalizers[name]
    if (!normalizer) throw new Error(`no normalizer ${name}`)
    const replaceText: DataValidateFunction = (text: string, context) => {
      const normalized = normalizer(text)
      if ('message' in normalized) {
        replaceText.errors = [{ keyword: 'x-normalize', message: normalized.message }]
        return false
      }
      // A text that is checked alone has no parent.
      if (context?.parentData) context.parentData[context.parentDataProperty] = normalized.text
      return true
    }
    return replaceText
  },
}

// URL parameters are strings and are coerced; a JSON body has types of its own.
const exact = formats.default(new Ajv({ useDefaults: true })).addKeyword(normalize)
export const coercing = formats.default(new Ajv({ useDefaults: true, coerceTypes: true })).addKeyword(normalize)
const plain = formats.default(new Ajv()).addKeyword(normalize)

/**
 * Compiles a schema on first use: compiling all at start takes most of a second, and memory for unused endpoints. The first request
 * of an endpoint pays a few milliseconds.
 */
function onFirstUse<Input, Output>(compile: () => (input: Input) => Output): (input: Input) => Output {
  let compiled: ((input: Input) => Output) | undefined
  return (input) => {
    compiled ??= compile()
    return compiled(input)
  }
}

export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  onFirstUse(() =>
    httpPart === 'body' ? check(exact, exact.compile(schema)) : onlyFinite(check(coercing, coercing.compile(schema))),
  )

/** By schema: endpoints share those of errors, and the apps of one process all of them. */
const serializers = new WeakMap<object, (value: unknown) => string>()

export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  const known = serializers.get(schema) ?? onFirstUse<unknown, string>(() => fastJson(schema as AnySchema))
  serializers.set(schema, known)
  return known
}

type Values = Record<string, unknown>
type Checked = { value: Values } | { error: Error }

const check =
  (ajv: Ajv, validate: ValidateFunction) =>
  (values: Values): Checked =>
    validate(values) ? { value: values } : { error: toError(ajv, validate.errors ?? []) }

/** Only a normalizer has a message for users. */
function toError(ajv: Ajv, errors: ErrorObject[]): Error {
  const message = errors.find(({ keyword }) => keyword === 'x-normalize')?.message
  return message ? new ApiError('INVALID_INPUT', {}, message) : new Error(ajv.errorsText(errors))
}

/** Ajv coerces "Infinity" and "1e999" to numbers and does not check them against the limits. */
function onlyFinite(checkValues: (values: Values) => Checked) {
  return (values: Values): Checked => {
    const checked = checkValues(values)
    if ('error' in checked) return checked
    const areFinite = Object.values(values).every((value) => typeof value !== 'number' || Number.isFinite(value))
    return areFinite ? checked : { error: new Error('a number must be finite') }
  }
}

/** A type guard for data from external services. */
export function recognizer<Schema extends TSchema>(schema: Schema): (value: unknown) => value is Static<Schema> {
  const validate = onFirstUse<unknown, unknown>(() => plain.compile(schema))
  return (value): value is Static<Schema> => validate(value) === true
}
