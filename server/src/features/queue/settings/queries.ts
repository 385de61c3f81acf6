import type { QueueStatistics } from '@na-regua/contract/queue-today'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'

export type QueueSettingsRow = {
  isOn: boolean
  weekdays: number[]
  opensMinute: number | null
  closesMinute: number | null
  maxLength: number
  callMinutes: number
  slidePositions: number
  maxSlides: number
  walkInShare: number
}

export type StoredSettings = QueueSettingsRow & { doorKey: string; screenKey: string; version: number }

/** Undefined: the barbershop does not exist for this user. `stored` is null while it has never saved any. */
export async function findSettings(
  db: Database,
  barbershopId: string,
  userId: string,
): Promise<{ stored: StoredSettings | null } | undefined> {
  const { rows } = await sql<{ stored: StoredSettings | null }>`/* find queue settings */
    select case when queues.barbershop_id is not null then json_build_object('isOn', is_on, 'weekdays', weekdays,
             'opensMinute', opens_minute, 'closesMinute', closes_minute, 'maxLength', max_length, 'callMinutes', call_minutes,
             'slidePositions', slide_positions, 'maxSlides', max_slides, 'walkInShare', walk_in_share,
             'doorKey', door_key, 'screenKey', screen_key, 'version', queues.version) end as stored
      from barbershops left join barbershop_queues queues on queues.barbershop_id = barbershops.id
     where barbershops.id = ${barbershopId} and ${isPermittedSql('settings', userId)}`.execute(db)
  return rows[0]
}

type SettingsChange = {
  barbershopId: string
  settings: QueueSettingsRow
  doorKey: string
  screenKey: string
  version: number
}

/** A compare-and-set of the version; the first save is of version 1. False on a version conflict. The keys stay once there are some. */
export async function saveSettings(tx: Database, change: SettingsChange, now: Date): Promise<boolean> {
  const { barbershopId, settings, doorKey, screenKey, version } = change
  const { isOn, weekdays, opensMinute, closesMinute, maxLength, callMinutes, slidePositions, maxSlides, walkInShare } =
    settings
  const { numAffectedRows } = await sql`/* save queue settings */
    insert into barbershop_queues as queues (barbershop_id, is_on, weekdays, opens_minute, closes_minute, max_length, call_minutes,
                                   slide_positions, max_slides, walk_in_share, door_key, screen_key, version, updated_at)
    select ${barbershopId}::uuid, ${isOn}::boolean, ${weekdays}::smallint[], ${opensMinute}::smallint, ${closesMinute}::smallint,
           ${maxLength}::smallint, ${callMinutes}::smallint, ${slidePositions}::smallint, ${maxSlides}::smallint, ${walkInShare}::smallint,
           ${doorKey}::text, ${screenKey}::text, 2, ${now}::timestamptz
     where ${version}::int = 1 or exists (select from barbershop_queues where barbershop_id = ${barbershopId})
    on conflict on constraint barbershop_queues_key do update
       set is_on = excluded.is_on, weekdays = excluded.weekdays, opens_minute = excluded.opens_minute, closes_minute = excluded.closes_minute,
           max_length = excluded.max_length, call_minutes = excluded.call_minutes, slide_positions = excluded.slide_positions,
           max_slides = excluded.max_slides, walk_in_share = excluded.walk_in_share, version = queues.version + 1,
           updated_at = excluded.updated_at
     where queues.version = ${version}::int`.execute(tx)
  return numAffectedRows === 1n
}

/** False while the barbershop has no queue. The caller has locked the barbershop. */
export async function replaceKey(
  tx: Database,
  { barbershopId, key, value }: { barbershopId: string; key: 'door' | 'screen'; value: string },
  now: Date,
): Promise<boolean> {
  const column = sql.ref(key === 'door' ? 'door_key' : 'screen_key')
  const { numAffectedRows } = await sql`${sql.raw(`/* renew ${key} key */`)}
    update barbershop_queues set ${column} = ${value}, version = version + 1, updated_at = ${now}
     where barbershop_id = ${barbershopId}`.execute(tx)
  return numAffectedRows === 1n
}

/** "At once" was promised with the range from 0 to 0. */
const AT_ONCE_MIN = 5

/** Undefined: the barbershop does not exist for this user. Hours are local, of when the customers joined. */
export async function findStatistics(
  db: Database,
  {
    barbershopId,
    userId,
    dateFrom,
    dateTo,
  }: { barbershopId: string; userId: string; dateFrom: string; dateTo: string },
): Promise<QueueStatistics | undefined> {
  const median = (value: ReturnType<typeof sql>) =>
    sql`round(percentile_cont(0.5) within group (order by ${value}))::int`
  const counts = sql`
    count(*)::int as entries, count(*) filter (where status in ('LEFT', 'REMOVED', 'MISSED'))::int as lost,
    ${median(sql`waited`)} as "waitedMin"`
  const { rows } = await sql<QueueStatistics>`/* queue statistics */
    with shop as materialized (
      select id, time_zone from barbershops where id = ${barbershopId} and ${isPermittedSql('settings', userId)}),
    joined as materialized (
      select status, promised_from, promised_to, (promised_from + promised_to) / 2.0 as promised,
             extract(hour from joined_at at time zone time_zone)::int as hour,
             case when status = 'SERVED' then extract(epoch from changed_at - joined_at) / 60.0 end as waited
        from queue_entries join shop on shop.id = barbershop_id
       where joined_at >= ${dateFrom}::date::timestamp at time zone time_zone
         and joined_at < (${dateTo}::date + 1)::timestamp at time zone time_zone)
    select total.entries, total.served, total.lost, total."waitedMin" as "medianWaitMin", total."promisesKept",
           (select coalesce(json_agg(by_hour order by hour), '[]') from (
             select hour, ${counts}, ${median(sql`promised`)} as "promisedMin" from joined group by hour) as by_hour) as "byHour"
      from shop cross join (
        select ${counts}, count(*) filter (where status = 'SERVED')::int as served,
               round(100.0 * count(*) filter (where waited >= promised_from and waited <= greatest(promised_to, ${AT_ONCE_MIN}::int))
                 / nullif(count(*) filter (where waited is not null and promised_from is not null), 0))::int as "promisesKept"
          from joined) as total`.execute(db)
  return rows[0]
}
