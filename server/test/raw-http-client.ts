import { connect } from 'node:net'

export type RawRequest = { method: string; path: string; token: string; headers?: Record<string, string>; body: object }

/** The bytes of a request, so that the connection can be cut after any of them. */
export function serializeRequest({ method, path, token, headers = {}, body }: RawRequest): Buffer {
  const text = JSON.stringify(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: naregua.test',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/** Sends the bytes and resolves to what was received until the connection closed, also if it was cut. */
export function sendBytes(port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(received)))
  })
}
