import { randomUUID } from 'node:crypto'
import { cashApi } from '@na-regua/contract/cash'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBarber } from '../../../test/barbershop-factories.ts'
import { createCashScene } from '../../../test/cash-scene.ts'
import { createSessionToken } from '../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { reverseTransactions } from '../ledger/post-transaction.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

const supply = { kind: 'supply', amountCents: 5000, account: 'bank' }
const drop = { kind: 'drop', amountCents: 2000, account: 'bank', reason: 'Depósito' }

describe('opening', () => {
  test("takes the first float as the owner's, and later ones as a difference to the book", async () => {
    const scene = await createCashScene(world)
    expect(await scene.current()).toMatchObject({ session: null, lastCountedCents: null, today: '2026-03-11' })
    const first = await scene.open(10_000)
    expect(first).toMatchObject({
      status: 201,
      body: { session: { day: '2026-03-11', floatCents: 10_000, floatDifferenceCents: 0, counts: null } },
    })
    expect(await scene.balance('equity')).toBe(-10_000)
    await scene.close(first.body.session.id, { cash: 10_000 })
    expect(await scene.current()).toMatchObject({ session: null, lastCountedCents: 10_000 })
    expect((await scene.open(9500)).body.session).toMatchObject({ floatDifferenceCents: -500 })
    expect(await scene.balance('cash', scene.register)).toBe(9500)
    expect(await scene.balance('cashDifference')).toBe(500)
  })

  test('is refused while a session is open, and repeated it is the same one', async () => {
    const scene = await createCashScene(world)
    const id = randomUUID()
    await scene.open(10_000, id)
    expect((await scene.open(10_000)).body.code).toBe('CASH_OPEN')
    expect(await scene.open(10_000, id)).toMatchObject({ status: 201, body: { session: { id } } })
    expect((await scene.open(10_001, id)).body.code).toBe('IDEMPOTENCY_CONFLICT')
    expect((await (await createCashScene(world)).open(10_000, id)).body.code).toBe('IDEMPOTENCY_CONFLICT')
    expect(await scene.balance('cash', scene.register)).toBe(10_000)
  })
})

describe('a movement', () => {
  test('changes register and book, once', async () => {
    const scene = await createCashScene(world)
    const barber = await createBarber(world, scene.shop.id)
    const { id } = (await scene.open(10_000)).body.session
    const repeated = { id: randomUUID(), ...supply }
    await scene.move(id, repeated)
    await scene.move(id, repeated)
    expect((await scene.move(id, { ...repeated, amountCents: 1 })).body.code).toBe('IDEMPOTENCY_CONFLICT')
    world.clock.advance({ minutes: 1 })
    await scene.move(id, drop)
    world.clock.advance({ minutes: 1 })
    await scene.move(id, { kind: 'expense', amountCents: 1500, account: 'supplies', reason: ' Café ' })
    world.clock.advance({ minutes: 1 })
    const advance = { kind: 'advance', amountCents: 3000, account: 'advance', barberId: barber.id }
    const { session } = (await scene.move(id, advance)).body
    expect(session.movements).toMatchObject([
      { kind: 'supply', amountCents: 5000, account: 'bank', reason: null, actorName: 'Dona Rita Ramos' },
      { kind: 'drop', amountCents: 2000, reason: 'Depósito' },
      { kind: 'expense', amountCents: 1500, account: 'supplies', reason: 'Café' },
      { kind: 'advance', amountCents: 3000, barberName: 'Beto Lima', isReversed: false },
    ])
    expect(await scene.balance('cash', scene.register)).toBe(8500)
    expect(await scene.balance('bank')).toBe(-3000)
    expect(await scene.balance('supplies')).toBe(1500)
    expect(await scene.balance('advance', barber.id)).toBe(3000)
  })

  test('is reversed once, and a reversal is not', async () => {
    const scene = await createCashScene(world)
    const { id } = (await scene.open(10_000)).body.session
    const [dropped] = (await scene.move(id, drop)).body.session.movements
    world.clock.advance({ minutes: 5 })
    const [first, reversal] = (await scene.reverse(dropped.id)).body.session.movements
    expect(first.isReversed).toBe(true)
    expect(reversal).toMatchObject({ reverses: dropped.id, amountCents: 2000, reason: 'Valor errado' })
    expect(await scene.balance('cash', scene.register)).toBe(10_000)
    expect(await scene.balance('bank')).toBe(0)
    expect((await scene.reverse(dropped.id)).body.code).toBe('ALREADY_REVERSED')
    expect((await scene.reverse(reversal.id)).body.code).toBe('ALREADY_REVERSED')
    expect((await scene.reverse(dropped.id, ' ')).body.code).toBe('INVALID_INPUT')
  })

  test('is refused where it makes no sense, and writes nothing', async () => {
    const scene = await createCashScene(world)
    const foreign = await createBarber(world, (await createCashScene(world)).shop.id)
    const { id } = (await scene.open(1000)).body.session
    expect((await scene.move(id, drop)).body.code).toBe('BALANCE_TOO_LOW')
    expect((await scene.move(id, { ...drop, account: 'rent' })).body.code).toBe('INVALID_INPUT')
    const advance = { kind: 'advance', amountCents: 100, account: 'advance', barberId: foreign.id }
    expect((await scene.move(id, advance)).body.code).toBe('BARBER_NOT_FOUND')
    const { session } = (await scene.close(id, { cash: 1000 })).body
    expect(session.movements).toEqual([])
    expect((await scene.move(id, supply)).body.code).toBe('CASH_CLOSED')
  })

  test('is never changed, nor is what was counted', async () => {
    const scene = await createCashScene(world)
    const { id } = (await scene.open(1000)).body.session
    await scene.move(id, supply)
    await scene.close(id, { cash: 6000 })
    for (const table of ['cash_movements', 'cash_counts'])
      for (const change of [`update ${table} set session_id = session_id`, `delete from ${table}`])
        await expect(sql.raw(change).execute(world.db)).rejects.toThrow('append-only')
  })

  test('of a closed session is not reversed', async () => {
    const scene = await createCashScene(world)
    const { id } = (await scene.open(1000)).body.session
    const [movement] = (await scene.move(id, supply)).body.session.movements
    await scene.close(id, { cash: 6000 })
    expect((await scene.reverse(movement.id)).body.code).toBe('CASH_CLOSED')
  })
})

describe('closing', () => {
  test('shows what was expected after the count, posts the difference in cash, and happens once', async () => {
    const scene = await createCashScene(world)
    const { id } = (await scene.open(10_000)).body.session
    await scene.pay('cash', 4500)
    await scene.pay('pix', 6000)
    await scene.pay('credit', 8000)
    const seen = await scene.current()
    expect(seen.session.counts).toBeNull()
    expect(JSON.stringify(seen)).not.toContain('14500')
    world.clock.advance({ minutes: 300 })
    const { session } = (await scene.close(id, { cash: 14_000, pix: 6000, debit: 0 }, ' Faltou troco ')).body
    expect(session).toMatchObject({ note: 'Faltou troco', closedByName: 'Dona Rita Ramos' })
    expect(session.counts).toEqual([
      { method: 'cash', expectedCents: 14_500, countedCents: 14_000 },
      { method: 'credit', expectedCents: 8000, countedCents: null },
      { method: 'pix', expectedCents: 6000, countedCents: 6000 },
      { method: 'debit', expectedCents: 0, countedCents: 0 },
    ])
    expect(await scene.balance('cash', scene.register)).toBe(14_000)
    expect(await scene.balance('cashDifference')).toBe(500)
    expect(await scene.balance('pix')).toBe(6000)
    expect((await scene.close(id, { cash: 14_000 })).body.code).toBe('CASH_CLOSED')
    expect(await scene.day('2026-03-11')).toMatchObject({ sessions: [session], outside: [] })
  })

  test('counts a reversed visit as given back', async () => {
    const scene = await createCashScene(world)
    const visit = await scene.pay('pix', 6000)
    world.clock.advance({ minutes: 10 })
    const { id } = (await scene.open(0)).body.session
    await scene.pay('pix', 9000)
    await world.db
      .transaction()
      .execute((tx) => reverseTransactions(tx, { barbershopId: scene.shop.id, sourceId: visit, at: world.clock.now() }))
    world.clock.advance({ minutes: 10 })
    const { session } = (await scene.close(id, { cash: 0 })).body
    expect(session.counts).toContainEqual({ method: 'pix', expectedCents: 3000, countedCents: null })
    expect((await scene.day('2026-03-11')).outside).toEqual([{ method: 'pix', cents: 6000 }])
  })
})

describe('several registers', () => {
  test('each has its session and its cash; what is not cash is counted at the usual one', async () => {
    const scene = await createCashScene(world)
    const bar = await scene.addRegister(' Bar ')
    expect(bar).toMatchObject({ name: 'Bar', isUsual: false, isActive: true })
    const usual = (await scene.open(10_000)).body.session
    const ofBar = (await scene.open(5000, randomUUID(), bar.id)).body.session
    expect([usual.register.isUsual, ofBar.register]).toEqual([true, { id: bar.id, name: 'Bar', isUsual: false }])
    expect((await scene.open(1, randomUUID(), bar.id)).body.code).toBe('CASH_OPEN')
    await scene.pay('cash', 4500)
    await scene.pay('cash', 2000, bar.id)
    await scene.pay('pix', 6000)
    const { registers } = await scene.current()
    expect(registers).toMatchObject([{ session: { id: usual.id } }, { session: { id: ofBar.id } }])
    world.clock.advance({ minutes: 60 })
    const closedBar = (await scene.close(ofBar.id, { cash: 7000 })).body.session
    expect(closedBar.counts).toEqual([{ method: 'cash', expectedCents: 7000, countedCents: 7000 }])
    const closedUsual = (await scene.close(usual.id, { cash: 14_500, pix: 6000 })).body.session
    expect(closedUsual.counts).toEqual([
      { method: 'cash', expectedCents: 14_500, countedCents: 14_500 },
      { method: 'pix', expectedCents: 6000, countedCents: 6000 },
    ])
    await scene.pay('cash', 300, bar.id)
    const day = await scene.day('2026-03-11')
    expect(day).toMatchObject({ sessions: [{ id: expect.any(String) }, {}], outside: [{ method: 'cash', cents: 300 }] })
    expect((await scene.current()).registers).toMatchObject([{ lastCountedCents: 14_500 }, { lastCountedCents: 7000 }])
    expect(await scene.balance('cash', bar.id)).toBe(7300)
  })

  test('are added once, renamed, and not used any more only closed and empty', async () => {
    const scene = await createCashScene(world)
    const id = randomUUID()
    await scene.addRegister('Bar', id)
    await scene.addRegister('Bar', id)
    const again = { token: scene.token, params: { id: scene.shop.id }, body: { id, name: 'Loja' } }
    expect((await world.call(cashApi.addRegister, again)).body.code).toBe('IDEMPOTENCY_CONFLICT')
    expect((await scene.changeRegister(id, { name: 'Loja' })).body.register).toMatchObject({ name: 'Loja' })
    const session = (await scene.open(500, randomUUID(), id)).body.session
    const stop = async () => (await scene.changeRegister(id, { isActive: false })).body
    expect((await stop()).message).toBe('Este caixa ainda tem R$\u00a05,00. Abra, faça uma sangria e feche antes.')
    await scene.move(session.id, { ...drop, amountCents: 500 })
    expect((await stop()).code).toBe('REGISTER_IN_USE')
    await scene.close(session.id, { cash: 0 })
    expect((await stop()).register).toMatchObject({ isActive: false })
    expect((await scene.open(500, randomUUID(), id)).body.code).toBe('REGISTER_NOT_FOUND')
    expect((await scene.changeRegister(scene.register, { isActive: false })).body.message).toBe(
      'Este é o caixa principal: ele fica.',
    )
    const foreign = await createCashScene(world)
    expect((await foreign.changeRegister(id, { name: 'Meu' })).status).toBe(404)
    expect((await foreign.open(500, randomUUID(), id)).body.code).toBe('REGISTER_NOT_FOUND')
    expect((await scene.changeRegister(id, { isActive: true })).body.register).toMatchObject({ isActive: true })
  })
})

test('what belongs to another barbershop does not exist', async () => {
  const scene = await createCashScene(world)
  const other = await createCashScene(world)
  const { id } = (await scene.open(1000)).body.session
  const [movement] = (await scene.move(id, supply)).body.session.movements
  const requests = [other.move(id, supply), other.close(id, { cash: 0 }), other.reverse(movement.id)]
  for (const request of requests) expect((await request).status).toBe(404)
  expect((await other.close(randomUUID(), { cash: 0 })).body.code).toBe('CASH_NOT_FOUND')
  const barber = await createBarber(world, scene.shop.id)
  await world.db
    .updateTable('barbers')
    .set({ permissions: ['cash'] })
    .where('id', '=', barber.id)
    .execute()
  const token = await createSessionToken(world, barber.user_id)
  expect((await world.call(cashApi.current, { token, params: { id: scene.shop.id } })).status).toBe(200)
  expect((await world.call(cashApi.current, { token, params: { id: other.shop.id } })).body.code).toBe(
    'BARBERSHOP_NOT_FOUND',
  )
})
