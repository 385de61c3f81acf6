import type { Body, Output, Params, Query, Route } from '@na-regua/contract/route'

type Input<R extends Route> = { params?: Params<R>; query?: Query<R>; body?: Body<R>; token?: string }

/** Sends a request of the contract from outside the browser, as another device would. */
export async function requestApi<R extends Route>({ method, url }: R, input: Input<R> = {}) {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))))
  const query = Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)])
  const response = await fetch(`${process.env.E2E_URL}/api${path}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      ...(input.token && { authorization: `Bearer ${input.token}` }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
  })
  return { status: response.status, body: (await response.json()) as Output<R> }
}
