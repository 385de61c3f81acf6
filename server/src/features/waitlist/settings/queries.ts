import type { WaitlistSetting, WaitlistStatistics } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'

/** Undefined: the barbershop does not exist for this user. On until the owner switches it off. */
export async function findWaitlistSetting(
  db: Database,
  barbershopId: string,
  userId: string,
): Promise<WaitlistSetting | undefined> {
  const { rows } = await sql<WaitlistSetting>`/* find waitlist setting */
    select coalesce(is_on, true) as "isOn", coalesce(waitlist_settings.version, 1) as version
      from barbershops left join waitlist_settings on waitlist_settings.barbershop_id = barbershops.id
     where barbershops.id = ${barbershopId} and ${isPermittedSql('settings', userId)}`.execute(db)
  return rows[0]
}

type SettingChange = { barbershopId: string; isOn: boolean; version: number }

/** A compare-and-set of the version; the first save is of version 1. False on a version conflict. The caller has locked the barbershop. */
export async function saveWaitlistSetting(tx: Database, change: SettingChange, now: Date): Promise<boolean> {
  const { barbershopId, isOn, version } = change
  const { numAffectedRows } = await sql`/* save waitlist setting */
    insert into waitlist_settings as settings (barbershop_id, is_on, version, updated_at)
    select ${barbershopId}::uuid, ${isOn}::boolean, 2, ${now}::timestamptz
     where ${version}::int = 1 or exists (select from waitlist_settings where barbershop_id = ${barbershopId})
    on conflict on constraint waitlist_settings_key do update
       set is_on = excluded.is_on, version = settings.version + 1, updated_at = excluded.updated_at
     where settings.version = ${version}::int`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * What became free in the last so many days, today included, in local time, and what became of it. Undefined: the barbershop does not
 * exist for this user. A time that several accepted offers took counts once as refilled, and each offer with its minutes and price.
 */
export async function findWaitlistStatistics(
  db: Database,
  { barbershopId, userId, days }: { barbershopId: string; userId: string; days: number },
  now: Date,
): Promise<WaitlistStatistics | undefined> {
  const counts = sql`
    count(*)::int as freed, count(*) filter (where offers > 0)::int as offered, count(*) filter (where accepted > 0)::int as refilled,
    coalesce(sum(minutes), 0)::int as "minutesRecovered", coalesce(sum(cents), 0)::bigint as "centsRecovered"`
  const { rows } = await sql<WaitlistStatistics>`/* waitlist statistics */
    with shop as materialized (
      select id, time_zone from barbershops where id = ${barbershopId} and ${isPermittedSql('money', userId)}),
    freed as materialized (
      select cause, made.* from shop join freed_times on barbershop_id = shop.id
       cross join lateral (
         select count(*) as offers, count(*) filter (where waitlist_offers.status = 'ACCEPTED') as accepted,
                sum(extract(epoch from ends_at - starts_at) / 60) filter (where waitlist_offers.status = 'ACCEPTED') as minutes,
                sum(price_cents) filter (where waitlist_offers.status = 'ACCEPTED') as cents
           from waitlist_offers where freed_time_id = freed_times.id) as made
       where freed_at > (date_trunc('day', ${now}::timestamptz at time zone time_zone) - make_interval(days => ${days}::int - 1))
               at time zone time_zone)
    select total.*, (select coalesce(json_agg(causes order by array_position(
             array['cancelled', 'rescheduled', 'no-show', 'finished-early', 'time-off', 'hours'], cause)), '[]')
             from (select cause, ${counts} from freed group by cause) as causes) as "byCause"
      from shop cross join (select ${counts}, coalesce(sum(offers), 0)::int as offers from freed) as total`.execute(db)
  return rows[0]
}
