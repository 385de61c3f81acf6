import { connect } from 'node:net'

export type Request = { method: string; path: string; token: string; headers?: Record<string, string>; body: object }

/** The very bytes of a request, so that it can be cut at each of them. */
export function toBytes({ method, path, token, headers = {}, body }: Request): Buffer {
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

/** Sends the bytes and answers whatever came back until the line ended, however it ended. */
export function exchange(port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (piece: Buffer) => received.push(piece))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(received)))
  })
}
