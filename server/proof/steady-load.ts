import { setTimeout as wait } from 'node:timers/promises'
import { type RealScene, sendRequest } from './real-scene.ts'

export type LoadResponse = { index: number; status: number; id?: unknown; sentAt: number; at: number }

const TIMEOUT_MS = 10_000

/** Sends bookings at a constant rate without waiting for responses. Each has its own customer and slot; every tenth repeats the previous slot. */
export function startSteadyLoad(scene: RealScene, site: string, perSecond: number) {
  const ending = new AbortController()
  const responses: LoadResponse[] = []
  let next = 0
  const keyOf = (index: number) => `failover-${index}`

  function send(index: number) {
    const input = scene.toBookingInput(index % 10 === 9 ? index - 1 : index)
    const request = {
      method: 'POST',
      path: '/api/appointments',
      token: scene.customers[index]?.token,
      key: keyOf(index),
      body: input,
    }
    return sendRequest(site, { ...request, timeoutMs: TIMEOUT_MS })
  }

  async function record(index: number) {
    const sentAt = Date.now()
    const { status, body } = await send(index).catch(() => ({ status: 0, body: {} as Record<string, unknown> }))
    responses.push({ index, status, id: body.id, sentAt, at: Date.now() })
  }

  const running = (async () => {
    const startedAt = performance.now()
    const requests: Promise<void>[] = []
    for (let sent = 0; !ending.signal.aborted; await wait(5))
      for (; sent < ((performance.now() - startedAt) * perSecond) / 1000; sent++) requests.push(record(next++))
    await Promise.all(requests)
  })()

  return {
    responses,
    send,
    async stop() {
      ending.abort()
      await running
    },
  }
}

/** The longest time without a booking, in seconds. */
export function longestOutage(responses: readonly LoadResponse[], from: number): number {
  const booked = responses.filter(({ status }) => status === 201).map(({ at }) => at)
  const after = [from, ...booked.filter((at) => at >= from).sort((a, b) => a - b)]
  return Math.max(...after.slice(1).map((at, index) => at - (after[index] as number))) / 1000
}
