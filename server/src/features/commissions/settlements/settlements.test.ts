import { randomUUID } from 'node:crypto'
import {
  type CommissionLine,
  type CommissionTerms,
  commissionsApi,
  type Settlement,
  type SettlementDraft,
} from '@na-regua/contract/commissions'
import { visitsApi } from '@na-regua/contract/visits'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { halfTerms } from '../../../../test/commission-rows.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createVisitScene } from '../../../../test/visit-scene.ts'
import { getBalance } from '../../ledger/queries.ts'
import type { AccountKind } from '../../ledger/rules.ts'
import { insertAdvance, insertSettlement } from './queries.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set('2026-03-12T15:00:00Z'))

async function createScene(terms: Partial<CommissionTerms> = {}) {
  const scene = await createVisitScene(world)
  const { owner, barber } = scene
  const params = { id: scene.shop.id }
  const plan = { barberId: null, seenVersion: 0, startsOn: '2026-03-12', terms: { ...halfTerms, ...terms } }
  await world.call(commissionsApi.addPlan, { token: owner.token, params, body: plan })
  async function earn(lines?: object[]) {
    const closed = await scene.close({ ...(lines && { lines }) })
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    return closed.body.visit.id as string
  }
  async function list(query: Record<string, unknown> = {}) {
    const { body } = await world.call(commissionsApi.listSettlements, { token: owner.token, params, query })
    expect(Value.Check(commissionsApi.listSettlements.schema.response[200], body), JSON.stringify(body)).toBe(true)
    return body as { drafts: SettlementDraft[]; settlements: Settlement[]; disputes: { reason: string }[] }
  }
  const draft = async (query: Record<string, unknown> = {}) =>
    (await list(query)).drafts.find((one) => one.barber.id === barber.id) as SettlementDraft
  async function close(body: object = {}, token = owner.token) {
    const { totalCents, rentCents } = await draft()
    const closing = { id: randomUUID(), barberId: barber.id, until: '2026-03-12', rentCents, totalCents, ...body }
    return world.call(commissionsApi.closeSettlement, { token, params, body: closing })
  }
  const payOut = (id: string, paidFrom = 'cash', token = owner.token) =>
    world.call(commissionsApi.paySettlement, { token, params: { id }, body: { paidFrom } })
  const advance = (cents: number, body: object = {}, token = owner.token) =>
    world.call(commissionsApi.giveAdvance, {
      token,
      params,
      body: { id: randomUUID(), barberId: barber.id, cents, paidFrom: 'bank', reason: 'Aluguel', ...body },
    })
  /** The barber's first service. */
  async function dispute(reason: string) {
    const query = { from: '2026-03-01', until: '2026-03-31' }
    const earnings = await world.call(commissionsApi.listEarnings, { token: barber.token, params, query })
    const { id } = (earnings.body.lines as CommissionLine[]).find(({ kind }) => kind === 'service') as CommissionLine
    expect(
      (await world.call(commissionsApi.dispute, { token: barber.token, params: { id }, body: { reason } })).status,
    ).toBe(200)
  }
  const balance = (kind: AccountKind, ownerId?: string) =>
    getBalance(world.db, { barbershopId: scene.shop.id, kind, ownerId })
  const reverse = (id: string) =>
    world.call(visitsApi.reverse, { token: owner.token, params: { id }, body: { reason: 'Valor errado' } })
  return { dispute, ...scene, scene, params, earn, list, draft, close, payOut, advance, balance, reverse }
}

describe('a settlement', () => {
  test('is still listed with more than 32 bits of cents, and refused by what a total may be', async () => {
    const scene = await createScene()
    await scene.earn()
    await scene.earn()
    await sql`update commission_lines set cents = 2000000000 where barber_id = ${scene.barber.id}`.execute(world.db)
    expect((await scene.draft()).totalCents).toBe(4_000_000_000)
    expect((await scene.close()).status).toBe(400)
  })

  test('freezes what is open, deducts rent and advances, and is paid with the tips', async () => {
    const { earn, draft, close, payOut, advance, balance, barber, cut } = await createScene({ rentCents: 300 })
    const service = { kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000 }
    await earn([service, { kind: 'tip', barberId: barber.id, unitCents: 500 }])
    expect((await advance(1000)).body).toEqual({ advanceBalanceCents: 1000 })
    expect(await draft()).toMatchObject({
      servicesCents: 2500,
      tipsCents: 500,
      rentCents: 300,
      advancesCents: 1000,
      totalCents: 1700,
    })
    const closed = await close()
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    expect(closed.body).toMatchObject({ totalCents: 1700, paidAt: null, until: '2026-03-12' })
    expect([await balance('advance', barber.id), await balance('barberRent')]).toEqual([0, -300])
    expect(await draft()).toMatchObject({ servicesCents: 0, rentCents: 0, totalCents: 0 })
    const paid = await payOut(closed.body.id)
    expect(paid.body).toMatchObject({ paidFrom: 'cash', paidAt: '2026-03-12T15:00:00.000Z' })
    expect([await balance('commissionPayable', barber.id), await balance('tips', barber.id)]).toEqual([0, 0])
    expect((await payOut(closed.body.id)).body.code).toBe('EDIT_CONFLICT')
    const whole = await world.call(commissionsApi.getSettlement, {
      token: barber.token,
      params: { id: closed.body.id },
    })
    expect(Value.Check(commissionsApi.getSettlement.schema.response[200], whole.body)).toBe(true)
    expect(whole.body.lines).toHaveLength(2)
  })

  test('is exported with every line and its steps, and sums to its total', async () => {
    const { earn, close, advance, dispute, barber, cut } = await createScene({ rentCents: 300, cardFee: 'both' })
    const service = { kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000, discountCents: 1000 }
    await earn([service, { kind: 'tip', barberId: barber.id, unitCents: 500 }])
    await dispute('=1+1')
    await advance(1000)
    const { body: settlement } = await close()
    const read = (token: string) => world.call(commissionsApi.settlementCsv, { token, params: { id: settlement.id } })
    const { status, body } = await read(barber.token)
    expect(status).toBe(200)
    const [header = [], ...rows] = String(body)
      .trim()
      .split('\r\n')
      .map((row) => row.split(';'))
    const of = (row: readonly string[] = []) => Object.fromEntries(header.map((name, column) => [name, row[column]]))
    expect(of(rows[0])).toMatchObject({
      Comanda: '12/03/2026 nº 1',
      Tipo: 'Serviço',
      Item: 'Corte',
      'Preço (R$)': '50,00',
      'Desconto (R$)': '10,00',
      'Base da comissão (R$)': '40,00',
      Plano: '50%',
      'Comissão do plano (R$)': '20,00',
      'Valor (R$)': '20,00',
      Contestação: "'=1+1",
    })
    expect(of(rows[0])[header[0] as string]).toMatch(/^12\/03\/2026, 12:00/)
    expect(rows.slice(1).map((row) => [of(row).Tipo, of(row)['Valor (R$)']])).toEqual([
      ['Gorjeta', '5,00'],
      ['Aluguel do lugar', '-3,00'],
      ['Vales', '-10,00'],
      ['Total', '12,00'],
    ])
  })

  test('leaves what comes later, and what is taken back, to the next one', async () => {
    const { earn, draft, close, payOut, reverse, balance, barber } = await createScene()
    const first = await earn()
    world.clock.set('2026-03-13T15:00:00Z')
    await earn()
    const closed = await close({ totalCents: 2500 })
    expect(closed.body.totalCents).toBe(2500)
    await payOut(closed.body.id)
    await reverse(first)
    expect(await draft()).toMatchObject({ servicesCents: 2500, correctionsCents: -2500, totalCents: 0 })
    const next = await close({ until: '2026-03-13', totalCents: 0 })
    expect(next.body).toMatchObject({ servicesCents: 2500, correctionsCents: -2500, totalCents: 0 })
    expect((await payOut(next.body.id)).status).toBe(200)
    expect(await balance('commissionPayable', barber.id)).toBe(0)
  })

  test('with more rent than earnings is what the barber pays; advances wait', async () => {
    const { earn, draft, close, payOut, advance, balance, barber } = await createScene({ rentCents: 4000 })
    await earn()
    await advance(1000)
    expect(await draft()).toMatchObject({ totalCents: -1500, advancesCents: 0 })
    const closed = await close()
    await payOut(closed.body.id, 'pix')
    expect([await balance('commissionPayable', barber.id), await balance('pix')]).toEqual([0, 1500])
    expect(await balance('advance', barber.id)).toBe(1000)
  })

  test('is refused with other values than were seen, for a day to come, and with nothing in it', async () => {
    const { earn, close, colleague } = await createScene()
    expect((await close({ barberId: colleague.id, totalCents: 0 })).body.code).toBe('SETTLEMENT_EMPTY')
    await earn()
    expect((await close({ totalCents: 2400 })).body.code).toBe('EDIT_CONFLICT')
    expect((await close({ until: '2026-03-13' })).body.code).toBe('PERIOD_INVALID')
  })

  test('is closed once, by one of two and by one who repeats it', async () => {
    const { earn, close, list, balance, barber } = await createScene({ rentCents: 100 })
    await earn()
    const id = randomUUID()
    const both = await Promise.all([close({ id }), close({ id }), close()])
    expect(both.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    const { settlements } = await list()
    expect(settlements).toHaveLength(1)
    expect(await balance('commissionPayable', barber.id)).toBe(-2400)
    const repeated = { id: settlements[0]?.id, until: '2026-03-11' }
    expect((await close(repeated)).body.code).toBe('IDEMPOTENCY_CONFLICT')
  })

  test('is paid once, and not with cash that is not there', async () => {
    const { earn, close, payOut, barber, cut, balance } = await createScene()
    const pix = { payments: [{ id: randomUUID(), method: 'pix', amountCents: 5000, isReceived: true }] }
    await earn([{ kind: 'service', serviceId: cut.id, barberId: barber.id, unitCents: 5000 }])
    const closed = await close()
    const twice = await Promise.all([payOut(closed.body.id, 'bank'), payOut(closed.body.id, 'bank')])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await balance('bank')).toBe(-2500)
    const poor = await createScene()
    const line = { kind: 'service', serviceId: poor.cut.id, barberId: poor.barber.id, unitCents: 5000 }
    await poor.scene.close({ lines: [line], ...pix })
    const { id } = (await poor.close()).body
    expect((await poor.payOut(id)).body.code).toBe('BALANCE_TOO_LOW')
    expect((await poor.payOut(id, 'pix')).status).toBe(200)
  })

  test('is for who may see the money; the barber reads their own', async () => {
    const { earn, close, payOut, barber, colleague } = await createScene()
    await earn()
    expect((await close({}, barber.token)).status).toBe(403)
    const { id } = (await close()).body
    expect((await payOut(id, 'bank', barber.token)).status).toBe(403)
    const read = async (token: string) =>
      (await world.call(commissionsApi.getSettlement, { token, params: { id } })).status
    expect([await read(barber.token), await read(colleague.token)]).toEqual([200, 404])
    const foreign = await createScene()
    expect((await close({ barberId: foreign.barber.id })).body.code).toBe('BARBER_NOT_FOUND')
    expect((await payOut(id, 'bank', foreign.owner.token)).body.code).toBe('NOT_FOUND')
  })

  test('is not written for a user whose right has ended since the request', async () => {
    const { shop, barber, colleague, owner } = await createScene({ rentCents: 300 })
    const settlement = {
      id: randomUUID(),
      barbershopId: shop.id,
      barberId: barber.id,
      until: '2026-03-12',
      endsAt: world.clock.now(),
      rentCents: 300,
      advanceBalanceCents: 0,
      totalCents: -300,
      now: world.clock.now(),
    }
    expect(await insertSettlement(world.db, { ...settlement, userId: colleague.user_id })).toBeUndefined()
    expect(await insertSettlement(world.db, { ...settlement, userId: owner.id })).toEqual({
      advancesCents: 0,
      lines: 0,
    })
  })
})

describe('an advance', () => {
  test('is given once for each id, and says the same', async () => {
    const { advance, balance, barber } = await createScene()
    const id = randomUUID()
    expect((await advance(1000, { id })).status).toBe(200)
    world.clock.advance({ minutes: 1 })
    expect((await advance(1000, { id })).body).toEqual({ advanceBalanceCents: 1000 })
    expect((await advance(2000, { id })).body.code).toBe('IDEMPOTENCY_CONFLICT')
    expect([await balance('advance', barber.id), await balance('bank')]).toEqual([1000, -1000])
  })

  test('needs the cash to be there, the right, and a barber of the barbershop', async () => {
    const { advance, barber, earn } = await createScene()
    expect((await advance(1000, { paidFrom: 'cash' })).body.code).toBe('BALANCE_TOO_LOW')
    await earn()
    expect((await advance(1000, { paidFrom: 'cash' })).status).toBe(200)
    expect((await advance(1000, {}, barber.token)).status).toBe(403)
    const foreign = await createScene()
    expect((await advance(1000, { barberId: foreign.barber.id })).body.code).toBe('BARBER_NOT_FOUND')
  })
  test('is not written for a user whose right has ended since the request', async () => {
    const { shop, barber, colleague, owner } = await createScene()
    const advance = {
      id: randomUUID(),
      barbershopId: shop.id,
      barberId: barber.id,
      cents: 1000,
      reason: 'Aluguel',
      paidFrom: 'bank',
      now: world.clock.now(),
    } as const
    expect(await insertAdvance(world.db, { ...advance, userId: colleague.user_id })).toBeUndefined()
    expect(await insertAdvance(world.db, { ...advance, userId: owner.id })).toBe('inserted')
  })
})
