/** The floor: what `node:http` alone does with the same bytes. Takes { body } from who started it, and its encoding if it is no text, tells its port. */
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
