import { randomUUID } from 'node:crypto'
import { accountsApi } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { dashboardApi } from '@na-regua/contract/dashboard'
import { errors } from '@na-regua/contract/errors'
import { favoritesApi } from '@na-regua/contract/favorites'
import { googleApi } from '@na-regua/contract/google'
import { invitesApi } from '@na-regua/contract/invites'
import { notificationsApi } from '@na-regua/contract/notifications'
import { outboxApi } from '@na-regua/contract/outbox'
import { ownersApi } from '@na-regua/contract/owners'
import { paymentsApi, sandboxApi } from '@na-regua/contract/payments'
import { placesApi } from '@na-regua/contract/places'
import { plansApi } from '@na-regua/contract/plans'
import { presenceApi } from '@na-regua/contract/presence'
import { privacyApi } from '@na-regua/contract/privacy'
import { profileApi } from '@na-regua/contract/profile'
import { reviewsApi } from '@na-regua/contract/reviews'
import type { Route } from '@na-regua/contract/route'
import { staffApi } from '@na-regua/contract/staff'
import { teamApi } from '@na-regua/contract/team'
import { uploadsApi } from '@na-regua/contract/uploads'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createBarber, createBarbershop, createReview } from '../test/barbershop-factories.ts'
import { createCaller, createSession, subscribe } from '../test/factories.ts'
import { type FuzzRequest, requestsOf } from '../test/fuzz-requests.ts'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'
import { createOwner } from '../test/owner-scene.ts'
import { signLink } from './features/appointments/presence/queries.ts'
import { getUnsubscribeUrl } from './features/notifications/unsubscribe/queries.ts'

/** Requests per call. The same ones each time; more, and others, with FUZZ_RUNS=2000 FUZZ_SEED=7. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 200)
const seed = Number(process.env.FUZZ_SEED ?? 1)
const LONGEST_MS = 2000

const world = await createHarness({ environment: { SEED: 'demo' } })
afterAll(() => world.close())

const shop = await createBarbershop(world, { features: ['Estacionamento'], images: ['/a.webp'] })
const barber = await createBarber(world, shop.id, { specialties: ['Degradê'] })
await subscribe(world, shop.owner_id)
await createReview(world, shop.id, { comment: 'Corte na régua' })
const house = await createOwner(world)
const service = await world.db.selectFrom('services').select('id').executeTakeFirstOrThrow()
const customer = await createCaller(world, { email: 'cliente@naregua.test', password: 'navalha-azul-7' })
const newcomer = await createCaller(world, { isEmailVerified: false })
const slots = ['12:00', '12:30', '14:00', '20:45'].map((time) => `2026-03-12T${time}:00.000Z`)
const wish = { barberId: barber.id, serviceId: service.id, startTime: '2026-03-13T12:00:00Z' }
const made = await world.call(appointmentsApi.create, { token: customer.token, body: wish })
const fact = {
  user_id: customer.user.id,
  type: 'booking_confirmed',
  fact: 'fuzz',
  title: 'Horário confirmado',
  message: '',
}
const told = await world.db.insertInto('notifications').values(fact).returning('id').executeTakeFirstOrThrow()
const link = await getUnsubscribeUrl(world.db, { site: '', userId: customer.user.id, topic: 'reviews' })

const reminded = await signLink(world.db, { id: made.body.id, version: 1, customerId: customer.user.id })

const plans = await world.db.selectFrom('plans').select('id').where('tier', '<>', 'basic').execute()
const buyer = await createCaller(world)
const intent = await world.call(paymentsApi.createIntent, { token: buyer.token, body: { planId: plans[0]?.id } })

const samples = {
  planId: [...plans.map(({ id }) => id), randomUUID()],
  // One that another person pays: it answers its status to everybody, and money to nobody.
  sessionId: [intent.body.sessionId, 'x'.repeat(43)],
  number: ['4242 4242 4242 4242', '4000 0000 0000 0002', '1234'],
  expiry: ['12/30', '00/00', '12/2030'],
  cvc: ['123', '12'],
  preferences: [[{ topic: 'reviews', channel: 'email', isOn: false }], [], [{ topic: 'reviews' }], Array(13).fill({})],
  token: [reminded, link.split('=').at(-1), 'nada', 'x'.repeat(43), `${customer.user.id}.reviews.x`],
  id: [shop.id, house.shop.id, barber.id, barber.id, made.body.id, told.id, randomUUID()],
  ids: [shop.id, `${shop.id},${randomUUID()}`, Array(50).fill(shop.id).join(), Array(52).fill(shop.id).join(), ','],
  barbershopId: [shop.id, shop.id, barber.id, randomUUID()],
  barberId: [barber.id, barber.id, barber.id, barber.id.toUpperCase(), randomUUID()],
  serviceId: [service.id, service.id, service.id, randomUUID()],
  customerId: [customer.user.id, customer.user.id, newcomer.user.id],
  startTime: [...slots, '2026-03-12T09:00:00-03:00', '2020-01-01T00:00:00Z', '2099-12-31T23:59:59Z'],
  newStartTime: [...slots, '2020-01-01T00:00:00Z'],
  endTime: ['2026-03-12T12:30:00Z', '2026-03-12T13:00:00Z'],
  date: ['2026-03-12', '2026-03-31', '2026-12-31', '2000-01-01', '2099-12-31'],
  userEmail: ['convidado@naregua.test', customer.user.email, 'CONVIDADO@naregua.test'],
  specialties: [['Degradê', 'Barba'], [' '], []],
  q: ['corte', 'ç', '%', ''],
  email: [customer.user.email, newcomer.user.email, 'ninguem@naregua.test', 'a@b.c', `${'a'.repeat(250)}@b.c`],
  password: ['navalha-azul-7', 'errada', '123456', 'ç'.repeat(200)],
  phone: ['62999990000', '6232320000', '1'],
  code: ['000000', '123456', '12345', '１２３４５６', 'k'.repeat(43)],
  secret: ['k'.repeat(43)],
  linkToken: ['k'.repeat(43)],
  credential: ['e30.e30.e30', '...'],
  state: ['k'.repeat(43)],
  // Never one that is taken: what follows would be asked by nobody.
  currentPassword: ['navalha-azul-7', 'errada', ''],
  newPassword: ['senha123', 'senha123', 'abc', ''],
  confirmPassword: ['senha123', 'senha123', ''],
  newEmail: ['novo@naregua.test', customer.user.email, newcomer.user.email, 'a@b.c'],
  verificationCode: ['000000', '123456', '12345', '１２３４５６'],
  name: ['Ana Souza', ' ', 'Ana\n\tSouza', '💈', 'a@b.c'],
  latitude: [-16.6869, -16.6869, 90, -90, 90.1],
  longitude: [-49.2648, -49.2648, 180, -180],
  lat: [-16.6869, 90, -3.85],
  lon: [-49.2648, 180, -32.42],
  query: ['navalha', 'navlha', 'corte bueno', 'na', 'ç', '((', '.*', "o'%_", '⑴⑵', 'ʹʹ', 'a b c d e f g h i j k l'],
  features: ['Estacionamento', 'Estacionamento,Nada', ',', ''],
  'idempotency-key': ['chave-0001', 'chave-0002', 'curta', 'com espaço aqui'],
}

const day = { date: '2026-12-24', openTime: '20:00', closeTime: '02:00', isClosed: false, reason: 'Véspera' }
const ownSamples = {
  address: ['Rua 1, 10', ' ', { street: 'Rua 2', zip: '74215100' }, { state: 'XX' }, { city: '\u0000' }],
  coverImageUrl: [null, '/uploads/shops/x-1b6b45-960.webp', 'javascript:alert(1)'],
  images: [[], ['/uploads/shops/x.webp'], Array(7).fill('/x.webp'), [null]],
  featureIds: [[], [1, 2, 2], [99], [1.5], ['1'], Array(61).fill(1)],
  services: [
    [{ name: 'Corte', durationMin: 30, priceCents: 5000 }],
    [{ name: 'Corte', durationMin: 30, priceCents: 5000, id: service.id }],
    [{ name: ' ', durationMin: 1, priceCents: 0 }],
    [{ name: 'Corte', durationMin: 1e9, priceCents: -1 }],
    Array(101).fill({}),
  ],
  operatingHours: [
    [{ dayOfWeek: 1, openTime: '09:00', closeTime: '18:00', isClosed: false }],
    [{ dayOfWeek: 6, openTime: '09:00', closeTime: '09:00', isClosed: false }],
    [{ dayOfWeek: 7, openTime: '24:00', closeTime: '', isClosed: 0 }],
    [],
  ],
  specialDates: [[], [day], [day, day], [{ ...day, date: '2026-02-30' }], [{ ...day, openTime: null }]],
  ownerId: [house.user.id, customer.user.id],
  zipCode: ['74215100', '74215-100', null],
  zip: ['74215100', '74215-100', '7421510'],
  sigla: ['GO', 'go', 'XX', 'É'],
}

const ajv = formats.default(new Ajv({ strict: false }))
const calls = [
  ...[
    accountsApi,
    appointmentsApi,
    availabilityApi,
    barbershopsApi,
    calendarFeedApi,
    favoritesApi,
    googleApi,
    notificationsApi,
    outboxApi,
    paymentsApi,
    sandboxApi,
    plansApi,
    ownersApi,
    uploadsApi,
    dashboardApi,
    placesApi,
    profileApi,
    presenceApi,
    privacyApi,
    reviewsApi,
    staffApi,
    // Last: what it removes is gone for the others.
    invitesApi,
    teamApi,
  ],
].flatMap((api) => Object.values(api) as Route[])

/** Who asks for what the customer cannot: codes by the unproved, leaving by the owner, whose shop refuses it each time. */
const callers = new Map<Route, string>([
  [accountsApi.sendEmailVerification, newcomer.user.id],
  [privacyApi.requestDeletion, shop.owner_id],
  // Whoever already has a plan is refused, and keeps the session that all others ask with.
  [paymentsApi.startFree, shop.owner_id],
  ...[...Object.values(ownersApi), ...Object.values(uploadsApi), ...Object.values(dashboardApi)].map(
    (call): [Route, string] => [call, house.user.id],
  ),
  ...[invitesApi.create, invitesApi.resend, invitesApi.revoke, ...Object.values(teamApi)].map(
    (call): [Route, string] => [call, shop.owner_id],
  ),
])

type Sent = { call: Route; request: FuzzRequest; token: string }

async function send({ request: { token: kind, ...request }, token }: Omit<Sent, 'call'>) {
  const tokens = { none: undefined, customer: token, mangled: `${token.slice(0, -1)}~` }
  const headers = { ...request.headers, ...(tokens[kind] && { authorization: `Bearer ${tokens[kind]}` }) }
  const started = performance.now()
  const answer = await injectStart(world.app, { ...request, method: request.method as 'GET', headers })
  return { answer, milliseconds: performance.now() - started }
}

async function judge({ call, request, token }: Sent, fits: Map<string, ValidateFunction>): Promise<number> {
  const { answer, milliseconds } = await send({ request, token })
  const { statusCode: status, headers, payload } = answer
  expect(status, payload).toBeLessThan(500)
  expect(milliseconds).toBeLessThan(LONGEST_MS)
  if (request.token === 'customer' && call !== accountsApi.logout) expect(status).not.toBe(401)
  if (request.method === 'HEAD') expect(payload).toBe('')
  else if (String(headers['content-type']).startsWith('text/calendar')) expect(call).toBe(appointmentsApi.calendar)
  else if (String(headers['content-type']).startsWith('text/csv')) expect(call.url).toMatch(/\.csv$/)
  else if (String(headers['content-type']).startsWith('text/event-stream')) expect(call).toBe(notificationsApi.stream)
  else if (headers['content-encoding']) expect(request.headers['accept-encoding']).toMatch(/br|gzip|\*/)
  else if (status === 303) expect(headers.location).toMatch(/^\/login#google=/)
  else if (status < 400) expect(fits.get(String(status))?.(JSON.parse(payload)), payload).toBe(true)
  else {
    const { code, message } = JSON.parse(payload)
    expect([errors[code as keyof typeof errors]?.[0], message], payload).toEqual([
      status,
      expect.stringMatching(/^[A-ZÀ-Ú]/),
    ])
  }
  return status
}

test.each(calls.map((call) => [`${call.method} ${call.url}`, call] as const))(
  '%s bears anything',
  async (_, call) => {
    const checks = Object.entries(call.schema.response).map(
      ([status, schema]) => [status, ajv.compile(schema)] as const,
    )
    const fits = new Map(checks)
    // Who has proved the e-mail books; who has not asks for codes. Logging out must not end what the other calls need.
    const userId = callers.get(call) ?? customer.user.id
    const token = await createSession(world, userId)
    const seen = new Set<number>()
    await fc.assert(
      fc.asyncProperty(requestsOf(call, { ...samples, ...ownSamples }), async (request) => {
        seen.add(await judge({ call, request, token }, fits))
      }),
      { numRuns, seed },
    )
    // A fuzz that never gets past the door proves nothing.
    expect(
      [...seen].filter((status) => ![400, 401, 413, 415].includes(status)),
      [...seen].join(),
    ).not.toEqual([])
  },
  60_000,
)
