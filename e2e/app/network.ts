import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** What stands between the browser and the server. */
export type Network = {
  url: string
  /** Every connection breaks, as without network. */
  isOff: boolean
  /** How long HTML takes. */
  pageDelayMs: number
  /** 2 serves a second build: the same code under other file names, with a worker of its own. Those of the first are gone. */
  version: 1 | 2
  /** The server was rolled back to a version without a worker. */
  hasWorker: boolean
  close(): Promise<void>
}

const SECOND = '.v2.js'
/** The manifest of the routes has eight signs of a hash, the others have seven. */
const fileNames = /((?:\.\/|assets\/)[\w.-]+-[\w-]{7,8})\.js/g
/** The version of the worker, wherever it is named. */
const revision = /(?<=\{"url":"\/","revision":")[^"]+/
const hopHeaders = [
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'etag',
  'last-modified',
  'content-security-policy',
]

function toSecondBuild(text: string) {
  const version = revision.exec(text)?.[0]
  const renamed = text.replaceAll(fileNames, `$1${SECOND}`)
  return version ? renamed.replaceAll(version, 'f'.repeat(version.length)) : renamed
}

/** Sends a request on, and its response back, as the version that the network is in. */
async function forward(network: Network, upstream: URL, incoming: IncomingMessage, response: ServerResponse) {
  const path = incoming.url ?? '/'
  const isSecond = network.version === 2
  const isScript = /^\/(assets\/[^?]+|service-worker)\.js$/.test(path)
  const isGone = path.startsWith('/assets/') && isScript && path.endsWith(SECOND) !== isSecond
  if (path === '/service-worker.js' && !network.hasWorker) return void response.writeHead(410).end()
  if (isGone) return void response.writeHead(404).end()

  const headers: IncomingMessage['headers'] = {
    ...incoming.headers,
    ...(isSecond && { 'accept-encoding': 'identity' }),
  }
  // What the browser has is of the first build.
  if (isSecond) for (const name of ['if-none-match', 'if-modified-since'] as const) delete headers[name]
  const outgoing = request(new URL(path.replace(SECOND, '.js'), upstream), { method: incoming.method, headers })
  outgoing.on('error', () => response.destroy())
  response.on('close', () => outgoing.destroy())
  outgoing.on('response', async (received) => {
    const isPage = received.headers['content-type']?.startsWith('text/html')
    if (isPage) await sleep(network.pageDelayMs, undefined, { ref: false })
    if (isSecond && (isPage || isScript)) return answerAsSecondBuild(received, incoming, response)
    response.writeHead(received.statusCode ?? 502, received.headers)
    received.pipe(response)
  })
  incoming.pipe(outgoing)
}

async function answerAsSecondBuild(received: IncomingMessage, incoming: IncomingMessage, response: ServerResponse) {
  const sent: Record<string, string | string[] | undefined> = { ...received.headers }
  // The policy names the hashes of inline scripts, which change too; that of the worker itself is without them.
  for (const name of hopHeaders)
    if (incoming.url !== '/service-worker.js' || !name.startsWith('content-security')) delete sent[name]
  const text = (await buffer(received).catch(() => Buffer.of())).toString()
  response.writeHead(received.statusCode ?? 502, sent).end(incoming.method === 'HEAD' ? undefined : toSecondBuild(text))
}

/** A network of its own in front of the server at `url`, which a test switches off, slows down and updates. */
export async function startNetwork(url: string): Promise<Network> {
  const upstream = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((incoming, response) => void forward(network, upstream, incoming, response))
  server.on('connection', (socket: Socket) => {
    if (isOff) return void socket.destroy()
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const closeSockets = () => {
    for (const socket of sockets) socket.destroy()
  }
  let isOff = false
  const network: Network = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get isOff() {
      return isOff
    },
    set isOff(value) {
      isOff = value
      if (value) closeSockets()
    },
    pageDelayMs: 0,
    version: 1,
    hasWorker: true,
    close() {
      closeSockets()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return network
}
