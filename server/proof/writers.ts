import { setTimeout as wait } from 'node:timers/promises'
import { TERMS_VERSION } from '@na-regua/contract/accounts'
import { testCards } from '@na-regua/contract/payments'
import type { SceneCustomer } from '../test/booking-scene.ts'
import { type HttpResult, type RealScene, sendRequest } from './real-scene.ts'

type RequestOptions = Parameters<typeof sendRequest>[1]

/** The acknowledged writes. They must exist in the database after every fault. */
export type Ledger = {
  appointments: Map<string, { customerId: string; startTime: string; status: string }>
  emails: string[]
  payers: string[]
  /** Responses that no fault explains. */
  unexpected: string[]
  unavailable: number
}

/** Clients that write continuously and retry a request until they get a response. */
export function startWriters(scene: RealScene, url: string, { bookingClients = 8 } = {}) {
  const ledger: Ledger = { appointments: new Map(), emails: [], payers: [], unexpected: [], unavailable: 0 }
  const ending = new AbortController()
  let turns = 0
  let usedCustomers = 0

  /** Repeats the same request with the same key until there is a response, as the page does. */
  async function sendUntilDone(request: RequestOptions): Promise<HttpResult> {
    for (;;) {
      const response = await sendRequest(url, { ...request, timeoutMs: 10_000 }).catch(() => undefined)
      if (response && response.status < 500) return response
      if (response?.status === 503) ledger.unavailable++
      else if (response) ledger.unexpected.push(`${request.path} ${response.status} ${JSON.stringify(response.body)}`)
      await wait(30)
    }
  }

  async function takeCustomer(): Promise<SceneCustomer> {
    if (usedCustomers >= scene.customers.length) throw new Error('the proof ran out of customers')
    return scene.customers[usedCustomers++] as SceneCustomer
  }

  /** One booking. A third is rescheduled by half an hour, a third is cancelled. */
  async function book() {
    const turn = turns++
    const { id: customerId, token } = await takeCustomer()
    const { barberCount } = scene
    const index = Math.floor(turn / barberCount) * 2 * barberCount + (turn % barberCount)
    const input = scene.toBookingInput(index)
    const booked = await sendUntilDone({
      method: 'POST',
      path: '/api/appointments',
      token,
      key: `turn-${turn}-xx`,
      body: input,
    })
    const id = String(booked.body.id)
    if (booked.status !== 201 && booked.status !== 200)
      return void ledger.unexpected.push(`book ${JSON.stringify(booked.body)}`)
    ledger.appointments.set(id, { customerId, startTime: input.startTime, status: 'SCHEDULED' })
    if (turn % 3 === 1) await reschedule(id, token, customerId, scene.toBookingInput(index + barberCount).startTime)
    if (turn % 3 === 2) await cancel(id, token, customerId, input.startTime)
  }

  async function reschedule(id: string, token: string, customerId: string, startTime: string) {
    const request = {
      method: 'PATCH',
      path: `/api/appointments/${id}/reschedule`,
      token,
      body: { newStartTime: startTime },
    }
    const rescheduled = await sendUntilDone(request)
    if (rescheduled.status !== 200) return void ledger.unexpected.push(`reschedule ${JSON.stringify(rescheduled.body)}`)
    ledger.appointments.set(id, { customerId, startTime, status: 'SCHEDULED' })
  }

  async function cancel(id: string, token: string, customerId: string, startTime: string) {
    const response = await sendUntilDone({ method: 'PATCH', path: `/api/appointments/${id}/cancel`, token, body: {} })
    // A retry after a lost response gets 409: the appointment is already cancelled.
    if (![200, 409].includes(response.status))
      return void ledger.unexpected.push(`cancel ${JSON.stringify(response.body)}`)
    ledger.appointments.set(id, { customerId, startTime, status: 'CANCELLED' })
  }

  async function register() {
    const email = `prova-${crypto.randomUUID()}@naregua.test`
    const body = { name: 'Ana Prova', email, password: 'tesoura-afiada-9', acceptedTerms: TERMS_VERSION }
    const { status } = await sendUntilDone({ method: 'POST', path: '/api/auth/register', body })
    if (status === 201 || status === 409) ledger.emails.push(email)
    else ledger.unexpected.push(`register ${status}`)
  }

  /** Buys a plan by card. A payment ends every session, so a retry that gets 401 has succeeded. */
  async function pay() {
    const { id, token } = await takeCustomer()
    const intent = await sendUntilDone({
      method: 'POST',
      path: '/api/payments/create-payment-intent',
      token,
      body: { planId: scene.planId },
    })
    const path = `/api/payments/sandbox/${intent.body.sessionId}/card`
    const card = { number: testCards.succeeds, expiry: '12/30', cvc: '123', name: 'ANA SOUZA' }
    await sendUntilDone({ method: 'POST', path, token, body: card })
    const { body } = await sendUntilDone({ path: `/api/payments/status/${intent.body.sessionId}` })
    if (body.status === 'succeeded') ledger.payers.push(id)
    else ledger.unexpected.push(`pay ${JSON.stringify(body)}`)
  }

  async function repeat(work: () => Promise<unknown>, pauseMs: number) {
    while (!ending.signal.aborted) {
      await work()
      await wait(pauseMs)
    }
  }

  const loops = [
    ...Array.from({ length: bookingClients }, () => repeat(book, 20)),
    repeat(register, 300),
    repeat(pay, 200),
  ]

  /** Waits until the requests in flight are done. */
  async function stop(): Promise<Ledger> {
    ending.abort()
    await Promise.all(loops)
    return ledger
  }

  return { ledger, stop }
}
