import type { Route } from '@na-regua/contract/route'
import fc from 'fast-check'
import { arbitraryUploads } from './fuzz-uploads.ts'

type Json = { [key: string]: unknown }
type Part = {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Part[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, Part>
  required?: string[]
}

/** A generated request. URL, headers and body are raw text, because hostile ones have no parsed form. */
export type FuzzRequest = {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
  /** own: the user whose requests pass most checks of the endpoint. */
  token: 'own' | 'customer' | 'barber' | 'owner' | 'none' | 'mangled'
}

/** Values by field name, the first half of them valid: without existing ids no request passes the first check. */
export type FuzzSamples = Record<string, readonly unknown[]>

/** `isTame`: mostly valid values with a rare hostile one, because only such requests get past validation. */
type GeneratorOptions = { samples: FuzzSamples; isTame: boolean }

const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
const deepObject = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`

/** JSON as text: wrong types, values beyond every limit, and known problems of parsers, databases and JavaScript engines. */
const hostileJson: readonly string[] = [
  ...['null', 'true', '0', '-1', '-0', '0.5', '1e999', '2147483648', '9007199254740993', '1e308', '[]', '{}', deep],
  ...['["a"]', '[1,2]', '{"toString":1}', '{"__proto__":{"x":1}}', '{"$gt":""}', deepObject, `"${'x'.repeat(70_000)}"`],
  ...['""', '" "', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udfff\\ud800"', '"__proto__"', '"constructor"'],
  ...['"\' or 1=1 --"', '"%"', '"\\\\"', '"../../etc/passwd"', '"<script>"', '"\\u202e"', '"💈💈"', '"ﷺ"', '"१२३४५६"'],
  ...['"+275760-09-13T00:00:00Z"', '"2026-03-12T23:59:60Z"', '"2026-03-12 12:00:00Z"', '"2026-03-12T12:00:00+03"'],
  ...['"0000-00-00"', '"2026-02-30"', '"2099-12-31"', '"9999-12-31T23:59:59Z"', '"NaN"', '"Infinity"', '"1e400"'],
  ...['"urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8"', '"{6ba7b810-9dad-11d1-80b4-00c04fd430c8}"'],
]

/** The same for URLs, percent-encoded. */
const hostileText: readonly string[] = [
  ...['', '%20', '%00', 'a%00b', '%ED%A0%80', '%zz', '%', '%25', '__proto__', 'constructor', 'null', 'true', '-1', '0'],
  ...['1e999', 'Infinity', '-Infinity', 'NaN', '-0', '0x10', '1e308', '2147483648', '9007199254740993', '0.5', '1,2'],
  ...["'%20or%201=1", '%5B%5D', '%7B%7D', '..%2F..%2Fetc', '%F0%9F%92%88', '%EF%B7%BA', '%E2%91%B4', 'ʹ', '%2B', '+'],
  ...['2026-02-30', '2099-12-31', '%2B275760-09-13', '0000-01-01', 'urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
  ...['x'.repeat(250), '9'.repeat(400), '%C3%A7'.repeat(200)],
].map((text) => text.replaceAll('ʹ', '%CA%B9'))

const contentTypes = [
  ...Array(12).fill('application/json'),
  ...['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=latin1', 'application/json\t'],
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', ''],
]

/** Values of a schema: mostly valid, often at the limits, sometimes beyond them. */
function arbitraryValue(name: string, part: Part, options: GeneratorOptions): fc.Arbitrary<unknown> {
  const known = options.samples[name]
  if (known) return fc.constantFrom(...(options.isTame ? known.slice(0, Math.ceil(known.length / 2)) : known))
  if (part.const !== undefined) return fc.constant(part.const)
  if (part.enum) return fc.constantFrom(...part.enum)
  if (part.anyOf) return fc.oneof(...part.anyOf.map((option) => arbitraryValue(name, option, options)))
  if (part.type === 'boolean') return fc.boolean()
  if (part.type === 'integer' || part.type === 'number') return arbitraryNumber(part, options)
  return arbitraryString(part, options)
}

function arbitraryNumber(part: Part, options: GeneratorOptions): fc.Arbitrary<number> {
  const { minimum: min = -1000, maximum: max = 1000 } = part
  const inside = part.type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
  return options.isTame ? inside : fc.oneof(inside, fc.constantFrom(min, max, min - 1, max + 1))
}

function arbitraryString({ minLength = 0, maxLength = 300 }: Part, options: GeneratorOptions): fc.Arbitrary<string> {
  if (options.isTame) return fc.constantFrom('a'.repeat(Math.max(1, minLength)), 'b'.repeat(maxLength))
  const lengths = fc.constantFrom(minLength, maxLength, Math.max(0, minLength - 1), maxLength + 1)
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40), unit: 'grapheme' }),
    lengths.map((length) => 'a'.repeat(length)),
  )
}

function arbitraryJson(name: string, part: Part, options: GeneratorOptions): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: options.isTame ? 80 : 12,
      arbitrary: arbitraryValue(name, part, options).map((value) => JSON.stringify(value)),
    },
    { weight: 2, arbitrary: fc.constantFrom(...hostileJson) },
  )
}

function arbitraryText(name: string, part: Part, options: GeneratorOptions): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: options.isTame ? 80 : 12,
      arbitrary: arbitraryValue(name, part, options).map((value) => encodeURIComponent(String(value))),
    },
    { weight: 2, arbitrary: fc.constantFrom(...hostileText) },
  )
}

/** True with probability weight / (weight + 1). */
const mostlyTrue = (weight: number) => fc.integer({ min: 0, max: weight }).map((value) => value > 0)

type Encoding = { generate: typeof arbitraryJson; hostile: readonly string[] }
const json: Encoding = { generate: arbitraryJson, hostile: hostileJson }
const text: Encoding = { generate: arbitraryText, hostile: hostileText }

/** Pairs of a schema's properties. Hostile ones lack a property, have an unknown one, or repeat one. */
function arbitraryPairs(part: Part | undefined, { generate, hostile }: Encoding, options: GeneratorOptions) {
  const required = new Set(part?.required)
  const isPresent = (name: string) => (required.has(name) ? mostlyTrue(options.isTame ? 300 : 14) : mostlyTrue(1))
  const given = Object.entries(part?.properties ?? {}).map(([name, schema]) =>
    fc.tuple(isPresent(name), generate(name, schema, options)).map(([isGiven, text]) => ({ name, text, isGiven })),
  )
  const extra = fc.oneof(
    { weight: options.isTame ? 300 : 10, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('__proto__', 'constructor', 'extra', 'role'), fc.constantFrom(...hostile)),
    },
  )
  return fc
    .tuple(fc.tuple(...given), extra, mostlyTrue(options.isTame ? 300 : 12))
    .map(([properties, unknown, isOnce]) => {
      const pairs = properties
        .filter(({ isGiven }) => isGiven)
        .map(({ name, text }) => [name, text] as [string, string])
      if (unknown) pairs.push(unknown)
      const [first] = pairs
      if (first && !isOnce) pairs.push(first)
      return pairs
    })
}

/** A lone surrogate, an overlong slash and a byte that is invalid in UTF-8, inside a string. */
const invalidUtf8 = ['eda080', 'c0af', 'ff'].map((bytes) => Buffer.from(`7b226e616d65223a22${bytes}227d`, 'hex'))

const malformedBodies: readonly (string | Buffer)[] = [
  ...['', '{', 'null', '[]', '"x"', deep, deepObject, '{"a":1}}', '\u0000', '{"__proto__":null}', '\ufeff{}'],
  ...invalidUtf8,
]

function arbitraryBody(part: Part, options: GeneratorOptions): fc.Arbitrary<string | Buffer> {
  const object = arbitraryPairs(part.anyOf?.[0] ?? part, json, options).map(
    (pairs) => `{${pairs.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`,
  )
  return fc.oneof(
    { weight: options.isTame ? 100 : 14, arbitrary: object },
    { weight: 1, arbitrary: fc.constantFrom(...malformedBodies) },
  )
}

function arbitraryPath(url: string, part: Part | undefined, options: GeneratorOptions): fc.Arbitrary<string> {
  const names = Object.keys(part?.properties ?? {})
  const values = names.map((name) => arbitraryText(name, part?.properties?.[name] ?? {}, options))
  return fc
    .tuple(...values)
    .map((texts) => `/api${names.reduce((path, name, index) => path.replace(`:${name}`, texts[index] ?? ''), url)}`)
}

/** The body, and its content type unless another one is generated. */
type GeneratedBody = { payload?: string | Buffer; type?: string }

function arbitraryPayload({ schema }: Route, options: GeneratorOptions): fc.Arbitrary<GeneratedBody> {
  const { body, upload } = schema as unknown as { body?: Part; upload?: string }
  const none = fc.constantFrom(undefined, ...(options.isTame ? [] : [undefined, undefined, '{}', 'x']))
  const plain = (body ? arbitraryBody(body, options) : none).map((payload): GeneratedBody => ({ payload }))
  if (!upload) return plain
  const form = arbitraryUploads(upload, options.samples.file?.[0] as Buffer)
  return fc.oneof({ weight: 9, arbitrary: form }, { weight: 1, arbitrary: plain })
}

const otherTokens: FuzzRequest['token'][] = ['customer', 'barber', 'barber', 'owner', 'owner', 'none', 'mangled']

function arbitraryParts(route: Route, options: GeneratorOptions) {
  const { params, querystring, headers } = route.schema as unknown as Record<string, Part | undefined>
  return fc.record({
    method: fc.constantFrom(...(route.method === 'GET' ? ['GET', 'GET', 'GET', 'GET', 'HEAD'] : [route.method])),
    path: arbitraryPath(route.url, params, options),
    query: arbitraryPairs(querystring, text, options),
    headers: arbitraryPairs(headers, text, options),
    contentType: fc.constantFrom(...(options.isTame ? ['application/json'] : contentTypes)),
    content: arbitraryPayload(route, options),
    token: fc.constantFrom<FuzzRequest['token'][]>('own', ...(options.isTame ? [] : otherTokens)),
    coding: fc.constantFrom('', '', '', '', '', '', 'br', 'gzip, br;q=0', '*', 'x'),
  })
}

/** Requests of one endpoint, generated from its schemas: half of them mostly valid, half hostile. */
export function arbitraryRequests(route: Route, samples: FuzzSamples): fc.Arbitrary<FuzzRequest> {
  return fc
    .oneof(arbitraryParts(route, { samples, isTame: true }), arbitraryParts(route, { samples, isTame: false }))
    .map(({ path, query, headers, contentType, content: { payload, type = contentType }, coding, method, token }) => ({
      method,
      token,
      payload,
      url: query.length > 0 ? `${path}?${query.map(([name, text]) => `${name}=${text}`).join('&')}` : path,
      headers: {
        ...Object.fromEntries(headers.filter(([name]) => name !== '__proto__')),
        ...(payload !== undefined && type && { 'content-type': type }),
        ...(coding && { 'accept-encoding': coding }),
      } as Json as Record<string, string>,
    }))
}
