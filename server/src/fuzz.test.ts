import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errors } from '@na-regua/contract/errors'
import type { Route } from '@na-regua/contract/route'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { arbitraryRequests, type FuzzRequest } from '../test/fuzz-requests.ts'
import { createFuzzScene } from '../test/fuzz-scene.ts'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'
import { type Endpoint, listEndpoints } from '../test/list-endpoints.ts'

/** Requests per endpoint. Deterministic; more, and other ones, with FUZZ_RUNS=2000 FUZZ_SEED=7 (`npm run prove -- fuzz`). */
const numRuns = Number(process.env.FUZZ_RUNS ?? 50)
/** After so many of them the rest is sent only to an endpoint that has accepted too few. */
const minRuns = Number(process.env.FUZZ_RUNS ?? 20)
const seed = Number(process.env.FUZZ_SEED ?? 1)
/** The longest response. Only the proof measures it, on a quiet machine. */
const maxMs = Number(process.env.FUZZ_MAX_MS ?? Number.POSITIVE_INFINITY)

const folder = await mkdtemp(join(tmpdir(), 'na-regua-fuzz-'))
const world = await createHarness({
  environment: {
    SEED: 'demo',
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
  },
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const scene = await createFuzzScene(world)

const ajv = formats.default(new Ajv({ strict: false }))
/** Staff book first, and customers move theirs: later endpoints change services, staff and appointments. What deletes comes last. */
const first = ['staffBookings', 'appointmentsReschedule']
const rank = ({ method, operation: { id, tag } }: Endpoint) =>
  first.includes(tag) || first.includes(id) ? 0 : method === 'DELETE' ? 2 : 1
const routes = listEndpoints(world.app).toSorted((one, other) => rank(one) - rank(other))

type Tokens = Awaited<ReturnType<typeof scene.logIn>>

async function send({ token: kind, ...request }: FuzzRequest, tokens: Tokens) {
  const headers = { ...request.headers, ...(tokens[kind] && { authorization: `Bearer ${tokens[kind]}` }) }
  const started = performance.now()
  const response = await injectStart(world.app, { ...request, method: request.method as 'GET', headers })
  return { response, milliseconds: performance.now() - started }
}

/** A slow request is slow every time; one that waited for a busy machine is not. */
async function isSlow(request: FuzzRequest, tokens: Tokens): Promise<boolean> {
  for (const _ of [1, 2]) if ((await send(request, tokens)).milliseconds < maxMs) return false
  return true
}

type Context = { route: Route; tokens: Tokens; validators: Map<string, ValidateFunction> }

/** The routes whose response is no JSON, by its content type. */
const fileUrls = [
  ['text/calendar', /\.ics$/],
  ['text/csv', /\.csv$/],
  ['application/x-ndjson', /\/ledger$/],
  ['text/event-stream', /\/stream$/],
  ['application/pdf', /^\/contracts\/:id\/file$/],
  ['image/webp', /^\/contracts\/:id\/file$/],
] as const

const findFileUrl = (headers: { 'content-type'?: unknown }) =>
  fileUrls.find(([type]) => String(headers['content-type']).startsWith(type))?.[1]

async function checkResponse(request: FuzzRequest, { route, tokens, validators }: Context): Promise<number> {
  const requestTokens = scene.isEnding(route) ? await scene.logIn(route) : tokens
  const { response, milliseconds } = await send(request, requestTokens)
  const { statusCode: status, headers, payload } = response
  expect(status, payload).toBeLessThan(500)
  if (milliseconds > maxMs) expect(await isSlow(request, requestTokens), 'slow').toBe(false)
  const isAuthenticated = !['none', 'mangled'].includes(request.token)
  if (isAuthenticated) expect(status).not.toBe(401)
  const fileUrl = findFileUrl(headers)
  if (request.method === 'HEAD') expect(payload).toBe('')
  else if (fileUrl) expect(route.url).toMatch(fileUrl)
  else if (headers['content-encoding']) expect(request.headers['accept-encoding']).toMatch(/br|gzip|\*/)
  else if (status === 303) expect(headers.location).toMatch(/^\/login#google=/)
  else if (status < 400) expect(validators.get(String(status))?.(JSON.parse(payload)), payload).toBe(true)
  else {
    const { code, message } = JSON.parse(payload)
    expect([errors[code as keyof typeof errors]?.[0], message], payload).toEqual([
      status,
      expect.stringMatching(/^[A-ZÀ-Ú]/),
    ])
  }
  return status
}

/** Per endpoint, the shares of requests that passed validation and authorization, and of those that succeeded. */
const shares: { name: string; accepted: number; succeeded: number }[] = []
afterAll(() => {
  const [lowest] = shares.toSorted((one, other) => one.accepted - other.accepted)
  const mean = (of: 'accepted' | 'succeeded') =>
    Math.round((100 * shares.reduce((sum, one) => sum + one[of], 0)) / shares.length)
  console.info(
    `fuzz: ${shares.length} endpoints × ${minRuns} to ${numRuns}, accepted ${mean('accepted')} %, succeeded ${mean('succeeded')} %, lowest:`,
    lowest,
  )
})

const isRejection = (status: number) => [400, 401, 403, 413, 415].includes(status)

test.each(routes.map((route) => [`${route.method} ${route.url}`, route] as const))(
  '%s handles any request',
  async (name, route) => {
    const compiled = Object.entries(route.schema.response).map(
      ([status, schema]) => [status, ajv.compile(schema)] as const,
    )
    const validators = new Map(compiled)
    const tokens = await scene.logIn(route)
    const seen = new Map<number, number>()
    const count = (matches: (status: number) => boolean) =>
      [...seen].reduce((sum, [status, times]) => sum + (matches(status) ? times : 0), 0)
    const readCounts = () => ({
      sent: count(() => true),
      accepted: count((status) => !isRejection(status)),
      succeeded: count((status) => status < 400),
    })
    // Fuzzing proves little when every request is rejected or none succeeds.
    const isAccepting = ({ accepted }: { accepted: number }) => accepted > numRuns / 50
    const isSucceeding = ({ succeeded }: { succeeded: number }) => scene.isLocked(route) || succeeded > 0
    await fc.assert(
      fc.asyncProperty(arbitraryRequests(route, scene.samplesOf(route)), async (request) => {
        const counts = readCounts()
        if (counts.sent >= minRuns && isAccepting(counts) && isSucceeding(counts)) return
        const status = await checkResponse(request, { route, tokens, validators })
        seen.set(status, (seen.get(status) ?? 0) + 1)
      }),
      { numRuns, seed },
    )
    const counts = readCounts()
    const message = `${name} ${JSON.stringify([...seen].toSorted())}`
    expect(isAccepting(counts), message).toBe(true)
    expect(isSucceeding(counts), message).toBe(true)
    shares.push({ name, accepted: counts.accepted / counts.sent, succeeded: counts.succeeded / counts.sent })
  },
  600_000,
)
