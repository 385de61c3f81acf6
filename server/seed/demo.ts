import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import { demoAccounts, openDemoAccounts } from './accounts.ts'
import { insertBarbershops, refreshKeptColumns } from './insert-barbershops.ts'
import { insertRows } from './insert-rows.ts'
import { insertReviews, insertVisits, skipReminders } from './insert-visits.ts'
import { insertNotifications } from './notifications.ts'
import { isWoman } from './people/names.ts'
import { type Album, composeAlbum } from './pictures/album.ts'
import { drawPictures } from './pictures/draw-pictures.ts'
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
    await Promise.all([drawPictures(dataDir, album.pictures), insertDemo(tx, album, now)])
  })
  // The base may be older than the folder: what is missing there is drawn again.
  await drawPictures(dataDir, album.pictures)
}

async function insertDemo(tx: Database, album: Album, now: Date) {
  const avatarOf = (name: string) => album.findAvatar(createRandom(name), { isWoman: isWoman(name) })
  const { users, shops, visits } = planDemo(now, album)
  await insertRows(tx, 'users', [...(await openDemoAccounts(now, avatarOf)), ...users])
  await insertBarbershops(tx, shops, now)
  await insertSubscriptions(tx, now)
  await insertVisits(tx, visits, now)
  await skipReminders(tx, demoAccounts.customer.id)
  await insertReviews(tx, visits)
  await insertNotifications(tx, now)
  await refreshKeptColumns(tx, now)
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
