import { text } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import type { App } from '../src/lib/http.ts'

/** Like `inject`, but closes an endless response (Server-Sent Events) after its start. */
export async function injectStart(app: App, request: InjectOptions) {
  const response = await app.inject({ ...request, payloadAsStream: true })
  const { statusCode, headers } = response
  const isEndless = request.method === 'GET' && String(headers['content-type']).startsWith('text/event-stream')
  if (isEndless) response.stream().destroy()
  const payload = isEndless ? '' : await text(response.stream())
  return { statusCode, headers, payload, json: () => JSON.parse(payload) }
}
