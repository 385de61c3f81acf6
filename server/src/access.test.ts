import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '../test/access/account-endpoints.ts'
import { appointmentEndpoints } from '../test/access/appointment-endpoints.ts'
import { barbershopEndpoints } from '../test/access/barbershop-endpoints.ts'
import { createDeadTokens } from '../test/access/dead-tokens.ts'
import {
  type AccessCase,
  type AccessCases,
  listIds,
  memberOf,
  type Person,
  people,
  type Request,
  type Scene,
  swap,
  twinOf,
  type Verdict,
} from '../test/access/endpoints.ts'
import { opened } from '../test/access/opened.ts'
import { otherEndpoints } from '../test/access/other-endpoints.ts'
import { createTenants, type Member, membersOf } from '../test/access/tenants.ts'
import { watchTraces } from '../test/access/traces.ts'
import { createGoogleDouble } from '../test/google-double.ts'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'
import type { Access } from './lib/auth.ts'

/** Whose things each call is about. A call that is missing here, or is here and nowhere else, turns the first test red. */
const doors: AccessCases = { ...accountEndpoints, ...appointmentEndpoints, ...barbershopEndpoints, ...otherEndpoints }

const dataDir = mkdtempSync(join(tmpdir(), 'access-'))
const google = await createGoogleDouble()
const world = await createHarness({
  environment: { ...google.environment, SEED: 'demo', VIACEP_URL: 'http://127.0.0.1:9', DATA_DIR: dataDir },
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
type Call = { name: string; method: string; path: string; access: Access; ids: string[]; door: AccessCase }

const document = (await world.app.inject('/api/openapi.json')).json<{
  paths: Record<string, Record<string, Operation>>
}>()
const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([verb, operation]): Call => {
    const method = verb.toUpperCase()
    const name = `${method} ${path.replace('/api', '')}`
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in !== 'header')
    const ids = [
      ...parameters.flatMap((parameter) => listIds(parameter.schema, `${parameter.in}.${parameter.name}`)),
      ...listIds(operation.requestBody?.content['application/json']?.schema, 'body'),
    ]
    return { name, method, path, access: operation['x-access'], ids, door: doors[name] ?? {} }
  }),
)

const writing = calls.filter(({ method }) => method !== 'GET')
const houses = await createTenants(world, (writing.length + 1) * 3)
const takeScene = (): Scene => {
  const [house, elsewhere, lapsed] = houses.splice(0, 3)
  if (!house || !elsewhere || !lapsed) throw new Error('too few houses')
  return { house, elsewhere, lapsed }
}
/** Those that only read share one: they end no session and change nothing. */
const readers = takeScene()
const deadTokens = {
  self: await createDeadTokens(world, readers.house.customer),
  barber: await createDeadTokens(world, readers.house.barber),
  owner: await createDeadTokens(world, readers.house.owner),
}
const takeTraces = await watchTraces(world)

const roles: Record<Access, readonly string[]> = {
  public: [],
  self: ['CUSTOMER', 'BARBER', 'OWNER'],
  barber: ['BARBER', 'OWNER'],
  owner: ['OWNER'],
}

/** What the route's own statement says of somebody, before anybody looks at whose things are meant. */
function atTheDoor(access: Access, member: Member | undefined): Verdict {
  if (access === 'public') return 'in'
  if (!member) return 401
  return roles[access].includes(member.role) ? 'in' : 403
}

function expected({ access, door }: Call, person: Person, member: Member | undefined): Verdict {
  const first = atTheDoor(access, member)
  if (first !== 'in') return first
  const isMine = !door.may || door.may.includes(person)
  return door.but?.[person] ?? (isMine ? 'in' : (door.others ?? 404))
}

const seen = { cells: 0, calls: 0 }

type Sent = { status: number; payload: string; verdict: Verdict }
type Way = { method?: string; headers: Record<string, string>; query?: string }

async function send(call: Call, request: Request, { method = call.method, headers, query = '' }: Way): Promise<Sent> {
  seen.cells++
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(request.params?.[name])))
  const words = new URLSearchParams(Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]))
  const form = request.file && formOf(request.file)
  const answer = await injectStart(world.app, {
    method: method as 'GET',
    url: `${path}?${words}${query}`,
    headers: { ...headers, ...form?.headers },
    payload: form?.payload ?? request.body,
  })
  const { statusCode: status, payload } = answer
  return { status, payload, verdict: status === 401 || status === 403 || status === 404 ? status : 'in' }
}

function formOf({ name, bytes }: NonNullable<Request['file']>) {
  const head = `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
  }
}

const as = (member: Member | undefined, device = 0): Way => ({
  headers: member ? { authorization: `Bearer ${member.tokens[device]}` } : {},
})

/** E-mails and telephones in an answer that its reader may not know. The shop is told the telephone of who comes. */
function leaksOf(call: Call, { payload }: Sent, scene: Scene, reader: Member | undefined): string[] {
  if (call.door.tellsAll) return []
  return Object.values(scene).flatMap((house) =>
    membersOf(house).flatMap((member) => {
      const isShop = reader === house.owner || reader === house.barber
      const isKnown = member === reader || (member === house.customer && isShop)
      return isKnown ? [] : [member.email, member.phone].filter((secret) => payload.includes(secret))
    }),
  )
}

async function askAs(call: Call, scene: Scene, person: Person) {
  const member = memberOf(scene, person)
  const request = (await call.door.ask?.(scene.house, member, world)) ?? {}
  await takeTraces()
  const sent = await send(call, request, as(member))
  expect(leaksOf(call, sent, scene, member), `${person} reads what is others'`).toEqual([])
  if (call.method === 'GET') {
    const head = await send(call, request, { ...as(member), method: 'HEAD' })
    expect(head.verdict, `HEAD for ${person}`).toBe(sent.verdict)
  }
  return sent
}

/** The first of those who get in: with other ids he is as foreign as anybody. */
function holderOf({ access, door }: Call): Person {
  const first = {
    public: 'a visitor',
    self: 'the customer',
    barber: "the appointment's barber",
    owner: "the shop's owner",
  }
  return (door.may?.[0] ?? first[access]) as Person
}

describe('the matrix', () => {
  test('states of each call whose things it is about, and of each id what becomes of another one', () => {
    expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(doors).toSorted())
    for (const { name, access, ids, door } of calls) {
      expect(Object.keys(roles), name).toContain(access)
      expect(Object.keys(door.ids ?? {}).toSorted(), name).toEqual([...new Set(ids)].toSorted())
    }
  })

  test.each(['public', 'barber', 'owner'] as const)('opens to %s what the list says, and nothing else', (access) => {
    const stated = calls.filter((call) => call.access === access).map(({ name }) => name)
    expect(stated.toSorted()).toEqual([...opened[access]].toSorted())
  })

  test('knows every route below /api that the document of calls does not show', () => {
    const hidden = listRoutes(world.app.printRoutes({ commonPrefix: false })).filter(
      (route) => route.includes(' /api') && !calls.some(({ name }) => route === asRoute(name)),
    )
    const stream = ['HEAD /api/notifications/stream']
    const heads = calls.filter(({ method }) => method === 'GET').map(({ name }) => asRoute(name).replace('GET', 'HEAD'))
    const known = new Set([...heads, ...stream])
    expect(hidden.filter((route) => !known.has(route) && !/ \/api\/(docs|openapi)/.test(route))).toEqual([])
    expect(hidden.length).toBeGreaterThan(40)
  })

  test.each(calls.map((call) => [call.name, call.access, call] as const))('%s (%s)', async (_, __, call) => {
    const scene = call.method === 'GET' ? readers : takeScene()
    const judged = people.map((person) => ({ person, verdict: expected(call, person, memberOf(scene, person)) }))
    // Whoever is refused comes first, to things that nobody has touched.
    for (const { person, verdict } of judged.filter(({ verdict: wanted }) => wanted !== 'in')) {
      const { verdict: told, payload } = await askAs(call, scene, person)
      expect(told, `${person}: ${payload}`).toBe(verdict)
      if (told === 401) expect(JSON.parse(payload).code).toBe('UNAUTHENTICATED')
      expect(await takeTraces(), `${person} left a trace`).toEqual([])
    }
    await tryDeadTokens(call, scene)
    await tryOtherIds(call, scene)
    const holder = holderOf(call)
    for (const { person } of judged
      .filter(({ verdict }) => verdict === 'in')
      .toSorted((a) => (a.person === holder ? -1 : 1))) {
      const { verdict, status, payload } = await askAs(call, scene, person)
      expect(verdict, `${person}: ${payload}`).toBe('in')
      if (person !== holder) continue
      // A request that nobody could make proves nothing.
      if (call.door.answers) expect(status, payload).toBe(call.door.answers)
      else expect(status, payload).toBeLessThan(400)
    }
    await tryLapsed(call, scene)
    seen.calls++
  })

  test('was walked through as a whole', () => {
    expect(seen.calls).toBe(calls.length)
    expect(seen.cells).toBeGreaterThan(calls.length * 15)
    console.log(`access matrix: ${seen.cells} cells over ${seen.calls} calls, all right`)
  })
})

async function tryDeadTokens(call: Call, scene: Scene) {
  const { access, door } = call
  const request = (await door.ask?.(scene.house, memberOf(scene, holderOf(call)), world)) ?? {}
  if (access === 'public') return
  for (const [name, way] of Object.entries(deadTokens[access])) {
    const { verdict, payload } = await send(call, request, way)
    expect(verdict, `${name}: ${payload}`).toBe(401)
    expect(JSON.parse(payload).code).toBe('UNAUTHENTICATED')
  }
}

/** Each id of the request in turn, exchanged for the same thing of another shop, and for one that nobody has. */
async function tryOtherIds(call: Call, scene: Scene) {
  const holder = holderOf(call)
  const [me, twin] = [memberOf(scene, holder), twinOf(scene, holder)]
  const [mine, theirs] = [scene.house, scene.elsewhere]
  for (const [path, answers] of Object.entries(call.door.ids ?? {})) {
    const request = (await call.door.ask?.(mine, me, world)) ?? {}
    const foreign = (await call.door.ask?.(theirs, twin, world)) ?? {}
    for (const [index, source] of [foreign, undefined].entries()) {
      await takeTraces()
      const sent = await send(call, swap(request, path, source), as(me, index + 1))
      const wanted = answers[index]
      const what = `${path} of ${source ? 'somebody else' : 'nobody'}: ${sent.payload}`
      if (wanted === 'in') expect(sent.status, what).toBeLessThan(400)
      else expect(sent.status, what).toBe(wanted)
      expect(leaksOf(call, sent, scene, me), what).toEqual([])
      if (wanted !== 'in') expect(await takeTraces(), what).toEqual([])
    }
  }
}

async function tryLapsed(call: Call, scene: Scene) {
  const { door, access } = call
  if (access === 'public' || !(door.lapsed || door.may?.includes("the shop's owner"))) return
  const owner = scene.lapsed.owner
  const request = (await door.ask?.(scene.lapsed, owner, world)) ?? {}
  await takeTraces()
  const { verdict, payload } = await send(call, request, as(owner, 3))
  expect(verdict, `an owner whose plan ended, with his own: ${payload}`).toBe(door.lapsed ?? 'in')
  if (door.lapsed === 403) {
    expect(JSON.parse(payload).code).toBe('PLAN_LAPSED')
    expect(await takeTraces()).toEqual([])
  }
}

/** The router gives parameters that stand at one place one name: here they have none. */
const asRoute = (name: string) => name.replace(' ', ' /api').replaceAll(/\{\w+\}/g, ':')

/** Out of the router's own tree, each route as 'METHOD /path'. */
function listRoutes(tree: string): string[] {
  const trail: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^([│├└─ ]*?)([^│├└─ ].*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (part === undefined || indent === undefined) return []
    trail.length = indent.length / 4
    trail.push(part)
    return (methods ?? '')
      .split(', ')
      .flatMap((method) => (method ? [`${method} ${trail.join('').replaceAll(/:[\w|:]+/g, ':')}`] : []))
  })
}
