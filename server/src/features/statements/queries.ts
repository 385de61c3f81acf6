import type { PixReceiver, PixSettings } from '@na-regua/contract/pix'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'

/** Undefined: the barbershop does not exist for this user, who does not work there. */
export async function findPixSettings(
  db: Database,
  barbershopId: string,
  userId: string,
): Promise<PixSettings | undefined> {
  const { rows } = await sql<PixSettings>`/* find pix settings */
    select coalesce(pix_settings.version, 1) as version,
           case when pix_key is not null then json_build_object(
             'keyType', key_type, 'key', pix_key, 'merchantName', merchant_name, 'merchantCity', merchant_city) end as receiver
      from barbershops left join pix_settings on pix_settings.barbershop_id = barbershops.id
     where barbershops.id = ${barbershopId} and (${isPermittedSql('agenda', userId)} or ${isPermittedSql('money', userId)} or exists (
       select from barbers where barbers.barbershop_id = barbershops.id and barbers.user_id = ${userId} and removed_at is null))`.execute(
    db,
  )
  return rows[0]
}

type PixChange = { barbershopId: string; receiver: PixReceiver | null; version: number }

/** A compare-and-set of the version; the first save is of version 1. False on a version conflict. The caller has locked the barbershop. */
export async function savePixSettings(
  tx: Database,
  { barbershopId, receiver, version }: PixChange,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* save pix settings */
    insert into pix_settings as settings (barbershop_id, key_type, pix_key, merchant_name, merchant_city, version, updated_at)
    select ${barbershopId}::uuid, ${receiver?.keyType ?? null}, ${receiver?.key ?? null}, ${receiver?.merchantName ?? null},
           ${receiver?.merchantCity ?? null}, 2, ${now}::timestamptz
     where ${version}::int = 1 or exists (select from pix_settings where barbershop_id = ${barbershopId})
    on conflict on constraint pix_settings_key do update
       set key_type = excluded.key_type, pix_key = excluded.pix_key, merchant_name = excluded.merchant_name,
           merchant_city = excluded.merchant_city, version = settings.version + 1, updated_at = excluded.updated_at
     where settings.version = ${version}::int`.execute(tx)
  return numAffectedRows === 1n
}
