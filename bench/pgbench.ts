import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DatabasePool } from '../server/src/lib/database.ts'
import type { BookingRequest } from './bookings.ts'
import type { Sample } from './measure.ts'

/**
 * The floor: PostgreSQL's own load generator runs the same transaction, prepared: what the caps count, then the locks, the row, who is
 * told of it. Who asks and what is offered are left out.
 */
export async function bookByPgbench(
  db: DatabasePool,
  databaseUrl: string,
  { bookings: wishes, clients }: { bookings: readonly BookingRequest[]; clients: number },
): Promise<Sample> {
  const each = Math.floor(wishes.length / clients)
  const rows = wishes.map((booking, n) => ({ ...booking, n }))
  await sql`create table if not exists bench_wishes (n int primary key, "customerId" uuid, "shopId" uuid, "barberId" uuid,
    "userId" uuid, "serviceId" uuid, "startTime" timestamptz)`.execute(db)
  await sql`truncate bench_wishes`.execute(db)
  await sql`insert into bench_wishes select * from json_populate_recordset(null::bench_wishes, ${JSON.stringify(rows)}::json)`.execute(
    db,
  )
  await sql`analyze bench_wishes`.execute(db)
  const folder = mkdtempSync(join(tmpdir(), 'na-regua-pgbench-'))
  const file = join(folder, 'booking.sql')
  writeFileSync(file, script)
  const often = ['-c', String(clients), '-j', '1', '-t', String(each), '-D', `each=${each}`, '-D', 'i=0']
  const ran = spawnSync('pgbench', ['-n', '-M', 'prepared', ...often, '-f', file, databaseUrl], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  if (ran.error) throw new Error('pgbench is missing: install it (Debian: apt-get install postgresql-contrib)')
  const read = (pattern: RegExp) => Number(pattern.exec(ran.stdout)?.[1])
  const perSecond = read(/tps = ([\d.]+)/)
  if (!perSecond) throw new Error(`pgbench: ${ran.stderr}`)
  const { rows: taken } = await sql<{ count: number }>`select count(*) from appointments join bench_wishes
    on barber_id = "barberId" and starts_at = "startTime"`.execute(db)
  const average = read(/latency average = ([\d.]+)/)
  return { perSecond, p50: average, p99: Number.NaN, errors: each * clients - (taken[0]?.count ?? 0) }
}

// pgbench takes a colon before a word for a variable, also within quotes.
const script = `\\set n :client_id * :each + :i
\\set i :i + 1
select
  (select count(*) from appointments where customer_id = "customerId" and barbershop_id = "shopId" and status in ('SCHEDULED', 'CONFIRMED') and ends_at > now()),
  (select count(*) from appointments where customer_id = "customerId" and created_at >= current_date and status <> 'HELD'),
  (select id from appointments where customer_id = "customerId" and barber_id = "barberId" and starts_at = "startTime" and status in ('SCHEDULED', 'CONFIRMED') limit 1)
  from bench_wishes where n = :n;
with
  wish as (select * from bench_wishes where n = :n),
  locked as materialized (select pg_advisory_xact_lock(hashtextextended("customerId"::text, 1)), pg_advisory_xact_lock(hashtextextended("userId"::text, 2)) from wish),
  taken as (insert into appointments (barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min, price_cents, starts_at, ends_at, status)
    select "shopId", "barberId", "userId", "customerId", "serviceId", 'Corte', 30, 5000, "startTime", "startTime" + interval '30 minutes', 'SCHEDULED'
      from wish where (select count(*) from locked) > 0 on conflict do nothing returning id, barber_user_id),
  told as (insert into notifications (user_id, type, fact, title, message)
    select barber_user_id, 'booking_received', 'appointment:' || id || ':' || 'received', 'Novo pedido', 'Cliente pediu Corte' from taken on conflict do nothing returning user_id),
  heard as (select pg_notify('live', json_build_object('userId', user_id)::text) from told),
  queued as (select graphile_worker.add_job('send-appointment-letter', payload => '{}'::json, job_key => 'appointment:' || id) from taken)
  select (select count(*) from heard), (select count(*) from queued);
`
