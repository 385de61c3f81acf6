import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { type Trace, traces } from './rules.ts'

/** Everything of one person, section by section, in one statement: the moment is the same for all of it. */
export async function exportPerson(db: Database, userId: string): Promise<Record<string, unknown[]>> {
  const account = sql`select 'conta' as section, jsonb_build_array(to_jsonb(users) - 'password_hash') as rows
    from users where id = ${userId}`
  const { rows } = await sql<{ section: string; rows: unknown[] }>`
    with secret as materialized (
      select relname::text as table_name, array_agg(attname::text) as names
        from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and atttypid = 'bytea'::regtype and attnum > 0 and not attisdropped
       group by relname
    )
    ${sql.join([account, ...traces.map((trace) => selectTrace(trace, userId))], sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ section, rows: found }) => [section, found]))
}

function selectTrace({ table, column, section, hidden = [] }: Trace, userId: string) {
  // Hashes are the only bytes that the base holds; what opens something stays here.
  return sql`select ${section}::text, coalesce(jsonb_agg(to_jsonb(found) - ${[...hidden]}::text[]
      - coalesce((select names from secret where table_name = ${table}), '{}')), '[]')
    from ${sql.table(table)} as found where ${sql.ref(`found.${column}`)} = ${userId}`
}

export type Leaver = { email: string; name: string; phone: string | null; avatarUrl: string | null; isBarber: boolean }

/** The person behind a deletion that is due, held until the commit; undefined when it was undone meanwhile. */
export async function lockLeaver(tx: Database, userId: string, now: Date): Promise<Leaver | undefined> {
  const { rows } = await sql<Leaver>`
    select email, name, phone, avatar_url as "avatarUrl", exists (select from barbers where user_id = users.id) as "isBarber"
      from account_deletions join users on users.id = user_id
     where user_id = ${userId} and due_at <= ${now} for update`.execute(tx)
  return rows[0]
}

/** What stands between an owner and leaving: an active shop, or a paid plan that goes on. */
export async function hasBusiness(db: Database, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from barbershops where owner_id = ${userId} and is_active
    union all
    select from subscriptions where user_id = ${userId} and status in ('active', 'past_due') and provider <> 'free'
    limit 1`.execute(db)
  return rows.length > 0
}

/** Takes the person out of every chair; answers the shops' owners, who should know. */
export async function leaveChairs(tx: Database, userId: string, now: Date) {
  const { rows } = await sql<{ barberId: string; ownerId: string; shopName: string }>`
    with emptied as (
      update barbers set removed_at = ${now} where user_id = ${userId} and removed_at is null returning id, barbershop_id
    )
    select emptied.id as "barberId", owner_id as "ownerId", name as "shopName"
      from emptied join barbershops on barbershops.id = barbershop_id`.execute(tx)
  return rows
}

/**
 * What others were told about the person inside the product: it calls him by name. Their own copies of what happened, the
 * appointments, stay.
 */
export async function forgetTidings(tx: Database, userId: string): Promise<void> {
  await sql`
    with facts as (
      select appointments.id, unnest(array[customer_id, barber_user_id, owner_id]) as reader
        from appointments join barbershops on barbershops.id = barbershop_id
       where customer_id = ${userId} or barber_user_id = ${userId}
      union
      select reviews.id, unnest(array[owner_id, barbers.user_id])
        from reviews join barbershops on barbershops.id = reviews.barbershop_id
        left join barbers on barbers.barbershop_id = reviews.barbershop_id
       where reviews.customer_id = ${userId}
      union
      select barbers.id, owner_id from barbers join barbershops on barbershops.id = barbershop_id where barbers.user_id = ${userId}
    )
    delete from notifications using facts
     where notifications.user_id = facts.reader and split_part(fact, ':', 2) = facts.id::text`.execute(tx)
}

/** Letters of the demo's outbox to the person, and those that call the person by name. */
export async function forgetLetters(tx: Database, { email, name, phone }: Leaver): Promise<void> {
  await sql`delete from outbox_messages
    where lower(recipient) = lower(${email}) or strpos(lower(body), lower(${email})) > 0
       or strpos(body || subject, ${name}) > 0 or strpos(recipient || ' ' || body, coalesce(${phone}, ${email})) > 0`.execute(
    tx,
  )
}

/** Invites to the person's address, and those that were sent in the person's name. */
export async function forgetInvites(tx: Database, userId: string, { email }: Leaver): Promise<void> {
  await sql`delete from invites where email = ${email} or barbershop_id in (select id from barbershops where owner_id = ${userId})`.execute(
    tx,
  )
}

export async function eraseTrace(tx: Database, { table, column, fate }: Trace, userId: string): Promise<void> {
  const mine = sql`${sql.ref(column)} = ${userId}`
  if (fate === 'remove') await sql`delete from ${sql.table(table)} where ${mine}`.execute(tx)
  else if (fate.clear) {
    const cleared = fate.clear.map((name) => sql`${sql.ref(name)} = null`)
    await sql`update ${sql.table(table)} set ${sql.join(cleared)} where ${mine}`.execute(tx)
  }
}

/** A time off says why in the barber's own words. */
export async function eraseTimeOff(tx: Database, userId: string): Promise<void> {
  await sql`delete from time_off using barbers where barbers.id = barber_id and user_id = ${userId}`.execute(tx)
}

/** The row stays, so that everything which was made with the person still has somebody; nothing in it tells whom. */
export async function anonymise(tx: Database, userId: string, name: string): Promise<void> {
  await sql`update users set name = ${name}, email = 'removido-' || gen_random_uuid() || '@removido.invalid', phone = null,
      avatar_url = null, password_hash = null, email_verified_at = null, role = 'CUSTOMER'
    where id = ${userId}`.execute(tx)
}
