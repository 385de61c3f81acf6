import { randomUUID } from 'node:crypto'
import { type CommissionTerms, commissionsApi, type SettlementDraft } from '@na-regua/contract/commissions'
import type { Route } from '@na-regua/contract/route'
import { visitsApi } from '@na-regua/contract/visits'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { halfTerms } from '../../../test/commission-rows.ts'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'
import { createVisitScene, pay } from '../../../test/visit-scene.ts'
import { listEarningDifferences } from './queries.ts'

const ROUNDS = 40

const harness = await createRaceHarness()
// Quinta, 12/03/2026, 12h em São Paulo.
harness.clock.set('2026-03-12T15:00:00Z')
const today = '2026-03-12'
const second = await openSecondApp(harness)
const { shop, owner, barber, cut } = await createVisitScene(harness)

beforeAll(() => second.warmUp())
afterAll(async () => {
  await second.close()
  await harness.close()
})

type Outcome = { status: number; code: string | undefined }
type Contender = () => Promise<Outcome>

/** Each side wins two rounds of four for certain; the others are decided by chance. */
async function race(round: number, one: Contender, other: Contender) {
  if (round % 4 === 0) return [await one(), await other()] as const
  if (round % 4 === 1) {
    const outcome = await other()
    return [await one(), outcome] as const
  }
  return Promise.all([one(), other()])
}

let sent = 0
const request = (route: Pick<Route, 'method' | 'url'>, id: string, body?: object, token = owner.token) =>
  second.call(sent++, route, { token, params: { id }, ...(body && { body }) })

const codesOf = (outcomes: readonly Outcome[]) => outcomes.map(({ status, code }) => code ?? status)

async function addPlan(basisPoints: number): Promise<Outcome> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) as version from commission_plans where barbershop_id = ${shop.id}`.execute(
    harness.db,
  )
  const terms: CommissionTerms = { ...halfTerms, service: { kind: 'percent', basisPoints } }
  const plan = { barberId: null, seenVersion: rows[0]?.version, startsOn: today, terms }
  return request(commissionsApi.addPlan, shop.id, plan)
}

/** A visit of R$ 50,00 with a tip of R$ 5,00. */
function earn(id = randomUUID()) {
  const lines = [
    { kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000 },
    { kind: 'tip', barberId: barber.id, unitCents: 500 },
  ]
  const body = { barbershopId: shop.id, barberId: barber.id, lines, payments: [pay('pix', 5500)] }
  return request(visitsApi.close, id, body)
}

const reverse = (id: string) => request(visitsApi.reverse, id, { reason: 'Valor errado' })

async function draft(): Promise<SettlementDraft> {
  const params = { id: shop.id }
  const { body } = await second.send(sent++, commissionsApi.listSettlements, { token: owner.token, params })
  return body.drafts.find((one: SettlementDraft) => one.barber.id === barber.id)
}

const settle = (totalCents: number, id = randomUUID()) =>
  request(commissionsApi.closeSettlement, shop.id, {
    id,
    barberId: barber.id,
    until: today,
    rentCents: 0,
    totalCents,
  })

const advance = (id = randomUUID()) =>
  request(commissionsApi.giveAdvance, shop.id, {
    id,
    barberId: barber.id,
    cents: 1000,
    paidFrom: 'bank',
    reason: 'Aluguel',
  })

/** No line is lost or counted twice: what lines and settlements say is what the book says, and a total is that of its lines. */
async function expectWhole() {
  expect(await listEarningDifferences(harness.db, shop.id)).toEqual([])
  const { rows } = await sql`
    select settlements.id from settlements left join commission_lines on settlement_id = settlements.id
     group by settlements.id
    having total_cents <> coalesce(sum(cents), 0) - rent_cents - advances_cents`.execute(harness.db)
  expect(rows).toEqual([])
}

async function settleRest() {
  const { totalCents } = await draft()
  expect([undefined, 'SETTLEMENT_EMPTY']).toContain((await settle(totalCents)).code)
  expect((await draft()).totalCents).toBe(0)
  await expectWhole()
}

async function countSettlements() {
  const { rows } = await sql<{ settlements: number; posted: number }>`
    select (select count(*)::int from settlements where barbershop_id = ${shop.id}) as settlements,
           (select count(distinct source_id)::int from ledger_transactions where barbershop_id = ${shop.id} and kind = 'settlement') as posted`.execute(
    harness.db,
  )
  return rows[0] as { settlements: number; posted: number }
}

beforeEach(async () => {
  await addPlan(5000)
  await settleRest()
})

test(`two close what is open, ${ROUNDS} rounds: one settlement, also where one repeats the other`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await earn()
    const before = await countSettlements()
    const id = randomUUID()
    const isRepeated = round % 8 < 4
    const outcomes = await race(
      round,
      () => settle(3000, id),
      () => settle(3000, isRepeated ? id : randomUUID()),
    )
    expect(codesOf(outcomes).toSorted()).toEqual(isRepeated ? [200, 200] : [200, 'EDIT_CONFLICT'])
    expect((await countSettlements()).settlements).toBe(before.settlements + 1)
    await expectWhole()
  }
})

test(`one settles while another closes a visit, ${ROUNDS} rounds: it is in this settlement or in the next`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await earn()
    const [settled, closed] = await race(
      round,
      () => settle(3000),
      () => earn(),
    )
    expect(closed.status).toBe(200)
    expect([200, 'EDIT_CONFLICT']).toContain(settled.code ?? settled.status)
    expect((await draft()).totalCents).toBe(settled.status === 200 ? 3000 : 6000)
    await settleRest()
  }
})

test(`one settles while another reverses a visit, ${ROUNDS} rounds: it is taken back once`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = randomUUID()
    await earn(id)
    const [settled, reversed] = await race(
      round,
      () => settle(3000),
      () => reverse(id),
    )
    expect(reversed.status).toBe(200)
    expect([200, 'EDIT_CONFLICT']).toContain(settled.code ?? settled.status)
    expect((await draft()).totalCents).toBe(settled.status === 200 ? -3000 : 0)
    await settleRest()
  }
})

test(`two pay the same settlement, ${ROUNDS} rounds: once`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await earn()
    const id = randomUUID()
    await settle(3000, id)
    const payOut = (paidFrom: string) => () => request(commissionsApi.paySettlement, id, { paidFrom })
    const outcomes = await race(round, payOut('bank'), payOut('pix'))
    expect(codesOf(outcomes).toSorted()).toEqual([200, 'EDIT_CONFLICT'])
    await expectWhole()
  }
})

test(`two give the same advance, and one settles while another gives one, ${ROUNDS} rounds: each is deducted once`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = randomUUID()
    const given = await race(
      round,
      () => advance(id),
      () => advance(id),
    )
    expect(codesOf(given)).toEqual([200, 200])
    expect((await draft()).advanceBalanceCents).toBe(1000)
    await earn()
    const [settled, again] = await race(
      round,
      () => settle(2000),
      () => advance(),
    )
    expect(again.status).toBe(200)
    expect([200, 'EDIT_CONFLICT']).toContain(settled.code ?? settled.status)
    const { advanceBalanceCents, totalCents } = await draft()
    const isSettled = settled.status === 200
    expect([advanceBalanceCents, totalCents]).toEqual(isSettled ? [1000, 0] : [2000, 1000])
    // What is left is deducted from the next visit.
    await earn()
    await settleRest()
  }
})

test(`a line is disputed, and responded to with more, while it is settled, ${ROUNDS} rounds: the adjustment counts once`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const visitId = randomUUID()
    await earn(visitId)
    const { rows } = await sql<{ id: string }>`
      select id from commission_lines where visit_id = ${visitId} and kind = 'service'`.execute(harness.db)
    const lineId = rows[0]?.id as string
    const dispute = () => request(commissionsApi.dispute, lineId, { reason: 'Faltou a barba' }, barber.token)
    const respond = () => request(commissionsApi.respond, lineId, { response: 'Certo', adjustmentCents: 300 })
    const [disputed, settled] = await race(round, dispute, () => settle(3000))
    expect(codesOf([disputed, settled])).toEqual([200, 200])
    await earn()
    const [responded, next] = await race(round, respond, () => settle(3000))
    expect(responded.status).toBe(200)
    expect([200, 'EDIT_CONFLICT']).toContain(next.code ?? next.status)
    expect((await draft()).totalCents).toBe(next.status === 200 ? 300 : 3300)
    await settleRest()
  }
})

test(`a plan gets a version while a visit is closed, ${ROUNDS} rounds: the line is of one of them, whole`, async () => {
  let basisPoints = 5000
  for (let round = 0; round < ROUNDS; round++) {
    const earlier = basisPoints
    basisPoints = earlier === 5000 ? 6000 : 5000
    const id = randomUUID()
    const outcomes = await race(
      round,
      () => addPlan(basisPoints),
      () => earn(id),
    )
    expect(codesOf(outcomes)).toEqual([200, 200])
    const { rows } = await sql<{ cents: number; share: number; plan: number }>`
      select cents, (pipeline->'share'->>'basisPoints')::int as share, (terms->'service'->>'basisPoints')::int as plan
        from commission_lines join commission_plans on commission_plans.id = plan_id where visit_id = ${id} and kind = 'service'`.execute(
      harness.db,
    )
    const of = (share: number) => ({ cents: share / 2, share, plan: share })
    expect([of(earlier), of(basisPoints)]).toContainEqual(rows[0])
    if (round % 4 === 0) expect(rows[0]).toEqual(of(basisPoints))
    if (round % 4 === 1) expect(rows[0]).toEqual(of(earlier))
  }
  await settleRest()
  expect(await harness.countDeadlocks()).toBe(0)
})
