import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import fastJson from 'fast-json-stringify'
import type { FastifySchemaCompiler } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { Static, TSchema } from 'typebox'

type AnySchema = Parameters<typeof fastJson>[0]

// URL parameters are strings and are coerced; a JSON body has types of its own.
const exact = formats.default(new Ajv({ useDefaults: true }))
export const coercing = formats.default(new Ajv({ useDefaults: true, coerceTypes: true }))
const plain = formats.default(new Ajv())

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
    validate(values) ? { value: values } : { error: new Error(ajv.errorsText(validate.errors)) }

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
