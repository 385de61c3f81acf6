import { accountsApi } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber, createBarbershop } from '../test/barbershop-factories.ts'
import { createSession, createUser } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'
import { findCaller } from './features/accounts/queries.ts'
import { type Access, guardRoutes } from './lib/auth.ts'
import { createHttp } from './lib/http.ts'

const world = await createHarness({ environment: { SEED: 'demo' } })
afterAll(() => world.close())

const shop = await createBarbershop(world)
const chair = await createBarber(world, shop.id)
const [customer, other, owner] = [
  await createUser(world),
  await createUser(world),
  await createUser(world, { role: 'OWNER' }),
]

async function changedSession(change: { expires_at?: Date; last_used_at?: Date }) {
  const token = await createSession(world, customer.id)
  const newest = world.db.selectFrom('sessions').select('token_hash').where('user_id', '=', customer.id)
  await world.db.updateTable('sessions').set(change).where('token_hash', 'in', newest).execute()
  return token
}

const ago = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000)

/** A fresh token each time: logging out is one of the calls. Without a role nobody is there at all. */
const askers = {
  'a visitor': { role: undefined, token: async () => undefined },
  'the customer': { role: 'CUSTOMER', token: () => createSession(world, customer.id) },
  'another customer': { role: 'CUSTOMER', token: () => createSession(world, other.id) },
  'the barber': { role: 'BARBER', token: () => createSession(world, chair.user_id) },
  'an owner': { role: 'OWNER', token: () => createSession(world, owner.id) },
  'an expired token': { role: undefined, token: () => changedSession({ expires_at: world.clock.now() }) },
  'an idle token': { role: undefined, token: () => changedSession({ last_used_at: ago(7) }) },
  'a mangled token': { role: undefined, token: async () => `${(await createSession(world, customer.id)).slice(1)}A` },
  'a cut token': { role: undefined, token: async () => (await createSession(world, customer.id)).slice(1) },
  'a revoked token': {
    role: undefined,
    token: async () => {
      const token = await createSession(world, customer.id)
      await world.call(accountsApi.logout, { token })
      return token
    },
  },
} as const

const roles = {
  public: undefined,
  self: ['CUSTOMER', 'BARBER', 'OWNER'],
  barber: ['BARBER', 'OWNER'],
  owner: ['OWNER'],
}

/** What the door says: nothing when it lets somebody in, whatever the call then makes of the rest. */
function refusalOf(access: Access, role: string | undefined): string | undefined {
  const admitted = roles[access]
  if (!admitted) return undefined
  if (!role) return '401 UNAUTHENTICATED'
  return admitted.includes(role) ? undefined : '403 FORBIDDEN'
}

type Route = { method: string; path: string; access: Access }
type Paths = Record<string, Record<string, { 'x-access': Access }>>

const document = (await world.app.inject('/api/openapi.json')).json<{ paths: Paths }>()
const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([name, operation]): Route[] => {
    const route = { path, access: operation['x-access'] }
    const method = name.toUpperCase()
    return method === 'GET'
      ? [
          { ...route, method },
          { ...route, method: 'HEAD' },
        ]
      : [{ ...route, method }]
  }),
)
const cells = routes.flatMap((route) => Object.entries(askers).map(([asker, { role }]) => ({ ...route, asker, role })))

async function ask(
  app: typeof world.app,
  { method, path, asker }: Omit<Route, 'access'> & { asker: string },
  id?: string,
) {
  const token = await askers[asker as keyof typeof askers].token()
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const url = path.replaceAll(/\{\w+\}/g, id ?? crypto.randomUUID())
  return injectStart(app, { method: method as 'GET', url, headers })
}

describe('the door', () => {
  test('knows all calls', () => {
    expect(routes.length).toBeGreaterThan(30)
    expect(routes.filter(({ access }) => !(access in roles))).toEqual([])
  })

  test.each(cells)('$method $path ($access) for $asker', async (cell) => {
    const answer = await ask(world.app, cell)
    const refusal = refusalOf(cell.access, cell.role)
    if (!refusal) return expect([401, 403]).not.toContain(answer.statusCode)
    const code = cell.method === 'HEAD' ? refusal.slice(4) : answer.json().code
    expect(`${answer.statusCode} ${code}`).toBe(refusal)
  })

  test('tells barbers and owners from the rest', async () => {
    const app = await createHttp(world.config)
    guardRoutes(app, (tokenHash) => findCaller(world.db, { tokenHash }, world.clock.now()))
    const all = ['public', 'self', 'barber', 'owner'] as const
    for (const access of all) app.get(`/${access}`, { access }, async () => ({}))
    for (const access of all) {
      for (const [asker, { role }] of Object.entries(askers)) {
        const answer = await ask(app, { method: 'GET', path: `/${access}`, asker })
        const refusal = answer.statusCode === 200 ? undefined : `${answer.statusCode} ${answer.json().code}`
        expect(refusal, `${access} for ${asker}`).toBe(refusalOf(access, role))
      }
    }
    await app.close()
  })
})

describe('what belongs to one person', async () => {
  const service = await world.db.selectFrom('services').select('id').executeTakeFirstOrThrow()
  const wish = { barberId: chair.id, serviceId: service.id, startTime: '2026-03-12T12:00:00Z' }
  const token = await createSession(world, customer.id)
  const { body: made } = await world.call(appointmentsApi.create, { token, body: wish })
  // Who may change it, and when, is another matter: features/appointments/life/matrix.test.ts.
  const own = routes.filter(
    ({ method, path }) => ['GET', 'HEAD'].includes(method) && path.startsWith('/api/appointments/{id}'),
  )

  test('is there for that person', async () => {
    expect(own.length).toBeGreaterThan(1)
    for (const route of own) {
      const answer = await ask(world.app, { ...route, asker: 'the customer' }, made.id)
      expect(answer.statusCode, `${route.method} ${route.path}`).toBe(200)
    }
  })

  test.each(['another customer', 'the barber', 'an owner'])('does not exist for %s', async (asker) => {
    for (const route of own) {
      const answer = await ask(world.app, { ...route, asker }, made.id)
      expect(answer.statusCode, `${route.method} ${route.path}`).toBe(404)
      expect(answer.payload).not.toContain(customer.name)
    }
  })

  test.each(['another customer', 'the barber', 'an owner'] as const)(
    'cannot be made in its name by %s',
    async (asker) => {
      const body = { ...wish, startTime: '2026-03-12T14:00:00Z', customerId: customer.id }
      const answer = await world.call(appointmentsApi.create, { token: await askers[asker].token(), body })
      expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
    },
  )
})
