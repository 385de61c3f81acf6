import type { Route } from '@na-regua/contract/route'
import fc from 'fast-check'
import { formsOf } from './fuzz-uploads.ts'

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

/** What a request of the fuzz is made of: its pieces are raw text already, because hostile ones are no values. */
export type FuzzRequest = {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
  /** own: whoever gets furthest with that call. */
  token: 'own' | 'customer' | 'barber' | 'owner' | 'none' | 'mangled'
}

/** Things that exist, by the name of the field that means them, the sound half first: without them no request gets past the first check. */
export type Samples = Record<string, readonly unknown[]>

/** A tame request is one that the product means, but for a hostile piece now and then: only such ones get deep. */
type Taste = { samples: Samples; isTame: boolean }

const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
const deepObject = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`

/** JSON as text: of wrong types, beyond every limit, and what parsers, bases and engines stumble over. */
const hostileJson: readonly string[] = [
  ...['null', 'true', '0', '-1', '-0', '0.5', '1e999', '2147483648', '9007199254740993', '1e308', '[]', '{}', deep],
  ...['["a"]', '[1,2]', '{"toString":1}', '{"__proto__":{"x":1}}', '{"$gt":""}', deepObject, `"${'x'.repeat(70_000)}"`],
  ...['""', '" "', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udfff\\ud800"', '"__proto__"', '"constructor"'],
  ...['"\' or 1=1 --"', '"%"', '"\\\\"', '"../../etc/passwd"', '"<script>"', '"\\u202e"', '"💈💈"', '"ﷺ"', '"१२३४५६"'],
  ...['"+275760-09-13T00:00:00Z"', '"2026-03-12T23:59:60Z"', '"2026-03-12 12:00:00Z"', '"2026-03-12T12:00:00+03"'],
  ...['"0000-00-00"', '"2026-02-30"', '"2099-12-31"', '"9999-12-31T23:59:59Z"', '"NaN"', '"Infinity"', '"1e400"'],
  ...['"urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8"', '"{6ba7b810-9dad-11d1-80b4-00c04fd430c8}"'],
]

/** The same for an address, as it stands on the wire. */
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

/** Mostly what the schema means, often its edges, now and then what no schema means. */
function anyOf(name: string, part: Part, taste: Taste): fc.Arbitrary<unknown> {
  const known = taste.samples[name]
  if (known) return fc.constantFrom(...(taste.isTame ? known.slice(0, Math.ceil(known.length / 2)) : known))
  if (part.const !== undefined) return fc.constant(part.const)
  if (part.enum) return fc.constantFrom(...part.enum)
  if (part.anyOf) return fc.oneof(...part.anyOf.map((option) => anyOf(name, option, taste)))
  if (part.type === 'boolean') return fc.boolean()
  if (part.type === 'integer' || part.type === 'number') {
    const [min, max] = [part.minimum ?? -1000, part.maximum ?? 1000]
    const inside = part.type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
    return taste.isTame ? inside : fc.oneof(inside, fc.constantFrom(min, max, min - 1, max + 1))
  }
  const { minLength = 0, maxLength = 300 } = part
  if (taste.isTame) return fc.constantFrom('a'.repeat(Math.max(1, minLength)), 'b'.repeat(maxLength))
  const lengths = fc.constantFrom(minLength, maxLength, Math.max(0, minLength - 1), maxLength + 1)
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40), unit: 'grapheme' }),
    lengths.map((length) => 'a'.repeat(length)),
  )
}

function jsonOf(name: string, part: Part, taste: Taste): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: taste.isTame ? 80 : 12, arbitrary: anyOf(name, part, taste).map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: fc.constantFrom(...hostileJson) },
  )
}

function textOf(name: string, part: Part, taste: Taste): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: taste.isTame ? 80 : 12,
      arbitrary: anyOf(name, part, taste).map((value) => encodeURIComponent(String(value))),
    },
    { weight: 2, arbitrary: fc.constantFrom(...hostileText) },
  )
}

/** Drawn `weight` times in `weight + 1`. */
const often = (weight: number) => fc.integer({ min: 0, max: weight }).map((drawn) => drawn > 0)

type Piece = { of: typeof jsonOf; odd: readonly string[] }
const json: Piece = { of: jsonOf, odd: hostileJson }
const text: Piece = { of: textOf, odd: hostileText }

/** Pairs of a schema's properties; in wild ones now and then one is missing, unknown, or there twice. */
function pairsOf(part: Part | undefined, { of: piece, odd }: Piece, taste: Taste) {
  const required = new Set(part?.required)
  const isThere = (name: string) => (required.has(name) ? often(taste.isTame ? 300 : 14) : often(1))
  const given = Object.entries(part?.properties ?? {}).map(([name, schema]) =>
    fc.tuple(isThere(name), piece(name, schema, taste)).map(([isGiven, text]) => ({ name, text, isGiven })),
  )
  const extra = fc.oneof(
    { weight: taste.isTame ? 300 : 10, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('__proto__', 'constructor', 'extra', 'role'), fc.constantFrom(...odd)),
    },
  )
  return fc.tuple(fc.tuple(...given), extra, often(taste.isTame ? 300 : 12)).map(([properties, unknown, isOnce]) => {
    const pairs = properties.filter(({ isGiven }) => isGiven).map(({ name, text }) => [name, text] as [string, string])
    if (unknown) pairs.push(unknown)
    const [first] = pairs
    if (first && !isOnce) pairs.push(first)
    return pairs
  })
}

/** A lone surrogate, an overlong slash and a byte that never stands in UTF-8, inside a string. */
const notUtf8 = ['eda080', 'c0af', 'ff'].map((bytes) => Buffer.from(`7b226e616d65223a22${bytes}227d`, 'hex'))

const broken: readonly (string | Buffer)[] = [
  ...['', '{', 'null', '[]', '"x"', deep, deepObject, '{"a":1}}', '\u0000', '{"__proto__":null}', '\ufeff{}'],
  ...notUtf8,
]

function bodyOf(part: Part, taste: Taste): fc.Arbitrary<string | Buffer> {
  const object = pairsOf(part.anyOf?.[0] ?? part, json, taste).map(
    (pairs) => `{${pairs.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`,
  )
  return fc.oneof(
    { weight: taste.isTame ? 100 : 14, arbitrary: object },
    { weight: 1, arbitrary: fc.constantFrom(...broken) },
  )
}

function pathOf(url: string, part: Part | undefined, taste: Taste): fc.Arbitrary<string> {
  const names = Object.keys(part?.properties ?? {})
  const values = names.map((name) => textOf(name, part?.properties?.[name] ?? {}, taste))
  return fc
    .tuple(...values)
    .map((texts) => `/api${names.reduce((path, name, index) => path.replace(`:${name}`, texts[index] ?? ''), url)}`)
}

/** What stands in the body, and the type that goes with it unless another is drawn. */
type Load = { payload?: string | Buffer; type?: string }

function loadOf({ schema }: Route, taste: Taste): fc.Arbitrary<Load> {
  const { body, upload } = schema as unknown as { body?: Part; upload?: string }
  const none = fc.constantFrom(undefined, ...(taste.isTame ? [] : [undefined, undefined, '{}', 'x']))
  const plain = (body ? bodyOf(body, taste) : none).map((payload): Load => ({ payload }))
  if (!upload) return plain
  const form = formsOf(upload, taste.samples.file?.[0] as Buffer)
  return fc.oneof({ weight: 9, arbitrary: form }, { weight: 1, arbitrary: plain })
}

const strangers: FuzzRequest['token'][] = ['customer', 'barber', 'barber', 'owner', 'owner', 'none', 'mangled']

function drawnOf(call: Route, taste: Taste) {
  const { params, querystring, headers } = call.schema as unknown as Record<string, Part | undefined>
  return fc.record({
    method: fc.constantFrom(...(call.method === 'GET' ? ['GET', 'GET', 'GET', 'GET', 'HEAD'] : [call.method])),
    path: pathOf(call.url, params, taste),
    query: pairsOf(querystring, text, taste),
    heads: pairsOf(headers, text, taste),
    drawn: fc.constantFrom(...(taste.isTame ? ['application/json'] : contentTypes)),
    load: loadOf(call, taste),
    token: fc.constantFrom<FuzzRequest['token'][]>('own', ...(taste.isTame ? [] : strangers)),
    coding: fc.constantFrom('', '', '', '', '', '', 'br', 'gzip, br;q=0', '*', 'x'),
  })
}

/** Requests of one call of the contract, from its schemas: as many that the product means as such that nobody should send. */
export function requestsOf(call: Route, samples: Samples): fc.Arbitrary<FuzzRequest> {
  return fc
    .oneof(drawnOf(call, { samples, isTame: true }), drawnOf(call, { samples, isTame: false }))
    .map(({ path, query, heads, drawn, load: { payload, type = drawn }, coding, method, token }) => ({
      ...{ method, token, payload },
      url: query.length > 0 ? `${path}?${query.map(([name, text]) => `${name}=${text}`).join('&')}` : path,
      headers: {
        ...Object.fromEntries(heads.filter(([name]) => name !== '__proto__')),
        ...(payload !== undefined && type && { 'content-type': type }),
        ...(coding && { 'accept-encoding': coding }),
      } as Json as Record<string, string>,
    }))
}
