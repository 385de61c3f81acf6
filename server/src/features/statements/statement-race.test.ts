import { visitsApi } from '@na-regua/contract/visits'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'
import { createStatementScene, naming, writeOfx } from '../../../test/statement-scene.ts'
import { openDatabase } from '../../lib/database.ts'
import { importStatement } from './import-statement.ts'
import { matchPayment } from './match-payment.ts'

const ROUNDS = 40
const PAYMENTS = 3

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
/** A device at another process. */
const pool = openDatabase(harness.url, { max: 4, connectMs: 15_000 })
const other = { db: pool.db, clock: harness.clock }
await second.warmUp()
const scene = await createStatementScene(harness)

afterAll(async () => {
  await second.close()
  await pool.close()
  await harness.close()
})

const upload = (deps: { db: typeof harness.db; clock: typeof harness.clock }, file: string) =>
  importStatement(deps, {
    barbershopId: scene.shop.id,
    userId: scene.owner.id,
    fileName: 'extrato.ofx',
    bytes: Buffer.from(file),
  })

async function sellAll() {
  const sold = []
  for (let number = 0; number < PAYMENTS; number++) sold.push(await scene.sell(5000 + number))
  return sold.map(({ id }) => id)
}

describe(`statements at the same time, ${ROUNDS} rounds`, () => {
  it('two devices import the same one while a person confirms: each payment is confirmed once', async () => {
    const before = await harness.countDeadlocks()
    const won = { person: 0, statement: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await sellAll()
      const received = ids.map((id, at) => ({ cents: 5000 + at, text: naming(id), id: `${round} ${at}` }))
      const confirm = () =>
        second.call(1, visitsApi.confirmPix, { token: scene.owner.token, params: { id: ids[0] as string } })
      const start = await scene.balances()
      // Each side comes first in some rounds; in the others both run at the same time.
      if (round % 4 === 0) expect((await confirm()).status).toBe(200)
      const imports = Promise.all([upload(harness, writeOfx(received)), upload(other, writeOfx(received.toReversed()))])
      if (round % 4 === 1) await imports
      if (round % 4 !== 0) expect((await confirm()).status).toBe(200)
      const results = await imports
      expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(PAYMENTS)
      expect(results.reduce((sum, { matched }) => sum + matched, 0)).toBe(PAYMENTS)
      const total = received.reduce((sum, { cents }) => sum + cents, 0)
      expect(await scene.balances()).toEqual({ ...start, pix: start.pix + total, pending: start.pending - total })
      const { rows } = await sql<{ byPerson: boolean }>`
        select confirmed_by is not null as "byPerson" from visit_payments where id = ${ids[0]}`.execute(harness.db)
      if (rows[0]?.byPerson) won.person++
      else won.statement++
    }
    expect(Math.min(won.person, won.statement)).toBeGreaterThanOrEqual(ROUNDS / 4)
    expect(await harness.countDeadlocks()).toBe(before)
  }, 240_000)

  it('the same file twice: each Pix is kept once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const received = Array.from({ length: 5 }, (_, at) => ({ cents: 100 + at, id: `${round}-${at}` }))
      const files = [received, received.toReversed()].map((rows) => writeOfx(rows))
      const results = await Promise.all([upload(harness, files[0] as string), upload(other, files[1] as string)])
      expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(5)
      expect(results.reduce((sum, { known }) => sum + known, 0)).toBe(5)
    }
  }, 240_000)

  it('two Pix are matched with one payment: one of them is it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id: paymentId } = await scene.sell(7000)
      await upload(harness, writeOfx([{ cents: 7000 }, { cents: 7000 }]))
      const { rows } = await sql<{ id: string }>`
        select id from bank_entries where cents = 7000 and decided_at is null order by id`.execute(harness.db)
      const start = await scene.balances()
      const match = (db: typeof harness.db, entryId = '') =>
        matchPayment(db, {
          entryId,
          paymentId,
          userId: scene.owner.id,
          isDecidedByPerson: true,
          now: harness.clock.now(),
        })
      const [one, another] = await Promise.all([match(harness.db, rows[0]?.id), match(other.db, rows.at(-1)?.id)])
      expect([one, another].filter(Boolean).length).toBe(1)
      expect(await scene.balances()).toEqual({ ...start, pix: start.pix + 7000, pending: start.pending - 7000 })
      await sql`update bank_entries set decided_at = now() where payment_id is null`.execute(harness.db)
    }
  }, 240_000)
})
