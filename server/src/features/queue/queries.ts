import { ApiError } from '@na-regua/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { getSecret } from '../../lib/secrets.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'
import { specialDaysColumn } from '../staff/schedule/queries.ts'
import { type SpecialDateRow, toSpecialDates, toWeeklyIntervals, type WeeklyRow } from '../staff/schedule/rules.ts'
import type { JoinableQueue, QueueHours } from './rules.ts'

/** The links of entries are signed with it. */
export function getQueueLinkSecret(db: Database): Promise<string> {
  return getSecret(db, 'queue-link')
}

/** True when one of `queue_entries` is open. */
export const openEntrySql = sql<boolean>`status in ('WAITING', 'CALLED')`

/** A barbershop with its queue and what a customer may choose. `version` is that of the barbershop. */
export type JoinSnapshot = JoinableQueue & {
  id: string
  name: string
  version: number
  queue: (QueueHours & { version: number; doorKey: string; slidePositions: number }) | null
  barbers: { id: string; name: string; avatarUrl: string | null }[]
  services: { id: string; name: string; durationMin: number }[]
}

type SnapshotRow = Omit<JoinSnapshot, 'shopHours' | 'specialDates'> & {
  shopHours: WeeklyRow[]
  specialDates: SpecialDateRow[]
}

const queueJson = sql`json_build_object('isOn', is_on, 'weekdays', weekdays, 'opensMinute', opens_minute, 'closesMinute', closes_minute,
  'maxLength', max_length, 'version', queues.version, 'doorKey', door_key, 'slidePositions', slide_positions)`

async function findSnapshot(db: Database, condition: RawBuilder<unknown>): Promise<JoinSnapshot | undefined> {
  const { rows } = await sql<SnapshotRow>`/* find queue */
    select barbershops.id, barbershops.name, barbershops.version, barbershops.is_active as "isActive", time_zone as "timeZone",
      case when queues.barbershop_id is not null then ${queueJson} end as queue,
      (select count(*) from queue_entries where queue_entries.barbershop_id = barbershops.id and ${openEntrySql}) as length,
      (select coalesce(json_agg(json_build_array(day_of_week, opens_minute, closes_minute)), '[]')
         from working_hours where working_hours.barbershop_id = barbershops.id) as "shopHours",
      ${specialDaysColumn},
      (select coalesce(json_agg(json_build_object('id', barbers.id, 'name', users.name, 'avatarUrl', users.avatar_url)
                order by barbers.position, barbers.id), '[]')
         from barbers join users on users.id = user_id
        where barbers.barbershop_id = barbershops.id and removed_at is null) as barbers,
      (select coalesce(json_agg(json_build_object('id', services.id, 'name', services.name, 'durationMin', duration_min)
                order by services.position, services.name, services.id), '[]')
         from services where services.barbershop_id = barbershops.id and services.is_active) as services
     from barbershops left join barbershop_queues queues on queues.barbershop_id = barbershops.id
    where ${condition}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return { ...row, shopHours: toWeeklyIntervals(row.shopHours), specialDates: toSpecialDates(row.specialDates) }
}

/** Reads a barbershop, which need not have a queue. */
export async function getQueueOf(db: Database, barbershopId: string): Promise<JoinSnapshot> {
  const found = await findSnapshot(db, sql`barbershops.id = ${barbershopId}`)
  if (!found) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return found
}

/** By the key in the QR code of the door. */
export async function getQueueOfDoor(db: Database, key: string): Promise<JoinSnapshot> {
  const found = await findSnapshot(db, sql`queues.door_key = ${key}`)
  if (!found) throw new ApiError('LINK_INVALID')
  return found
}

/** By the key in the link of the barbershop's screen. */
export async function getQueueOfScreen(db: Database, key: string): Promise<JoinSnapshot> {
  const found = await findSnapshot(db, sql`queues.screen_key = ${key}`)
  if (!found) throw new ApiError('LINK_INVALID')
  return found
}

/** The late rule of a barbershop. */
export type LateRule = { callMinutes: number; slidePositions: number; maxSlides: number }

const lateColumns = sql`call_minutes as "callMinutes", slide_positions as "slidePositions", max_slides as "maxSlides"`

/**
 * Locks the queue of a barbershop until the transaction ends: entries change one after the other. With a user, the tap of staff, who
 * must be allowed to; undefined for everyone else.
 */
export async function lockQueue(
  tx: Database,
  barbershopId: string,
  tap?: { userId: string; now: Date },
): Promise<LateRule | undefined> {
  const { rows } = tap
    ? await sql<LateRule>`/* tap queue */
        update barbershop_queues set tapped_at = greatest(tapped_at, ${tap.now}::timestamptz)
         where barbershop_id = ${barbershopId} and ${isPermittedSql('customers', tap.userId, sql`barbershop_id`)} returning ${lateColumns}`.execute(
        tx,
      )
    : await sql<LateRule>`/* lock queue */
        select ${lateColumns} from barbershop_queues where barbershop_id = ${barbershopId} for no key update`.execute(
        tx,
      )
  return rows[0]
}
