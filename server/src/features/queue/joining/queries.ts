import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import { isBlockedIn } from '../../customers/queries.ts'
import { type JoinSnapshot, openEntrySql } from '../queries.ts'

/** Who is put into the queue: an account, a customer whom the barbershop knows, or a name and perhaps a phone (E.164). */
export type QueueCustomer = {
  userId: string | null
  profileId: string | null
  name: string | null
  phone: string | null
}

/** A new entry, decided on the snapshot. `promised`: the wait that was shown. `addedBy`: of staff. */
export type NewEntry = {
  id: string
  source: 'account' | 'door' | 'staff'
  customer: QueueCustomer
  barberId: string | null
  serviceId: string | null
  addedBy: string | null
  promised: { fromMin: number; toMin: number } | null
  snapshot: JoinSnapshot
  joinedAt: Date
  /** Staff put the customer into the queue without a network, and may have served them since: it is not full for them. */
  isReplayed: boolean
}

export type PresentEntry = {
  id: string
  userId: string | null
  source: string
  name: string | null
  phone: string | null
}

/** An open entry of the same customer in the queue, or the one that an identical request has made. */
export async function findPresentEntry(
  db: Database,
  { id, customer, snapshot }: Pick<NewEntry, 'id' | 'customer' | 'snapshot'>,
): Promise<PresentEntry | undefined> {
  const { userId, profileId, phone } = customer
  const { rows } = await sql<PresentEntry>`/* find present queue entry */
    select id, customer_id as "userId", source, name, phone from queue_entries
     where barbershop_id = ${snapshot.id} and (id = ${id} or (${openEntrySql}
       and (customer_id = ${userId}::uuid or profile_id = ${profileId}::uuid or phone = ${phone}::text)))
     order by id = ${id} desc limit 1`.execute(db)
  return rows[0]
}

/** False unless the barbershop is still what the entry was decided on, and the one who adds it is still of its staff. It stays so. */
export async function lockDecidedBarbershop(tx: Database, { snapshot, addedBy }: NewEntry): Promise<boolean> {
  const { rows } = await sql`/* lock decided barbershop */
    select from barbershops where id = ${snapshot.id} and version = ${snapshot.version} and is_active
       ${addedBy ? sql`and ${isPermittedSql('customers', addedBy)}` : sql``} for share`.execute(tx)
  return rows.length > 0
}

/**
 * False if the queue is full or was changed, the customer is in it already, blocked, or closing the account. The caller has locked
 * barbershop and queue. The first of the queue needs no notification of it.
 */
export async function insertEntry(tx: Database, entry: NewEntry): Promise<boolean> {
  const { id, source, customer, barberId, serviceId, addedBy, promised, snapshot, joinedAt } = entry
  const { userId, profileId, name, phone } = customer
  const isWelcome = sql`not exists (select from account_deletions where user_id = ${userId}::uuid)
    and (${source !== 'account'} or not ${isBlockedIn(sql`${snapshot.id}::uuid`, sql`${userId}::uuid`)})`
  const { numAffectedRows } = await sql`/* insert queue entry */
    insert into queue_entries (id, barbershop_id, barber_id, customer_id, profile_id, name, phone, service_id, source, added_by, status,
                               rank, next_notified_at, promised_from, promised_to, joined_at, changed_at)
    select ${id}::uuid, ${snapshot.id}::uuid, ${barberId}::uuid, ${userId}::uuid, ${profileId}::uuid, ${name}::text, ${phone}::text,
           ${serviceId}::uuid, ${source}::text, ${addedBy}::uuid, 'WAITING',
           1 + coalesce((select max(rank) from queue_entries
                          where barbershop_id = ${snapshot.id} and joined_at > ${joinedAt}::timestamptz - interval '1 day'), 0),
           case when not exists (select from queue_entries where barbershop_id = ${snapshot.id} and status = 'WAITING') then ${joinedAt}::timestamptz end,
           ${promised?.fromMin ?? null}::smallint, ${promised?.toMin ?? null}::smallint, ${joinedAt}::timestamptz, ${joinedAt}::timestamptz
      from barbershop_queues
     where barbershop_id = ${snapshot.id} and is_on and version = ${snapshot.queue?.version ?? null}::int and ${isWelcome}
       and (${entry.isReplayed} or max_length > (select count(*) from queue_entries where barbershop_id = ${snapshot.id} and ${openEntrySql}))
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** The service that the barbershop's customers chose most in the last months, of those that the barber provides; the first one of a new barbershop. */
export async function findUsualService(
  db: Database,
  { barbershopId, barberId }: { barbershopId: string; barberId: string | null },
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`/* find usual service */
    select services.id from services
      left join (select service_id, count(*) as chosen from appointments
                  where barbershop_id = ${barbershopId} and starts_at > ${now}::timestamptz - interval '90 days' and starts_at <= ${now}
                    and status in ('CONFIRMED', 'COMPLETED') group by service_id) as popularity on popularity.service_id = services.id
     where services.barbershop_id = ${barbershopId} and is_active and ${isProvided(barberId)}
     order by chosen desc nulls last, position, services.name, services.id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function doesOffer(db: Database, serviceId: string, barberId: string): Promise<boolean> {
  const { rows } = await sql`/* is provided by */
    select from services where id = ${serviceId} and ${isProvided(barberId)}`.execute(db)
  return rows.length > 0
}

/** True when the barber provides a row of `services`; without a barber: when any does. */
const isProvided = (barberId: string | null) => sql`not exists (
  select from barber_services where barber_services.service_id = services.id and barber_id = ${barberId}::uuid and not is_provided)`
