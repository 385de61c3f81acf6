import { allocate } from '@na-regua/contract/amounts'
import { type CardFee, receivablesApi } from '@na-regua/contract/receivables'
import { visitsApi } from '@na-regua/contract/visits'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createSessionToken } from '../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createOutsiders } from '../../../test/owner-scene.ts'
import { createVisitScene, pay } from '../../../test/visit-scene.ts'
import { addDays } from '../../lib/local-time.ts'
import { getBalance } from '../ledger/queries.ts'
import { checkBooks } from '../money/check-books.ts'
import { feeCentsOf } from './rules.ts'

const world = await createHarness()
afterAll(() => world.close())

type Scene = Awaited<ReturnType<typeof createVisitScene>>
let scene: Scene
beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  scene = await createVisitScene(world)
})

const debit: CardFee = { method: 'debit', brand: null, installments: 1, bps: 150, days: 1 }
const credit: CardFee = { method: 'credit', brand: null, installments: 1, bps: 399, days: 30 }

const save = (fees: readonly CardFee[], { version = 0, validFrom = '2026-03-11', token = scene.owner.token } = {}) =>
  world.call(receivablesApi.saveCardFees, { token, params: { id: scene.shop.id }, body: { version, validFrom, fees } })

const list = async (query: object = {}) =>
  (
    await world.call(receivablesApi.list, {
      token: scene.owner.token,
      params: { id: scene.shop.id },
      query: { ...query },
    })
  ).body

const listCards = async (date: string) =>
  (
    await world.call(receivablesApi.expectedCards, {
      token: scene.owner.token,
      params: { id: scene.shop.id },
      query: { date },
    })
  ).body

const balance = (kind: 'card' | 'cardFees') => getBalance(world.db, { barbershopId: scene.shop.id, kind })

describe('card fees', () => {
  test('are the usual ones until a version is saved, and a later one is valid from its day on', async () => {
    const read = async () =>
      (await world.call(receivablesApi.cardFees, { token: scene.owner.token, params: { id: scene.shop.id } })).body
    const none = { version: 0, validFrom: null, fees: [] }
    expect(await read()).toEqual({ today: '2026-03-11', current: none, latest: none })
    const first = { version: 1, validFrom: '2026-03-11', fees: [debit] }
    expect(await save([debit])).toMatchObject({ status: 200, body: { latest: first } })
    const second = { version: 2, validFrom: '2026-03-20', fees: [debit, credit] }
    expect((await save([debit, credit], { version: 1, validFrom: '2026-03-20' })).body).toEqual({ latest: second })
    expect(await read()).toEqual({ today: '2026-03-11', current: first, latest: second })
    world.clock.set('2026-03-20T12:00:00Z')
    scene.owner.token = await createSessionToken(world, scene.owner.id)
    expect(await read()).toMatchObject({ current: second, latest: second })
  })

  test('that another tab saved first, of the past or twice for one card are refused', async () => {
    await save([debit])
    expect((await save([credit])).body.code).toBe('EDIT_CONFLICT')
    expect(await save([debit], { version: 1, validFrom: '2026-03-10' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message: 'As taxas valem a partir de hoje ou de um dia à frente.' },
    })
    expect((await save([debit, debit], { version: 1 })).body.code).toBe('INVALID_INPUT')
  })

  test('are for those who may see the money', async () => {
    const { other, customer } = await createOutsiders(world)
    expect((await save([debit], { token: other })).body.code).toBe('BARBERSHOP_NOT_FOUND')
    expect((await save([debit], { token: customer })).status).toBe(403)
    expect((await save([debit], { token: scene.barber.token })).status).toBe(403)
  })

  test('are taken from what cards owe when a visit is closed, and given back by its reversal', async () => {
    await save([debit, credit])
    const payments = [pay('debit', 2000), pay('credit', 3000, { installments: 3, cardBrand: 'Visa' })]
    const { body } = await scene.close({ payments })
    // R$ 0,30 of the debit card, R$ 1,20 of the credit card.
    expect([await balance('card'), await balance('cardFees')]).toEqual([4850, 150])
    const part = { payments: 1, amountCents: 1000, feeCents: 40 }
    expect(await list()).toMatchObject({
      days: [
        { date: '2026-03-12', payments: 1, amountCents: 2000, feeCents: 30 },
        { date: '2026-04-10', ...part },
        { date: '2026-05-10', ...part },
        { date: '2026-06-09', ...part },
      ],
    })
    const { id, day, number } = body.visit
    const visit = { id, day, number }
    const second = { visit, method: 'credit', brand: 'Visa', number: 2, count: 3, amountCents: 1000, feeCents: 40 }
    expect(await listCards('2026-05-10')).toMatchObject({ installments: [second], pagination: { total: 1 } })
    const whole = { visit, method: 'debit', brand: null, number: 1, count: 1, amountCents: 2000, feeCents: 30 }
    expect(await listCards('2026-03-12')).toMatchObject({ installments: [whole] })
    await checkBooks(world)
    await world.call(visitsApi.reverse, {
      token: scene.owner.token,
      params: { id: body.visit.id },
      body: { reason: 'Engano' },
    })
    expect([await balance('card'), await balance('cardFees')]).toEqual([0, 0])
    expect((await list()).days).toEqual([])
    expect(await listCards('2026-05-10')).toMatchObject({ installments: [], pagination: { total: 0 } })
    await checkBooks(world)
  })

  test('of instalments that are paid at once are expected on one day', async () => {
    await save([{ ...credit, days: 2, paysAtOnce: true }])
    await scene.close({ payments: [pay('credit', 5000, { installments: 6 })] })
    expect((await list()).days).toEqual([{ date: '2026-03-13', payments: 1, amountCents: 5000, feeCents: 200 }])
  })

  test('of a visit are those of its day, also when a later version exists', async () => {
    await save([debit])
    await save([{ ...debit, bps: 300, days: 2 }], { version: 1, validFrom: '2026-03-12' })
    await scene.close({ payments: [pay('debit', 5000)] })
    world.clock.set('2026-03-12T12:00:00Z')
    await scene.close({ payments: [pay('debit', 5000)] })
    expect((await list()).days).toMatchObject([
      { date: '2026-03-12', feeCents: 75 },
      { date: '2026-03-14', feeCents: 150 },
    ])
  })

  test('without a version nothing is kept, and the usual days are expected', async () => {
    await scene.close({ payments: [pay('credit', 5000)] })
    expect([await balance('card'), await balance('cardFees')]).toEqual([5000, 0])
    expect((await list()).days).toEqual([{ date: '2026-04-10', payments: 1, amountCents: 5000, feeCents: 0 }])
  })
})

test('the parts of cards are what allocate shares, and sum to what was paid and what acquirers take', async () => {
  const amount = fc.record({
    cents: fc.integer({ min: 1, max: 1_000_000 }),
    installments: fc.integer({ min: 1, max: 12 }),
  })
  const bps = 437
  const paid = fc.sample(amount, { numRuns: 10, seed: 20_260_311 })
  await save([{ ...credit, bps }])
  const { cut, barber } = scene
  await scene.close({
    lines: [
      {
        kind: 'service',
        serviceId: cut.id,
        barberId: barber.id,
        unitCents: paid.reduce((sum, { cents }) => sum + cents, 0),
      },
    ],
    payments: paid.map(({ cents, installments }) => pay('credit', cents, { installments })),
  })
  const parts = paid.flatMap(({ cents, installments }) => {
    const equal = new Array<number>(installments).fill(1)
    const feeParts = allocate(feeCentsOf(cents, bps), equal)
    return allocate(cents, equal).map((amountCents, index) => ({ index, amountCents, feeCents: feeParts[index] ?? 0 }))
  })
  const sum = (rows: readonly { amountCents: number; feeCents: number }[]) => ({
    amountCents: rows.reduce((total, { amountCents }) => total + amountCents, 0),
    feeCents: rows.reduce((total, { feeCents }) => total + feeCents, 0),
  })
  const { days } = await list()
  expect(days).toEqual(
    [...Map.groupBy(parts, ({ index }) => index)]
      .toSorted(([one], [other]) => one - other)
      .map(([index, rows]) => ({ date: addDays('2026-04-10', 30 * index), payments: rows.length, ...sum(rows) })),
  )
  expect(sum(days)).toEqual({
    amountCents: (await balance('card')) + (await balance('cardFees')),
    feeCents: await balance('cardFees'),
  })
})

describe('what customers owe', () => {
  test('is listed by customer, and less when they pay', async () => {
    expect(await list()).toMatchObject({ today: '2026-03-11', owedCents: 0, debtors: [], pagination: { total: 0 } })
    const profileId = scene.profile.id
    await scene.close({ profileId, payments: [pay('account', 5000)] })
    const debtor = { profileId, name: 'Marcos Vinícius', owedCents: 5000, limitCents: 20_000, lastOn: '2026-03-11' }
    expect(await list()).toMatchObject({ owedCents: 5000, debtors: [debtor] })
    world.clock.set('2026-03-16T12:00:00Z')
    await scene.close({ profileId, lines: [{ kind: 'debt', unitCents: 2000 }] })
    expect(await list()).toMatchObject({ owedCents: 3000, debtors: [{ ...debtor, owedCents: 3000 }] })
    await scene.close({ profileId, lines: [{ kind: 'debt', unitCents: 3000 }] })
    expect(await list()).toMatchObject({ owedCents: 0, debtors: [] })
  })

  test('has pages, and a sum of all of them', async () => {
    const profiles = await world.db
      .insertInto('customer_profiles')
      .values(
        [1, 2, 3].map((number) => ({
          barbershop_id: scene.shop.id,
          name: `Cliente ${number}`,
          debt_limit_cents: 9000,
        })),
      )
      .returning('id')
      .execute()
    for (const [index, { id }] of profiles.entries()) {
      const cents = 1000 * (index + 1)
      const lines = [{ kind: 'service', serviceId: scene.cut.id, barberId: scene.barber.id, unitCents: cents }]
      await scene.close({ profileId: id, lines, payments: [pay('account', cents)] })
    }
    expect(await list({ perPage: 2, page: 2 })).toMatchObject({
      owedCents: 6000,
      debtors: [{ owedCents: 1000 }],
      pagination: { total: 3, totalPages: 2 },
    })
  })
})
