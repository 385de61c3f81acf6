/** The floor: a bare `node:http` server that sends fixed bytes. Receives { body, encoding? } from the parent and sends it the port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let bytes = Buffer.alloc(0)
process.on('message', ({ body, encoding }: { body: string; encoding?: BufferEncoding }) => {
  bytes = Buffer.from(body, encoding)
  process.send?.({ ready: true })
})
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length })
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
