import type { ServerResponse } from 'node:http'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** Proxies close connections that are idle for 30 or 60 seconds. */
export const STREAM_HEARTBEAT_MS = 20_000
export const HEARTBEAT = ':\n\n'

/** A client with more unread bytes is disconnected. */
const MAX_BUFFERED_BYTES = 64 * 1024
/** Streams that are written to before other requests get their turn: some milliseconds. */
const STREAMS_AT_ONCE = 200

/** Proxies must not cache, transform or buffer the stream. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Takes the response from Fastify: it stays open until either side ends it. */
export function sendStreamHeaders(reply: FastifyReply): ServerResponse {
  reply.hijack()
  return reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...streamHeaders })
}

/** The comment makes proxies forward the response at once; `retry` is the client's reconnection delay in milliseconds. */
export function startStream(out: ServerResponse) {
  out.on('error', () => {})
  writeToStream(out, ': na régua\nretry: 3000\n\n')
}

/** A Server-Sent Event about a topic. */
export const toStreamEvent = (topic: string) => `data: ${JSON.stringify({ topic })}\n\n`

/** Disconnects a client that does not read. */
export function writeToStream(out: ServerResponse, text: string) {
  if (out.writableEnded) return
  out.write(text)
  if (out.writableLength > MAX_BUFFERED_BYTES) out.destroy()
}

/** Writes to thousands of streams without keeping other requests waiting. Streams that are added meanwhile may receive it, too. */
export async function writeToStreams(streams: Iterable<{ out: ServerResponse }>, text: string): Promise<void> {
  let written = 0
  for (const { out } of streams) {
    writeToStream(out, text)
    if (++written % STREAMS_AT_ONCE === 0) await yieldToOthers()
  }
}
