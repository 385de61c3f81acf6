import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** What happens to the lines through the proxy; may change while they stand. */
export type ProxyFaults = {
  /** The line ends when so many bytes have gone up, to the server; what comes beyond them never arrives. */
  cutUpAfter?: number
  /** The same for what comes down, to the client. */
  cutDownAfter?: number
  /** Ends politely (FIN) instead of by a reset. */
  isPolite?: boolean
  /** How long each piece is under way, in milliseconds, each direction. */
  delayMs?: number
  /** So many bytes a piece. */
  trickleBytes?: number
  /** Pieces vanish, and nobody is told: a network that was cut. */
  isDead?: boolean
}

type Way = 'up' | 'down'

/** A network of ours in front of `target`, a port of this machine. Knows nothing of what it carries. */
export async function startFaultyProxy(target: number, port = 0) {
  const lines = new Set<Socket>()
  /** `lost`: bytes that vanished in a dead network. */
  const proxy = { target, weather: {} as ProxyFaults, port: 0, lost: 0, hangUp, refuse, accept, close }
  const server = createServer((client) => void carry(client))

  function carry(client: Socket) {
    const upstream = connect(proxy.target, '127.0.0.1')
    const ends = [client, upstream]
    for (const end of ends) {
      lines.add(end.setNoDelay(true))
      end.on('error', () => {})
      end.on('close', () => {
        lines.delete(end)
        // In a dead network nobody hears that the other hung up.
        if (!proxy.weather.isDead) for (const other of ends) other.destroy()
      })
    }
    void pass(client, upstream, 'up').catch(() => {})
    void pass(upstream, client, 'down').catch(() => {})
  }

  async function pass(from: Socket, to: Socket, way: Way) {
    let passed = 0
    for await (const bytes of from) {
      for (let rest = bytes as Buffer; rest.length > 0; ) {
        const { delayMs, trickleBytes = rest.length, isDead } = proxy.weather
        const limit = (way === 'up' ? proxy.weather.cutUpAfter : proxy.weather.cutDownAfter) ?? Infinity
        const piece = rest.subarray(0, Math.min(trickleBytes, limit - passed))
        rest = rest.subarray(piece.length)
        passed += piece.length
        if (delayMs) await wait(delayMs)
        if (isDead) proxy.lost += piece.length
        if (isDead) continue
        if (piece.length > 0) await send(to, piece)
        if (passed >= limit) return cut(from, to)
      }
    }
    if (!proxy.weather.isDead) to.end()
  }

  /** Both ends lose each other: the one that reads on is told so, or is reset in the middle. */
  function cut(...ends: Socket[]) {
    for (const end of ends) proxy.weather.isPolite ? end.end() : end.resetAndDestroy()
  }

  /** Ends every line that stands. */
  function hangUp() {
    for (const line of lines) line.resetAndDestroy()
  }

  /** From here on nobody is connected. */
  async function refuse() {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    hangUp()
    await closed
  }

  /** As before `refuse`, at the same port. */
  async function accept() {
    await once(server.listen(proxy.port || port, '127.0.0.1'), 'listening')
    proxy.port = (server.address() as AddressInfo).port
  }

  async function close() {
    proxy.weather = {}
    await refuse()
  }

  await accept()
  return proxy
}

/** Waits until the system took the bytes: what was passed before a cut did arrive. */
function send(to: Socket, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => to.write(piece, (error) => (error ? reject(error) : resolve())))
}
