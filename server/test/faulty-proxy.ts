import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Faults of the connections through the proxy; can be changed while they are open. */
type ProxyFaults = {
  /** Cuts the connection after so many bytes to the server. */
  cutUpAfter?: number
  /** Cuts the connection after so many bytes to the client. */
  cutDownAfter?: number
  /** Closes with FIN instead of RST. */
  isPolite?: boolean
  /** Latency per chunk in each direction, in milliseconds. */
  delayMs?: number
  /** Bytes per chunk. */
  trickleBytes?: number
  /** Drops all data without closing: a network partition. */
  isDead?: boolean
}

type Direction = 'up' | 'down'

/** A TCP proxy in front of `target`, a local port. */
export async function startFaultyProxy(target: number, port = 0) {
  const sockets = new Set<Socket>()
  /** `lost`: bytes dropped by `isDead`. */
  const proxy = {
    target,
    faults: {} as ProxyFaults,
    port: 0,
    lost: 0,
    dropConnections: dropConnections,
    refuse,
    accept,
    close,
  }
  const server = createServer((client) => void forward(client))

  function forward(client: Socket) {
    const upstream = connect(proxy.target, '127.0.0.1')
    const ends = [client, upstream]
    for (const end of ends) {
      sockets.add(end.setNoDelay(true))
      end.on('error', () => {})
      end.on('close', () => {
        sockets.delete(end)
        // In a partition neither side notices that the other has closed.
        if (!proxy.faults.isDead) for (const other of ends) other.destroy()
      })
    }
    void pass(client, upstream, 'up').catch(() => {})
    void pass(upstream, client, 'down').catch(() => {})
  }

  async function pass(from: Socket, to: Socket, direction: Direction) {
    let passed = 0
    for await (const bytes of from) {
      for (let rest = bytes as Buffer; rest.length > 0; ) {
        const limit = limitOf(direction)
        const { trickleBytes = rest.length, isDead } = proxy.faults
        const chunk = rest.subarray(0, Math.min(trickleBytes, limit - passed))
        rest = rest.subarray(chunk.length)
        passed += chunk.length
        await passChunk(to, chunk)
        if (passed >= limit && !isDead) return cut(from, to)
      }
    }
    if (!proxy.faults.isDead) to.end()
  }

  const limitOf = (direction: Direction) =>
    (direction === 'up' ? proxy.faults.cutUpAfter : proxy.faults.cutDownAfter) ?? Number.POSITIVE_INFINITY

  async function passChunk(to: Socket, chunk: Buffer) {
    const { delayMs, isDead } = proxy.faults
    if (delayMs) await wait(delayMs)
    if (isDead) proxy.lost += chunk.length
    else if (chunk.length > 0) await send(to, chunk)
  }

  function cut(...ends: Socket[]) {
    for (const end of ends) proxy.faults.isPolite ? end.end() : end.resetAndDestroy()
  }

  /** Resets every open connection. */
  function dropConnections() {
    for (const socket of sockets) socket.resetAndDestroy()
  }

  /** Resets every connection and refuses new ones. */
  async function refuse() {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    dropConnections()
    await closed
  }

  /** Undoes `refuse`, on the same port. */
  async function accept() {
    await once(server.listen(proxy.port || port, '127.0.0.1'), 'listening')
    proxy.port = (server.address() as AddressInfo).port
  }

  async function close() {
    proxy.faults = {}
    await refuse()
  }

  await accept()
  return proxy
}

/** Waits until the system has accepted the bytes: data before a cut is delivered. */
function send(to: Socket, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => to.write(chunk, (error) => (error ? reject(error) : resolve())))
}
