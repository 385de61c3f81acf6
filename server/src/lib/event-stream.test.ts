import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { startStream, writeToStreams } from './event-stream.ts'

test('a client that does not read is disconnected, the others receive everything', async () => {
  const streams = new Set<{ out: import('node:http').ServerResponse }>()
  const server = createServer((_, out) => {
    const stream = { out }
    streams.add(stream)
    out.once('close', () => streams.delete(stream))
    startStream(out)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const deaf = connect(port, '127.0.0.1')
  deaf.on('error', () => {})
  deaf.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect.poll(() => streams.size).toBe(1)
  const abort = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}`, { signal: abort.signal })
  let received = 0
  const reading = (async () => {
    for await (const chunk of response.body ?? []) received += chunk.length
  })().catch(() => {})
  const text = `:${'x'.repeat(8192)}\n\n`
  let sent = 0
  // More than the buffers of both sockets hold. The reader gets its turn after each.
  for (; streams.size > 1; sent++) {
    await writeToStreams(streams, text)
    await expect.poll(() => received).toBeGreaterThan(sent * text.length)
  }
  expect(sent).toBeGreaterThan(8)
  abort.abort()
  deaf.destroy()
  await reading
  server.close()
})
