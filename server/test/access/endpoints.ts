import { randomUUID } from 'node:crypto'
import type { Access } from '../../src/lib/auth.ts'
import type { Harness } from '../harness.ts'
import type { Member, Tenant } from './tenants.ts'

/** Who may call an endpoint, relative to one tenant and its appointment. */
export const actors = [
  'an anonymous user',
  'the customer',
  'another customer',
  'the barber',
  'another barber of the barbershop',
  'a barber of another barbershop',
  'the receptionist',
  'a receptionist of another barbershop',
  'the manager',
  'a manager of another barbershop',
  'the owner',
  'another owner',
  'an owner with a lapsed plan',
] as const
export type Actor = (typeof actors)[number]

export type AccessScene = { tenant: Tenant; otherTenant: Tenant; lapsedTenant: Tenant }

const membersByActor: Record<
  Exclude<Actor, 'an anonymous user'>,
  [keyof AccessScene, 'owner' | 'barber' | 'colleague' | 'customer' | 'receptionist' | 'manager']
> = {
  'the customer': ['tenant', 'customer'],
  'another customer': ['otherTenant', 'customer'],
  'the barber': ['tenant', 'barber'],
  'another barber of the barbershop': ['tenant', 'colleague'],
  'a barber of another barbershop': ['otherTenant', 'barber'],
  'the receptionist': ['tenant', 'receptionist'],
  'a receptionist of another barbershop': ['otherTenant', 'receptionist'],
  'the manager': ['tenant', 'manager'],
  'a manager of another barbershop': ['otherTenant', 'manager'],
  'the owner': ['tenant', 'owner'],
  'another owner': ['otherTenant', 'owner'],
  'an owner with a lapsed plan': ['lapsedTenant', 'owner'],
}

export function findMember(scene: AccessScene, actor: Actor): Member | undefined {
  if (actor === 'an anonymous user') return undefined
  const [tenant, role] = membersByActor[actor]
  return scene[tenant][role]
}

/** The member with the same role in the other tenant. */
export function findCounterpart(scene: AccessScene, actor: Actor): Member | undefined {
  return actor === 'an anonymous user' ? undefined : scene.otherTenant[membersByActor[actor][1]]
}

/** `file` is sent as multipart. */
export type RequestInput = { params?: Values; query?: Values; body?: Values; file?: { name: string; bytes: Buffer } }
type Values = { [name: string]: unknown }

/** `allowed`: passes authorization, whatever the response then is. */
export type Verdict = 'allowed' | 401 | 403 | 404
/** For an id that is not the caller's own: `allowed`, or the exact status. */
type IdVerdict = 'allowed' | 400 | 403 | 404 | 409 | 422

/** Whose data an endpoint is about. By default every caller that the route's `access` admits acts on their own data. */
export type AccessCase = {
  /** A valid request of `me` for data of `tenant`. */
  request?: (tenant: Tenant, me: Member | undefined, world: Harness) => RequestInput | Promise<RequestInput>
  /** Actors that are allowed, among those that the route's `access` admits. Absent: all. The first one also tries other ids. */
  allowed?: readonly Actor[]
  /** Status for the other actors: 404 by default, because private objects of others are hidden. 401: without a signature. */
  otherwise?: 401 | 403 | 404
  /** Actors with a different verdict. */
  except?: { [person in Actor]?: Verdict }
  /** Status for the first allowed actor; below 400 by default. */
  status?: number
  /** Verdict for an owner with a lapsed plan on their own data. */
  lapsed?: Verdict
  /** Every id in the request, with the verdicts for an allowed actor who sends [another tenant's id, an unknown id]. */
  ids?: { [path: string]: readonly [foreign: IdVerdict, unknown: IdVerdict] }
  /** The response contains contact data of others on purpose. */
  exposesOthers?: true
}

export type AccessCases = { [methodAndPath: string]: AccessCase }

/** The actor that sends the valid request and also tries ids of others. */
export function firstAllowedActor(access: Access, { allowed }: AccessCase): Actor {
  const byAccess = {
    public: 'an anonymous user',
    self: 'the customer',
    barber: 'the barber',
    staff: 'the barber',
    owner: 'the owner',
  } as const
  return allowed?.[0] ?? byAccess[access as keyof typeof byAccess] ?? 'the owner'
}

const inputNames = { path: 'params', query: 'query', body: 'body' } as const

/** Replaces the id at `path` (e.g. 'body.services[].id') with the one in `source`, or with an unknown id. */
export function replaceId(request: RequestInput, path: string, source?: RequestInput): RequestInput {
  const [part, ...names] = path.replaceAll('[]', '.[]').split('.')
  const key = inputNames[part as keyof typeof inputNames]
  return { ...request, [key]: setAt(request[key], names, source?.[key]) as Values }
}

function setAt(value: unknown, [name, ...rest]: string[], source: unknown): unknown {
  if (name === undefined) {
    if (source !== undefined) return source
    // Same format as the valid value: a UUID, or a secret of 43 characters.
    return String(value).length === 43 ? 'x'.repeat(43) : randomUUID()
  }
  // The last item of a list, because the first may have to match another field.
  if (name === '[]') {
    // Absent, likewise below.
    const list = (value ?? [undefined]) as unknown[]
    return [...list.slice(0, -1), setAt(list.at(-1), rest, (source as unknown[] | undefined)?.at(-1))]
  }
  // Absent from a request of another form: the path is in the schema.
  const object = (value ?? {}) as Values
  return { ...object, [name]: setAt(object[name], rest, (source as Values | undefined)?.[name]) }
}

type Schema = {
  format?: string
  pattern?: string
  items?: Schema
  anyOf?: Schema[]
  properties?: { [name: string]: Schema }
}

/** Paths in a schema that accept an id or a secret. */
export function listIds(schema: Schema | undefined, at: string): string[] {
  if (!schema) return []
  if (schema.format === 'uuid' || schema.pattern?.includes('{43}')) return [at]
  if (schema.items) return listIds(schema.items, `${at}[]`)
  if (schema.anyOf) return schema.anyOf.flatMap((option) => listIds(option, at))
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => listIds(part, `${at}.${name}`))
}
