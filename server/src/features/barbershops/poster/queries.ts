import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

type PosterRow = { name: string; place: string; slug: string | null }

/** What the public page shows. Throws BARBERSHOP_NOT_FOUND unless it is active. */
export async function getPosterRow(db: Database, id: string): Promise<PosterRow> {
  const { rows } = await sql<PosterRow>`/* get poster */
    select name, concat_ws(', ', nullif(neighborhood, ''), city) || ' - ' || state as place,
           (select slug from barbershop_slugs where barbershop_id = barbershops.id and is_current) as slug
      from barbershops where id = ${id} and is_active`.execute(db)
  if (!rows[0]) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return rows[0]
}

type DoorRow = { id: string; name: string; place: string }

/** Reads the door whose key is given. Throws LINK_INVALID when the key was renewed or the barbershop is not active. */
export async function getDoorRow(db: Database, key: string): Promise<DoorRow> {
  const { rows } = await sql<DoorRow>`/* get door poster */
    select barbershops.id, name, concat_ws(', ', nullif(neighborhood, ''), city) || ' - ' || state as place
      from barbershop_queues join barbershops on barbershops.id = barbershop_id
     where door_key = ${key} and is_active`.execute(db)
  if (!rows[0]) throw new ApiError('LINK_INVALID')
  return rows[0]
}

/** `digest`: of what the file shows. */
type StoredPoster = { barbershopId: string; file: string; digest: string }

/** Undefined unless the stored file shows this. */
export async function findPoster(
  db: Database,
  { barbershopId, file, digest }: StoredPoster,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`/* find poster */
    select bytes from posters where barbershop_id = ${barbershopId} and file = ${file} and digest = ${digest}`.execute(
    db,
  )
  return rows[0]?.bytes
}

/** One of each file: an earlier one of the barbershop is replaced. */
export async function storePoster(
  db: Database,
  { barbershopId, file, digest, bytes, now }: StoredPoster & { bytes: Buffer; now: Date },
): Promise<void> {
  await sql`/* store poster */
    insert into posters (barbershop_id, file, digest, bytes, rendered_at)
    values (${barbershopId}, ${file}, ${digest}, ${bytes}, ${now})
    on conflict on constraint posters_key do update
       set digest = excluded.digest, bytes = excluded.bytes, rendered_at = excluded.rendered_at`.execute(db)
}
