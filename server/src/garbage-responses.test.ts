import { accountsApi } from '@na-regua/contract/accounts'
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

/** What takes long to be refused is proved by `npm run prove -- garbage`. */
const patient = new Set(['silence', 'one byte a second'])
const kinds = Object.entries(garbageResponses).filter(([kind]) => process.env.ALL_GARBAGE || !patient.has(kind))

/** Addresses of ours, of the base, of the mail server, which has a test of its own, and of what only browsers fetch. */
const others = ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'TILES_URL']

const garbage = await startGarbageServer()
const addresses = {
  GEOCODER_URL: garbage.url,
  GOOGLE_ISSUER: garbage.url,
  IBGE_URL: garbage.url,
  RECAPTCHA_URL: `${garbage.url}/siteverify`,
  S3_ENDPOINT: garbage.url,
  STRIPE_API_BASE: garbage.url,
  VIACEP_URL: garbage.url,
  WHATSAPP_URL: garbage.url,
}
const keys = {
  ...{ GOOGLE_CLIENT_ID: 'na-regua', GOOGLE_CLIENT_SECRET: 'segredo' },
  ...{ CAPTCHA: 'recaptcha', RECAPTCHA_SITE_KEY: 'chave', RECAPTCHA_SECRET: 'segredo' },
  ...{ S3_BUCKET: 'na-regua', S3_ACCESS_KEY: 'chave', S3_SECRET_KEY: 'segredo' },
  ...{ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
  ...{ WHATSAPP_TOKEN: 'x', WHATSAPP_PHONE_ID: '1' },
}
const world = await createHarness({ environment: { ...addresses, ...keys } })
afterAll(async () => {
  await world.close()
  await garbage.close()
})
const shop = await createBookableBarbershop(world.db, { barberCount: 2 })
const people = await createCustomers(world.db, Object.keys(garbageResponses).length + 1)
const plan = await world.db.selectFrom('plans').select('id').where('tier', '=', 'premium').executeTakeFirstOrThrow()
const barberId = shop.barbers[0]?.id as string
const serviceId = shop.services[0]?.id as string
const picture = '/uploads/ab/00000000-0000-4000-8000-000000000000-640.webp'

/** No call may take longer, whatever others do. */
const LONGEST_MS = 5000
async function timed<T>(work: PromiseLike<T>): Promise<T & { milliseconds: number }> {
  const startedAt = performance.now()
  return Object.assign((await work) as T & object, { milliseconds: performance.now() - startedAt }) as T & {
    milliseconds: number
  }
}

/** Everything that people come for. */
function listCore(person: SceneCustomer) {
  const date = new Date(world.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
  const startTime = `${date}T12:00:00.000Z`
  const near = { latitude: -23.55, longitude: -46.63 }
  return [
    () => world.call(barbershopsApi.nearby, { query: near }),
    () => world.call(barbershopsApi.search, { query: { query: 'navalha', ...near } }),
    () => world.call(barbershopsApi.get, { params: { id: shop.id } }),
    () => world.call(availabilityApi.get, { params: { id: barberId }, query: { date, serviceId } }),
    () => world.call(appointmentsApi.create, { token: person.token, body: { barberId, serviceId, startTime } }),
  ]
}

/** Everything that asks somebody outside, with what it may say when that one talks garbage. */
function listAsking({ token }: SceneCustomer): [Promise<{ status: number; body: unknown }>, number[]][] {
  const person = { name: 'Ana', email: `${crypto.randomUUID()}@naregua.test`, password: 'tesoura-afiada-9' }
  const jwt = `${Buffer.from('{"alg":"RS256","kid":"1"}').toString('base64url')}.e30.AAAA`
  return [
    [world.call(placesApi.states), [200]],
    [world.call(placesApi.cities, { params: { sigla: 'GO' } }), [200]],
    [world.call(placesApi.reverseGeocode, { query: { lat: -16.68, lon: -49.25 } }), [200]],
    [world.call(placesApi.zipCode, { token, params: { zip: '74000000' } }), [404, 503]],
    [world.call(accountsApi.register, { body: { ...person, recaptchaToken: 'x' } }), [400, 422, 503]],
    [world.call(googleApi.start), [503]],
    [world.call(googleApi.signIn, { body: { credential: jwt } }), [400, 422, 503]],
    [world.call(googleApi.signIn, { body: { accessToken: 'ya29.abcdefghijklmnop' } }), [400, 422, 503]],
    [world.call(paymentsApi.createIntent, { token, body: { planId: plan.id } }), [503]],
  ]
}

// The libraries of Google and of Stripe are read when somebody first asks for them.
beforeAll(async () => {
  garbage.respond = garbageResponses['a connection reset'] as (typeof garbage)['respond']
  await Promise.all([
    ...listAsking(people.at(-1) as SceneCustomer).map(([call]) => call),
    ...listCore(people.at(-1) as SceneCustomer).map((call) => call()),
  ])
}, 60_000)

test('every address of a service outside is played here', () => {
  const outside = variableNames.filter((name) => /(_URL|_ISSUER|_ENDPOINT|_BASE)$/.test(name) && !others.includes(name))
  expect(Object.keys(addresses).sort()).toEqual(outside.toSorted())
})

test.each(kinds)(
  'all services outside say %s: people still find, look and book',
  async (kind, respond) => {
    garbage.respond = respond
    const turn = Object.keys(garbageResponses).indexOf(kind)
    const person = people[turn] as SceneCustomer
    // The caches of places and the rest after a failure are for a while: this is a while later.
    world.clock.advance({ minutes: 61 * 24 })
    const before = garbage.requestCount
    const memory = process.memoryUsage().rss
    const asking = listAsking(person).map(async ([call, expected]) => ({ ...(await timed(call)), expected }))
    // One after the other, as a person does; each answers within its five seconds or not at all.
    for (const call of listCore(person)) {
      const { status, body } = await call()
      expect([status < 300, body]).toEqual([true, expect.anything()])
    }
    for (const { status, expected, milliseconds } of await Promise.all(asking)) {
      expect(expected).toContain(status)
      expect(milliseconds).toBeLessThan(LONGEST_MS + 1000)
    }
    const send = createWhatsApp({ ...world, timeoutMs: 1000 }).send('62999990000', message)
    await expect(send).rejects.toThrow(/^whatsapp did not/)
    expect(garbage.requestCount - before).toBeGreaterThan(5)
    // Ten megabytes, or a body without an end, are not kept.
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

test('a bucket that talks garbage costs a picture and nothing else', async () => {
  garbage.respond = garbageResponses['a failure'] as (typeof garbage)['respond']
  expect((await world.app.inject(picture)).statusCode).toBeGreaterThanOrEqual(404)
  garbage.respond = garbageResponses['a connection reset'] as (typeof garbage)['respond']
  expect([404, 503]).toContain((await world.app.inject(picture)).statusCode)
})

test('an answer without an end, or a very long one, is cut long before its time is over', async () => {
  for (const kind of ['an endless body', 'ten megabytes']) {
    garbage.respond = garbageResponses[kind] as (typeof garbage)['respond']
    const reading = fetchOutside(garbage.url, { signal: AbortSignal.timeout(20_000) }).then((answer) => answer.text())
    await expect(reading).rejects.toThrow('the response is too long')
  }
}, 60_000)
