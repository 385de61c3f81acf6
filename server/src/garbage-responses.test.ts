import { accountsApi, TERMS_VERSION } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { googleApi } from '@na-regua/contract/google'
import { paymentsApi } from '@na-regua/contract/payments'
import { placesApi } from '@na-regua/contract/places'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../test/booking-scene.ts'
import { garbageResponses, startGarbageServer } from '../test/garbage-server.ts'
import { createHarness } from '../test/harness.ts'
import { variableNames } from './lib/environment.ts'
import { fetchOutside } from './lib/fetch-outside.ts'
import { createWhatsApp, type TemplateMessage } from './lib/whatsapp.ts'

/** These run into the timeout; `npm run prove -- garbage` includes them. */
const slowKinds = new Set(['silence', 'one byte per second'])
const kinds = Object.entries(garbageResponses).filter(([kind]) => process.env.ALL_GARBAGE || !slowKinds.has(kind))

/** URLs of the app, the database, the mail server (tested in mail-outage.test.ts), and the map tiles that only browsers fetch. */
const excluded = ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'TILES_URL']

const garbage = await startGarbageServer()
const addresses = {
  GEOCODER_URL: garbage.url,
  GOOGLE_ISSUER: garbage.url,
  IBGE_URL: garbage.url,
  RECAPTCHA_URL: `${garbage.url}/siteverify`,
  S3_ENDPOINT: garbage.url,
  SMS_URL: garbage.url,
  STRIPE_API_BASE: garbage.url,
  VIACEP_URL: garbage.url,
  WHATSAPP_URL: garbage.url,
}
const keys = {
  GOOGLE_CLIENT_ID: 'na-regua',
  GOOGLE_CLIENT_SECRET: 'segredo',
  CAPTCHA: 'recaptcha',
  RECAPTCHA_SITE_KEY: 'chave',
  RECAPTCHA_SECRET: 'segredo',
  S3_BUCKET: 'na-regua',
  S3_ACCESS_KEY: 'chave',
  S3_SECRET_KEY: 'segredo',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMS_TOKEN: 'x',
  WHATSAPP_TOKEN: 'x',
  WHATSAPP_PHONE_ID: '1',
}
const world = await createHarness({ environment: { ...addresses, ...keys } })
afterAll(async () => {
  await world.close()
  await garbage.close()
})
const shop = await createBookableBarbershop(world.db, { barberCount: 2 })
const customers = await createCustomers(world.db, Object.keys(garbageResponses).length + 1)
const plan = await world.db.selectFrom('plans').select('id').where('tier', '=', 'premium').executeTakeFirstOrThrow()
const barberId = shop.barbers[0]?.id as string
const serviceId = shop.services[0]?.id as string
const imagePath = '/uploads/ab/00000000-0000-4000-8000-000000000000-640.webp'

/** No request may take longer, whatever the external services do. Measured by the proof only, on a quiet machine. */
const MAX_MS = process.env.ALL_GARBAGE ? 5000 : Number.POSITIVE_INFINITY
async function timed<T>(work: PromiseLike<T>): Promise<T & { milliseconds: number }> {
  const startedAt = performance.now()
  return Object.assign((await work) as T & object, { milliseconds: performance.now() - startedAt }) as T & {
    milliseconds: number
  }
}

/** The core requests: nearby, search, barbershop, availability, booking. */
function listCoreRequests({ token }: SceneCustomer) {
  const date = new Date(world.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
  const startTime = `${date}T12:00:00.000Z`
  const near = { latitude: -23.55, longitude: -46.63 }
  return [
    () => world.call(barbershopsApi.nearby, { query: near }),
    () => world.call(barbershopsApi.search, { query: { query: 'navalha', ...near } }),
    () => world.call(barbershopsApi.get, { params: { id: shop.id } }),
    () => world.call(availabilityApi.get, { params: { id: barberId }, query: { date, serviceId } }),
    () => world.call(appointmentsApi.create, { token, body: { barberId, serviceId, startTime } }),
  ]
}

/** Every request that uses an external service, with the allowed statuses when the service returns garbage. */
function listExternalRequests({ token }: SceneCustomer): [Promise<{ status: number; body: unknown }>, number[]][] {
  const account = { name: 'Ana', email: `${crypto.randomUUID()}@naregua.test`, password: 'tesoura-afiada-9' }
  const jwt = `${Buffer.from('{"alg":"RS256","kid":"1"}').toString('base64url')}.e30.AAAA`
  return [
    [world.call(placesApi.states), [200]],
    [world.call(placesApi.cities, { params: { sigla: 'GO' } }), [200]],
    [world.call(placesApi.reverseGeocode, { query: { lat: -16.68, lon: -49.25 } }), [200]],
    [world.call(placesApi.zipCode, { token, params: { zip: '74000000' } }), [404, 503]],
    [
      world.call(accountsApi.register, { body: { ...account, recaptchaToken: 'x', acceptedTerms: TERMS_VERSION } }),
      [400, 422, 503],
    ],
    [world.call(googleApi.start), [503]],
    [world.call(googleApi.signIn, { body: { credential: jwt } }), [400, 422, 503]],
    [world.call(googleApi.signIn, { body: { accessToken: 'ya29.abcdefghijklmnop' } }), [400, 422, 503]],
    [world.call(paymentsApi.createIntent, { token, body: { planId: plan.id } }), [503]],
  ]
}

// Loads the Google and Stripe libraries, which are imported on first use.
beforeAll(async () => {
  garbage.respond = garbageResponses['a connection reset'] as (typeof garbage)['respond']
  await Promise.all([
    ...listExternalRequests(customers.at(-1) as SceneCustomer).map(([call]) => call),
    ...listCoreRequests(customers.at(-1) as SceneCustomer).map((call) => call()),
  ])
})

test('the garbage server replaces every external service', () => {
  const external = variableNames.filter(
    (name) => /(_URL|_ISSUER|_ENDPOINT|_BASE)$/.test(name) && !excluded.includes(name),
  )
  expect(Object.keys(addresses).sort()).toEqual(external.toSorted())
})

test.each(kinds)(
  'all external services return %s: search, pages and bookings still work',
  async (kind, respond) => {
    garbage.respond = respond
    const index = Object.keys(garbageResponses).indexOf(kind)
    const customer = customers[index] as SceneCustomer
    // Expires the caches of places and the pauses after a failure.
    world.clock.advance({ minutes: 61 * 24 })
    const before = garbage.requestCount
    const memory = process.memoryUsage().rss
    const externalRequests = listExternalRequests(customer).map(async ([call, expected]) => ({
      ...(await timed(call)),
      expected,
    }))
    // One after the other, as a user does.
    for (const call of listCoreRequests(customer)) {
      const { status, body } = await call()
      expect([status < 300, body]).toEqual([true, expect.anything()])
    }
    for (const { status, expected, milliseconds } of await Promise.all(externalRequests)) {
      expect(expected).toContain(status)
      expect(milliseconds).toBeLessThan(MAX_MS + 1000)
    }
    const send = createWhatsApp({ ...world, timeoutMs: 1000 }).send('62999990000', message)
    await expect(send).rejects.toThrow(/^whatsapp did not/)
    expect(garbage.requestCount - before).toBeGreaterThan(5)
    // A body of ten megabytes or without an end is not buffered.
    expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1024 * 1024)
  },
  60_000,
)

const message: TemplateMessage = {
  template: 'reminder',
  parameters: ['Ana'],
  linkToken: 'x',
  preview: { title: 't', text: 't' },
}

test('a garbage response of the bucket fails only the image request', async () => {
  garbage.respond = garbageResponses['a failure'] as (typeof garbage)['respond']
  expect((await world.app.inject(imagePath)).statusCode).toBeGreaterThanOrEqual(404)
  garbage.respond = garbageResponses['a connection reset'] as (typeof garbage)['respond']
  expect([404, 503]).toContain((await world.app.inject(imagePath)).statusCode)
})

test('an endless or very long response is cancelled long before the timeout', async () => {
  for (const kind of ['an endless body', 'ten megabytes']) {
    garbage.respond = garbageResponses[kind] as (typeof garbage)['respond']
    const reading = fetchOutside(garbage.url, { signal: AbortSignal.timeout(20_000) }).then((response) =>
      response.text(),
    )
    await expect(reading).rejects.toThrow('the response is too long')
  }
})
