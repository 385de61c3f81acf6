import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type RouteSchema = {
  summary?: string
  /** Media types of a response that is not JSON. */
  produces?: string[]
  /** The body is one file instead of JSON, as multipart in the field of this name. */
  upload?: string
  /** What that file is, in Portuguese; an image if it is not stated. */
  uploadedFile?: string
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
  headers?: TSchema
  /** Codes of error responses besides those of every route of its kind; see listErrorCodes in server/src/lib/openapi.ts. */
  errors?: readonly ErrorCode[]
  response: Record<number, TSchema>
}

/** `id` names it in generated clients, after its API and its own name there: `appointmentsCreate`. */
type Operation = { id: string; tag: string; description: string }

/** One endpoint: the server spreads it into its router, the web passes it to `api()`. URLs are relative to the API base URL. */
export type Route = { method: Method; url: string; schema: RouteSchema; operation?: Operation }

export function route<const U extends string, const S extends RouteSchema>(method: Method, url: U, schema: S) {
  return { method, url, schema }
}

/** The endpoints of one API, which the OpenAPI document lists under its tag with this description. */
export function defineApi<const A extends Record<string, Route>>(
  api: { tag: string; description: string },
  routes: A,
): A {
  for (const [name, route] of Object.entries(routes))
    route.operation = { ...api, id: `${api.tag}${name[0]?.toUpperCase()}${name.slice(1)}` }
  return routes
}

type Part<R extends Route, K extends 'params' | 'querystring' | 'body'> = R['schema'][K] extends TSchema
  ? Static<R['schema'][K]>
  : undefined

export type Params<R extends Route> = Part<R, 'params'>
export type Query<R extends Route> = Part<R, 'querystring'>
export type Body<R extends Route> = Part<R, 'body'>

type Responses<R extends Route> = R['schema']['response']

type SuccessSchema<R extends Route> = 200 extends keyof Responses<R>
  ? Responses<R>[200]
  : 201 extends keyof Responses<R>
    ? Responses<R>[201]
    : undefined

/** Type of the successful response. */
export type Output<R extends Route> = SuccessSchema<R> extends TSchema ? Static<SuccessSchema<R>> : undefined
