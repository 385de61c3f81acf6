import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { createOutsiders } from '../../../test/owner-scene.ts'
import { createStatementScene, naming, writeOfx } from '../../../test/statement-scene.ts'
import { clearDescriptionsJob } from './clear-descriptions.ts'
import { acceptUnlisted } from './queries.ts'

/** At 12:00 of 11 March in São Paulo. */
const world = await createHarness()
afterAll(() => world.close())

describe('a statement', () => {
  test('confirms the payments that a txid names with their amount', async () => {
    const scene = await createStatementScene(world)
    const paid = await scene.sell(5000)
    const inCapitals = await scene.sell(4500)
    const open = await scene.sell(3000)
    expect(await scene.balances()).toEqual({ pix: 0, pending: 12_500, difference: 0 })
    const file = writeOfx([
      { cents: 5000, text: naming(paid.id) },
      { cents: 4500, text: naming(inCapitals.id).toUpperCase() },
    ])
    expect(await scene.upload(file)).toEqual({ status: 200, body: { added: 2, known: 0, matched: 2 } })
    expect(await scene.balances()).toEqual({ pix: 9500, pending: 3000, difference: 0 })
    expect((await scene.waiting()).map(({ id }: { id: string }) => id)).toEqual([open.id])
    const { statements, entries } = await scene.inbox()
    expect(entries).toEqual([])
    expect(statements).toMatchObject([
      { fileName: 'extrato.ofx', firstDay: '2026-03-10', lastDay: '2026-03-10', entries: 2, matched: 2 },
    ])
  })

  test('imported again, or in part, adds nothing', async () => {
    const scene = await createStatementScene(world)
    const { id } = await scene.sell()
    const received = [
      { cents: 5000, text: naming(id), id: 'A' },
      { cents: 700, id: 'B' },
      { cents: 700, id: 'B' },
    ]
    expect((await scene.upload(writeOfx(received))).body).toEqual({ added: 3, known: 0, matched: 1 })
    const before = await scene.balances()
    expect((await scene.upload(writeOfx(received))).body).toEqual({ added: 0, known: 3, matched: 0 })
    expect((await scene.upload(writeOfx(received.slice(1)))).body).toEqual({ added: 0, known: 2, matched: 0 })
    expect(await scene.balances()).toEqual(before)
    expect((await scene.inbox()).entries.length).toBe(2)
  })

  test('does not change what a person confirmed before', async () => {
    const scene = await createStatementScene(world)
    const { id } = await scene.sell()
    await scene.confirm(id)
    expect((await scene.upload(writeOfx([{ cents: 5000, text: naming(id) }]))).body.matched).toBe(1)
    expect(await scene.balances()).toEqual({ pix: 5000, pending: 0, difference: 0 })
  })

  test('names a payment of another barbershop: it is unknown here', async () => {
    const scene = await createStatementScene(world)
    const other = await createStatementScene(world)
    const { id } = await other.sell()
    expect((await scene.upload(writeOfx([{ cents: 5000, text: naming(id) }]))).body.matched).toBe(0)
    expect((await scene.inbox()).entries).toMatchObject([{ state: 'unknown_here', suggestions: [] }])
    expect(await other.balances()).toEqual({ pix: 0, pending: 5000, difference: 0 })
    const [entry] = (await scene.inbox()).entries
    expect((await scene.match(entry?.id as string, id)).body.code).toBe('PAYMENT_NOT_FOUND')
    expect((await other.match(entry?.id as string, id)).body.code).toBe('NOT_FOUND')
    expect((await other.setAside(entry?.id as string)).body.code).toBe('NOT_FOUND')
    expect((await scene.accept(id)).body.code).toBe('PAYMENT_NOT_FOUND')
  })

  test('that cannot be read is refused with the reason, and nothing is kept', async () => {
    const scene = await createStatementScene(world)
    const refused = await scene.upload('Nome;Celular\nAna;62988887777', { name: 'clientes.csv' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'IMPORT_INVALID' } })
    expect(refused.body.message).toMatch(/colunas de data e valor/)
    expect((await scene.inbox()).statements).toEqual([])
  })

  test('is only for who reads the money', async () => {
    const scene = await createStatementScene(world)
    const { other, customer } = await createOutsiders(world)
    const file = writeOfx([{ cents: 100 }])
    expect((await scene.upload(file, { token: scene.barber.token })).status).toBe(403)
    expect((await scene.upload(file, { token: customer })).status).toBe(403)
    expect((await scene.upload(file, { token: other })).body.code).toBe('BARBERSHOP_NOT_FOUND')
  })
})

describe('a person decides', () => {
  test('about another amount: it is accepted with the difference, and reversed with its visit', async () => {
    const scene = await createStatementScene(world)
    const { id, visitId } = await scene.sell(5000)
    await scene.upload(writeOfx([{ cents: 4900, text: naming(id) }]))
    const [entry] = (await scene.inbox()).entries
    expect(entry).toMatchObject({ state: 'amount_differs', cents: 4900, payment: { id, cents: 5000 } })
    expect(await scene.balances()).toEqual({ pix: 0, pending: 5000, difference: 0 })
    expect((await scene.match(entry?.id as string, id)).status).toBe(200)
    expect(await scene.balances()).toEqual({ pix: 4900, pending: 0, difference: 100 })
    expect((await scene.match(entry?.id as string, id)).body.code).toBe('STATEMENT_CHANGED')
    expect((await scene.reverse(visitId)).status).toBe(200)
    expect(await scene.balances()).toEqual({ pix: 0, pending: 0, difference: 0 })
  })

  test('which payment of the amount it is; the customer whom the bank names comes first', async () => {
    const scene = await createStatementScene(world)
    const first = await scene.sell(5000, { customerName: 'Rui Costa' })
    const second = await scene.sell(5000, { customerName: 'Ana Lima' })
    await scene.sell(4000)
    await scene.upload(writeOfx([{ cents: 5000, text: 'PIX RECEBIDO ANA LIMA' }]))
    const [entry] = (await scene.inbox()).entries
    expect(entry?.suggestions.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(entry?.isClear).toBe(false)
    expect((await scene.match(entry?.id as string, second.id)).status).toBe(200)
    expect(await scene.balances()).toEqual({ pix: 5000, pending: 9000, difference: 0 })
    expect((await scene.inbox()).entries).toEqual([])
  })

  test('a payment of another amount is no choice, nor one that is another Pix', async () => {
    const scene = await createStatementScene(world)
    const other = await scene.sell(4000)
    const taken = await scene.sell(5000)
    await scene.upload(writeOfx([{ cents: 5000, text: naming(taken.id) }, { cents: 5000 }]))
    const [entry] = (await scene.inbox()).entries
    expect((await scene.match(entry?.id as string, other.id)).body.code).toBe('STATEMENT_CHANGED')
    expect((await scene.match(entry?.id as string, taken.id)).body.code).toBe('STATEMENT_CHANGED')
    expect((await scene.match(randomUUID(), other.id)).body.code).toBe('NOT_FOUND')
    expect((await scene.match(entry?.id as string, randomUUID())).body.code).toBe('PAYMENT_NOT_FOUND')
  })

  test('that it is of no visit, and takes it back', async () => {
    const scene = await createStatementScene(world)
    await scene.upload(writeOfx([{ cents: 80_000, text: 'Pix de mim mesmo' }]))
    const [entry] = (await scene.inbox()).entries
    expect((await scene.setAside(entry?.id as string)).status).toBe(200)
    expect((await scene.inbox()).entries).toEqual([])
    expect((await scene.setAside(entry?.id as string)).body.code).toBe('STATEMENT_CHANGED')
    expect((await scene.setAside(entry?.id as string, false)).status).toBe(200)
    expect((await scene.inbox()).entries.length).toBe(1)
  })

  test('about a payment that the statement of its day does not have', async () => {
    const scene = await createStatementScene(world)
    const { id } = await scene.sell()
    const { id: confirmedId } = await scene.sell(3000)
    await scene.confirm(confirmedId)
    const file = writeOfx([], { last: '2026-03-12' })
    // The day is not over.
    await scene.upload(file)
    expect((await scene.inbox()).missing).toEqual([])
    world.clock.set('2026-03-13T15:00:00Z')
    await scene.upload(file)
    const { missing } = await scene.inbox()
    expect(missing.map((one) => [one.id, one.confirmedAt !== null])).toEqual(
      expect.arrayContaining([
        [id, false],
        [confirmedId, true],
      ]),
    )
    const payment = { id, barbershopId: scene.shop.id }
    const request = { ...payment, userId: scene.barber.user_id }
    expect(await acceptUnlisted(world.db, request, world.clock.now()), 'the right ended since').toBe(false)
    expect((await scene.accept(id)).status).toBe(200)
    expect((await scene.accept(id)).status).toBe(200)
    expect((await scene.accept(confirmedId)).status).toBe(200)
    expect((await scene.inbox()).missing).toEqual([])
    expect(await scene.balances()).toEqual({ pix: 8000, pending: 0, difference: 0 })
    world.clock.set('2026-03-11T15:00:00Z')
  })

  test('again, when the visit of a Pix was reversed: its copy is the payment', async () => {
    const scene = await createStatementScene(world)
    const { id, visitId } = await scene.sell()
    await scene.upload(writeOfx([{ cents: 5000, text: naming(id) }]))
    await scene.reverse(visitId)
    expect(await scene.balances()).toEqual({ pix: 0, pending: 0, difference: 0 })
    const copy = await scene.sell(5000)
    const [entry] = (await scene.inbox()).entries
    expect(entry).toMatchObject({ state: 'unknown_here', suggestions: [{ id: copy.id }] })
    expect((await scene.match(entry?.id as string, copy.id)).status).toBe(200)
    expect(await scene.balances()).toEqual({ pix: 5000, pending: 0, difference: 0 })
    expect((await scene.inbox()).entries).toEqual([])
  })
})

test('a second Pix for one payment stays unknown here', async () => {
  const scene = await createStatementScene(world)
  const { id } = await scene.sell()
  const file = writeOfx([
    { cents: 5000, text: naming(id) },
    { cents: 5000, text: naming(id) },
  ])
  expect((await scene.upload(file)).body).toEqual({ added: 2, known: 0, matched: 1 })
  expect((await scene.inbox()).entries).toMatchObject([{ state: 'unknown_here', suggestions: [] }])
  expect(await scene.balances()).toEqual({ pix: 5000, pending: 0, difference: 0 })
})

test('the list of what waits has the own payments of a barber, and all of them for the owner', async () => {
  const scene = await createStatementScene(world)
  const own = await scene.sell()
  const others = await scene.sell(3000, { barberId: scene.colleague.id })
  const idsOf = async (token?: string) => (await scene.waiting(token)).map((one: { id: string }) => one.id)
  expect(await idsOf()).toEqual(expect.arrayContaining([own.id, others.id]))
  expect(await idsOf(scene.barber.token)).toEqual([own.id])
  await scene.confirm(own.id, scene.barber.token)
  expect(await idsOf(scene.barber.token)).toEqual([])
})

test('what banks wrote is forgotten after half a year', async () => {
  const scene = await createStatementScene(world)
  await scene.upload(writeOfx([{ cents: 100, text: 'PIX ANA LIMA' }]))
  const readDescriptions = async () =>
    (
      await sql<{ description: string | null }>`
        select description from bank_entries where barbershop_id = ${scene.shop.id}`.execute(world.db)
    ).rows
  world.clock.set('2026-09-06T15:00:00Z')
  await clearDescriptionsJob.run({ db: world.db, clock: world.clock }, {})
  expect(await readDescriptions()).toEqual([{ description: 'PIX ANA LIMA' }])
  world.clock.set('2026-09-08T15:00:00Z')
  await clearDescriptionsJob.run({ db: world.db, clock: world.clock }, {})
  expect(await readDescriptions()).toEqual([{ description: null }])
  world.clock.set('2026-03-11T15:00:00Z')
})
