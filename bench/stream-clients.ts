/**
 * Open pages of a queue, all from the address in the first argument. A process of its own, and without an HTTP library, so that it
 * costs less than the servers that it measures. Receives a StreamMessage and sends back one result for each.
 */
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type StreamMessage = { open: number; url: string; path: string } | { collectMs: number }
export type OpenedStreams = { refused: number }
/** `times`: by the monotonic clock of the machine, in milliseconds. */
export type ReceivedEvents = { times: number[]; missed: number }

/** Connections that are being opened at once. One that is refused by a busy server comes again, as a page does. */
const AT_ONCE = 50
const ATTEMPTS = 5
const RETRY_MS = 1000

const localAddress = process.argv[2]
const event = Buffer.from('"topic":"queue"')
let pages = 0
let times: number[] = []
let reportAll = () => {}

process.on('message', async (message: StreamMessage) => {
  if ('open' in message) process.send?.(await openStreams(message))
  else process.send?.(await collect(message.collectMs))
})

async function openStreams({ open, url, path }: Extract<StreamMessage, { open: number }>): Promise<OpenedStreams> {
  const { host, hostname, port } = new URL(url)
  const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\n\r\n`
  let started = 0
  const openOneByOne = async () => {
    while (started++ < open) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (attempt > 0) await wait(RETRY_MS)
        if (!(await openStream({ hostname, port: Number(port), request }))) continue
        pages++
        break
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, openOneByOne))
  return { refused: open - pages }
}

/** False when it is refused. */
function openStream({ hostname, port, request }: { hostname: string; port: number; request: string }) {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host: hostname, port, localAddress, noDelay: true })
  let isOpen = false
  socket.on('connect', () => socket.write(request))
  socket.on('data', (chunk: Buffer) => {
    if (!isOpen) {
      isOpen = true
      resolve(chunk.includes('HTTP/1.1 200'))
    }
    if (chunk.includes(event)) receive()
  })
  socket.on('error', () => resolve(false))
  socket.on('close', () => resolve(false))
  return promise
}

function receive() {
  times.push(Number(process.hrtime.bigint()) / 1e6)
  if (times.length >= pages) reportAll()
}

/** Until every page has received an event. */
async function collect(ms: number): Promise<ReceivedEvents> {
  times = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  reportAll = resolve
  await promise
  clearTimeout(timer)
  return { times, missed: pages - times.length }
}
