import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@na-regua/contract/errors'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { postTransaction, reverseTransactions } from './post-transaction.ts'
import { type AccountKind, isMinZero, type Posting } from './rules.ts'

/** Random histories of a book, each compared with a model after every step. Others with LEDGER_SEED=7. */
const runs = Number(process.env.LEDGER_RUNS ?? 40)
const seed = Number(process.env.LEDGER_SEED ?? 1)

const world = await createHarness()
afterAll(() => world.close())

const register = randomUUID()
const barber = randomUUID()
const customer = randomUUID()
const accounts: readonly { kind: AccountKind; ownerId?: string }[] = [
  { kind: 'cash', ownerId: register },
  { kind: 'advance', ownerId: barber },
  { kind: 'debt', ownerId: customer },
  { kind: 'tips', ownerId: barber },
  { kind: 'card' },
  { kind: 'services' },
  { kind: 'commission' },
]

const cents = fc.integer({ min: -20_000, max: 20_000 })
const index = fc.nat({ max: 100 })
/** The last account gets what is missing to zero. */
const amounts = fc.array(fc.tuple(fc.nat({ max: accounts.length - 1 }), cents), { minLength: 1, maxLength: 4 })
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('post' as const), amounts, rest: fc.nat({ max: 6 }), source: index }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('alter' as const), index }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reverse' as const), source: index }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type PostStep = Extract<Step, { do: 'post' }>

/** Sources of a history: few, so that some have several transactions. */
const SOURCES = 4

function toPostings({ amounts: given, rest }: PostStep): Posting[] {
  const postings = given.map(([account, amount]) => ({ ...accounts[account], cents: amount }) as Posting)
  const sum = given.reduce((total, [, amount]) => total + amount, 0)
  return [...postings, { ...accounts[rest], cents: -sum } as Posting].filter((posting) => posting.cents !== 0)
}

type Posted = { id: string; source: string; postings: Posting[]; isReversed: boolean }
type Outcome = 'written' | 'nothing' | ErrorCode

/** What the book should be, in plain sums. */
class Model {
  readonly posted: Posted[] = []
  readonly balances = new Map<AccountKind, number>()

  post(transaction: Omit<Posted, 'isReversed'>): Outcome {
    if (transaction.postings.length === 0) return 'nothing'
    if (!this.#add(transaction.postings)) return 'BALANCE_TOO_LOW'
    this.posted.push({ ...transaction, isReversed: false })
    return 'written'
  }

  /** All at once, or none. */
  reverse(source: string): Outcome {
    const open = this.posted.filter((one) => one.source === source && !one.isReversed)
    if (open.length === 0) return 'nothing'
    const postings = open.flatMap((one) => one.postings)
    if (!this.#add(postings.map((posting) => ({ ...posting, cents: -posting.cents })))) return 'BALANCE_TOO_LOW'
    for (const one of open) one.isReversed = true
    return 'written'
  }

  #add(postings: readonly Posting[]): boolean {
    const next = new Map(this.balances)
    for (const { kind, cents: amount } of postings) next.set(kind, (next.get(kind) ?? 0) + amount)
    if ([...next].some(([kind, balance]) => isMinZero(kind) && balance < 0)) return false
    for (const [kind, balance] of next) this.balances.set(kind, balance)
    return true
  }
}

async function readBalances(barbershopId: string): Promise<Map<AccountKind, number>> {
  const { rows } = await sql<{ kind: AccountKind; balance: number }>`
    select kind, sum(amount)::bigint as balance from ledger_entries join ledger_accounts on ledger_accounts.id = account_id
     where ledger_entries.barbershop_id = ${barbershopId} group by kind`.execute(world.db)
  return new Map(rows.map(({ kind, balance }) => [kind, balance]))
}

/** Every row of the book as text. */
async function readRows(barbershopId: string): Promise<Set<string>> {
  const { rows } = await sql<{ row: string }>`
    select ledger_transactions::text as row from ledger_transactions where barbershop_id = ${barbershopId}
    union all select ledger_entries::text from ledger_entries where barbershop_id = ${barbershopId}`.execute(world.db)
  return new Set(rows.map(({ row }) => row))
}

async function toOutcome(write: () => Promise<boolean>): Promise<Outcome> {
  try {
    return (await write()) ? 'written' : 'nothing'
  } catch (error) {
    return (error as { code: ErrorCode }).code
  }
}

function createHistory(barbershopId: string) {
  const model = new Model()
  const sources = Array.from({ length: SOURCES }, () => randomUUID())

  function write({ id, source, postings }: Omit<Posted, 'isReversed'>, at = world.clock.now()) {
    const transaction = {
      id,
      barbershopId,
      kind: 'visit',
      sourceId: source,
      occurredAt: new Date('2026-03-10T12:00:00Z'),
    }
    return toOutcome(() =>
      world.db.transaction().execute((tx) => postTransaction(tx, { ...transaction, postings }, at)),
    )
  }

  function reverse(source: string) {
    const reversal = { barbershopId, sourceId: source, at: world.clock.now() }
    return toOutcome(() => world.db.transaction().execute((tx) => reverseTransactions(tx, reversal)))
  }

  /** The outcome of the step in the book and in the model. */
  async function run(taken: Step): Promise<[Outcome, Outcome]> {
    if (taken.do === 'post') {
      const transaction = {
        id: randomUUID(),
        source: sources[taken.source % SOURCES] as string,
        postings: toPostings(taken),
      }
      return [await write(transaction), model.post(transaction)]
    }
    if (taken.do === 'reverse') {
      const source = sources[taken.source % SOURCES] as string
      return [await reverse(source), model.reverse(source)]
    }
    const known = model.posted[taken.index % Math.max(1, model.posted.length)]
    if (!known) return ['nothing', 'nothing']
    if (taken.do === 'repeat') return [await write(known), 'nothing']
    const doubled = known.postings.map((posting) => ({ ...posting, cents: 2 * posting.cents }))
    // What could not be taken out is refused as such.
    const isTooMuch = doubled.some((posting) => isMinZero(posting.kind) && posting.cents < 0)
    return [
      await write({ ...known, postings: isTooMuch ? known.postings.toReversed() : doubled }),
      'IDEMPOTENCY_CONFLICT',
    ]
  }

  return { model, run }
}

const seen = new Map<Outcome, number>()

async function checkHistory(steps: readonly Step[]) {
  const shop = await createBarbershopRow(world)
  const { model, run } = createHistory(shop.id)
  let rows = new Set<string>()
  for (const [number, taken] of steps.entries()) {
    world.clock.advance({ minutes: 1 })
    const which = `step ${number}: ${JSON.stringify(taken)}`
    const [outcome, expected] = await run(taken)
    expect(outcome, which).toBe(expected)
    seen.set(outcome, 1 + (seen.get(outcome) ?? 0))
    const balances = await readBalances(shop.id)
    for (const [kind, balance] of model.balances) expect(balances.get(kind) ?? 0, `${which} ${kind}`).toBe(balance)
    expect([...balances.values()].reduce((sum, balance) => sum + balance, 0)).toBe(0)
    const next = await readRows(shop.id)
    // Append-only; and what was refused has written nothing.
    expect(next.isSupersetOf(rows), which).toBe(true)
    if (outcome !== 'written') expect(next.size, which).toBe(rows.size)
    rows = next
  }
}

test(`${runs} random histories: sums are zero, rows stay, repetitions write nothing, reversals restore every balance`, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), checkHistory), {
    numRuns: runs,
    seed,
  })
  for (const outcome of ['written', 'nothing', 'IDEMPOTENCY_CONFLICT', 'BALANCE_TOO_LOW'] as const)
    expect(seen.get(outcome), outcome).toBeGreaterThan(5)
})
