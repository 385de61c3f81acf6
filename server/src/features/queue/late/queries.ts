import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { deleteBatch } from '../../../lib/worker/run-sweeps.ts'
import { specialDaysColumn } from '../../staff/schedule/queries.ts'
import {
  type BarbershopOpenings,
  type SpecialDateRow,
  toSpecialDates,
  toWeeklyIntervals,
  type WeeklyRow,
} from '../../staff/schedule/rules.ts'
import { openEntrySql } from '../queries.ts'

/** Called entries whose time to come is over, the latest first. */
export async function listLateEntries(
  db: Database,
  now: Date,
  limit: number,
): Promise<{ id: string; barbershopId: string }[]> {
  const { rows } = await sql<{ id: string; barbershopId: string }>`/* list late queue entries */
    select id, barbershop_id as "barbershopId" from queue_entries
     where status = 'CALLED' and come_by <= ${now} order by come_by limit ${limit}`.execute(db)
  return rows
}

/** The oldest open entry of a barbershop, with what decides when its day ends. */
export type OpenQueue = BarbershopOpenings & { barbershopId: string; timeZone: string; oldestJoinedAt: Date }

/** A page of the queues with open entries from before `joinedBefore`, by the barbershop's id. */
export async function listOpenQueues(
  db: Database,
  { joinedBefore, after, limit }: { joinedBefore: Date; after: string; limit: number },
): Promise<OpenQueue[]> {
  type Row = Omit<OpenQueue, 'shopHours' | 'specialDates'> & { shopHours: WeeklyRow[]; specialDates: SpecialDateRow[] }
  const { rows } = await sql<Row>`/* list open queues */
    select barbershops.id as "barbershopId", time_zone as "timeZone", oldest as "oldestJoinedAt",
      (select coalesce(json_agg(json_build_array(day_of_week, opens_minute, closes_minute)), '[]')
         from working_hours where working_hours.barbershop_id = barbershops.id) as "shopHours",
      ${specialDaysColumn}
     from (select barbershop_id, min(joined_at) as oldest from queue_entries
            where ${openEntrySql} and barbershop_id > ${after}::uuid and joined_at < ${joinedBefore}
            group by barbershop_id order by barbershop_id limit ${limit}) as queues
     join barbershops on barbershops.id = barbershop_id order by barbershops.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    shopHours: toWeeklyIntervals(row.shopHours),
    specialDates: toSpecialDates(row.specialDates),
  }))
}

/** Open entries of a barbershop with when they joined. */
export async function listOpenJoins(tx: Database, barbershopId: string): Promise<{ id: string; joinedAt: Date }[]> {
  const { rows } = await sql<{ id: string; joinedAt: Date }>`/* list open joins */
    select id, joined_at as "joinedAt" from queue_entries where barbershop_id = ${barbershopId} and ${openEntrySql}`.execute(
    tx,
  )
  return rows
}

/** The caller has locked the queue. */
export async function expireEntries(tx: Database, ids: readonly string[], now: Date): Promise<void> {
  await sql`/* expire queue entries */
    update queue_entries set status = 'EXPIRED', called_by = null, called_at = null, come_by = null, changed_by = null,
           changed_at = ${now}, version = version + 1
     where id = any (${ids}::uuid[]) and ${openEntrySql}`.execute(tx)
}

/** Names and phones of customers without an account or profile are stored for so many days; entries are, for the statistics. */
const NAME_DAYS = 30
const ENTRY_DAYS = 400

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

/** The walk-ins that began from an entry have its name. Before `clearOldNames`, by whose names they are found. */
export async function clearOldWalkInNames(db: Database, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`/* clear old names of walk-ins */
    update appointments set customer_name = null where id = any (array(
      select appointments.id from queue_entries join appointments on appointments.id = appointment_id
       where joined_at <= ${daysBefore(now, NAME_DAYS)} and (name is not null or phone is not null) and customer_name is not null
       order by joined_at limit ${limit} for update of appointments skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Rows that another transaction has locked are left to a later run, and those whose walk-in still has the name. */
export async function clearOldNames(db: Database, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`/* clear old names */
    update queue_entries set name = null, phone = null where ctid = any (array(
      select ctid from queue_entries where joined_at <= ${daysBefore(now, NAME_DAYS)} and (name is not null or phone is not null)
         and not exists (select from appointments where appointments.id = appointment_id and customer_name is not null)
       order by joined_at limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export function deleteOldEntries(db: Database, now: Date, limit: number): Promise<number> {
  return deleteBatch(db, { table: 'queue_entries', by: 'joined_at', until: daysBefore(now, ENTRY_DAYS), limit })
}
