import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DatabasePool } from '../server/src/lib/database.ts'
import type { BookingRequest } from './bookings.ts'
import type { Sample } from './measure.ts'

/**
 * The floor: PostgreSQL's own load generator runs the bare transaction with prepared statements: the counts for the limits, the locks,
 * the insert and the row of the notification. Authentication, the check of the offered slot, the email job and pg_notify are left out.
 */
export async function bookByPgbench(
  db: DatabasePool,
  databaseUrl: string,
  { bookings, clients }: { bookings: readonly BookingRequest[]; clients: number },
): Promise<Sample> {
  const perClient = Math.floor(bookings.length / clients)
  await createBookingsTable(db, bookings)
  const folder = mkdtempSync(join(tmpdir(), 'na-regua-pgbench-'))
  const file = join(folder, 'booking.sql')
  writeFileSync(file, script)
  const perConnection = [
    '-c',
    `${clients}`,
    '-j',
    '1',
    '-t',
    `${perClient}`,
    '-D',
    `per_client=${perClient}`,
    '-D',
    'i=0',
  ]
  const result = spawnSync('pgbench', ['-n', '-M', 'prepared', ...perConnection, '-f', file, databaseUrl], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  if (result.error) throw new Error('pgbench is missing: install it (Debian: apt-get install postgresql-contrib)')
  const read = (pattern: RegExp) => Number(pattern.exec(result.stdout)?.[1])
  const perSecond = read(/tps = ([\d.]+)/)
  if (!perSecond) throw new Error(`pgbench: ${result.stderr}`)
  const { rows: inserted } = await sql<{ count: number }>`select count(*) from appointments join bench_bookings
    on barber_id = "barberId" and starts_at = "startTime"`.execute(db)
  const average = read(/latency average = ([\d.]+)/)
  return { perSecond, p50: average, p99: Number.NaN, errors: perClient * clients - (inserted[0]?.count ?? 0) }
}

async function createBookingsTable(db: DatabasePool, bookings: readonly BookingRequest[]) {
  const rows = bookings.map((booking, n) => ({ ...booking, n }))
  await sql`create table if not exists bench_bookings (n int primary key, "customerId" uuid, "shopId" uuid, "barberId" uuid,
    "userId" uuid, "serviceId" uuid, "startTime" timestamptz)`.execute(db)
  await sql`truncate bench_bookings`.execute(db)
  await sql`insert into bench_bookings select * from json_populate_recordset(null::bench_bookings, ${JSON.stringify(rows)}::json)`.execute(
    db,
  )
  await sql`analyze bench_bookings`.execute(db)
}

// pgbench reads a colon before a word as a variable, also inside quotes.
const script = `\\set n :client_id * :per_client + :i
\\set i :i + 1
select
  (select count(*) from appointments where customer_id = "customerId" and barbershop_id = "shopId" and status in ('SCHEDULED', 'CONFIRMED') and ends_at > now()),
  (select count(*) from appointments where customer_id = "customerId" and created_at >= current_date and status <> 'HELD'),
  (select id from appointments where customer_id = "customerId" and barber_id = "barberId" and starts_at = "startTime" and status in ('SCHEDULED', 'CONFIRMED') limit 1)
  from bench_bookings where n = :n;
with
  booking as (select * from bench_bookings where n = :n),
  locked as materialized (select pg_advisory_xact_lock(hashtextextended("customerId"::text, 1)), pg_advisory_xact_lock(hashtextextended("userId"::text, 2)) from booking),
  inserted as (insert into appointments (barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min, price_cents, starts_at, ends_at, status)
    select "shopId", "barberId", "userId", "customerId", "serviceId", 'Corte', 30, 5000, "startTime", "startTime" + interval '30 minutes', 'SCHEDULED'
      from booking where (select count(*) from locked) > 0 on conflict do nothing returning id, barber_user_id),
  notified as (insert into notifications (user_id, type, dedupe_key, title, message)
    select barber_user_id, 'booking_received', 'appointment:' || id || ':' || 'received', 'Novo pedido', 'Cliente pediu Corte' from inserted on conflict do nothing returning user_id)
  select count(*) from notified;
`
