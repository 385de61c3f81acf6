import { randomUUID } from 'node:crypto'
import { commissionsApi, type SettlementDraft } from '@na-regua/contract/commissions'
import { type MoneyReport, moneyApi } from '@na-regua/contract/money'
import type { Route } from '@na-regua/contract/route'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBarber } from '../test/barbershop-factories.ts'
import { createHarness, type Harness } from '../test/harness.ts'
import { percentile } from '../test/race-harness.ts'
import { createVisitScene } from '../test/visit-scene.ts'

// M2, M3: a year of a barbershop, with ten barbers, 40,000 visits and 200,000 entries in its book.
const VISITS = 40_000
const BARBERS = 10
/** They close at the same time, in so many barbershops. */
const CLIENTS = 16
const SHOPS = 8
const CLOSINGS_OF_BARBER = 20
/** Milliseconds. */
const MONTH_LIMIT = Number(process.env.MONTH_MS ?? 150)
const ROUNDS = 40

let world: Harness
type Scene = Awaited<ReturnType<typeof createVisitScene>>
let scene: Scene

beforeAll(async () => {
  // The figures of the month are those of a whole one.
  world = await createHarness({ now: '2027-01-01T15:00:00Z' })
  scene = await createVisitScene(world)
  await insertYear()
})

afterAll(() => world.close())

/**
 * A visit of one service every 13 minutes of 2026, paid in cash, by Pix or by card, and the commission of its barber: five entries in two
 * transactions, as closing writes them. Over a connection without a limit of time, and without the triggers.
 */
async function insertYear() {
  const { shop, barber, colleague, cut } = scene
  const barberIds = [barber.id, colleague.id]
  while (barberIds.length < BARBERS)
    barberIds.push((await createBarber(world, shop.id, { name: `Barbeiro ${barberIds.length}` })).id)
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into ledger_accounts (barbershop_id, kind, owner_id, is_min_zero)
     select $1, kind, case when kind in ('cash', 'commissionPayable', 'tips') then $2::uuid end, kind = 'cash'
       from unnest(array['cash', 'pix', 'card', 'services', 'tips', 'commission', 'commissionPayable']) kind`,
    [shop.id, barber.id],
  )
  await client.query(
    `insert into visits (id, barbershop_id, day, number, barber_id, status, opened_at, closed_at, total_cents)
     select gen_random_uuid(), $1, (at at time zone 'America/Sao_Paulo')::date, number, ($2::uuid[])[1 + number % $3], 'CLOSED', at, at, 5500
       from generate_series(1, $4::int) number, lateral (select '2026-01-01T12:00Z'::timestamptz + number * interval '13 minutes' as at) closed`,
    [shop.id, barberIds, BARBERS, VISITS],
  )
  await client.query(
    `insert into visit_lines (visit_id, position, kind, service_id, barber_id, name, quantity, unit_cents)
     select id, 0, 'service', $1, barber_id, $2, 1, 5000 from visits`,
    [cut.id, cut.name],
  )
  await client.query(
    `insert into ledger_transactions (id, request_hash, barbershop_id, kind, source_id, occurred_at, recorded_at)
     select gen_random_uuid(), sha256('x'), barbershop_id, kind, id, closed_at, closed_at
       from visits, unnest(array['visit', 'commission']) kind`,
  )
  await client.query(
    `insert into ledger_entries (transaction_id, position, barbershop_id, account_id, amount, occurred_at, line)
     select transactions.id, position, transactions.barbershop_id, accounts.id, amount, occurred_at, case when position > 0 then 0 end
       from ledger_transactions transactions join visits on visits.id = source_id
       cross join lateral (values
         ('visit', 0, (array['cash', 'pix', 'card'])[1 + number % 3], 5500), ('visit', 1, 'services', -5000), ('visit', 2, 'tips', -500),
         ('commission', 0, 'commission', 2500), ('commission', 1, 'commissionPayable', -2500)
       ) written (transaction_kind, position, account, amount)
       join ledger_accounts accounts on accounts.kind = account where transactions.kind = transaction_kind`,
  )
  await client.query(
    `insert into commission_lines (barbershop_id, barber_id, kind, name, earned_at, visit_id, position, cents)
     select barbershop_id, barber_id, kind, $1, closed_at, id, position, cents
       from visits, (values ('service', 0, 2500), ('tip', 1, 500)) earned (kind, position, cents) order by closed_at, position`,
    [cut.name],
  )
  await client.query(
    'vacuum analyze visits, visit_lines, commission_lines, ledger_accounts, ledger_transactions, ledger_entries',
  )
  await client.end()
}

/** Milliseconds, without the first requests. */
async function measure(route: Route, query: object) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    const { status } = await world.call(route, {
      token: scene.owner.token,
      params: { id: scene.shop.id },
      query: { ...query },
    })
    times.push(performance.now() - started)
    expect(status).toBe(200)
  }
  const sorted = times.slice(5).toSorted((a, b) => a - b)
  return { median: sorted[sorted.length >> 1] as number, p95: sorted[Math.floor(sorted.length * 0.95)] as number }
}

test(`the result of a month of ${VISITS} visits a year is read in time`, async () => {
  const month = { from: '2026-05-01', to: '2026-05-31' }
  const { body } = await world.call(moneyApi.report, {
    token: scene.owner.token,
    params: { id: scene.shop.id },
    query: month,
  })
  const { groups, days } = body as MoneyReport
  expect(days).toHaveLength(31)
  expect(groups[0]?.cents).toBeGreaterThan(3000 * 5000)
  const figures = new Map([
    ['month', await measure(moneyApi.report, month)],
    ['entries of a figure', await measure(moneyApi.entries, { ...month, account: 'services', perPage: 50 })],
    ['year', await measure(moneyApi.report, { from: '2026-01-01', to: '2026-12-31' })],
  ])
  console.info('money, ms', JSON.stringify([...figures]))
  expect(figures.get('month')?.median).toBeLessThanOrEqual(MONTH_LIMIT)
})

/** The settlements of all barbers until a day are listed, and closed one after the other. */
async function settle(until: string) {
  const request = { token: scene.owner.token, params: { id: scene.shop.id } }
  const started = performance.now()
  const { body } = await world.call(commissionsApi.listSettlements, { ...request, query: { until } })
  const listed = performance.now()
  for (const { barber, rentCents, totalCents } of body.drafts as SettlementDraft[]) {
    const closing = { id: randomUUID(), barberId: barber.id, until, rentCents, totalCents }
    expect((await world.call(commissionsApi.closeSettlement, { ...request, body: closing })).status).toBe(200)
  }
  return { listed: listed - started, closed: performance.now() - listed }
}

test(`the settlements of ${BARBERS} barbers: of a month, and of a year at once`, async () => {
  await settle('2026-01-31')
  const figures = [
    ['a month', await settle('2026-02-28')],
    ['ten months', await settle('2026-12-31')],
  ]
  console.info('settlements, ms', JSON.stringify(figures))
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from commission_lines where settlement_id is null`.execute(world.db)
  expect(rows[0]?.open).toBe(0)
})

/** Closings of both barbers' appointments of the last hours. */
async function prepareClosings({ barber, colleague, cut, putAppointment, close }: Scene) {
  const closings: (() => ReturnType<Scene['close']>)[] = []
  for (let made = 0; made < CLOSINGS_OF_BARBER; made++)
    for (const one of [barber, colleague]) {
      const { id: appointmentId } = await putAppointment({ minutes: -30 * (made + 2), barber: one })
      const lines = [
        { kind: 'service', serviceId: cut.id, barberId: one.id, unitCents: 5000 },
        { kind: 'tip', barberId: one.id, unitCents: 500 },
      ]
      closings.push(() => close({ appointmentId, lines }))
    }
  return closings
}

/** Milliseconds of each, with so many at once. */
async function runAtOnce(count: number, requests: readonly (() => Promise<{ status: number }>)[]) {
  const times: number[] = []
  const queue = [...requests]
  async function work() {
    for (let send = queue.shift(); send; send = queue.shift()) {
      const started = performance.now()
      expect((await send()).status).toBe(200)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: count }, work))
  return { median: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

test(`${CLIENTS} clients close visits`, async () => {
  const prepare = async () => prepareClosings(await createVisitScene(world))
  await runAtOnce(CLIENTS, await prepare())
  const ofShops = await Promise.all(Array.from({ length: SHOPS }, prepare))
  const inTurn = ofShops[0]?.flatMap((_, turn) => ofShops.flatMap((closings) => closings[turn] ?? [])) ?? []
  const figures = [
    ['one client', await runAtOnce(1, await prepare())],
    [`${CLIENTS} clients, ${SHOPS} barbershops`, await runAtOnce(CLIENTS, inTurn)],
    [`${CLIENTS} clients, one barbershop`, await runAtOnce(CLIENTS, await prepare())],
  ]
  console.info('closings, ms', JSON.stringify(figures))
})
