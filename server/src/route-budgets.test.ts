import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { accountEndpoints } from '../test/access/account-endpoints.ts'
import { appointmentEndpoints } from '../test/access/appointment-endpoints.ts'
import { barbershopEndpoints } from '../test/access/barbershop-endpoints.ts'
import { commissionEndpoints } from '../test/access/commission-endpoints.ts'
import { type AccessCases, findMember, firstAllowedActor, type RequestInput } from '../test/access/endpoints.ts'
import { lastMinuteEndpoints } from '../test/access/last-minute-endpoints.ts'
import { moneyEndpoints } from '../test/access/money-endpoints.ts'
import { otherEndpoints } from '../test/access/other-endpoints.ts'
import { queueEndpoints } from '../test/access/queue-endpoints.ts'
import { seriesEndpoints } from '../test/access/series-endpoints.ts'
import { createTenants, type Tenant } from '../test/access/tenants.ts'
import { visitEndpoints } from '../test/access/visit-endpoints.ts'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'
import { listEndpoints } from '../test/list-endpoints.ts'
import { countStatements } from '../test/statement-counter.ts'
import { createApp } from './app.ts'

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
  ...visitEndpoints,
}
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

const endpoints = listEndpoints(app).map((endpoint) => ({ ...endpoint, accessCase: cases[endpoint.name] ?? {} }))
const tenants = await createTenants(world, endpoints.length * 3)

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s stays within its budget',
  async (_, endpoint) => {
    const [tenant, otherTenant, lapsedTenant] = tenants.splice(0, 3) as [Tenant, Tenant, Tenant]
    const actor = firstAllowedActor(endpoint.access, endpoint.accessCase)
    const member = findMember({ tenant, otherTenant, lapsedTenant }, actor)
    const request = (await endpoint.accessCase.request?.(tenant, member, world)) ?? {}
    let status = 0
    const statements = await during(async () => {
      status = (await send(endpoint, request, member?.tokens[0])).statusCode
    })
    if (endpoint.accessCase.status) expect(status).toBe(endpoint.accessCase.status)
    const authentication = member ? 1 : 0
    expect(statements - authentication).toBeLessThanOrEqual(endpoint.statements)
  },
)

function send(endpoint: { method: string; url: string }, { params, query, body, file }: RequestInput, token?: string) {
  const path = endpoint.url.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))
  const head = `--x\r\ncontent-disposition: form-data; name="${file?.name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  const form = file && Buffer.concat([Buffer.from(head), file.bytes, Buffer.from('\r\n--x--\r\n')])
  return injectStart(app, {
    method: endpoint.method as 'GET',
    url: `/api${path}?${search}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(form && { 'content-type': 'multipart/form-data; boundary=x' }),
    },
    payload: form ?? body,
  })
}
