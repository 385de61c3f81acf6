import { paymentsApi, sandboxApi, testCards } from '@na-regua/contract/payments'
import type { Harness } from '../harness.ts'
import type { AccessCase, AccessCases } from './endpoints.ts'
import { type Member, PASSWORD, type Tenant } from './tenants.ts'

const checkouts = new WeakMap<Tenant, Promise<string>>()

/** The tenant's customer has an open checkout. */
function openCheckout(tenant: Tenant, world: Harness): Promise<string> {
  const open = async () => {
    const plan = await world.db.selectFrom('plans').select('id').where('tier', '=', 'premium').executeTakeFirstOrThrow()
    const token = tenant.customer.tokens.at(-1)
    const { body } = await world.call(paymentsApi.createIntent, { token, body: { planId: plan.id } })
    return body.sessionId
  }
  const known = checkouts.get(tenant) ?? open()
  checkouts.set(tenant, known)
  return known
}

const withCheckout = (body?: object) => async (tenant: Tenant, _: Member | undefined, world: Harness) => ({
  params: { sessionId: await openCheckout(tenant, world) },
  ...(body && { body: { ...body } }),
})
const ownCheckout: AccessCase = { allowed: ['the customer'], ids: { 'path.sessionId': [404, 404] } }

async function planChoice(_: Tenant, __: Member | undefined, { db }: Harness) {
  const { id } = await db.selectFrom('plans').select('id').where('tier', '=', 'professional').executeTakeFirstOrThrow()
  return { body: { planId: id } }
}

/** Runs a preceding step first: a card that requires confirmation, or a pending Pix. */
const withStep =
  (step: typeof sandboxApi.payByCard | typeof sandboxApi.payByPix, body?: object, then?: object) =>
  async (tenant: Tenant, _: Member | undefined, world: Harness) => {
    const sessionId = await openCheckout(tenant, world)
    await world.call(step, { params: { sessionId }, token: tenant.customer.tokens.at(-1), body })
    return { params: { sessionId }, ...(then && { body: { ...then } }) }
  }

const card = { number: '4242 4242 4242 4242', expiry: '12/30', cvc: '123', name: 'ANA' }

/** Favorites, plans, payments and places. */
export const otherEndpoints: AccessCases = {
  'GET /favorites': {},
  'GET /favorites/ids': {},
  'POST /favorites/toggle': {
    request: ({ barbershopId }) => ({ body: { barbershopId } }),
    ids: { 'body.barbershopId': ['allowed', 404] },
  },
  'GET /favorites/check/{id}': {
    request: ({ barbershopId }) => ({ params: { id: barbershopId } }),
    ids: { 'path.id': ['allowed', 'allowed'] },
  },
  'GET /plans': {},
  'POST /payments/create-payment-intent': { request: planChoice, ids: { 'body.planId': ['allowed', 404] } },
  'POST /payments/create-checkout-session': { request: planChoice, ids: { 'body.planId': ['allowed', 404] } },
  'POST /payments/confirm-change/{sessionId}': { request: withCheckout(), ...ownCheckout, status: 409 },
  // The session id is a 256-bit secret, and the only authorization needed.
  'GET /payments/status/{sessionId}': { request: withCheckout(), ids: { 'path.sessionId': ['allowed', 404] } },
  'POST /payments/sandbox/{sessionId}/card': { request: withCheckout(card), ...ownCheckout },
  'POST /payments/sandbox/{sessionId}/authenticate': {
    request: withStep(sandboxApi.payByCard, { ...card, number: testCards.asksForConfirmation }, { approve: true }),
    ...ownCheckout,
  },
  'POST /payments/sandbox/{sessionId}/pix': { request: withCheckout(), ...ownCheckout },
  'POST /payments/sandbox/{sessionId}/pix/simulate': { request: withStep(sandboxApi.payByPix), ...ownCheckout },
  'POST /plans/start-free': { request: () => ({ body: {} }) },
  // 404 for callers without a subscription.
  'POST /plans/cancel-subscription': {
    request: () => ({ body: { password: PASSWORD } }),
    allowed: ['the owner', 'another owner'],
    lapsed: 404,
  },
  'GET /payments/subscription': {},
  // Exists with Stripe only (features/payments/stripe.test.ts).
  'POST /payments/portal': { allowed: [] },
  'GET /payments': {},
  'GET /payments/{id}': {
    request: ({ paymentId }) => ({ params: { id: paymentId } }),
    allowed: ['the customer'],
    ids: { 'path.id': [404, 404] },
  },
  'GET /outreach/webhooks/whatsapp': {
    request: () => ({ query: { 'hub.mode': 'subscribe', 'hub.verify_token': 'prova', 'hub.challenge': '1' } }),
  },
  // Needs a signature (features/outreach/replies/replies.test.ts).
  'POST /outreach/webhooks/whatsapp': { allowed: [], otherwise: 401 },
  // Rejected without Stripe; with Stripe the signature is checked (features/payments/stripe.test.ts).
  'POST /payments/webhooks/stripe': { allowed: [] },
  'GET /reverse-geocode': { request: () => ({ query: { lat: -16.68, lon: -49.26 } }) },
  'GET /municipalities': { request: () => ({ query: { query: 'goi' } }) },
  'GET /states': {},
  'GET /states/{sigla}/cities': { request: () => ({ params: { sigla: 'GO' } }) },
  'GET /zip-codes/{zip}': { request: () => ({ params: { zip: '74215100' } }), status: 503 },
}
