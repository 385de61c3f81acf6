import { randomUUID } from 'node:crypto'
import { type CommissionLine, type CommissionTerms, commissionsApi } from '@na-regua/contract/commissions'
import { visitsApi } from '@na-regua/contract/visits'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { halfTerms } from '../../../../test/commission-rows.ts'
import { createCaller } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createVisitScene, pay } from '../../../../test/visit-scene.ts'
import { getBalance } from '../../ledger/queries.ts'

const world = await createHarness()
afterAll(() => world.close())
// Quinta, 12/03/2026, 12h em São Paulo.
beforeEach(() => world.clock.set('2026-03-12T15:00:00Z'))

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)

async function createScene(terms: Partial<CommissionTerms> | null = {}) {
  const scene = await createVisitScene(world)
  const params = { id: scene.shop.id }
  const addPlan = (body: object) =>
    world.call(commissionsApi.addPlan, {
      token: scene.owner.token,
      params,
      body: { barberId: null, seenVersion: 0, startsOn: dayOf(world.clock.now()), terms: halfTerms, ...body },
    })
  if (terms) expect((await addPlan({ terms: { ...halfTerms, ...terms } })).status).toBe(200)
  async function earn(lines?: object[], body: object = {}) {
    const closed = await scene.close({ ...(lines && { lines }), ...body })
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    return closed.body.visit.id as string
  }
  async function list(of: { token: string } = scene.barber, query: Record<string, unknown> = {}) {
    const days = { from: '2026-03-01', until: '2026-03-31', ...query }
    const { status, body } = await world.call(commissionsApi.listEarnings, { token: of.token, params, query: days })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(Value.Check(commissionsApi.listEarnings.schema.response[200], body)).toBe(true)
    return body as {
      totalCents: number
      tipsCents: number
      openCents: number
      correctionsCents: number
      lines: CommissionLine[]
    }
  }
  const payable = (barberId: string = scene.barber.id) =>
    getBalance(world.db, { barbershopId: scene.shop.id, kind: 'commissionPayable', ownerId: barberId })
  const reverse = (id: string) =>
    world.call(visitsApi.reverse, { token: scene.owner.token, params: { id }, body: { reason: 'Valor errado' } })
  const service = (unitCents = 5000, fields: object = {}) => ({
    kind: 'service',
    serviceId: scene.cut.id,
    barberId: scene.barber.id,
    unitCents,
    ...fields,
  })
  return { ...scene, params, addPlan, earn, list, payable, reverse, service }
}

describe('a closed visit', () => {
  test('has a line for each service, product and tip, which opens into its steps; the book has the commission', async () => {
    const { earn, list, payable, barber, pomade, service } = await createScene()
    const product = { kind: 'product', productId: pomade.id, barberId: barber.id, unitCents: 4000, quantity: 2 }
    await earn([service(), product, { kind: 'tip', barberId: barber.id, unitCents: 500 }])
    const { lines, ...sums } = await list()
    expect(sums).toMatchObject({
      servicesCents: 2500,
      productsCents: 800,
      tipsCents: 500,
      totalCents: 3800,
      openCents: 3800,
    })
    expect(lines.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['service', 2500],
      ['product', 800],
      ['tip', 500],
    ])
    expect(lines[0]).toMatchObject({
      visit: { number: 1 },
      pipeline: { listCents: 5000, countedCents: 5000, grossCents: 2500 },
    })
    // The tip is in the book by the visit itself.
    expect(await payable()).toBe(-3300)
  })

  test('pays the assistant a part of the commission, and nothing without a barber or a plan', async () => {
    const { earn, list, payable, barber, colleague, service, pomade } = await createScene({
      assistantBasisPoints: 2000,
    })
    await earn([service(5000, { assistantBarberId: colleague.id })])
    await earn([{ kind: 'product', productId: pomade.id, unitCents: 4000 }], { barberId: undefined })
    expect([await payable(barber.id), await payable(colleague.id)]).toEqual([-2000, -500])
    expect((await list(colleague)).lines).toMatchObject([{ kind: 'assistance', cents: 500 }])
    const without = await createScene(null)
    await without.earn()
    expect((await without.list()).lines).toMatchObject([{ cents: 0, pipeline: { share: null } }])
    expect(await without.payable()).toBe(0)
  })

  test('takes the plan of its day: the barber’s own before the barbershop’s, the last version of a day', async () => {
    const { earn, list, addPlan, barber } = await createScene()
    const percent = (basisPoints: number) => ({ ...halfTerms, service: { kind: 'percent', basisPoints } })
    await addPlan({ seenVersion: 1, terms: percent(4000) })
    await addPlan({ barberId: barber.id, startsOn: '2026-03-14', terms: percent(6000) })
    await addPlan({ barberId: barber.id, seenVersion: 1, startsOn: '2026-03-15', terms: null })
    for (const day of ['12', '13', '14', '15']) {
      world.clock.set(`2026-03-${day}T15:00:00Z`)
      await earn()
    }
    expect((await list()).lines.map(({ cents }) => cents)).toEqual([2000, 3000, 2000, 2000])
  })

  test('counts for the tiers of its month, which a reversed one no longer does', async () => {
    const tiers = [
      { fromCents: 0, basisPoints: 4000 },
      { fromCents: 10_000, basisPoints: 5000 },
    ]
    const { earn, list, reverse } = await createScene({ service: { kind: 'tiers', counts: 'marginal', tiers } })
    const first = await earn()
    await earn()
    await earn()
    await reverse(first)
    await earn()
    const earned = (await list()).lines.filter(({ isReversal }) => !isReversal).map(({ cents }) => cents)
    expect(earned.toSorted()).toEqual([2000, 2000, 2500, 2500])
  })

  test('counts for the tiers of its own month, by the local calendar', async () => {
    world.clock.set('2026-03-31T15:00:00Z')
    const tiers = [
      { fromCents: 0, basisPoints: 4000 },
      { fromCents: 5000, basisPoints: 5000 },
    ]
    const { earn, list } = await createScene({ service: { kind: 'tiers', counts: 'marginal', tiers } })
    await earn()
    world.clock.set('2026-04-01T02:30:00Z')
    await earn()
    world.clock.set('2026-04-01T03:30:00Z')
    await earn()
    const { lines } = await list(undefined, { until: '2026-04-01' })
    expect(lines.map(({ cents }) => cents)).toEqual([2000, 2500, 2000])
  })

  test('closed at the same time for one barber, every visit counts for the tiers', async () => {
    const tiers = [
      { fromCents: 0, basisPoints: 0 },
      { fromCents: 5000, basisPoints: 10_000 },
    ]
    const { earn, list } = await createScene({ service: { kind: 'tiers', counts: 'marginal', tiers } })
    await Promise.all([earn(), earn(), earn(), earn()])
    expect((await list()).totalCents).toBe(15_000)
  })

  test('that is reversed takes everything back', async () => {
    const { earn, list, payable, reverse, service, barber } = await createScene()
    const id = await earn([service(), { kind: 'tip', barberId: barber.id, unitCents: 500 }])
    expect((await reverse(id)).status).toBe(200)
    expect(await list()).toMatchObject({ totalCents: 0, openCents: 0 })
    expect((await list()).lines).toHaveLength(4)
    expect(await payable()).toBe(0)
  })

  test('is sent twice, and earned once', async () => {
    const { close, list } = await createScene()
    const body = { id: randomUUID(), payments: [pay('cash', 5000)] }
    await close(body)
    await close(body)
    expect((await list()).totalCents).toBe(2500)
  })
})

describe('earnings', () => {
  test('are of the days that were chosen, and seen by the barber and by who may see the money', async () => {
    const { earn, list, owner, barber, colleague, params } = await createScene()
    await earn()
    expect((await list(undefined, { from: '2026-03-13' })).lines).toEqual([])
    expect((await list(owner, { barberId: barber.id })).totalCents).toBe(2500)
    expect((await list(colleague)).totalCents).toBe(0)
    const query = { from: '2026-03-01', until: '2026-03-31' }
    const see = async (token: string, fields: object) =>
      (await world.call(commissionsApi.listEarnings, { token, params, query: { ...query, ...fields } })).body.code
    expect(await see(colleague.token, { barberId: barber.id })).toBe('BARBER_NOT_FOUND')
    expect(await see(owner.token, {})).toBe('BARBER_NOT_FOUND')
    expect(await see(barber.token, { until: '2026-02-28' })).toBe('PERIOD_INVALID')
    expect(await see(barber.token, { until: '2027-03-31' })).toBe('PERIOD_INVALID')
  })
})

describe('a dispute', () => {
  async function createDisputed() {
    const scene = await createScene()
    const visitId = await scene.earn()
    const [line] = (await scene.list()).lines as [CommissionLine]
    const dispute = (token = scene.barber.token, reason = 'Faltou a barba') =>
      world.call(commissionsApi.dispute, { token, params: { id: line.id }, body: { reason } })
    const respond = (adjustmentCents: number, token = scene.owner.token) =>
      world.call(commissionsApi.respond, {
        token,
        params: { id: line.id },
        body: { response: 'Você tem razão', adjustmentCents },
      })
    return { ...scene, visitId, line, dispute, respond }
  }

  test('is opened by the barber with a reason and ended by the owner with a response', async () => {
    const { dispute, respond, list, payable } = await createDisputed()
    expect((await dispute()).status).toBe(200)
    expect((await respond(750)).status).toBe(200)
    const { lines, totalCents, correctionsCents } = await list()
    expect([totalCents, correctionsCents, await payable()]).toEqual([3250, 750, -3250])
    const disputed = lines.find(({ kind }) => kind === 'service')
    expect(disputed?.dispute).toMatchObject({
      reason: 'Faltou a barba',
      response: 'Você tem razão',
      adjustmentCents: 750,
    })
    expect((await respond(750)).body.code).toBe('EDIT_CONFLICT')
    expect((await dispute()).body.code).toBe('EDIT_CONFLICT')
    expect(await payable()).toBe(-3250)
  })

  test('notifies who may see the money, and its response the barber; the others need not read it any more', async () => {
    const { dispute, respond, shop, owner, barber, colleague, line } = await createDisputed()
    const manager = await createCaller(world)
    const role = {
      barbershop_id: shop.id,
      user_id: manager.user.id,
      role: 'MANAGER',
      permissions: ['money'],
      created_at: world.clock.now(),
    }
    await world.db.insertInto('barbershop_roles').values(role).execute()
    await dispute()
    const listOf = async (userId: string) =>
      world.db
        .selectFrom('notifications')
        .select(['dedupe_key', 'message', 'read_at'])
        .where('user_id', '=', userId)
        .execute()
    for (const userId of [owner.id, manager.user.id])
      expect(await listOf(userId)).toEqual([
        {
          dedupe_key: `dispute:${line.id}:opened`,
          message: `Beto Lima contestou R$\u00A025,00 de Corte, em ${shop.name}: “Faltou a barba”`,
          read_at: null,
        },
      ])
    expect([await listOf(barber.user_id), await listOf(colleague.user_id)]).toEqual([[], []])
    await respond(750)
    expect(await listOf(barber.user_id)).toMatchObject([
      { message: `Corte, em ${shop.name}, ajuste de R$\u00A07,50: “Você tem razão”` },
    ])
    expect((await listOf(manager.user.id)).map(({ read_at }) => read_at)).toEqual([world.clock.now()])
  })

  test('of two responses at the same time one counts', async () => {
    const { dispute, respond, payable } = await createDisputed()
    await dispute()
    const responses = await Promise.all([respond(100), respond(200)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect([-2600, -2700]).toContain(await payable())
  })

  test('is only of the barber’s own lines, and responded to only by who may see the money', async () => {
    const { dispute, respond, colleague, owner, barber } = await createDisputed()
    expect((await respond(0)).body.code).toBe('NOT_FOUND')
    expect((await dispute(colleague.token)).body.code).toBe('NOT_FOUND')
    expect((await dispute(owner.token)).body.code).toBe('NOT_FOUND')
    expect((await dispute(barber.token, '  ')).body.code).toBe('INVALID_INPUT')
    expect((await respond(0, barber.token)).status).toBe(403)
  })

  test('of a reversed visit has no adjustment; one before is reversed with it', async () => {
    const { dispute, respond, reverse, visitId, payable } = await createDisputed()
    await dispute()
    await reverse(visitId)
    expect((await respond(750)).body.code).toBe('INVALID_INPUT')
    expect((await respond(0)).status).toBe(200)
    expect(await payable()).toBe(0)
    const before = await createDisputed()
    await before.dispute()
    await before.respond(750)
    await before.reverse(before.visitId)
    expect([await before.payable(), (await before.list()).totalCents]).toEqual([0, 0])
  })
})
