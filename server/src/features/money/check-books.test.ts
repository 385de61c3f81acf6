import { randomUUID } from 'node:crypto'
import { commissionsApi } from '@na-regua/contract/commissions'
import { productsApi } from '@na-regua/contract/products'
import type { Route } from '@na-regua/contract/route'
import { visitsApi } from '@na-regua/contract/visits'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { halfTerms } from '../../../test/commission-rows.ts'
import { createHarness } from '../../../test/harness.ts'
import { createStatementScene, naming, writeOfx } from '../../../test/statement-scene.ts'
import { createVisitScene } from '../../../test/visit-scene.ts'
import { closeMonths } from '../ledger/close-months.ts'
import { postTransaction, reverseTransactions } from '../ledger/post-transaction.ts'
import type { Posting } from '../ledger/rules.ts'
import { checkBooks } from './check-books.ts'

const world = await createHarness()
afterAll(() => world.close())

let shop: Awaited<ReturnType<typeof createBarbershopRow>>
let register: string
let barber: string
beforeEach(async () => {
  // Each test has the only open book.
  world.clock.set('2026-03-11T15:00:00Z')
  shop = await createBarbershopRow(world)
  barber = (await createBarber(world, shop.id)).id
  const registers = world.db.insertInto('cash_registers').values({ barbershop_id: shop.id, name: 'Caixa' })
  register = (await registers.returning('id').executeTakeFirstOrThrow()).id
})

/** A visit of R$ 50,00 with R$ 5,00 off and a tip of R$ 10,00, paid with cash, Pix that is still to be checked, and a card. */
async function insertVisit() {
  const id = randomUUID()
  const closedAt = world.clock.now()
  await sql`
    insert into visits (id, barbershop_id, day, number, status, opened_at, closed_at, total_cents)
    values (${id}, ${shop.id}, '2026-03-11', (select count(*) + 1 from visits), 'CLOSED', ${closedAt}, ${closedAt}, 5500)`.execute(
    world.db,
  )
  await sql`
    insert into visit_lines (visit_id, position, kind, name, quantity, unit_cents, discount_cents)
    values (${id}, 0, 'service', 'Corte', 1, 5000, 500), (${id}, 1, 'tip', 'Gorjeta', 1, 1000, 0)`.execute(world.db)
  await sql`
    insert into visit_payments (id, visit_id, barbershop_id, position, method, amount_cents, register_id, fee_cents)
    values (${randomUUID()}, ${id}, ${shop.id}, 0, 'cash', 2000, ${register}, 0),
           (${randomUUID()}, ${id}, ${shop.id}, 1, 'pix', 1500, null, 0),
           (${randomUUID()}, ${id}, ${shop.id}, 2, 'credit', 2000, null, 60)`.execute(world.db)
  await insertLine(id, 1000)
  return id
}

/** A tip that the barber is to get. */
const insertLine = (visitId: string, cents: number) =>
  sql`insert into commission_lines (barbershop_id, barber_id, kind, name, earned_at, visit_id, position, cents)
    values (${shop.id}, ${barber}, 'tip', 'Gorjeta', ${world.clock.now()}, ${visitId}, 1, ${cents}::int)`.execute(
    world.db,
  )

const rightPostings = (): Posting[] => [
  { kind: 'cash', ownerId: register, cents: 2000 },
  { kind: 'pixPending', cents: 1500 },
  { kind: 'card', cents: 1940 },
  { kind: 'cardFees', cents: 60 },
  { kind: 'services', cents: -4500, line: 0 },
  { kind: 'tips', ownerId: barber, cents: -1000, line: 1 },
]

function post(visitId: string, postings: Posting[]) {
  const occurredAt = world.clock.now()
  const transaction = {
    id: randomUUID(),
    barbershopId: shop.id,
    kind: 'visit',
    sourceId: visitId,
    occurredAt,
    postings,
  }
  return world.db.transaction().execute((tx) => postTransaction(tx, transaction, occurredAt))
}

/** Ends the open months, so that the next test does not find them. */
async function closeBooks() {
  world.clock.set('2026-04-20T15:00:00Z')
  await closeMonths(world)
}

describe('the nightly check', () => {
  test('has nothing to say of a visit that is in the book, of a confirmed Pix, and of a reversal', async () => {
    const visitId = await insertVisit()
    await post(visitId, rightPostings())
    await checkBooks(world)
    await sql`update visit_payments set confirmed_at = ${world.clock.now()} where visit_id = ${visitId} and method = 'pix'`.execute(
      world.db,
    )
    await expect(checkBooks(world)).rejects.toThrow(`visit ${visitId} has 1500 cents of pix, its book 0`)
    await post(visitId, [
      { kind: 'pix', cents: 1500 },
      { kind: 'pixPending', cents: -1500 },
    ])
    await checkBooks(world)
    const at = world.clock.now()
    await world.db
      .transaction()
      .execute((tx) => reverseTransactions(tx, { barbershopId: shop.id, sourceId: visitId, at }))
    await expect(checkBooks(world)).rejects.toThrow(`book of ${shop.id}`)
    await insertLine(visitId, -1000)
    await sql`update visits set status = 'REVERSED', reversed_at = ${at}, reversal_reason = 'Engano' where id = ${visitId}`.execute(
      world.db,
    )
    await checkBooks(world)
    await closeBooks()
  })

  test('has nothing to say of a Pix of another amount that a person accepted', async () => {
    const scene = await createStatementScene(world)
    const payment = await scene.sell(5000)
    await scene.upload(writeOfx([{ cents: 4900, text: naming(payment.id) }]))
    const [entry] = (await scene.inbox()).entries
    expect((await scene.match(entry?.id as string, payment.id)).status).toBe(200)
    await checkBooks(world)
    await scene.reverse(payment.visitId)
    await checkBooks(world)
    await closeBooks()
  })

  test('fails with the visit that is not in the book, or with another amount', async () => {
    const missing = await insertVisit()
    await post(randomUUID(), [
      { kind: 'bank', cents: 1 },
      { kind: 'equity', cents: -1 },
    ])
    await expect(checkBooks(world)).rejects.toThrow(`visit ${missing} has 2000 cents of cash, its book 0`)
    const postings = rightPostings()
    await post(missing, [...postings.slice(1), { kind: 'bank', cents: 2000 }])
    await expect(checkBooks(world)).rejects.toThrow(
      `book of ${shop.id}: visit ${missing} has 2000 cents of cash, its book 0`,
    )
    await closeBooks()
  })

  test('fails with a stock that is not worth what its movements are', async () => {
    const scene = await createVisitScene(world)
    const { id: productId } = scene.pomade
    const buy = { id: randomUUID(), kind: 'purchase', quantity: 10, paidCents: 20_000, paidFrom: 'bank' }
    const bought = await world.call(productsApi.move, {
      token: scene.owner.token,
      params: { id: productId },
      body: buy,
    })
    expect(bought.status).toBe(200)
    await scene.close({ lines: [{ kind: 'product', productId, unitCents: 4000, quantity: 2 }] })
    await checkBooks(world)
    const addMovement = (quantity: number) =>
      sql`insert into product_movements (id, barbershop_id, product_id, kind, quantity, value_cents, occurred_at, recorded_at)
        values (${randomUUID()}, ${scene.shop.id}, ${productId}, 'count', ${quantity}::int, ${2000 * quantity}::int,
                ${world.clock.now()}, ${world.clock.now()})`.execute(world.db)
    await addMovement(-1)
    await expect(checkBooks(world)).rejects.toThrow(
      `book of ${scene.shop.id}: stock is worth 14000 cents, its book says 16000`,
    )
    await addMovement(1)
    await checkBooks(world)
    await closeBooks()
  })

  test('fails with a barber who is owed something else than the lines and settlements say', async () => {
    const scene = await createVisitScene(world)
    const { barber: earner, owner, cut } = scene
    const call = (route: Route, params: { id: string }, body: object) =>
      world.call(route, { token: owner.token, params, body })
    const ofShop = { id: scene.shop.id }
    const terms = { ...halfTerms, rentCents: 300 }
    await call(commissionsApi.addPlan, ofShop, { barberId: null, seenVersion: 0, startsOn: '2026-03-11', terms })
    const tip = { kind: 'tip', barberId: earner.id, unitCents: 700 }
    const lines = [{ kind: 'service', serviceId: cut.id, barberId: earner.id, unitCents: 5000 }, tip]
    const closed = await scene.close({ lines })
    const advance = { barberId: earner.id, cents: 400, paidFrom: 'bank', reason: '' }
    await call(commissionsApi.giveAdvance, ofShop, { ...advance, id: randomUUID() })
    await checkBooks(world)
    const id = randomUUID()
    const settlement = { id, barberId: earner.id, until: '2026-03-11', rentCents: 300, totalCents: 2500 }
    expect((await call(commissionsApi.closeSettlement, ofShop, settlement)).status).toBe(200)
    await checkBooks(world)
    expect((await call(commissionsApi.paySettlement, { id }, { paidFrom: 'bank' })).status).toBe(200)
    await checkBooks(world)
    await call(visitsApi.reverse, { id: closed.body.visit.id }, { reason: 'Engano' })
    await checkBooks(world)
    const change = (cents: number) =>
      sql`update commission_lines set cents = cents + ${cents}::int where barber_id = ${earner.id} and reverses is not null`.execute(
        world.db,
      )
    await change(100)
    const owed = `barber ${earner.id} is owed`
    await expect(checkBooks(world)).rejects.toThrow(
      `book of ${scene.shop.id}: ${owed} -2400 cents of commissionPayable, the book says -2500; ${owed} -600 cents of tips, the book says -700`,
    )
    await change(-100)
    await closeBooks()
  })

  test('fails with a transaction without entries', async () => {
    await post(randomUUID(), [
      { kind: 'bank', cents: 1 },
      { kind: 'equity', cents: -1 },
    ])
    const id = randomUUID()
    const now = world.clock.now()
    await sql`
      insert into ledger_transactions (id, request_hash, barbershop_id, kind, occurred_at, recorded_at)
      values (${id}, sha256('x'), ${shop.id}, 'visit', ${now}, ${now})`.execute(world.db)
    await expect(checkBooks(world)).rejects.toThrow(`transaction ${id} does not sum to zero`)
  })
})
