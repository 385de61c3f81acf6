import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../../test/barbershop-factories.ts'
import type { SceneCustomer } from '../../../test/booking-scene.ts'
import { insertDisputedLine } from '../../../test/commission-rows.ts'
import { createSessionToken } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { insertDevice } from '../../../test/push-scene.ts'
import { relayAllEvents } from '../../lib/worker/relay-events.ts'
import { insertNotification } from '../notifications/events/queries.ts'
import { clearCommissionTextsOf, deleteTimeOffOf } from './queries.ts'
import { otherContactColumns, personalDataColumns } from './rules.ts'

const world = await createHarness()
afterAll(() => world.close())

const listed = personalDataColumns.map(({ table, column }) => `${table}.${column}`)

async function listColumns(condition: string) {
  const { rows } = await sql<{ name: string }>`
    select distinct format('%s.%s', tables.relname, attname) as name
      from pg_attribute join pg_class tables on tables.oid = attrelid
     where tables.relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
       and (${sql.raw(condition)}) order by 1`.execute(world.db)
  return rows.map(({ name }) => name)
}

// A new table that references users must state in privacy/rules.ts what is exported and how it is erased.
test('every column that references a user is in the personal data inventory', async () => {
  const referencing = await listColumns(`
    attname ~ '(^|_)(user|customer|owner|person|author)_id$' or exists (
      select from pg_constraint
       where contype = 'f' and confrelid = 'users'::regclass and conrelid = attrelid and attnum = any (conkey)
    )`)
  expect(referencing.length).toBeGreaterThan(10)
  // The owner of an account of the book is a barber, a profile or a register.
  expect(referencing.filter((name) => name !== 'ledger_accounts.owner_id')).toEqual(listed.toSorted())
})

test('every column with contact data states how it is erased', async () => {
  const columns = await listColumns(`attname ~ '(email|phone|whatsapp|instagram|avatar|recipient)'
    and atttypid <> 'boolean'::regtype and atttypid <> 'timestamptz'::regtype`)
  expect(columns).toEqual(Object.keys(otherContactColumns).toSorted())
})

test('cleared and hidden columns exist', async () => {
  const columns = await listColumns('true')
  for (const { table, hidden = [], onErase } of personalDataColumns) {
    const cleared = onErase === 'delete' ? [] : (onErase.clear ?? [])
    for (const name of [...hidden, ...cleared]) expect(columns).toContain(`${table}.${name}`)
  }
})

test('with the time off of an erased barber go the notifications of colleagues who stood in', async () => {
  const shop = await createBarbershopRow(world)
  const absent = await createBarber(world, shop.id)
  const colleague = await createBarber(world, shop.id)
  const now = world.clock.now()
  const off = { barber_id: absent.id, starts_at: now, ends_at: new Date(now.getTime() + 3_600_000) }
  const { id } = await world.db.insertInto('time_off').values(off).returning('id').executeTakeFirstOrThrow()
  const digest = {
    userId: colleague.user_id,
    type: 'booking_rescheduled',
    title: absent.user.name,
    message: '',
  } as const
  const token = await createSessionToken(world, colleague.user_id)
  await insertDevice(world.db, { id: colleague.user_id, token } as SceneCustomer)
  for (const of of [id, crypto.randomUUID()])
    await insertNotification(world.db, { ...digest, dedupeKey: `absence:${of}:1` }, now)
  await relayAllEvents(world.db)
  await deleteTimeOffOf(world.db, absent.user_id)
  const left = await world.db.selectFrom('notifications').select('dedupe_key').execute()
  expect(left.map(({ dedupe_key }) => dedupe_key.includes(id))).toEqual([false])
  const pushes = await world.db.selectFrom('push_deliveries').select('dedupe_key').execute()
  expect(pushes).toEqual(left)
})

test('with what an erased barber wrote in a dispute go the notifications that have it', async () => {
  const shop = await createBarbershopRow(world)
  const barber = await createBarber(world, shop.id)
  const notification = { userId: shop.owner_id, type: 'dispute_opened', title: barber.user.name, message: '' } as const
  const { id } = await insertDisputedLine(world, { barbershopId: shop.id, barberId: barber.id })
  const keys = [`dispute:${id}:opened`, `dispute:${crypto.randomUUID()}:opened`]
  for (const dedupeKey of keys) await insertNotification(world.db, { ...notification, dedupeKey }, world.clock.now())
  await clearCommissionTextsOf(world.db, barber.user_id)
  const left = world.db.selectFrom('notifications').select('dedupe_key').where('user_id', '=', shop.owner_id)
  expect(await left.execute()).toEqual([{ dedupe_key: keys[1] }])
  const { reason } = await world.db
    .selectFrom('commission_disputes')
    .select('reason')
    .where('line_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(reason).toBe('Removido')
})
