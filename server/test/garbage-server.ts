import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Respond = (out: ServerResponse) => void

const json = { 'content-type': 'application/json' }

/** An endless body, throttled so that other code still runs in this process. */
function sendEndlessly(out: ServerResponse) {
  const chunk = Buffer.alloc(256 * 1024, ' ')
  const timer = setInterval(() => out.writableNeedDrain || out.write(chunk), 20)
  out.on('close', () => clearInterval(timer))
}

const tenMegabytes = JSON.stringify({ nome: 'x'.repeat(10_000_000) })

/** Invalid responses of external services. The last two exceed every timeout. */
export const garbageResponses: Record<string, Respond> = {
  'a connection reset': (out) => out.destroy(),
  'a captive portal': (out) =>
    out.writeHead(200, { 'content-type': 'text/html' }).end('<html>Bem-vindo ao Wi-Fi</html>'),
  'a failure': (out) => out.writeHead(500, json).end('{"error":"internal"}'),
  'too many requests': (out) => out.writeHead(429, json).end('{}'),
  'a redirect': (out) => out.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'truncated JSON': (out) => out.writeHead(200, json).end('[{"id": 52, "sigla": "GO", "no'),
  null: (out) => out.writeHead(200, json).end('null'),
  'other types': (out) =>
    out
      .writeHead(200, json)
      .end('{"address": 5, "localidade": [], "success": "yes", "issuer": 7, "id": {}, "messages": 1}'),
  'an empty list': (out) => out.writeHead(200, json).end('[]'),
  'bytes that are not text': (out) => out.writeHead(200, json).end(Buffer.from([0xff, 0xfe, 0, 0x80, 0xc3])),
  'ten megabytes': (out) => out.writeHead(200, json).end(tenMegabytes),
  'an endless body': (out) => sendEndlessly(out.writeHead(200, json)),
  silence: () => {},
  'one byte per second': (out) => {
    out.writeHead(200, json)
    const timer = setInterval(() => out.write(' '), 1000)
    out.on('close', () => clearInterval(timer))
  },
}

/** One server in place of every external service; `respond` decides how it fails. Counts requests. */
export async function startGarbageServer() {
  const garbage = { respond: garbageResponses.silence as Respond, requestCount: 0, url: '', close }
  const server = createServer((request, out) => {
    garbage.requestCount++
    request.resume()
    out.on('error', () => {})
    garbage.respond(out)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  garbage.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function close() {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }

  return garbage
}
