import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import { demoAccounts, openDemoAccounts } from './accounts.ts'
import { insertBarbershops, refreshKeptColumns } from './insert-barbershops.ts'
import { insertRows } from './insert-rows.ts'
import { insertReviews, insertVisits } from './insert-visits.ts'
import { isWoman } from './people/names.ts'
import { composeAlbum } from './pictures/album.ts'
import { drawPictures } from './pictures/draw-pictures.ts'
import { type Demo, planDemo } from './plan-demo.ts'
import { createRandom } from './random.ts'

export type SeedPlace = { db: Database; dataDir: string; now: Date }

/** Any number serves, as long as nothing else in this base locks by it. */
const lockKey = 4_152_027

/**
 * Fills an empty base with the demo city, all or nothing, and its pictures under `dataDir`/uploads/demo.
 * Does nothing when the demo is there; throws when the base holds accounts of other people.
 */
export async function seedDemo({ db, dataDir, now }: SeedPlace): Promise<void> {
  const album = composeAlbum()
  const drawing = drawPictures(dataDir, album.pictures)
  // Awaited below; until then a failure must not count as unhandled.
  drawing.catch(() => {})
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(
      tx,
    )
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    if (await hasDemo(tx)) return
    await refuseForeignAccounts(tx)
    const avatarOf = (name: string) => album.findAvatar(createRandom(name), { isWoman: isWoman(name) })
    const accounts = await openDemoAccounts(now, avatarOf)
    const demo = planDemo(now, album)
    await insertDemo(tx, { ...demo, users: [...accounts, ...demo.users] }, now)
    await drawing
  })
  await drawing
}

async function insertDemo(tx: Database, { users, shops, visits }: Demo, now: Date) {
  await insertRows(tx, 'users', users)
  await insertBarbershops(tx, shops, now)
  await insertVisits(tx, visits, now)
  await insertReviews(tx, visits)
  await refreshKeptColumns(tx, now)
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
