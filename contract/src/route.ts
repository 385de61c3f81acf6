import type { Static, TSchema } from 'typebox'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type RouteSchema = {
  summary?: string
  /** Media types of the answer when it is not JSON. */
  produces?: string[]
  /** The call takes no JSON but one file, as multipart in the field of this name. */
  upload?: string
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
  headers?: TSchema
  response: Record<number, TSchema>
}

/** One call: what the server spreads into its router as it is, and what the web's `api()` takes. URLs stand below the API base. */
export type Route = { method: Method; url: string; schema: RouteSchema }

export function route<const U extends string, const S extends RouteSchema>(method: Method, url: U, schema: S) {
  return { method, url, schema }
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

/** What a successful call answers. */
export type Output<R extends Route> = SuccessSchema<R> extends TSchema ? Static<SuccessSchema<R>> : undefined
