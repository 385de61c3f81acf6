import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import { demoAccounts, openDemoAccounts } from './accounts.ts'
import { type Album, composeAlbum } from './images/album.ts'
import { drawImages } from './images/draw-pictures.ts'
import { insertAppointments, insertReviews, skipReminders } from './insert-appointments.ts'
import { insertBarbershops, refreshStoredColumns } from './insert-barbershops.ts'
import { insertRows } from './insert-rows.ts'
import { insertNotifications } from './notifications.ts'
import { isWoman } from './people/names.ts'
import { planDemo } from './plan-demo.ts'
import { createRandom } from './random.ts'
import { insertSubscriptions } from './subscriptions.ts'

export type SeedPlace = { db: Database; dataDir: string; now: Date }

/** Any number serves, as long as nothing else in this base locks by it. */
const lockKey = 4_152_027

/**
 * Fills an empty base with the demo city, all or nothing, and its pictures under `dataDir`/uploads/demo.
 * Does nothing when the demo is there; throws when the base holds accounts of other people.
 */
export async function seedDemo({ db, dataDir, now }: SeedPlace): Promise<void> {
  const album = composeAlbum()
  await db.transaction().execute(async (tx) => {
    await sql`
      select set_config(name, '0', true)
      from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) name`.execute(tx)
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    if (await hasDemo(tx)) return
    await refuseForeignAccounts(tx)
    await Promise.all([drawImages(dataDir, album.pictures), insertDemo(tx, album, now)])
  })
  // The base may be older than the folder: what is missing there is drawn again.
  await drawImages(dataDir, album.pictures)
}

async function insertDemo(tx: Database, album: Album, now: Date) {
  const avatarOf = (name: string) => album.findAvatar(createRandom(name), { isWoman: isWoman(name) })
  const { users, shops, appointments } = planDemo(now, album)
  await insertRows(tx, 'users', [...(await openDemoAccounts(now, avatarOf)), ...users])
  await insertBarbershops(tx, shops, now)
  await insertSubscriptions(tx, now)
  await insertAppointments(tx, appointments, now)
  await skipReminders(tx, demoAccounts.customer.id)
  await insertReviews(tx, appointments)
  await insertNotifications(tx, now)
  await refreshStoredColumns(tx, now)
  // Without it the planner takes full tables for empty ones until the base looks by itself, a minute later.
  await sql`analyze`.execute(tx)
}

async function hasDemo(db: Database) {
  const found = await db.selectFrom('users').select('id').where('id', '=', demoAccounts.customer.id).executeTakeFirst()
  return found !== undefined
}

/** Strangers must never find their base full of invented shops, nor three accounts whose password everyone knows. */
export async function refuseForeignAccounts(db: Database) {
  const stranger = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'not like', '%@naregua.test')
    .limit(1)
    .executeTakeFirst()
  if (stranger) {
    throw new Error(
      'Este banco já tem contas de outras pessoas: a demonstração não entra nele. Use SEED=none ou um banco vazio.',
    )
  }
}
