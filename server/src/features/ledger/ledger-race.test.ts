import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { openDatabase } from '../../lib/database.ts'
import { toApiError } from '../../lib/http.ts'
import { postTransaction, reverseTransactions } from './post-transaction.ts'
import type { AccountKind, PostedTransaction, Posting } from './rules.ts'

/** Transactions of each writer, and after how many of all a connection is ended. The proof writes 10,000 each. */
const TRANSACTIONS = Number(process.env.LEDGER_TRANSACTIONS ?? 100)
const BETWEEN_KILLS = Number(process.env.LEDGER_BETWEEN_KILLS ?? 20)
const WRITERS = 4
const POOL = 'ledger-writers'

const world = await createHarness()
const admin = new pg.Client({ connectionString: world.url })
await admin.connect()
afterAll(async () => {
  await admin.end()
  await world.close()
})
const shop = await createBarbershopRow(world)
const at = new Date('2026-03-10T12:00:00Z')

const registers = [randomUUID(), randomUUID()]
const barbers = [randomUUID(), randomUUID()]
const accounts: readonly { kind: AccountKind; ownerId?: string }[] = [
  ...registers.map((ownerId) => ({ kind: 'cash' as const, ownerId })),
  ...barbers.map((ownerId) => ({ kind: 'tips' as const, ownerId })),
  { kind: 'card' },
  { kind: 'services' },
]

/** Two to five entries that sum to zero. Half of them take something out of a register, which may be refused. */
const postingsArbitrary = fc
  .tuple(
    fc.array(fc.record({ account: fc.nat({ max: 5 }), cents: fc.integer({ min: -6000, max: 6000 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom(2, 3, 4, 5),
  )
  .map(([entries, rest]): Posting[] => {
    const sum = entries.reduce((total, { cents }) => total + cents, 0)
    return [...entries, { account: rest, cents: -sum }]
      .filter(({ cents }) => cents !== 0)
      .map(({ account, cents }) => ({ ...accounts[account], cents }) as Posting)
  })
  .filter((postings) => postings.length > 0)

type Outcome = 'written' | 'known' | 'BALANCE_TOO_LOW' | 'ALREADY_REVERSED'

/** What was acknowledged, by the id of the transaction, which is its source too. */
const posted = new Map<string, Posting[]>()
const ids: string[] = []
const reversed = new Set<string>()
const counts = { kills: 0, repeats: 0, refused: 0, replays: 0 }
let done = 0

/** Repeats what a lost connection left open, with the same id, until the book says what became of it. */
async function untilKnown(write: () => Promise<boolean>): Promise<Outcome> {
  for (;;) {
    try {
      return (await write()) ? 'written' : 'known'
    } catch (error) {
      const code = toApiError(error as Error)?.code
      if (code === 'BALANCE_TOO_LOW' || code === 'ALREADY_REVERSED') return code
      if (code !== 'UNAVAILABLE') throw error
      counts.repeats++
    }
  }
}

/** Ends a connection in the middle of a transaction, as far as one is in it at this moment. */
async function killSometimes() {
  done++
  if (done % BETWEEN_KILLS !== 0) return
  const { rowCount } = await admin.query(
    `select pg_terminate_backend(pid) from (
       select pid from pg_stat_activity where application_name = $1 and datname = current_database()
        order by state = 'idle', random() limit 1) victim`,
    [POOL],
  )
  counts.kills += rowCount ?? 0
}

async function runWriter(seed: number) {
  const { db, close } = openDatabase(world.url, {
    max: 1,
    connectMs: 15_000,
    lockMs: 15_000,
    statementMs: 20_000,
    name: POOL,
  })
  const turns = fc.sample(fc.record({ postings: postingsArbitrary, choice: fc.nat({ max: 99 }), pick: fc.nat() }), {
    numRuns: TRANSACTIONS,
    seed,
  })
  const post = (transaction: PostedTransaction) =>
    untilKnown(() => db.transaction().execute((tx) => postTransaction(tx, transaction, at)))
  const reverse = (sourceId: string) =>
    untilKnown(() => db.transaction().execute((tx) => reverseTransactions(tx, { barbershopId: shop.id, sourceId, at })))
  const toTransaction = (id: string, postings: Posting[]): PostedTransaction => ({
    id,
    barbershopId: shop.id,
    kind: 'visit',
    sourceId: id,
    occurredAt: at,
    postings,
  })
  for (const { postings, choice, pick } of turns) {
    const id = ids[pick % Math.max(1, ids.length)]
    if (id && choice < 20) {
      const outcome = await reverse(id)
      if (outcome === 'BALANCE_TOO_LOW') counts.refused++
      else reversed.add(id)
    } else if (id && choice < 30) {
      expect(await post(toTransaction(id, posted.get(id) as Posting[]))).toBe('known')
      counts.replays++
    } else {
      const transaction = toTransaction(randomUUID(), postings)
      const outcome = await post(transaction)
      if (outcome === 'BALANCE_TOO_LOW') counts.refused++
      else {
        posted.set(transaction.id, postings)
        ids.push(transaction.id)
      }
    }
    await killSometimes()
  }
  await close()
}

const accountKey = (kind: string, ownerId?: string | null) => `${kind} ${ownerId ?? ''}`

function sumPostings(): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [id, postings] of posted) {
    if (reversed.has(id)) continue
    for (const { kind, ownerId, cents } of postings) {
      const key = accountKey(kind, ownerId)
      sums[key] = (sums[key] ?? 0) + cents
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
}

async function readBook() {
  const { rows: transactions } = await sql<{ id: string; reverses: string | null; cents: number[]; sum: number }>`
    select id, reverses, array_agg(amount::int order by position) as cents, sum(amount)::bigint as sum
      from ledger_transactions left join ledger_entries on transaction_id = id group by id`.execute(world.db)
  const { rows: balances } = await sql<{ kind: string; ownerId: string | null; cents: number }>`
    select kind, owner_id as "ownerId", sum(amount)::bigint as cents
      from ledger_entries join ledger_accounts on ledger_accounts.id = account_id group by 1, 2 having sum(amount) <> 0`.execute(
    world.db,
  )
  return { transactions, balances }
}

test(`${WRITERS} writers with ${TRANSACTIONS} transactions each, whose connections are ended in the middle`, async () => {
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => runWriter(writer + 1)))
  const { transactions, balances } = await readBook()
  expect(transactions.filter(({ sum }) => sum !== 0)).toEqual([])
  const originals = transactions.filter(({ reverses }) => reverses === null)
  // Nothing that was acknowledged is lost, nothing else is there, and each is whole and there once.
  expect(new Map(originals.map(({ id, cents }) => [id, cents]))).toEqual(
    new Map([...posted].map(([id, postings]) => [id, postings.map(({ cents }) => cents)])),
  )
  const reversals = transactions.flatMap(({ reverses }) => reverses ?? [])
  expect(reversals.toSorted()).toEqual([...reversed].toSorted())
  expect(Object.fromEntries(balances.map(({ kind, ownerId, cents }) => [accountKey(kind, ownerId), cents]))).toEqual(
    sumPostings(),
  )
  for (const { kind, cents } of balances) if (kind === 'cash') expect(cents).toBeGreaterThan(0)
  expect(counts.kills).toBeGreaterThan(0)
  expect(reversed.size).toBeGreaterThan(0)
  console.info('ledger', JSON.stringify({ ...counts, posted: posted.size, reversed: reversed.size }))
})
