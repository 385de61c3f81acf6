import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Form = Record<string, string>
// biome-ignore lint/suspicious/noExplicitAny: Stripe objects are deeply nested.
type StripeObject = Record<string, any>

const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_double',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
  STRIPE_WEBHOOK_SECRET: 'whsec_double',
}

/** A server with Stripe's API for the real SDK. The test controls its customer and its clock. */
export async function startStripeDouble({ now }: { now: () => Date }) {
  const objects = new Map<string, StripeObject>()
  const processed = new Map<string, StripeObject>()
  const state = { isDown: false, isCardGood: true, calls: [] as string[] }
  const seconds = () => Math.floor(now().getTime() / 1000)
  const store = (object: StripeObject) => {
    objects.set(object.id, object)
    return object
  }

  function invoice(subscription: StripeObject, amount: number, isPaid = true) {
    const { current_period_start: start, current_period_end: end } = subscription.items.data[0]
    return store({
      id: `in_${randomUUID()}`,
      object: 'invoice',
      attempt_count: 1,
      status: isPaid ? 'paid' : 'open',
      amount_paid: isPaid ? amount : 0,
      amount_due: amount,
      lines: { data: [{ period: { start, end } }] },
      status_transitions: { paid_at: isPaid ? seconds() : null },
      parent: { subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } } },
    })
  }

  /** The customer pays in the form. */
  function pay(session: StripeObject) {
    const price = session.price as StripeObject
    const months = price.interval === 'year' ? 12 * price.count : price.count
    const end = new Date(now())
    end.setUTCMonth(end.getUTCMonth() + months)
    const item = {
      id: `si_${randomUUID()}`,
      current_period_start: seconds(),
      current_period_end: Math.floor(end.getTime() / 1000),
    }
    const subscription = store({
      id: `sub_${randomUUID()}`,
      object: 'subscription',
      status: 'active',
      customer: 'cus_1',
      price,
      metadata: session.subscription_metadata,
      items: { data: [item] },
      cancel_at_period_end: false,
      collection_method: 'charge_automatically',
    })
    Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: subscription.id })
    return { session, subscription, invoice: invoice(subscription, price.amount) }
  }

  /** The next period begins; the card pays it or not. */
  function renew(subscription: StripeObject, isPaid = true) {
    const [item] = subscription.items.data
    const length = item.current_period_end - item.current_period_start
    Object.assign(item, {
      current_period_start: item.current_period_end,
      current_period_end: item.current_period_end + length,
    })
    subscription.status = isPaid ? 'active' : 'past_due'
    return invoice(subscription, subscription.price.amount, isPaid)
  }

  const event = (type: string, object: StripeObject, created = seconds()) => ({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    created,
    data: { object: structuredClone(object) },
  })

  /** The signature header of a webhook: https://docs.stripe.com/webhooks/signature. */
  function sign(payload: string, { at = seconds(), secret = stripeKeys.STRIPE_WEBHOOK_SECRET } = {}) {
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`
  }

  const priceOf = (form: Form, from: string) => ({
    amount: Number(form[`${from}[price_data][unit_amount]`]),
    interval: form[`${from}[price_data][recurring][interval]`],
    count: Number(form[`${from}[price_data][recurring][interval_count]`]),
  })

  const acts: [RegExp, (match: string[], form: Form) => StripeObject | undefined][] = [
    [
      /^POST \/v1\/products$/,
      (_, form) => (objects.has(form.id as string) ? undefined : store({ ...form, object: 'product' })),
    ],
    [
      /^POST \/v1\/checkout\/sessions$/,
      (_, form) => {
        if (form.ui_mode !== 'embedded_page' || form.mode !== 'subscription') return undefined
        const id = `cs_${randomUUID()}`
        const price = priceOf(form, 'line_items[0]')
        const metadata = {
          sessionId: form['metadata[sessionId]'],
          userId: form['metadata[userId]'],
          planId: form['metadata[planId]'],
        }
        const subscription_metadata = {
          userId: form['subscription_data[metadata][userId]'],
          planId: form['subscription_data[metadata][planId]'],
        }
        const opened = {
          id,
          object: 'checkout.session',
          status: 'open',
          payment_status: 'unpaid',
          subscription: null,
          price,
        }
        const secret = { client_secret: `${id}_secret`, expires_at: seconds() + 86_400, return_url: form.return_url }
        return store({ ...opened, ...secret, metadata, subscription_metadata })
      },
    ],
    [
      /^POST \/v1\/checkout\/sessions\/(\w+|[\w-]+)\/expire$/,
      ([id = '']) => {
        const session = objects.get(id)
        return session?.status === 'open' ? Object.assign(session, { status: 'expired' }) : undefined
      },
    ],
    [/^GET \/v1\/(?:checkout\/sessions|subscriptions)\/([\w-]+)$/, ([id = '']) => objects.get(id)],
    [
      /^GET \/v1\/invoices\?.*subscription=([\w-]+)/,
      ([id]) =>
        list(
          [...objects.values()].filter((object) => object.parent?.subscription_details.subscription === id).reverse(),
        ),
    ],
    [
      /^POST \/v1\/subscriptions\/([\w-]+)$/,
      ([id = ''], form) => {
        const subscription = objects.get(id)
        if (!subscription) return undefined
        const cancel_at_period_end = form.cancel_at_period_end === 'true'
        if (cancel_at_period_end) return Object.assign(subscription, { cancel_at_period_end })
        if (!form['items[0][id]']) return undefined
        const metadata = { userId: form['metadata[userId]'], planId: form['metadata[planId]'] }
        Object.assign(subscription, { metadata, cancel_at_period_end, price: priceOf(form, 'items[0]') })
        invoice(subscription, 1234)
        return subscription
      },
    ],
    [
      /^DELETE \/v1\/subscriptions\/([\w-]+)$/,
      ([id = '']) => {
        const subscription = objects.get(id)
        return subscription && subscription.status !== 'canceled'
          ? Object.assign(subscription, { status: 'canceled' })
          : undefined
      },
    ],
    [
      /^GET \/v1\/invoice_payments\?.*invoice=([\w-]+)/,
      ([id]) => list([{ id: 'inpay_1', payment: { payment_intent: `pi_${id}` } }]),
    ],
    [/^POST \/v1\/refunds$/, (_, form) => store({ id: `re_${form.payment_intent}`, object: 'refund', ...form })],
    [/^POST \/v1\/billing_portal\/sessions$/, (_, form) => ({ url: `https://billing.stripe.test/${form.customer}` })],
  ]

  const list = (data: StripeObject[]) => ({ object: 'list', data, has_more: false })

  async function reply(request: IncomingMessage, response: ServerResponse) {
    const call = `${request.method} ${request.url}`
    const form = Object.fromEntries(new URLSearchParams(await read(request)))
    state.calls.push(call)
    const send = (status: number, body: StripeObject) =>
      response
        .writeHead(status, { 'content-type': 'application/json', date: now().toUTCString() })
        .end(JSON.stringify(body))
    if (state.isDown) return send(503, { error: { type: 'api_error', message: 'down' } })
    if (request.headers.authorization !== `Bearer ${stripeKeys.STRIPE_SECRET_KEY}`)
      return send(401, { error: { type: 'invalid_request_error' } })
    const key = String(request.headers['idempotency-key'] ?? randomUUID())
    const isCharge = /^POST \/v1\/subscriptions\//.test(call)
    if (isCharge && !state.isCardGood)
      return send(402, { error: { type: 'card_error', code: 'card_declined', message: 'declined' } })
    const [pattern, act] = acts.find(([candidate]) => candidate.test(call)) ?? []
    const done = processed.get(key) ?? act?.(pattern?.exec(call)?.slice(1) ?? [], form)
    if (!done) return send(404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: call } })
    processed.set(key, done)
    return send(200, done)
  }

  const server = createServer((request, response) => void reply(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const database = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  const find = (id: string) => objects.get(id) as StripeObject
  const ofSession = (sessionId: string) =>
    [...objects.values()].find((object) => object.metadata?.sessionId === sessionId) as StripeObject
  return {
    environment: { ...stripeKeys, STRIPE_API_BASE: database },
    state,
    pay,
    renew,
    event,
    sign,
    find,
    ofSession,
    close,
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
