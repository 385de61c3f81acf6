import { paymentsApi, sandboxApi, testCards } from '@na-regua/contract/payments'
import type { Harness } from '../harness.ts'
import type { AccessCase, AccessCases } from './endpoints.ts'
import { type Member, PASSWORD, type Tenant } from './tenants.ts'

const checkouts = new WeakMap<Tenant, Promise<string>>()

/** The customer of the house has begun to pay. */
function openCheckout(house: Tenant, world: Harness): Promise<string> {
  const open = async () => {
    const plan = await world.db.selectFrom('plans').select('id').where('tier', '=', 'premium').executeTakeFirstOrThrow()
    const token = house.customer.tokens.at(-1)
    const { body } = await world.call(paymentsApi.createIntent, { token, body: { planId: plan.id } })
    return body.sessionId
  }
  const known = checkouts.get(house) ?? open()
  checkouts.set(house, known)
  return known
}

const ofCheckout = (body?: object) => async (house: Tenant, _: Member | undefined, world: Harness) => ({
  params: { sessionId: await openCheckout(house, world) },
  ...(body && { body: { ...body } }),
})
const ownCheckout: AccessCase = { may: ['the customer'], ids: { 'path.sessionId': [404, 404] } }

async function planChoice(_: Tenant, __: Member | undefined, { db }: Harness) {
  const { id } = await db.selectFrom('plans').select('id').where('tier', '=', 'professional').executeTakeFirstOrThrow()
  return { body: { planId: id } }
}

/** What comes before: a card whose bank asks back, and a Pix that waits. */
const afterwards =
  (step: typeof sandboxApi.payByCard | typeof sandboxApi.payByPix, body?: object, then?: object) =>
  async (house: Tenant, _: Member | undefined, world: Harness) => {
    const sessionId = await openCheckout(house, world)
    await world.call(step, { params: { sessionId }, token: house.customer.tokens.at(-1), body })
    return { params: { sessionId }, ...(then && { body: { ...then } }) }
  }

const card = { number: '4242 4242 4242 4242', expiry: '12/30', cvc: '123', name: 'ANA' }

/** Favorites, money and places. */
export const otherEndpoints: AccessCases = {
  'GET /favorites': {},
  'GET /favorites/ids': {},
  'POST /favorites/toggle': {
    ask: ({ shopId }) => ({ body: { barbershopId: shopId } }),
    ids: { 'body.barbershopId': ['in', 404] },
  },
  'GET /favorites/check/{id}': {
    ask: ({ shopId }) => ({ params: { id: shopId } }),
    ids: { 'path.id': ['in', 'in'] },
  },
  'GET /plans': {},
  'POST /payments/create-payment-intent': { ask: planChoice, ids: { 'body.planId': ['in', 404] } },
  'POST /payments/create-checkout-session': { ask: planChoice, ids: { 'body.planId': ['in', 404] } },
  'POST /payments/{sessionId}/confirm-change': { ask: ofCheckout(), ...ownCheckout, answers: 409 },
  // Its number is a secret of 256 bits, and all that it opens.
  'GET /payments/status/{sessionId}': { ask: ofCheckout(), ids: { 'path.sessionId': ['in', 404] } },
  'POST /payments/sandbox/{sessionId}/card': { ask: ofCheckout(card), ...ownCheckout },
  'POST /payments/sandbox/{sessionId}/authenticate': {
    ask: afterwards(sandboxApi.payByCard, { ...card, number: testCards.asksForConfirmation }, { approve: true }),
    ...ownCheckout,
  },
  'POST /payments/sandbox/{sessionId}/pix': { ask: ofCheckout(), ...ownCheckout },
  'POST /payments/sandbox/{sessionId}/pix/simulate': { ask: afterwards(sandboxApi.payByPix), ...ownCheckout },
  'POST /plans/start-free': { ask: () => ({ body: {} }) },
  // Who has none has none to cancel.
  'POST /plans/cancel-subscription': {
    ask: () => ({ body: { password: PASSWORD } }),
    may: ["the shop's owner", 'another owner'],
    lapsed: 404,
  },
  'GET /payments/subscription': {},
  // Only Stripe has one (features/payments/stripe.test.ts).
  'POST /payments/portal': { may: [] },
  'GET /payments': {},
  'GET /payments/{id}': {
    ask: ({ paymentId }) => ({ params: { id: paymentId } }),
    may: ['the customer'],
    ids: { 'path.id': [404, 404] },
  },
  // Nobody's without Stripe; with it the signature decides (features/payments/stripe.test.ts).
  'POST /payments/webhooks/stripe': { may: [] },
  'GET /reverse-geocode': { ask: () => ({ query: { lat: -16.68, lon: -49.26 } }) },
  'GET /municipalities': { ask: () => ({ query: { query: 'goi' } }) },
  'GET /states': {},
  'GET /states/{sigla}/cities': { ask: () => ({ params: { sigla: 'GO' } }) },
  'GET /zip-codes/{zip}': { ask: () => ({ params: { zip: '74215100' } }), answers: 503 },
}
