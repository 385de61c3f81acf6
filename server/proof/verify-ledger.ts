import { sql } from 'kysely'
import { expect } from 'vitest'
import { relayAllEvents } from '../src/lib/worker/relay-events.ts'
import { countOverlapsIn } from '../test/race-harness.ts'
import type { RealScene } from './real-scene.ts'
import type { Ledger } from './writers.ts'

/** Expects that no acknowledged write is lost and none is partial. */
export async function verifyLedger({ db }: RealScene, ledger: Ledger) {
  expect(ledger.unexpected).toEqual([])
  await verifyAppointments(db, ledger)
  await verifyAccounts(db, ledger)
  expect(await countOverlapsIn(db)).toBe(0)
}

async function verifyAppointments(db: RealScene['db'], { appointments }: Ledger) {
  const rows = await db.selectFrom('appointments').select(['id', 'customer_id', 'starts_at', 'status']).execute()
  const stored = new Map(
    rows.map((row) => [
      row.id,
      { customerId: row.customer_id, startTime: row.starts_at.toISOString(), status: row.status },
    ]),
  )
  expect(stored).toEqual(appointments)
  // Each version of an appointment has one notification for its barber, inserted in the same transaction.
  const missingNotifications = await sql`
    select appointment.id from appointments appointment
      left join notifications notification on notification.user_id = appointment.barber_user_id
       and notification.dedupe_key like 'appointment:' || appointment.id || ':%'
     group by appointment.id, appointment.version having count(notification.id) <> appointment.version`.execute(db)
  expect(missingNotifications.rows).toEqual([])
  // There is no mail server, so the email job of every open request is still in the queue, once its event has been relayed.
  await relayAllEvents(db)
  const { rows: unrelayed } = await sql`select id from pending_events`.execute(db)
  expect(unrelayed).toEqual([])
  const missingEmails = await sql`
    select appointment.id from appointments appointment where status = 'SCHEDULED' and version = 1 and not exists (
      select 1 from graphile_worker.jobs where key = 'appointment:' || appointment.id || ':received:1:barber:email')`.execute(
    db,
  )
  expect(missingEmails.rows).toEqual([])
}

async function verifyAccounts(db: RealScene['db'], { emails, payers }: Ledger) {
  const users = await sql<{ email: string; complete: boolean }>`
    select email::text, exists (select 1 from sessions where user_id = users.id)
       and exists (select 1 from consents where user_id = users.id) as complete
      from users where email like 'prova-%'`.execute(db)
  expect(users.rows.filter(({ complete }) => !complete)).toEqual([])
  const known = new Set(users.rows.map(({ email }) => email))
  expect(emails.filter((email) => !known.has(email))).toEqual([])
  const paid = await sql<{ userId: string; open: number; payments: number }>`
    select user_id as "userId", count(*) filter (where status = 'active') as open,
           (select count(*) from payments where payments.user_id = subscriptions.user_id) as payments
      from subscriptions group by user_id`.execute(db)
  const purchases = new Map(paid.rows.map(({ userId, ...counts }) => [userId, counts]))
  for (const payer of payers) expect(purchases.get(payer)).toEqual({ open: 1, payments: 1 })
}
