import { type MoneyReport, moneyApi } from '@na-regua/contract/money'
import { receivablesApi } from '@na-regua/contract/receivables'
import { visitsApi } from '@na-regua/contract/visits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSessionToken } from '../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createOutsiders } from '../../../test/owner-scene.ts'
import { createVisitScene, pay } from '../../../test/visit-scene.ts'
import { postTransaction } from '../ledger/post-transaction.ts'

const world = await createHarness()
afterAll(() => world.close())

const march = { from: '2026-03-01', to: '2026-03-31' }
type Scene = Awaited<ReturnType<typeof createVisitScene>>
let scene: Scene

const request = (query: object) => ({ token: scene.owner.token, params: { id: scene.shop.id }, query: { ...query } })
const readReport = async (query: object = march): Promise<MoneyReport> =>
  (await world.call(moneyApi.report, request(query))).body
const readEntries = async (query: object) => (await world.call(moneyApi.entries, request({ ...march, ...query }))).body

/** Two days with every kind of line and payment, a reversal, and the rent. */
async function fillBook() {
  const { barber, colleague, cut, beard, pomade, profile, owner, shop } = scene
  const fees = [{ method: 'credit', brand: null, installments: 1, bps: 400, days: 30 }]
  await world.call(receivablesApi.saveCardFees, {
    token: owner.token,
    params: { id: shop.id },
    body: { version: 0, validFrom: '2026-03-11', fees },
  })
  const service = (of: typeof cut, barberId: string, fields = {}) => ({
    kind: 'service',
    serviceId: of.id,
    barberId,
    unitCents: of.price_cents,
    ...fields,
  })
  // R$ 50,00 + R$ 27,00 + R$ 80,00 of pomade + R$ 10,00 of tip.
  await scene.close({
    lines: [
      service(cut, barber.id),
      service(beard, colleague.id, { discountCents: 300 }),
      { kind: 'product', productId: pomade.id, barberId: barber.id, unitCents: 4000, quantity: 2 },
      { kind: 'tip', barberId: barber.id, unitCents: 1000 },
    ],
    payments: [pay('cash', 6700), pay('credit', 10_000)],
  })
  await scene.close({ profileId: profile.id, lines: [service(cut, barber.id)], payments: [pay('account', 5000)] })
  world.clock.set('2026-03-12T15:00:00Z')
  await scene.close({ profileId: profile.id, lines: [{ kind: 'debt', unitCents: 2000 }], payments: [pay('pix', 2000)] })
  const wrong = await scene.close({ lines: [service(beard, colleague.id)], payments: [pay('cash', 3000)] })
  world.clock.advance({ minutes: 1 })
  await world.call(visitsApi.reverse, {
    token: owner.token,
    params: { id: wrong.body.visit.id },
    body: { reason: 'Engano' },
  })
  await world.db.transaction().execute((tx) =>
    postTransaction(
      tx,
      {
        id: crypto.randomUUID(),
        barbershopId: shop.id,
        kind: 'expense',
        occurredAt: world.clock.now(),
        postings: [
          { kind: 'rent', cents: 4000 },
          { kind: 'bank', cents: -4000 },
        ],
      },
      world.clock.now(),
    ),
  )
  // The first minute of April in São Paulo.
  world.clock.set('2026-04-01T03:00:00Z')
  scene.owner.token = await createSessionToken(world, owner.id)
  await scene.close({ lines: [service(cut, barber.id)] })
}

beforeAll(async () => {
  world.clock.set(noonInSaoPaulo)
  scene = await createVisitScene(world)
  await fillBook()
})

describe('the report', () => {
  test('is the result of a period by local days, and where it comes from', async () => {
    const { barber, colleague } = scene
    expect(await readReport()).toEqual({
      ...march,
      resultCents: 12_700 + 8000 - 400 - 3000 - 4000,
      groups: [
        {
          group: 'income',
          cents: 20_700,
          accounts: [
            { account: 'services', cents: 12_700 },
            { account: 'products', cents: 8000 },
          ],
        },
        {
          group: 'direct',
          cents: 3400,
          accounts: [
            { account: 'productCost', cents: 3000 },
            { account: 'cardFees', cents: 400 },
          ],
        },
        { group: 'expense', cents: 4000, accounts: [{ account: 'rent', cents: 4000 }] },
      ],
      days: [{ date: '2026-03-11', cents: 20_700 }],
      paid: [
        { account: 'card', cents: 10_000 },
        { account: 'cash', cents: 6700 },
        { account: 'debt', cents: 3000 },
        { account: 'pixPending', cents: 2000 },
      ],
      barbers: [
        { id: barber.id, name: 'Beto Lima', servicesCents: 10_000, productsCents: 8000, tipsCents: 1000 },
        { id: colleague.id, name: 'Caio Prado', servicesCents: 2700, productsCents: 0, tipsCents: 0 },
      ],
      items: [
        { account: 'services', name: 'Corte', quantity: 2, cents: 10_000 },
        { account: 'products', name: 'Pomada', quantity: 2, cents: 8000 },
        { account: 'services', name: 'Barba', quantity: 1, cents: 2700 },
      ],
    })
  })

  test('ends with the local day: what was sold at midnight is of the next month', async () => {
    expect(await readReport({ from: '2026-04-01', to: '2026-04-30' })).toMatchObject({
      resultCents: 5000,
      days: [{ date: '2026-04-01', cents: 5000 }],
    })
    expect(await readReport({ from: '2026-02-01', to: '2026-02-28' })).toMatchObject({
      resultCents: 0,
      days: [],
      barbers: [],
      items: [],
    })
  })

  test('is also a file with decimal commas, in which what is below zero stays a number', async () => {
    const { body } = await world.call(moneyApi.reportCsv, request({ from: '2026-03-12', to: '2026-03-31' }))
    expect(body).toContain('Despesas;Aluguel;40,00\r\n')
    expect(body).toContain('Resultado;;-40,00\r\n')
    const { body: all } = await world.call(moneyApi.reportCsv, request(march))
    expect(all).toContain('Por dia;11/03/2026;207,00\r\n')
    expect(all).toContain('Serviços por barbeiro;Beto Lima;100,00\r\n')
    expect(all).toContain('Por produto;Pomada;80,00\r\n')
  })
})

describe('entries', () => {
  test('sum to each figure of the report', async () => {
    const report = await readReport()
    const sumOf = async (filters: object) => (await readEntries(filters)).totalCents
    for (const { account, cents } of report.groups.flatMap(({ accounts }) => accounts))
      expect(await sumOf({ account }), account).toBe(cents)
    for (const { group, cents } of report.groups) expect(await sumOf({ group }), group).toBe(cents)
    for (const { account, cents } of report.paid) expect(await sumOf({ account, isPaid: true }), account).toBe(cents)
    for (const { id, servicesCents, productsCents, tipsCents } of report.barbers) {
      expect(await sumOf({ account: 'services', barberId: id })).toBe(servicesCents)
      expect(await sumOf({ account: 'products', barberId: id })).toBe(productsCents)
      expect(await sumOf({ account: 'tips', barberId: id, isPaid: true })).toBe(tipsCents)
    }
    for (const { account, name, cents } of report.items) expect(await sumOf({ account, item: name }), name).toBe(cents)
    for (const { date, cents } of report.days) expect(await sumOf({ isSold: true, from: date, to: date })).toBe(cents)
    expect(await sumOf({ isSold: true, isWithoutBarber: true })).toBe(0)
  })

  test('name the comanda, the item and whose they are', async () => {
    const { entries, totalCents, pagination } = await readEntries({ account: 'debt', ownerId: scene.profile.id })
    expect(totalCents).toBe(3000)
    expect(pagination).toMatchObject({ total: 2 })
    expect(entries).toMatchObject([
      { cents: -2000, ownerName: 'Marcos Vinícius', visit: { day: '2026-03-12' }, isReversal: false },
      { cents: 5000, ownerName: 'Marcos Vinícius', visit: { day: '2026-03-11', number: 2 } },
    ])
    const beards = await readEntries({ account: 'services', item: 'Barba' })
    expect(beards.entries).toMatchObject([
      { cents: -3000, isReversal: true, itemName: 'Barba', ownerName: 'Caio Prado' },
      { cents: 3000, isReversal: false },
      { cents: 2700, isReversal: false },
    ])
  })

  test('have pages', async () => {
    const { entries, pagination, totalCents } = await readEntries({ account: 'services', perPage: 2, page: 2 })
    expect(pagination).toMatchObject({ total: 5, totalPages: 3 })
    expect(entries).toHaveLength(2)
    expect(totalCents).toBe(12_700)
  })

  test('of a period are a file in which all amounts sum to zero', async () => {
    const { body } = await world.call(moneyApi.entriesCsv, request(march))
    const rows = String(body).trim().split('\r\n').slice(1)
    expect(rows.find((row) => row.includes(';Produtos;'))).toMatch(
      /^11\/03\/2026, 12:00;[-\da-f]{36};Produtos;Beto Lima;Pomada;11\/03\/2026 nº 1;;-80,00;80,00$/,
    )
    const cents = rows.map((row) => Number(row.split(';').at(-2)?.replace(',', '')))
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(0)
  })
})

describe('money', () => {
  test.each(Object.entries(moneyApi))('%s is for those who may see it, of up to a year', async (_, route) => {
    const { other, barber, customer, anonymous } = await createOutsiders(world)
    const call = async (token: string | undefined, query: object = march) => {
      const { status, body } = await world.call(route, { ...request(query), token })
      return [status, body.code]
    }
    expect(await call(anonymous)).toEqual([401, 'UNAUTHENTICATED'])
    expect(await call(customer)).toEqual([403, 'FORBIDDEN'])
    expect(await call(barber)).toEqual([403, 'FORBIDDEN'])
    expect(await call(other)).toEqual([404, 'BARBERSHOP_NOT_FOUND'])
    expect(await call(scene.owner.token, { from: '2026-03-02', to: '2026-03-01' })).toEqual([400, 'PERIOD_INVALID'])
    expect(await call(scene.owner.token, { from: '2025-01-01', to: '2026-03-01' })).toEqual([400, 'PERIOD_INVALID'])
  })
})
