import type { Body, Output, Params, Query, Route } from '@na-regua/contract/route'

type Input<R extends Route> = { params?: Params<R>; query?: Query<R>; body?: Body<R>; token?: string }

/** Makes a call of the contract from outside the browser, as another person's device would. */
export async function call<R extends Route>({ method, url }: R, input: Input<R> = {}) {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))))
  const query = Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)])
  const answer = await fetch(`${process.env.E2E_URL}/api${path}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      ...(input.token && { authorization: `Bearer ${input.token}` }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
  })
  return { status: answer.status, body: (await answer.json()) as Output<R> }
}
