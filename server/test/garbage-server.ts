import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Speak = (out: ServerResponse) => void

const json = { 'content-type': 'application/json' }

/** Without an end, and faster than anybody needs it; not so fast that nothing else runs in this process. */
function pour(out: ServerResponse) {
  const piece = Buffer.alloc(256 * 1024, ' ')
  const pouring = setInterval(() => out.writableNeedDrain || out.write(piece), 20)
  out.on('close', () => clearInterval(pouring))
}

const tenMegabytes = JSON.stringify({ nome: 'x'.repeat(10_000_000) })

/** What servers of others say on bad days. The last two say nothing for as long as anybody waits. */
export const garbageResponses: Record<string, Speak> = {
  'a line that breaks': (out) => out.destroy(),
  'a page of a hotel': (out) =>
    out.writeHead(200, { 'content-type': 'text/html' }).end('<html>Bem-vindo ao Wi-Fi</html>'),
  'a failure': (out) => out.writeHead(500, json).end('{"error":"internal"}'),
  'too many requests': (out) => out.writeHead(429, json).end('{}'),
  'an address elsewhere': (out) => out.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'half of its JSON': (out) => out.writeHead(200, json).end('[{"id": 52, "sigla": "GO", "no'),
  null: (out) => out.writeHead(200, json).end('null'),
  'other types': (out) =>
    out
      .writeHead(200, json)
      .end('{"address": 5, "localidade": [], "success": "yes", "issuer": 7, "id": {}, "messages": 1}'),
  'an empty list': (out) => out.writeHead(200, json).end('[]'),
  'bytes that are no text': (out) => out.writeHead(200, json).end(Buffer.from([0xff, 0xfe, 0, 0x80, 0xc3])),
  'ten megabytes': (out) => out.writeHead(200, json).end(tenMegabytes),
  'a body without an end': (out) => pour(out.writeHead(200, json)),
  silence: () => {},
  'one byte a second': (out) => {
    out.writeHead(200, json)
    const dripping = setInterval(() => out.write(' '), 1000)
    out.on('close', () => clearInterval(dripping))
  },
}

/** One server that plays all services of others, each as badly as `speak` says. Tells how often it was asked. */
export async function startGarbageServer() {
  const rubbish = { speak: garbageResponses.silence as Speak, asked: 0, url: '', close }
  const server = createServer((request, out) => {
    rubbish.asked++
    request.resume()
    out.on('error', () => {})
    rubbish.speak(out)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  rubbish.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function close() {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }

  return rubbish
}
