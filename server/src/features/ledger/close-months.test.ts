import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ledgerApi } from '@na-regua/contract/ledger'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createSessionToken } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createOutsiders } from '../../../test/owner-scene.ts'
import { closeMonth, closeMonths } from './close-months.ts'
import { postTransaction, reverseTransactions } from './post-transaction.ts'

const world = await createHarness({ lockMs: 60_000, statementMs: 60_000 })
const folder = mkdtempSync(join(tmpdir(), 'livro-'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

type Shop = Awaited<ReturnType<typeof createBarbershopRow>>

function saleOf(shop: Shop, occurredAt: string, sourceId = randomUUID()) {
  return {
    id: randomUUID(),
    barbershopId: shop.id,
    kind: 'visit',
    sourceId,
    occurredAt: new Date(occurredAt),
    postings: [
      { kind: 'pix' as const, cents: 4500 },
      { kind: 'services' as const, cents: -4500, line: 0 },
    ],
  }
}

const sell = (...sale: Parameters<typeof saleOf>) =>
  world.db.transaction().execute((tx) => postTransaction(tx, saleOf(...sale), world.clock.now()))

async function listMonths(shop: Shop) {
  const { rows } = await sql<{ month: string; transactions: number; digest: string; previous: string | null }>`
    select to_char(month, 'YYYY-MM') as month, transactions, encode(digest, 'hex') as digest, encode(previous_digest, 'hex') as previous
      from ledger_months where barbershop_id = ${shop.id} order by month`.execute(world.db)
  return rows
}

/** Resolves when a statement of this database waits for a lock. */
async function untilWaiting() {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
    if (rows.length > 0) return
  }
}

const countMonths = async (shop: Shop) =>
  (await listMonths(shop)).map(({ month, transactions }) => [month, transactions])

describe('months', () => {
  test('are closed fifteen days after their end, by the days of the barbershop, one after the other', async () => {
    const shop = await createBarbershopRow(world)
    const acre = await createBarbershopRow(world, { timeZone: 'America/Rio_Branco' })
    // 23:30 on 31 December in São Paulo; in January there is nothing.
    await sell(shop, '2026-01-01T02:30:00Z')
    await sell(shop, '2026-02-28T12:00:00Z')
    await sell(acre, '2026-02-28T12:00:00Z')
    world.clock.set('2026-03-16T02:59:00Z')
    await closeMonths(world)
    expect(await countMonths(shop)).toEqual([
      ['2025-12', 1],
      ['2026-01', 0],
    ])
    world.clock.set('2026-03-16T03:00:00Z')
    await closeMonths(world)
    await closeMonths(world)
    const months = await listMonths(shop)
    expect(months.map(({ month }) => month)).toEqual(['2025-12', '2026-01', '2026-02'])
    expect(months.map(({ previous }) => previous)).toEqual([null, months[0]?.digest, months[1]?.digest])
    expect(await listMonths(acre)).toEqual([])
  })

  test('take nothing more once one of them, or a later one, is closed', async () => {
    const shop = await createBarbershopRow(world)
    await sell(shop, '2026-01-15T12:00:00Z')
    world.clock.set('2026-02-20T12:00:00Z')
    await closeMonths(world)
    await expect(sell(shop, '2026-01-31T12:00:00Z')).rejects.toMatchObject({ code: 'MONTH_CLOSED' })
    await expect(sell(shop, '2025-11-15T12:00:00Z')).rejects.toMatchObject({ code: 'MONTH_CLOSED' })
    expect(await sell(shop, '2026-02-15T12:00:00Z')).toBe(true)
  })

  test('wait for a transaction that is being written, which is then among theirs', async () => {
    const shop = await createBarbershopRow(world)
    await sell(shop, '2026-01-15T12:00:00Z')
    world.clock.set('2026-02-20T12:00:00Z')
    let closing: Promise<void> | undefined
    await world.db.transaction().execute(async (tx) => {
      await postTransaction(tx, saleOf(shop, '2026-01-16T12:00:00Z'), world.clock.now())
      closing = closeMonths(world)
      await untilWaiting()
    })
    await closing
    expect(await countMonths(shop)).toEqual([['2026-01', 2]])
  })

  test('refuse a transaction that was begun while they are being closed', async () => {
    const shop = await createBarbershopRow(world)
    await sell(shop, '2026-01-15T12:00:00Z')
    const month = {
      barbershopId: shop.id,
      timeZone: 'America/Sao_Paulo',
      month: '2026-01-01',
      previousMonth: '2025-12-01',
    }
    let selling: Promise<unknown> | undefined
    await world.db.transaction().execute(async (tx) => {
      await closeMonth(tx, month, world.clock.now())
      selling = sell(shop, '2026-01-16T12:00:00Z').catch((error) => error)
      await untilWaiting()
    })
    expect(await selling).toMatchObject({ code: 'MONTH_CLOSED' })
    expect(await countMonths(shop)).toEqual([['2026-01', 1]])
  })
})

describe('the book', () => {
  /** Two closed months, a reversal, and an open month. */
  async function createBook() {
    const shop = await createBarbershopRow(world)
    const sourceId = randomUUID()
    await sell(shop, '2026-01-15T12:00:00Z', sourceId)
    await sell(shop, '2026-01-16T12:00:00Z')
    const at = new Date('2026-02-03T12:00:00Z')
    await world.db
      .transaction()
      .execute((tx) => reverseTransactions(tx, { barbershopId: shop.id, sourceId, at, actorId: shop.owner_id }))
    world.clock.set('2026-03-20T12:00:00Z')
    await closeMonths(world)
    await sell(shop, '2026-03-19T12:00:00Z')
    return { shop, token: await createSessionToken(world, shop.owner_id) }
  }

  const download = async (shop: Shop, token: string | undefined, year = 2026) =>
    world.call(ledgerApi.download, { token, params: { id: shop.id }, query: { year } })

  /** The verifier as owners run it. */
  function verify(...books: string[]) {
    const files = books.map((book, index) => {
      const file = join(folder, `livro-${index}.jsonl`)
      writeFileSync(file, book)
      return file
    })
    const script = fileURLToPath(new URL('../../../../web/public/conferir-livro.js', import.meta.url))
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...files], { encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }

  async function downloadLines() {
    const { shop, token } = await createBook()
    const { body } = await download(shop, token)
    return String(body).split('\n')
  }

  test('is verified without us: months, sums, reversals, balances', async () => {
    const lines = await downloadLines()
    const { status, output } = verify(lines.join('\n'))
    expect(output).toContain('2026-01  2 lançamentos')
    expect(output).toContain('2026-02  1 lançamentos')
    expect(output).toContain('1 lançamentos de meses abertos')
    expect(output).toMatch(/90\.00 {2}pix\n/)
    expect(output).toContain('O livro confere.')
    expect(status).toBe(0)
  })

  test.each([
    [
      'an amount',
      (lines: string[]) => lines.map((line) => line.replaceAll('4500', '4600')),
      '2026-01 foi alterado depois',
    ],
    [
      'one entry',
      (lines: string[]) => lines.map((line) => line.replace('"cents":4500', '"cents":4600')),
      'soma 100 centavos',
    ],
    ['a lost transaction', (lines: string[]) => lines.toSpliced(1, 1), '2026-01 tem 1 lançamentos em vez de 2'],
    ['one that is there twice', (lines: string[]) => lines.toSpliced(1, 0, lines[1] as string), 'aparece duas vezes'],
    ['a month of another chain', (lines: string[]) => lines.toSpliced(3, 1), '2026-02 tem 3 lançamentos em vez de 1'],
  ])('%s is found', async (_, change, problem) => {
    const { status, output } = verify(change(await downloadLines()).join('\n'))
    expect(output).toContain(`ERRO: `)
    expect(output).toContain(problem)
    expect(status).toBe(1)
  })

  test('is only for those who may see the money', async () => {
    const { shop } = await createBook()
    const { other, barber, customer, anonymous } = await createOutsiders(world)
    expect((await download(shop, anonymous)).status).toBe(401)
    expect((await download(shop, customer)).status).toBe(403)
    expect((await download(shop, barber)).status).toBe(403)
    expect((await download(shop, other)).body.code).toBe('BARBERSHOP_NOT_FOUND')
  })
})
