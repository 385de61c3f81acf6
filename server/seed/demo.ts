import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import { createDemoAccounts, demoAccounts, hasDemo } from './accounts.ts'
import { type Album, composeAlbum } from './images/album.ts'
import { drawImages } from './images/draw-images.ts'
import { insertAppointments, insertReviews, skipReminders } from './insert-appointments.ts'
import { insertBarbershops, refreshStoredColumns } from './insert-barbershops.ts'
import { insertRows } from './insert-rows.ts'
import { insertLively } from './lively-shops.ts'
import { insertNotifications } from './notifications.ts'
import { isWoman } from './people/names.ts'
import { planCustomers, planShops } from './plan-demo.ts'
import { createRandom } from './random.ts'
import { planReviews } from './reviews.ts'
import { insertSubscriptions } from './subscriptions.ts'

/** `onPlanned` is called when nearly all that is left is up to PostgreSQL; never, if the demo exists. */
export type SeedOptions = { db: Database; dataDir: string; now: Date; onPlanned?: () => void }

/** Key of the advisory lock; unique in this database. */
const lockKey = 4_152_027

/**
 * Seeds an empty database with the demo data in one transaction, and writes its images under `dataDir`/uploads/demo.
 * Does nothing when the demo exists; throws when the database has other accounts.
 */
export async function seedDemo({ db, dataDir, now, onPlanned }: SeedOptions): Promise<void> {
  const album = composeAlbum()
  await db.transaction().execute(async (tx) => {
    await sql`
      select set_config(name, '0', true)
      from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) name`.execute(tx)
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    if (await hasDemo(tx)) return
    await refuseForeignAccounts(tx)
    await Promise.all([drawImages(dataDir, album.images), insertDemo(tx, album, { now, onPlanned })])
  })
  // The database may be older than the folder: missing images are rendered again.
  await drawImages(dataDir, album.images)
}

async function insertDemo(tx: Database, album: Album, { now, onPlanned }: Pick<SeedOptions, 'now' | 'onPlanned'>) {
  const avatarOf = (name: string) => album.findAvatar(createRandom(name), { isWoman: isWoman(name) })
  const { users, shops } = planShops(now, album)
  async function insertShops() {
    await insertRows(tx, 'users', [...(await createDemoAccounts(now, avatarOf)), ...users])
    await insertBarbershops(tx, shops, now)
    const owners = new Set([demoAccounts.owner.id, ...shops.map(({ owner_id }) => owner_id)])
    await insertSubscriptions(tx, [...owners], now)
  }
  // What comes next is planned while PostgreSQL inserts.
  const [{ customers, appointments }] = await Promise.all([planCustomers(shops, now, album), insertShops()])
  async function insertVisits() {
    await insertRows(tx, 'users', customers)
    await insertAppointments(tx, appointments, now)
    await skipReminders(tx, demoAccounts.customer.id)
  }
  onPlanned?.()
  await setRowTriggers(tx, 'off')
  const [reviews] = await Promise.all([planReviews(appointments), insertVisits()])
  await insertReviews(tx, reviews)
  await setRowTriggers(tx, 'on')
  await insertLively(tx, shops, now)
  await insertNotifications(tx, now)
  await analyzeNewTables(tx)
  // Other barbershops and owners, of a database that was filled for benches, stay as they are.
  await refreshStoredColumns(
    tx,
    shops.map(({ id }) => id),
    now,
  )
}

/**
 * Foreign keys are checked by a trigger for each row: a fifth of the demo's time. The plan refers to its own rows only (demo.test.ts adds
 * the foreign keys again). A role that may not change this keeps the triggers.
 */
async function setRowTriggers(tx: Database, state: 'on' | 'off') {
  const role = state === 'on' ? 'origin' : 'replica'
  await sql`select set_config('session_replication_role', ${role}, true)
    where has_parameter_privilege('session_replication_role', 'set')`.execute(tx)
}

/**
 * Without statistics the planner treats the full tables as empty until autovacuum runs, a minute later. Tables of a filled database have
 * some, and would take longer than the demo.
 */
async function analyzeNewTables(tx: Database) {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
     where schemaname = current_schema() and last_analyze is null and last_autoanalyze is null`.execute(tx)
  // A sample of a quarter of the usual one: enough until autovacuum takes its own.
  await sql`set local default_statistics_target = 25`.execute(tx)
  for (const { name } of rows) await sql`analyze ${sql.ref(name)}`.execute(tx)
}

/** A database in real use must never get demo barbershops, nor three accounts with a public password. */
export async function refuseForeignAccounts(db: Database) {
  const otherAccount = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'not like', '%@naregua.test')
    .limit(1)
    .executeTakeFirst()
  if (otherAccount) {
    throw new Error(
      'Este banco já tem contas de outras pessoas: a demonstração não entra nele. Use SEED=none ou um banco vazio.',
    )
  }
}
