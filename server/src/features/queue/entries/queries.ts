import type { QueueEntryStatus } from '@na-regua/contract/queue'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import { nationalPhone } from '../../customers/queries.ts'
import { openEntrySql } from '../queries.ts'
import { type EntryRow, rankBehind } from './rules.ts'

const barberJson = (id: RawBuilder<unknown>, condition = sql`true`) => sql`(
  select json_build_object('id', barbers.id, 'name', users.name, 'avatarUrl', users.avatar_url)
    from barbers join users on users.id = barbers.user_id where barbers.id = ${id} and ${condition})`

/** Whether the user may read the phone of the entry: of all, or because they added, serve or have served the customer. */
const readsPhone = (userId: string) => sql`(
  ${isPermittedSql('phones', userId, sql`entries.barbershop_id`)} or entries.added_by = ${userId}::uuid
  or exists (select from barbers own where own.user_id = ${userId}::uuid and own.removed_at is null
      and own.id in (entries.barber_id, entries.called_by))
  or exists (select from appointments served where served.barbershop_id = entries.barbershop_id and served.barber_user_id = ${userId}::uuid
      and (served.profile_id = profile.id or served.customer_id = entries.customer_id)))`

/**
 * Read from `queue_entries` and `entryJoins`. A wanted barber who has left is any barber. `userId` is who reads it, null for what the
 * server does itself.
 */
const entryColumns = (userId: string | null) => sql`
  entries.id, entries.version, entries.status, entries.changed_at as "changedAt", entries.changed_by as "changedBy", entries.come_by as "comeBy",
  coalesce(account.name, profile.name, entries.name, 'Cliente') as name,
  case when ${userId ? readsPhone(userId) : sql`true`}
    then coalesce(account.phone, ${nationalPhone(sql`coalesce(profile.phone, entries.phone)`)}) end as phone,
  entries.customer_id as "userId", profile.id as "profileId", entries.source, entries.added_by as "addedBy", entries.joined_at as "joinedAt", entries.rank, entries.slides,
  queues.max_slides as "maxSlides", entries.appointment_id as "appointmentId", barbershops.time_zone as "timeZone",
  json_build_object('id', barbershops.id, 'name', barbershops.name, 'address', barbershops.address, 'phone', barbershops.phone) as barbershop,
  ${barberJson(sql`entries.barber_id`, sql`removed_at is null`)} as barber,
  (select json_build_object('id', services.id, 'name', services.name, 'durationMin', coalesce(own.duration_min, services.duration_min))
     from services left join barber_services own on own.service_id = services.id and own.barber_id = entries.barber_id
    where services.id = entries.service_id) as service,
  case when entries.status = 'CALLED' and entries.called_by is not null then json_build_object('barber', ${barberJson(sql`entries.called_by`)},
    'calledAt', entries.called_at, 'comeBy', entries.come_by) end as call,
  case when entries.status = 'WAITING' then 1 + (
    select count(*) from queue_entries ahead where ahead.barbershop_id = entries.barbershop_id and ahead.status = 'WAITING'
       and (ahead.rank, ahead.joined_at, ahead.id) < (entries.rank, entries.joined_at, entries.id)) end as position`

const entryJoins = sql`
  join barbershops on barbershops.id = entries.barbershop_id join barbershop_queues queues on queues.barbershop_id = entries.barbershop_id
  left join users account on account.id = entries.customer_id
  left join customer_profiles profile on profile.id = entries.profile_id
    or (entries.profile_id is null and profile.barbershop_id = entries.barbershop_id and profile.user_id = entries.customer_id)`

export async function findEntry(db: Database, id: string): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`/* find queue entry */
    select ${entryColumns(null)} from queue_entries entries ${entryJoins} where entries.id = ${id}`.execute(db)
  return rows[0]
}

/** For staff of its barbershop; for everyone else it does not exist. */
export async function findEntryFor(db: Database, id: string, userId: string): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`/* find queue entry for staff */
    select ${entryColumns(userId)} from queue_entries entries ${entryJoins}
     where entries.id = ${id} and ${isPermittedSql('customers', userId)}`.execute(db)
  return rows[0]
}

/** Waiting and called, in order. */
export async function listOpenEntries(
  db: Database,
  barbershopId: string,
  userId: string | null = null,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`/* list open queue entries */
    select ${entryColumns(userId)} from queue_entries entries ${entryJoins}
     where entries.barbershop_id = ${barbershopId} and entries.${openEntrySql}
     order by entries.rank, entries.joined_at, entries.id`.execute(db)
  return rows
}

/** Those in which the account waits or is called. */
export async function listOwnEntries(db: Database, userId: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`/* list own queue entries */
    select ${entryColumns(null)} from queue_entries entries ${entryJoins}
     where entries.customer_id = ${userId} and entries.${openEntrySql} order by entries.joined_at`.execute(db)
  return rows
}

/** The open entries of a customer without an account, whom the barbershop knows. */
export async function listEntriesOfProfile(db: Database, profileId: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`/* list queue entries of profile */
    select ${entryColumns(null)} from queue_entries entries ${entryJoins}
     where entries.profile_id = ${profileId} and entries.${openEntrySql} order by entries.joined_at`.execute(db)
  return rows
}

/** Those whom one of these barbers has called. */
export async function listCallsOf(db: Database, barberIds: readonly string[]): Promise<EntryRow[]> {
  if (barberIds.length === 0) return []
  const { rows } = await sql<EntryRow>`/* list calls of barbers */
    select ${entryColumns(null)} from queue_entries entries ${entryJoins}
     where entries.called_by = any (${barberIds}::uuid[]) and entries.status = 'CALLED' order by entries.id`.execute(db)
  return rows
}

/** What an entry becomes. `call` is who calls until when; without it the entry is not called. */
export type EntryChange = {
  status: QueueEntryStatus
  rank?: number
  slides?: number
  call?: { barberId: string; comeBy: Date }
  appointmentId?: string | null
  /** The user who changes it. */
  changedBy: string | null
}

/** A compare-and-set. False on a version conflict. `at`: when it was tapped or decided. The caller has locked the queue. */
export async function changeEntry(
  tx: Database,
  { id, status, version }: Pick<EntryRow, 'id' | 'status' | 'version'>,
  change: EntryChange,
  at: Date,
): Promise<boolean> {
  const { call, changedBy, rank = null, slides = null, appointmentId } = change
  const { numAffectedRows } = await sql`/* change queue entry */
    update queue_entries
       set status = ${change.status}, rank = coalesce(${rank}, rank), slides = coalesce(${slides}, slides),
           called_by = ${call?.barberId ?? null}, called_at = ${call ? at : null}, come_by = ${call?.comeBy ?? null},
           appointment_id = ${appointmentId === undefined ? sql`appointment_id` : appointmentId},
           changed_by = ${changedBy}, changed_at = ${at}, version = version + 1
     where id = ${id} and status = ${status} and version = ${version}`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether another open entry is of the same account, profile or phone. The caller has locked the queue. */
export async function hasTwin(tx: Database, id: string): Promise<boolean> {
  const { rows } = await sql`/* has twin in queue */
    select from queue_entries own join queue_entries twin on twin.barbershop_id = own.barbershop_id and twin.id <> own.id
     where own.id = ${id} and twin.${openEntrySql}
       and (twin.customer_id = own.customer_id or twin.profile_id = own.profile_id or twin.phone = own.phone) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Whether the barber has called another customer. The caller has locked the queue. */
export async function isCalling(tx: Database, barberId: string): Promise<boolean> {
  const { rows } = await sql`/* is calling */
    select from queue_entries where called_by = ${barberId} and status = 'CALLED'`.execute(tx)
  return rows.length > 0
}

/** The rank so many positions behind in the queue. The caller has locked the queue. */
export async function findRankBehind(tx: Database, entry: EntryRow, positions: number): Promise<number> {
  const ranks = await listOtherRanks(tx, entry)
  const rank = rankBehind(ranks, entry.rank, positions)
  if (rank !== undefined) return rank
  const own = await renumber(tx, entry)
  return rankBehind(await listOtherRanks(tx, entry), own, positions) ?? own
}

async function listOtherRanks(tx: Database, { id, barbershop }: EntryRow): Promise<number[]> {
  const { rows } = await sql<{ rank: number }>`/* list ranks */
    select rank from queue_entries where barbershop_id = ${barbershop.id} and ${openEntrySql} and id <> ${id}`.execute(
    tx,
  )
  return rows.map(({ rank }) => rank)
}

/** Whole numbers in the present order, so that there is one between any two again. Returns the rank of the entry. */
async function renumber(tx: Database, { id, barbershop }: EntryRow): Promise<number> {
  const { rows } = await sql<{ rank: number }>`/* number queue again */
    with numbered as (
      select id as entry_id, row_number() over (order by rank, joined_at, id) as number
        from queue_entries where barbershop_id = ${barbershop.id} and ${openEntrySql}),
    changed as (
      update queue_entries set rank = number from numbered where id = entry_id returning id, rank)
    select rank from changed where id = ${id}`.execute(tx)
  return (rows[0] as { rank: number }).rank
}

/**
 * The first who waits, unless they were notified already. Notes that they are; who is no longer the first is notified again when they
 * are. The caller has locked the queue.
 */
export async function noteNextEntry(tx: Database, barbershopId: string, now: Date) {
  const { rows } = await sql<{ id: string; userId: string | null; shopName: string; isNext: boolean }>`
    /* note next queue entry */
    with first as (
      select id as first_id from queue_entries where barbershop_id = ${barbershopId} and status = 'WAITING'
       order by rank, joined_at, id limit 1)
    update queue_entries set next_notified_at = case when id = first_id then ${now}::timestamptz end from first
     where barbershop_id = ${barbershopId} and status = 'WAITING' and (id = first_id) = (next_notified_at is null)
    returning id, customer_id as "userId", (select name from barbershops where barbershops.id = barbershop_id) as "shopName",
      id = first_id as "isNext"`.execute(tx)
  return rows.find(({ isNext }) => isNext)
}
