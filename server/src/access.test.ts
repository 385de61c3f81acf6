import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Permission, permissions, presetPermissions } from '@na-regua/contract/permissions'
import { afterAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '../test/access/account-endpoints.ts'
import { appointmentEndpoints } from '../test/access/appointment-endpoints.ts'
import { barbershopEndpoints } from '../test/access/barbershop-endpoints.ts'
import { cashEndpoints } from '../test/access/cash-endpoints.ts'
import { commissionEndpoints } from '../test/access/commission-endpoints.ts'
import {
  type AccessCase,
  type AccessCases,
  type AccessScene,
  type Actor,
  actors,
  findCounterpart,
  findMember,
  firstAllowedActor,
  listIds,
  type RequestInput,
  replaceId,
  type Verdict,
} from '../test/access/endpoints.ts'
import { createInvalidTokens } from '../test/access/invalid-tokens.ts'
import { lastMinuteEndpoints } from '../test/access/last-minute-endpoints.ts'
import { moneyEndpoints } from '../test/access/money-endpoints.ts'
import { otherEndpoints } from '../test/access/other-endpoints.ts'
import { productEndpoints } from '../test/access/product-endpoints.ts'
import { queueEndpoints } from '../test/access/queue-endpoints.ts'
import { seriesEndpoints } from '../test/access/series-endpoints.ts'
import { statementEndpoints } from '../test/access/statement-endpoints.ts'
import { createTenants, type Member, membersOf } from '../test/access/tenants.ts'
import { visitEndpoints } from '../test/access/visit-endpoints.ts'
import { waitlistEndpoints } from '../test/access/waitlist-endpoints.ts'
import { watchWrites } from '../test/access/watch-writes.ts'
import { createGoogleDouble } from '../test/google-double.ts'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'
import { listRoutes } from '../test/list-routes.ts'
import type { Access } from './lib/auth.ts'

/** Access cases by endpoint. The first test fails when an endpoint is missing here, or listed here and not served. */
const cases: AccessCases = {
  ...accountEndpoints,
  ...appointmentEndpoints,
  ...barbershopEndpoints,
  ...moneyEndpoints,
  ...commissionEndpoints,
  ...otherEndpoints,
  ...queueEndpoints,
  ...lastMinuteEndpoints,
  ...seriesEndpoints,
  ...waitlistEndpoints,
  ...productEndpoints,
  ...visitEndpoints,
  ...cashEndpoints,
  ...statementEndpoints,
}

const dataDir = mkdtempSync(join(tmpdir(), 'access-'))
const google = await createGoogleDouble()
const world = await createHarness({
  environment: {
    ...google.environment,
    SEED: 'demo',
    VIACEP_URL: 'http://127.0.0.1:9',
    WHATSAPP_APP_SECRET: 'segredo',
    WHATSAPP_VERIFY_TOKEN: 'prova',
    DATA_DIR: dataDir,
  },
})
afterAll(async () => {
  await world.close()
  google.close()
  rmSync(dataDir, { recursive: true })
})

type Operation = {
  'x-access': Access
  parameters?: { in: string; name: string; schema: object }[]
  requestBody?: { content: { [type: string]: { schema: object } } }
}
type Endpoint = {
  name: string
  method: string
  path: string
  access: Access
  ids: string[]
  accessCase: AccessCase
}

const document = (await world.app.inject('/api/openapi.json')).json<{
  paths: Record<string, Record<string, Operation>>
}>()
const endpoints = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([verb, operation]): Endpoint => {
    const method = verb.toUpperCase()
    const name = `${method} ${path.replace('/api', '')}`
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in !== 'header')
    const ids = [
      ...parameters.flatMap((parameter) => listIds(parameter.schema, `${parameter.in}.${parameter.name}`)),
      ...listIds(operation.requestBody?.content['application/json']?.schema, 'body'),
    ]
    return { name, method, path, access: operation['x-access'], ids, accessCase: cases[name] ?? {} }
  }),
)

const writing = endpoints.filter(({ method }) => method !== 'GET')
const tenants = await createTenants(world, (writing.length + 1) * 3)
const takeScene = (): AccessScene => {
  const [tenant, otherTenant, lapsedTenant] = tenants.splice(0, 3)
  if (!tenant || !otherTenant || !lapsedTenant) throw new Error('too few tenants')
  return { tenant, otherTenant, lapsedTenant }
}
/** Shared by all GET endpoints: they end no session and change nothing. */
const readScene = takeScene()
const invalidTokens = {
  self: await createInvalidTokens(world, readScene.tenant.customer),
  barber: await createInvalidTokens(world, readScene.tenant.barber),
  staff: await createInvalidTokens(world, readScene.tenant.colleague),
  permission: await createInvalidTokens(world, readScene.tenant.manager),
  owner: await createInvalidTokens(world, readScene.tenant.owner),
}
const takeWrites = await watchWrites(world)

/** Whom each access admits while the owner has changed no permission. */
const roles: Record<Access, readonly string[]> = {
  public: [],
  self: ['CUSTOMER', 'BARBER', 'OWNER'],
  barber: ['BARBER', 'OWNER'],
  staff: ['BARBER', 'RECEPTIONIST', 'MANAGER', 'OWNER'],
  agenda: ['RECEPTIONIST', 'MANAGER', 'OWNER'],
  customers: ['BARBER', 'RECEPTIONIST', 'MANAGER', 'OWNER'],
  phones: ['RECEPTIONIST', 'MANAGER', 'OWNER'],
  spend: ['BARBER', 'MANAGER', 'OWNER'],
  discounts: ['BARBER', 'RECEPTIONIST', 'MANAGER', 'OWNER'],
  prices: ['MANAGER', 'OWNER'],
  settings: ['MANAGER', 'OWNER'],
  team: ['MANAGER', 'OWNER'],
  money: ['MANAGER', 'OWNER'],
  cash: ['RECEPTIONIST', 'MANAGER', 'OWNER'],
  export: ['MANAGER', 'OWNER'],
  panel: ['MANAGER', 'OWNER'],
  owner: ['OWNER'],
}

/** What takes the route from a manager, and gives it to a barber. The panel is open to four permissions. */
function permissionsOf(access: Access): readonly Permission[] {
  if (access === 'panel') return ['prices', 'settings', 'team', 'money']
  return permissions.filter((permission) => permission === access)
}

/** The verdict of the route's `access`, before ownership is checked. */
function verdictByRole(access: Access, member: Member | undefined): Verdict {
  if (access === 'public') return 'allowed'
  if (!member) return 401
  return [member.role, member.barbershopRole].some((role) => role && roles[access].includes(role)) ? 'allowed' : 403
}

function expectedVerdict({ access, accessCase }: Endpoint, actor: Actor, member: Member | undefined): Verdict {
  const byRole = verdictByRole(access, member)
  if (byRole !== 'allowed') return byRole
  const isAllowed = !accessCase.allowed || accessCase.allowed.includes(actor)
  return accessCase.except?.[actor] ?? (isAllowed ? 'allowed' : (accessCase.otherwise ?? 404))
}

const counts = { requests: 0, endpoints: 0 }

type Result = { status: number; payload: string; verdict: Verdict }
type Credentials = { method?: string; headers: Record<string, string>; query?: string }

async function send(
  endpoint: Endpoint,
  input: RequestInput,
  { method = endpoint.method, headers, query = '' }: Credentials,
): Promise<Result> {
  counts.requests++
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(input.params?.[name])))
  const params = new URLSearchParams(Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)]))
  const form = input.file && formOf(input.file)
  const response = await injectStart(world.app, {
    method: method as 'GET',
    url: `${path}?${params}${query}`,
    headers: { ...headers, ...form?.headers },
    payload: form?.payload ?? input.body,
  })
  const { statusCode: status, payload } = response
  return { status, payload, verdict: status === 401 || status === 403 || status === 404 ? status : 'allowed' }
}

function formOf({ name, bytes }: NonNullable<RequestInput['file']>) {
  const head = `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
  }
}

const as = (member: Member | undefined, session = 0): Credentials => ({
  headers: member ? { authorization: `Bearer ${member.tokens[session]}` } : {},
})

/** Emails and phones in a response that its reader must not see. The barbershop may see its customer's phone. */
function findLeaks(endpoint: Endpoint, { payload }: Result, scene: AccessScene, reader: Member | undefined): string[] {
  if (endpoint.accessCase.exposesOthers) return []
  return Object.values(scene).flatMap((tenant) =>
    membersOf(tenant).flatMap((member) => {
      const { owner, barber, receptionist, manager } = tenant
      const isBarbershop = reader !== undefined && [owner, barber, receptionist, manager].includes(reader)
      const isKnown = member === reader || (member === tenant.customer && isBarbershop)
      return isKnown ? [] : [member.email, member.phone].filter((secret) => payload.includes(secret))
    }),
  )
}

async function sendAs(endpoint: Endpoint, scene: AccessScene, actor: Actor) {
  const member = findMember(scene, actor)
  const input = (await endpoint.accessCase.request?.(scene.tenant, member, world)) ?? {}
  await takeWrites()
  const result = await send(endpoint, input, as(member))
  expect(findLeaks(endpoint, result, scene, member), `${actor} reads data of others`).toEqual([])
  if (endpoint.method === 'GET') {
    const head = await send(endpoint, input, { ...as(member), method: 'HEAD' })
    expect(head.verdict, `HEAD for ${actor}`).toBe(result.verdict)
  }
  return result
}

/** Stated a second time, because one that is public by mistake would pass where its example admits every client. */
const publicEndpoints = [
  'GET /auth/captcha',
  'GET /auth/google/callback',
  'GET /barbers/{id}/availability',
  'GET /barbers/{id}/portfolio',
  'GET /barbershops',
  'GET /barbershops/free-times',
  'POST /barbershops/counts',
  'GET /barbershops/nearest',
  'GET /barbershops/map',
  'GET /barbershops/nearby',
  'GET /barbershops/search',
  'GET /barbershops/suggestions',
  'GET /places',
  'GET /barbershops/{id}',
  'GET /barbershops/{id}/availability',
  'GET /barbershops/{id}/barbers',
  'GET /barbershops/{id}/last-minute',
  'GET /barbershops/{id}/queue',
  'GET /barbershops/{id}/queue/stream',
  'GET /barbershops/{id}/reviews',
  'GET /booking-links/{token}',
  'GET /booking-links/{token}/delay',
  'GET /calendar/{token}.ics',
  'GET /dev/outbox',
  'GET /filters',
  'GET /last-minute/nearby',
  'GET /municipalities',
  'GET /notifications/emails',
  'GET /nudges/{token}',
  'GET /outreach/webhooks/whatsapp',
  'GET /payments/status/{sessionId}',
  'GET /plans',
  'GET /queue/doors/{key}',
  'GET /queue/entries/{token}',
  'GET /queue/screens/{key}',
  'GET /reminders/{token}',
  'GET /reverse-geocode',
  'GET /review-photos/{id}/moderation/{token}',
  'GET /slugs/{slug}',
  'GET /states',
  'GET /states/{sigla}/cities',
  'GET /visits/{id}/receipt/{token}',
  'GET /waitlist/offers/{token}',
  'POST /waitlist/offers/{token}/accept',
  'POST /waitlist/offers/{token}/decline',
  'POST /auth/forgot-password',
  'POST /auth/google',
  'POST /auth/google/link',
  'POST /auth/google/session',
  'POST /auth/google/start',
  'POST /auth/login',
  'POST /auth/register',
  'POST /auth/reset-password',
  'POST /auth/reset-password/link',
  'POST /booking-links/{token}/cancel',
  'POST /booking-links/{token}/delay/reply',
  'POST /booking-links/{token}/presence',
  'POST /booking-links/{token}/reschedule',
  'POST /contact',
  'POST /invites/register',
  'POST /invites/view',
  'POST /nudges/{token}/off',
  'POST /outreach/webhooks/whatsapp',
  'POST /payments/webhooks/stripe',
  'POST /push/actions',
  'POST /queue/doors/{key}/entries',
  'POST /queue/entries/{token}/fall-back',
  'POST /queue/entries/{token}/leave',
  'POST /reminders/{token}/cancel',
  'POST /reminders/{token}/presence',
  'POST /review-photos/{id}/moderation/{token}',
  'POST /users/deletion/undo',
  'POST /users/undo-email-change',
  'PUT /notifications/emails',
]

describe('the access matrix', () => {
  test('needs a session but for these', () => {
    const open = endpoints.filter(({ access }) => access === 'public').map(({ name }) => name)
    expect(open.toSorted()).toEqual(publicEndpoints.toSorted())
  })

  test('has a case for each endpoint and a verdict for each id in its schema', () => {
    expect(endpoints.map(({ name }) => name).toSorted()).toEqual(Object.keys(cases).toSorted())
    for (const { name, access, ids, accessCase } of endpoints) {
      expect(Object.keys(roles), name).toContain(access)
      expect(Object.keys(accessCase.ids ?? {}).toSorted(), name).toEqual([...new Set(ids)].toSorted())
    }
  })

  test('knows every route below /api that the OpenAPI document does not list', () => {
    const hidden = listRoutes(world.app)
      .map(({ method, path }) => `${method} ${path.replaceAll(/:[\w|:]+/g, ':')}`)
      .filter((route) => route.includes(' /api') && !endpoints.some(({ name }) => route === asRoute(name)))
    const stream = ['HEAD /api/notifications/stream', 'HEAD /api/barbershops/:/queue/stream']
    const heads = endpoints
      .filter(({ method }) => method === 'GET')
      .map(({ name }) => asRoute(name).replace('GET', 'HEAD'))
    const known = new Set([...heads, ...stream])
    expect(hidden.filter((route) => !known.has(route) && !/ \/api\/(docs|openapi)/.test(route))).toEqual([])
    expect(hidden.length).toBeGreaterThan(40)
  })

  test.each(endpoints.map((endpoint) => [endpoint.name, endpoint.access, endpoint] as const))(
    '%s (%s) [6.1, 6.2]',
    async (_, __, endpoint) => {
      const scene = endpoint.method === 'GET' ? readScene : takeScene()
      // Rejected requests come first, while the data is unchanged.
      await tryRejectedActors(endpoint, scene)
      await tryWithoutPermission(endpoint, scene)
      await tryInvalidTokens(endpoint, scene)
      await tryOtherIds(endpoint, scene)
      await tryAllowedActors(endpoint, scene)
      await tryWithPermission(endpoint, scene)
      await tryLapsedPlan(endpoint, scene)
      counts.endpoints++
    },
  )

  test('was checked completely [6.7]', () => {
    expect(counts.endpoints).toBe(endpoints.length)
    expect(counts.requests).toBeGreaterThan(endpoints.length * 15)
    console.log(`access matrix: ${counts.requests} requests to ${counts.endpoints} endpoints, all as expected`)
  })
})

const listVerdicts = (endpoint: Endpoint, scene: AccessScene) =>
  actors.map((actor) => ({ actor, expected: expectedVerdict(endpoint, actor, findMember(scene, actor)) }))

async function tryRejectedActors(endpoint: Endpoint, scene: AccessScene) {
  for (const { actor, expected } of listVerdicts(endpoint, scene)) {
    if (expected === 'allowed') continue
    const { verdict, payload } = await sendAs(endpoint, scene, actor)
    expect(verdict, `${actor}: ${payload}`).toBe(expected)
    const isUnsigned = endpoint.accessCase.otherwise === 401
    if (verdict === 401) expect(JSON.parse(payload).code).toBe(isUnsigned ? 'SIGNATURE_INVALID' : 'UNAUTHENTICATED')
    expect(await takeWrites(), `${actor} wrote`).toEqual([])
  }
}

async function tryAllowedActors(endpoint: Endpoint, scene: AccessScene) {
  const allowed = listVerdicts(endpoint, scene).filter(({ expected }) => expected === 'allowed')
  const first = firstAllowedActor(endpoint.access, endpoint.accessCase)
  for (const { actor } of allowed.toSorted((a) => (a.actor === first ? -1 : 1))) {
    const { verdict, status, payload } = await sendAs(endpoint, scene, actor)
    expect(verdict, `${actor}: ${payload}`).toBe('allowed')
    if (actor !== first) continue
    // Rejections prove nothing if the request itself were invalid.
    if (endpoint.accessCase.status) expect(status, payload).toBe(endpoint.accessCase.status)
    else expect(status, payload).toBeLessThan(400)
  }
}

/**
 * A manager from whom the owner took the permission of the route is refused by the route, and one who has it elsewhere by the statement,
 * which knows the barbershop.
 */
async function tryWithoutPermission(endpoint: Endpoint, scene: AccessScene) {
  const needed = permissionsOf(endpoint.access)
  if (needed.length === 0) return
  const { manager, managerRoleId } = scene.tenant
  const { receptionistRoleId } = scene.otherTenant
  const others = permissions.filter((permission) => !needed.includes(permission))
  await setPermissions('barbershop_roles', managerRoleId, others)
  const refused = await sendAs(endpoint, scene, 'the manager')
  expect(refused.verdict, `a manager without permission: ${refused.payload}`).toBe(403)
  expect(await takeWrites(), 'a manager without permission wrote').toEqual([])
  if (
    listVerdicts(endpoint, scene).find(({ actor }) => actor === 'a manager of another barbershop')?.expected === 404
  ) {
    const holder = { user_id: manager.id, permissions: [...needed] }
    const moved = await world.db
      .selectFrom('barbershop_roles')
      .select(['user_id', 'permissions'])
      .where('id', '=', receptionistRoleId)
      .executeTakeFirstOrThrow()
    await world.db.updateTable('barbershop_roles').set(holder).where('id', '=', receptionistRoleId).execute()
    const elsewhere = await sendAs(endpoint, scene, 'the manager')
    expect([403, 404], `a manager with the permission elsewhere: ${elsewhere.payload}`).toContain(elsewhere.verdict)
    expect(await takeWrites(), 'a manager with the permission elsewhere wrote').toEqual([])
    await world.db.updateTable('barbershop_roles').set(moved).where('id', '=', receptionistRoleId).execute()
  }
  await setPermissions('barbershop_roles', managerRoleId, permissions)
}

/** What a manager may do, a barber may do whom the owner gave the permission, and nothing else. */
async function tryWithPermission(endpoint: Endpoint, scene: AccessScene) {
  const needed = permissionsOf(endpoint.access)
  const ofManager = listVerdicts(endpoint, scene).find(({ actor }) => actor === 'the manager')
  if (needed.length === 0 || ofManager?.expected !== 'allowed') return
  await setPermissions('barbers', scene.tenant.colleagueBarberId, needed)
  const { verdict, payload } = await sendAs(endpoint, scene, 'another barber of the barbershop')
  expect(verdict, `a barber with the permission: ${payload}`).toBe('allowed')
  await setPermissions('barbers', scene.tenant.colleagueBarberId, presetPermissions.BARBER)
}

async function setPermissions(table: 'barbers' | 'barbershop_roles', id: string, given: readonly Permission[]) {
  await world.db
    .updateTable(table)
    .set({ permissions: [...given] })
    .where('id', '=', id)
    .execute()
}

async function tryInvalidTokens(endpoint: Endpoint, scene: AccessScene) {
  const { access, accessCase } = endpoint
  const input =
    (await accessCase.request?.(
      scene.tenant,
      findMember(scene, firstAllowedActor(endpoint.access, endpoint.accessCase)),
      world,
    )) ?? {}
  if (access === 'public') return
  const tokens =
    permissionsOf(access).length > 0 ? invalidTokens.permission : invalidTokens[access as keyof typeof invalidTokens]
  for (const [name, credentials] of Object.entries(tokens)) {
    const { verdict, payload } = await send(endpoint, input, credentials)
    expect(verdict, `${name}: ${payload}`).toBe(401)
    expect(JSON.parse(payload).code).toBe('UNAUTHENTICATED')
  }
}

/** Replaces each id of the request in turn: with the id of the same object of another tenant, and with an unknown one. */
async function tryOtherIds(endpoint: Endpoint, scene: AccessScene) {
  const actor = firstAllowedActor(endpoint.access, endpoint.accessCase)
  const member = findMember(scene, actor)
  const counterpart = findCounterpart(scene, actor)
  for (const [path, verdicts] of Object.entries(endpoint.accessCase.ids ?? {})) {
    const own = (await endpoint.accessCase.request?.(scene.tenant, member, world)) ?? {}
    const foreign = (await endpoint.accessCase.request?.(scene.otherTenant, counterpart, world)) ?? {}
    for (const [index, source] of [foreign, undefined].entries()) {
      await takeWrites()
      const result = await send(endpoint, replaceId(own, path, source), as(member, index + 1))
      const expected = verdicts[index]
      const message = `${path} ${source ? 'of another tenant' : 'unknown'}: ${result.payload}`
      if (expected === 'allowed') expect(result.status, message).toBeLessThan(400)
      else expect(result.status, message).toBe(expected)
      expect(findLeaks(endpoint, result, scene, member), message).toEqual([])
      if (expected !== 'allowed') expect(await takeWrites(), message).toEqual([])
    }
  }
}

async function tryLapsedPlan(endpoint: Endpoint, scene: AccessScene) {
  const { accessCase, access } = endpoint
  if (access === 'public' || !(accessCase.lapsed || accessCase.allowed?.includes('the owner'))) return
  const { owner } = scene.lapsedTenant
  const input = (await accessCase.request?.(scene.lapsedTenant, owner, world)) ?? {}
  await takeWrites()
  const { verdict, payload } = await send(endpoint, input, as(owner, 3))
  expect(verdict, `an owner with a lapsed plan, on their own data: ${payload}`).toBe(accessCase.lapsed ?? 'allowed')
  if (accessCase.lapsed === 403) {
    expect(JSON.parse(payload).code).toBe('PLAN_LAPSED')
    expect(await takeWrites()).toEqual([])
  }
}

/** The router merges parameter names at one position, so names are dropped here. */
const asRoute = (name: string) => name.replace(' ', ' /api').replaceAll(/\{\w+\}/g, ':')
