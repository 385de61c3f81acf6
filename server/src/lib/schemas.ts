import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import fastJson from 'fast-json-stringify'
import type { FastifySchemaCompiler } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { Static, TSchema } from 'typebox'

type AnySchema = Parameters<typeof fastJson>[0]

// Words of a URL are text and must become numbers; a JSON body says its own types.
const exact = formats.default(new Ajv({ useDefaults: true }))
export const coercing = formats.default(new Ajv({ useDefaults: true, coerceTypes: true }))
const plain = formats.default(new Ajv())

/**
 * A schema becomes code when the first call needs it: all of them at the start cost most of a second, and memory for calls that nobody
 * makes. Each costs its first caller a few milliseconds.
 */
function onFirstUse<Given, Made>(make: () => (given: Given) => Made): (given: Given) => Made {
  let made: ((given: Given) => Made) | undefined
  return (given) => {
    made ??= make()
    return made(given)
  }
}

export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  onFirstUse(() =>
    httpPart === 'body' ? check(exact, exact.compile(schema)) : onlyFinite(check(coercing, coercing.compile(schema))),
  )

export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) =>
  onFirstUse<unknown, string>(() => fastJson(schema as AnySchema))

type Words = Record<string, unknown>
type Checked = { value: Words } | { error: Error }

const check =
  (ajv: Ajv, validate: ValidateFunction) =>
  (words: Words): Checked =>
    validate(words) ? { value: words } : { error: new Error(ajv.errorsText(validate.errors)) }

/** Ajv makes a number of "Infinity" and of "1e999" and then forgets to hold it against the limits. */
function onlyFinite(checkWords: (words: Words) => Checked) {
  return (words: Words): Checked => {
    const checked = checkWords(words)
    if ('error' in checked) return checked
    const areFinite = Object.values(words).every((value) => typeof value !== 'number' || Number.isFinite(value))
    return areFinite ? checked : { error: new Error('a number must be finite') }
  }
}

/** Knows by its form what comes from elsewhere; changes nothing of it. */
export function recognizer<Schema extends TSchema>(schema: Schema): (words: unknown) => words is Static<Schema> {
  const isSo = onFirstUse<unknown, unknown>(() => plain.compile(schema))
  return (words): words is Static<Schema> => isSo(words) === true
}
