// N1: clients that send half a body or half a header and then nothing. Real process, real sockets, other clients beside them.
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { patience } from './real-scene.ts'
import { describeTimes, medianP99, startAttackedApp, type WaitingTimes } from './regular-clients.ts'

const PORT = 4470
const ATTACKER = '127.0.2.1'
/** In turns, so that a busy moment of the machine counts for both. */
const ROUNDS = Number(process.env.ROUNDS ?? 7)
const ROUND_SECONDS = 5
/** Descriptors that come and go by themselves: database connections, connections of the other clients. */
const SLACK = 100
const DESCRIPTORS_BACK_MS = 15_000

const { app, others, stop } = await startAttackedApp(PORT, ['/', '/api/filters', '/api/plans', '/robots.txt'])
afterAll(stop)

const countDescriptors = () => readdirSync(`/proc/${app.pid}/fd`).length

/** Opens `count` connections that send `bytes` and nothing more. One that the server ends is followed by another a second later. */
function openConnections(count: number, bytes: string) {
  const sockets = new Set<Socket>()
  let isOver = false
  let opened = 0

  function open() {
    if (isOver) return
    opened++
    // Never closes its own side.
    const socket = connect({ port: PORT, host: '127.0.0.1', localAddress: ATTACKER, allowHalfOpen: true })
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('connect', () => socket.write(bytes))
    socket.resume()
    socket.once('end', () => setTimeout(open, 1000))
    socket.once('close', () => sockets.delete(socket))
  }

  /** In portions, so that none waits for the connection queue of the system. */
  async function openAll() {
    for (let rest = count; rest > 0; rest -= 100) {
      for (let index = 0; index < Math.min(rest, 100); index++) open()
      await wait(20)
    }
  }

  return {
    openAll,
    count: () => opened,
    /** Opens no more. The open ones stay open until the server closes them. */
    stop: () => {
      isOver = true
    },
    destroy: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

const halfBody = [
  'POST /descadastrar?token=x HTTP/1.1',
  'host: localhost',
  'content-type: application/x-www-form-urlencoded',
  'content-length: 1000',
  '',
  'L',
].join('\r\n')
const halfHeader = 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: '

describe.each([
  ['half a body', 400, halfBody],
  ['half a header', 3000, halfHeader],
])('%s, from %i connections', (name, count, bytes) => {
  test('others wait at most twice as long, and the descriptors come back', async () => {
    const before = countDescriptors()
    const [calm, attacked]: [WaitingTimes[], WaitingTimes[]] = [[], []]
    let backMs = 0
    for (let round = 0; round < ROUNDS; round++) {
      calm.push(await others.measure(ROUND_SECONDS))
      const attack = openConnections(count, bytes)
      await attack.openAll()
      attacked.push(await others.measure(ROUND_SECONDS))
      attack.stop()
      const peak = countDescriptors()
      backMs = Math.max(backMs, await waitForDescriptors(before))
      attack.destroy()
      console.log(
        `${name}: calm ${describeTimes(calm.at(-1) as WaitingTimes)}; attacked ${describeTimes(attacked.at(-1) as WaitingTimes)}; ` +
          `${attack.count()} connections opened, ${peak} descriptors, back after ${Math.round(backMs)} ms`,
      )
    }
    console.log(`${name}: p99 calm ${medianP99(calm).toFixed(1)} ms, attacked ${medianP99(attacked).toFixed(1)} ms`)
    expect(attacked.flatMap(({ failures }) => failures).slice(0, 5)).toEqual([])
    expect(medianP99(attacked)).toBeLessThanOrEqual(2 * medianP99(calm) * patience)
    expect(backMs).toBeLessThanOrEqual(DESCRIPTORS_BACK_MS)
  })
})

/** Milliseconds until the process has about as many descriptors as `before`, at most a minute. */
async function waitForDescriptors(before: number): Promise<number> {
  const startedAt = performance.now()
  while (countDescriptors() > before + SLACK && performance.now() - startedAt < 60_000) await wait(100)
  return performance.now() - startedAt
}
