import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountsApi } from '@na-regua/contract/accounts'
import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { contactApi } from '@na-regua/contract/contact'
import { dashboardApi } from '@na-regua/contract/dashboard'
import { errors } from '@na-regua/contract/errors'
import { favoritesApi } from '@na-regua/contract/favorites'
import { googleApi } from '@na-regua/contract/google'
import { invitesApi } from '@na-regua/contract/invites'
import { membersApi } from '@na-regua/contract/members'
import { notificationsApi } from '@na-regua/contract/notifications'
import { outboxApi } from '@na-regua/contract/outbox'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { paymentsApi, sandboxApi } from '@na-regua/contract/payments'
import { placesApi } from '@na-regua/contract/places'
import { plansApi } from '@na-regua/contract/plans'
import { privacyApi } from '@na-regua/contract/privacy'
import { profileApi } from '@na-regua/contract/profile'
import { reminderReplyApi } from '@na-regua/contract/reminder-reply'
import { reviewsApi } from '@na-regua/contract/reviews'
import type { Route } from '@na-regua/contract/route'
import { staffApi } from '@na-regua/contract/staff'
import { uploadsApi } from '@na-regua/contract/uploads'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type FuzzRequest, requestsOf } from '../test/fuzz-requests.ts'
import { openFuzzScene } from '../test/fuzz-scene.ts'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'

/** Requests per call. The same ones each time; more, and others, with FUZZ_RUNS=2000 FUZZ_SEED=7. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 200)
const seed = Number(process.env.FUZZ_SEED ?? 1)
const LONGEST_MS = 2000

const folder = await mkdtemp(join(tmpdir(), 'na-regua-fuzz-'))
const world = await createHarness({ environment: { SEED: 'demo', LOG_LEVEL: 'error', DATA_DIR: folder } })
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const scene = await openFuzzScene(world)

const ajv = formats.default(new Ajv({ strict: false }))
const calls = [
  ...[
    accountsApi,
    agendasApi,
    appointmentsApi,
    availabilityApi,
    barbershopsApi,
    calendarFeedApi,
    contactApi,
    favoritesApi,
    googleApi,
    notificationsApi,
    outboxApi,
    paymentsApi,
    sandboxApi,
    plansApi,
    ownBarbershopsApi,
    uploadsApi,
    dashboardApi,
    placesApi,
    profileApi,
    reminderReplyApi,
    privacyApi,
    reviewsApi,
    staffApi,
    invitesApi,
    membersApi,
  ],
]
  .flatMap((api) => Object.values(api) as Route[])
  // Last what removes: it is gone for the others.
  .toSorted((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))

type Tokens = Awaited<ReturnType<typeof scene.logIn>>

async function send({ token: kind, ...request }: FuzzRequest, tokens: Tokens) {
  const headers = { ...request.headers, ...(tokens[kind] && { authorization: `Bearer ${tokens[kind]}` }) }
  const started = performance.now()
  const answer = await injectStart(world.app, { ...request, method: request.method as 'GET', headers })
  return { answer, milliseconds: performance.now() - started }
}

/** What is slow is slow each time; what only waited for a busy machine is not. */
async function isSlow(request: FuzzRequest, tokens: Tokens): Promise<boolean> {
  for (const _ of [1, 2]) if ((await send(request, tokens)).milliseconds < LONGEST_MS) return false
  return true
}

type Judge = { call: Route; tokens: Tokens; fits: Map<string, ValidateFunction> }

async function judge(request: FuzzRequest, { call, tokens, fits }: Judge): Promise<number> {
  const asked = scene.isEnding(call) ? await scene.logIn(call) : tokens
  const { answer, milliseconds } = await send(request, asked)
  const { statusCode: status, headers, payload } = answer
  expect(status, payload).toBeLessThan(500)
  if (milliseconds > LONGEST_MS) expect(await isSlow(request, asked), 'slow').toBe(false)
  const isKnown = !['none', 'mangled'].includes(request.token)
  if (isKnown) expect(status).not.toBe(401)
  if (request.method === 'HEAD') expect(payload).toBe('')
  else if (String(headers['content-type']).startsWith('text/calendar')) expect(call.url).toMatch(/\.ics$/)
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

test('no call is left out', async () => {
  const { paths } = (await world.app.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>()
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(4).replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(calls.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(served.toSorted())
})

/** The shares of requests that got past the door, and of those that came about. */
const depths: { name: string; deep: number; done: number }[] = []
afterAll(() => {
  const [shallowest] = depths.toSorted((one, other) => one.deep - other.deep)
  const mean = (of: 'deep' | 'done') =>
    Math.round((100 * depths.reduce((sum, one) => sum + one[of], 0)) / depths.length)
  console.info(
    `fuzz: ${depths.length} calls × ${numRuns}, past the door ${mean('deep')} %, came about ${mean('done')} %, least:`,
    shallowest,
  )
})

const isDoor = (status: number) => [400, 401, 403, 413, 415].includes(status)

test.each(calls.map((call) => [`${call.method} ${call.url}`, call] as const))(
  '%s bears anything',
  async (name, call) => {
    const checks = Object.entries(call.schema.response).map(
      ([status, schema]) => [status, ajv.compile(schema)] as const,
    )
    const [fits, tokens] = [new Map(checks), await scene.logIn(call)]
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(requestsOf(call, scene.samplesOf(call)), async (request) => {
        const status = await judge(request, { call, tokens, fits })
        seen.set(status, (seen.get(status) ?? 0) + 1)
      }),
      { numRuns, seed },
    )
    const count = (isIt: (status: number) => boolean) =>
      [...seen].reduce((sum, [status, times]) => sum + (isIt(status) ? times : 0), 0)
    const deep = count((status) => !isDoor(status))
    const done = count((status) => status < 400)
    // A fuzz that never gets past the door proves nothing, and one that nothing ever follows from not much.
    const inWords = `${name} ${JSON.stringify([...seen].toSorted())}`
    expect(deep, inWords).toBeGreaterThan(numRuns / 50)
    if (!scene.isLocked(call)) expect(done, inWords).toBeGreaterThan(0)
    depths.push({ name, deep: deep / numRuns, done: done / numRuns })
  },
  600_000,
)
