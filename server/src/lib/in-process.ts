import type { FastifyInstance } from 'fastify'

/** The address that calls made by the rendering come from; no socket can have it, so limits per address may let it pass. */
export const IN_PROCESS = 'in-process'

/** Answers the calls of a rendering without a network hop. */
export function injectInProcess(app: Pick<FastifyInstance, 'inject'>): typeof fetch {
  return async (input, init) => {
    const answer = await app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init?.headers)),
      payload: init?.body as string | undefined,
      remoteAddress: IN_PROCESS,
    })
    const type = String(answer.headers['content-type'] ?? 'text/plain')
    return new Response(answer.payload || null, { status: answer.statusCode, headers: { 'content-type': type } })
  }
}
