import { sql } from 'kysely'
import { expect } from 'vitest'
import { countOverlapsIn } from '../test/race-harness.ts'
import type { RealScene } from './real-scene.ts'
import type { Ledger } from './writers.ts'

/** Nothing that was acknowledged is lost, and nothing stands half. */
export async function judge({ db }: RealScene, ledger: Ledger) {
  expect(ledger.odd).toEqual([])
  await judgeAppointments(db, ledger)
  await judgeAccounts(db, ledger)
  expect(await countOverlapsIn(db)).toBe(0)
}

async function judgeAppointments(db: RealScene['db'], { appointments }: Ledger) {
  const rows = await db.selectFrom('appointments').select(['id', 'customer_id', 'starts_at', 'status']).execute()
  const stored = new Map(
    rows.map((row) => [
      row.id,
      { customerId: row.customer_id, startTime: row.starts_at.toISOString(), status: row.status },
    ]),
  )
  expect(stored).toEqual(appointments)
  // Each step of an appointment's life told its barber once, in the same transaction.
  const untold = await sql`
    select taken.id from appointments taken
      left join notifications told on told.user_id = taken.barber_user_id and told.fact like 'appointment:' || taken.id || ':%'
     group by taken.id, taken.version having count(told.id) <> taken.version`.execute(db)
  expect(untold.rows).toEqual([])
  // Nobody takes letters here, so those whose reason still stands wait.
  const unwritten = await sql`
    select taken.id from appointments taken where status = 'SCHEDULED' and version = 1 and not exists (
      select 1 from graphile_worker.jobs where key = 'appointment:' || taken.id || ':received:1:barber:email')`.execute(
    db,
  )
  expect(unwritten.rows).toEqual([])
}

async function judgeAccounts(db: RealScene['db'], { emails, payers }: Ledger) {
  const users = await sql<{ email: string; whole: boolean }>`
    select email::text, exists (select 1 from sessions where user_id = users.id)
       and exists (select 1 from consents where user_id = users.id) as whole
      from users where email like 'prova-%'`.execute(db)
  expect(users.rows.filter(({ whole }) => !whole)).toEqual([])
  const known = new Set(users.rows.map(({ email }) => email))
  expect(emails.filter((email) => !known.has(email))).toEqual([])
  const paid = await sql<{ userId: string; open: number; payments: number }>`
    select user_id as "userId", count(*) filter (where status = 'active') as open,
           (select count(*) from payments where payments.user_id = subscriptions.user_id) as payments
      from subscriptions group by user_id`.execute(db)
  const bought = new Map(paid.rows.map(({ userId, ...counts }) => [userId, counts]))
  for (const payer of payers) expect(bought.get(payer)).toEqual({ open: 1, payments: 1 })
}
