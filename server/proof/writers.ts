import { setTimeout as wait } from 'node:timers/promises'
import { testCards } from '@na-regua/contract/payments'
import type { SceneCustomer } from '../test/booking-scene.ts'
import { ask, type HttpResult, type RealScene } from './real-scene.ts'

type Call = Parameters<typeof ask>[1]

/** What the server said that it did. Whatever stands here must be so after every fault. */
export type Ledger = {
  appointments: Map<string, { customerId: string; startTime: string; status: string }>
  emails: string[]
  payers: string[]
  /** Answers that no fault explains. */
  odd: string[]
  unavailable: number
}

/** People who write all the time and, when they hear nothing, ask the same again until they do. */
export function startWriters(scene: RealScene, url: string, { bookers = 8 } = {}) {
  const ledger: Ledger = { appointments: new Map(), emails: [], payers: [], odd: [], unavailable: 0 }
  const ending = new AbortController()
  let turns = 0
  let guests = 0

  /** As a page does: the same request, with the same key, until somebody answers. */
  async function insist(call: Call): Promise<HttpResult> {
    for (;;) {
      const response = await ask(url, { ...call, longestMs: 10_000 }).catch(() => undefined)
      if (response && response.status < 500) return response
      if (response?.status === 503) ledger.unavailable++
      else if (response) ledger.odd.push(`${call.path} ${response.status} ${JSON.stringify(response.body)}`)
      await wait(30)
    }
  }

  async function nextPerson(): Promise<SceneCustomer> {
    if (guests >= scene.people.length) throw new Error('the proof ran out of customers')
    return scene.people[guests++] as SceneCustomer
  }

  /** One booking; every third is moved to the half hour after it, every third cancelled. */
  async function book() {
    const turn = turns++
    const { id: customerId, token } = await nextPerson()
    const { chairs: barbers } = scene
    const index = Math.floor(turn / barbers) * 2 * barbers + (turn % barbers)
    const input = scene.wishOf(index)
    const made = await insist({ method: 'POST', path: '/api/appointments', token, key: `turn-${turn}-xx`, body: input })
    const id = String(made.body.id)
    if (made.status !== 201 && made.status !== 200) return void ledger.odd.push(`book ${JSON.stringify(made.body)}`)
    ledger.appointments.set(id, { customerId, startTime: input.startTime, status: 'SCHEDULED' })
    if (turn % 3 === 1) await move(id, token, customerId, scene.wishOf(index + barbers).startTime)
    if (turn % 3 === 2) await cancel(id, token, customerId, input.startTime)
  }

  async function move(id: string, token: string, customerId: string, startTime: string) {
    const call = {
      method: 'PATCH',
      path: `/api/appointments/${id}/reschedule`,
      token,
      body: { newStartTime: startTime },
    }
    const moved = await insist(call)
    if (moved.status !== 200) return void ledger.odd.push(`move ${JSON.stringify(moved.body)}`)
    ledger.appointments.set(id, { customerId, startTime, status: 'SCHEDULED' })
  }

  async function cancel(id: string, token: string, customerId: string, startTime: string) {
    const response = await insist({ method: 'PATCH', path: `/api/appointments/${id}/cancel`, token, body: {} })
    // Asked again after an answer that got lost, it says that it is so already.
    if (![200, 409].includes(response.status)) return void ledger.odd.push(`cancel ${JSON.stringify(response.body)}`)
    ledger.appointments.set(id, { customerId, startTime, status: 'CANCELLED' })
  }

  async function register() {
    const email = `prova-${crypto.randomUUID()}@naregua.test`
    const body = { name: 'Ana Prova', email, password: 'tesoura-afiada-9' }
    const { status } = await insist({ method: 'POST', path: '/api/auth/register', body })
    if (status === 201 || status === 409) ledger.emails.push(email)
    else ledger.odd.push(`register ${status}`)
  }

  /** Buys a plan by card. Paying ends every session, so who hears 401 the second time has paid. */
  async function pay() {
    const { id, token } = await nextPerson()
    const intent = await insist({
      method: 'POST',
      path: '/api/payments/create-payment-intent',
      token,
      body: { planId: scene.planId },
    })
    const path = `/api/payments/sandbox/${intent.body.sessionId}/card`
    const card = { number: testCards.succeeds, expiry: '12/30', cvc: '123', name: 'ANA SOUZA' }
    await insist({ method: 'POST', path, token, body: card })
    const { body } = await insist({ path: `/api/payments/status/${intent.body.sessionId}` })
    if (body.status === 'succeeded') ledger.payers.push(id)
    else ledger.odd.push(`pay ${JSON.stringify(body)}`)
  }

  async function repeat(work: () => Promise<unknown>, pauseMs: number) {
    while (!ending.signal.aborted) {
      await work()
      await wait(pauseMs)
    }
  }

  const loops = [...Array.from({ length: bookers }, () => repeat(book, 20)), repeat(register, 300), repeat(pay, 200)]

  /** What was begun is finished first. */
  async function stop(): Promise<Ledger> {
    ending.abort()
    await Promise.all(loops)
    return ledger
  }

  return { ledger, stop }
}
