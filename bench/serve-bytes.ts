/**
 * The floor: a bare `node:http` server that sends the same bytes to every request, with the fewest headers: type and length, and what
 * Node adds (Date, Connection, Keep-Alive). Receives { body, encoding?, headers? } from the parent; `headers` replace the two. Each
 * message, also an empty one, returns the usage of the process.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readUsage } from './processes.ts'

type FloorMessage = { body?: string; encoding?: BufferEncoding; headers?: string[] }

let bytes = Buffer.alloc(0)
let headers: string[] = []
process.on('message', ({ body, encoding, ...message }: FloorMessage) => {
  if (body !== undefined) {
    bytes = Buffer.from(body, encoding)
    const fewest = ['content-type', 'application/json; charset=utf-8', 'content-length', String(bytes.length)]
    headers = message.headers ?? fewest
  }
  process.send?.(readUsage())
})
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
