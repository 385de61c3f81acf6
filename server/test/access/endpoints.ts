import { randomUUID } from 'node:crypto'
import type { Harness } from '../harness.ts'
import type { Member, Tenant } from './tenants.ts'

/** Whoever may come to a call, as seen from one shop and its appointment. */
export const people = [
  'a visitor',
  'the customer',
  'another customer',
  "the appointment's barber",
  'another barber of the shop',
  'a barber elsewhere',
  "the shop's owner",
  'another owner',
  'an owner whose plan ended',
] as const
export type Person = (typeof people)[number]

export type Scene = { house: Tenant; elsewhere: Tenant; lapsed: Tenant }

const places: Record<Exclude<Person, 'a visitor'>, [keyof Scene, 'owner' | 'barber' | 'colleague' | 'customer']> = {
  'the customer': ['house', 'customer'],
  'another customer': ['elsewhere', 'customer'],
  "the appointment's barber": ['house', 'barber'],
  'another barber of the shop': ['house', 'colleague'],
  'a barber elsewhere': ['elsewhere', 'barber'],
  "the shop's owner": ['house', 'owner'],
  'another owner': ['elsewhere', 'owner'],
  'an owner whose plan ended': ['lapsed', 'owner'],
}

export function memberOf(scene: Scene, person: Person): Member | undefined {
  if (person === 'a visitor') return undefined
  const [house, part] = places[person]
  return scene[house][part]
}

/** Who has the same part in the other house. */
export function twinOf(scene: Scene, person: Person): Member | undefined {
  return person === 'a visitor' ? undefined : scene.elsewhere[places[person][1]]
}

/** What a call carries. `file` is sent as multipart. */
export type Request = { params?: Values; query?: Values; body?: Values; file?: { name: string; bytes: Buffer } }
type Values = { [name: string]: unknown }

/** `in`: whatever the call then makes of the rest. */
export type Verdict = 'in' | 401 | 403 | 404
/** Of an id that is not the own one: `in`, or the exact status. */
type Answer = 'in' | 400 | 403 | 404 | 409 | 422

/** Whose things a call is about. Where nothing is said, anybody whom the route's own `access` admits acts on what is his. */
export type AccessCase = {
  /** A request that is right, about the things of `house`, by `me`. */
  ask?: (house: Tenant, me: Member | undefined, world: Harness) => Request | Promise<Request>
  /** Who gets in, of those whom the route's `access` admits. Absent: all of them. The first is the one who is asked with other ids. */
  may?: readonly Person[]
  /** What the rest get: 404 unless said, because another's private object does not exist for them. */
  others?: 403 | 404
  /** Where one person differs from the rest. */
  but?: { [person in Person]?: Verdict }
  /** What the first of those who get in is answered; below 400 unless said. */
  answers?: number
  /** What an owner whose plan ended gets with his own things. */
  lapsed?: Verdict
  /** Every id that the request carries, and what becomes of the right person with [somebody else's, nobody's]. */
  ids?: { [path: string]: readonly [foreign: Answer, unknown: Answer] }
  /** The answer tells things of others on purpose. */
  tellsAll?: true
}

export type AccessCases = { [methodAndPath: string]: AccessCase }

const partNames = { path: 'params', query: 'query', body: 'body' } as const

/** `request` with the id at `path` (as in 'body.services[].id') replaced by the one of `source`, or by nobody's. */
export function swap(request: Request, path: string, source?: Request): Request {
  const [part, ...names] = path.replaceAll('[]', '.[]').split('.')
  const key = partNames[part as keyof typeof partNames]
  return { ...request, [key]: put(request[key], names, source?.[key]) as Values }
}

function put(value: unknown, [name, ...rest]: string[], source: unknown): unknown {
  if (name === undefined) {
    if (source !== undefined) return source
    // Of the same shape as the right one: an id, or a secret of 43 characters.
    return String(value).length === 43 ? 'x'.repeat(43) : randomUUID()
  }
  // Of a list the last: the first may have to agree with another field.
  if (name === '[]') {
    const list = value as unknown[]
    return [...list.slice(0, -1), put(list.at(-1), rest, (source as unknown[] | undefined)?.at(-1))]
  }
  const object = value as Values
  return { ...object, [name]: put(object[name], rest, (source as Values | undefined)?.[name]) }
}

type Schema = {
  format?: string
  pattern?: string
  items?: Schema
  anyOf?: Schema[]
  properties?: { [name: string]: Schema }
}

/** Where a schema takes an id or a secret that stands for one. */
export function listIds(schema: Schema | undefined, at: string): string[] {
  if (!schema) return []
  if (schema.format === 'uuid' || schema.pattern?.includes('{43}')) return [at]
  if (schema.items) return listIds(schema.items, `${at}[]`)
  if (schema.anyOf) return schema.anyOf.flatMap((option) => listIds(option, at))
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => listIds(part, `${at}.${name}`))
}
