import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { accountEndpoints } from '../test/access/account-endpoints.ts'
import { appointmentEndpoints } from '../test/access/appointment-endpoints.ts'
import { barbershopEndpoints } from '../test/access/barbershop-endpoints.ts'
import { type AccessCases, memberOf, type Person, type Request } from '../test/access/endpoints.ts'
import { otherEndpoints } from '../test/access/other-endpoints.ts'
import { createTenants } from '../test/access/tenants.ts'
import { budgets } from '../test/budgets.ts'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'
import { countStatements } from '../test/statement-counter.ts'
import { createApp } from './app.ts'
import type { Access } from './lib/auth.ts'

const doors: AccessCases = { ...accountEndpoints, ...appointmentEndpoints, ...barbershopEndpoints, ...otherEndpoints }
const dataDir = mkdtempSync(join(tmpdir(), 'budgets-'))
const world = await createHarness({
  environment: { SEED: 'demo', VIACEP_URL: 'http://127.0.0.1:9', DATA_DIR: dataDir },
})
const { db, during } = countStatements(world.db)
const app = await createApp({ ...world, db })
afterAll(async () => {
  await app.close()
  await world.close()
  rmSync(dataDir, { recursive: true })
})

type Operation = { 'x-access': Access }
const document = (await app.inject('/api/openapi.json')).json<{ paths: Record<string, Record<string, Operation>> }>()
const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([verb, operation]) => {
    const method = verb.toUpperCase()
    const name = `${method} ${path.replace('/api', '')}`
    return { name, method, path, access: operation['x-access'], door: doors[name] ?? {} }
  }),
)
const houses = await createTenants(world, calls.length * 3)

const first: Record<Access, Person> = {
  public: 'a visitor',
  self: 'the customer',
  barber: "the appointment's barber",
  owner: "the shop's owner",
}

test('every route states what it may ask of the base', () => {
  expect(Object.keys(budgets).toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
})

test.each(calls.map((call) => [call.name, call] as const))('%s keeps to its budget', async (name, call) => {
  const [house, elsewhere, lapsed] = houses.splice(0, 3) as [House, House, House]
  const me = memberOf({ house, elsewhere, lapsed }, call.door.may?.[0] ?? first[call.access])
  const request = (await call.door.ask?.(house, me, world)) ?? {}
  let status = 0
  const statements = await during(async () => {
    status = (await send(call, request, me?.tokens[0])).statusCode
  })
  if (call.door.answers) expect(status).toBe(call.door.answers)
  const asking = me ? 1 : 0
  expect(statements - asking).toBeLessThanOrEqual(budgets[name] ?? -1)
})

type House = (typeof houses)[number]

function send(call: { method: string; path: string }, { params, query, body, file }: Request, token?: string) {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params?.[name])))
  const words = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))
  const head = `--x\r\ncontent-disposition: form-data; name="${file?.name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  const form = file && Buffer.concat([Buffer.from(head), file.bytes, Buffer.from('\r\n--x--\r\n')])
  return injectStart(app, {
    method: call.method as 'GET',
    url: `${path}?${words}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(form && { 'content-type': 'multipart/form-data; boundary=x' }),
    },
    payload: form ?? body,
  })
}
