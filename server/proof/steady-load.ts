import { setTimeout as wait } from 'node:timers/promises'
import { ask, type RealScene } from './real-scene.ts'

export type LoadResponse = { index: number; status: number; id?: unknown; sentAt: number; at: number }

const LONGEST_MS = 10_000

/** Bookings at a constant rate, answered or not: each a customer and a slot of its own, and every tenth a slot that was just sent. */
export function startSteadyLoad(scene: RealScene, site: string, perSecond: number) {
  const ending = new AbortController()
  const responses: LoadResponse[] = []
  let next = 0
  const keyOf = (index: number) => `failover-${index}`

  function send(index: number) {
    const input = scene.wishOf(index % 10 === 9 ? index - 1 : index)
    const call = {
      method: 'POST',
      path: '/api/appointments',
      token: scene.people[index]?.token,
      key: keyOf(index),
      body: input,
    }
    return ask(site, { ...call, longestMs: LONGEST_MS })
  }

  async function record(index: number) {
    const sentAt = Date.now()
    const { status, body } = await send(index).catch(() => ({ status: 0, body: {} as Record<string, unknown> }))
    responses.push({ index, status, id: body.id, sentAt, at: Date.now() })
  }

  const running = (async () => {
    const startedAt = performance.now()
    const calls: Promise<void>[] = []
    for (let sent = 0; !ending.signal.aborted; await wait(5))
      for (; sent < ((performance.now() - startedAt) * perSecond) / 1000; sent++) calls.push(record(next++))
    await Promise.all(calls)
  })()

  return {
    answers: responses,
    send,
    async stop() {
      ending.abort()
      await running
    },
  }
}

/** The longest time in which nothing was booked, in seconds. */
export function longestSilence(responses: readonly LoadResponse[], from: number): number {
  const booked = responses.filter(({ status }) => status === 201).map(({ at }) => at)
  const after = [from, ...booked.filter((at) => at >= from).sort((a, b) => a - b)]
  return Math.max(...after.slice(1).map((at, index) => at - (after[index] as number))) / 1000
}
