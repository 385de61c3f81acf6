import { appointmentsApi } from '@na-regua/contract/appointments'
import { membersApi } from '@na-regua/contract/members'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createBarberWithoutAccount, createService } from '../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken } from '../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createOwner } from '../../../test/owner-scene.ts'
import { insertDevice } from '../../../test/push-scene.ts'
import { createStatusScene } from '../../../test/status-scene.ts'
import { relayAllEvents, relayEvents } from '../../lib/worker/relay-events.ts'
import { eraseAccounts } from './erase-accounts.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440] })
const { customer, barber, stranger } = scene
beforeEach(() => world.clock.set(noonInSaoPaulo))

const unused = async () => {}
const nameOf = (url: string) => url.replace('/uploads/', '')
const storage = { save: unused, remove: unused, read: unused, listNames: () => [], nameOf } as never

/** Erases the user, as if the deletion had been requested a week ago. `meanwhile` runs in the middle of the transaction. */
async function erase(userId: string, meanwhile = unused) {
  const due = { user_id: userId, requested_at: new Date('2026-03-01'), due_at: new Date('2026-03-08') }
  await world.db.insertInto('account_deletions').values(due).execute()
  await eraseAccounts({ ...world, storage, cancelUpcomingAppointments: meanwhile })
}

async function book({ token }: { token: string }, startTime: string) {
  const body = { barberId: scene.membership.id, serviceId: scene.shop.services[0]?.id, startTime }
  expect((await world.call(appointmentsApi.create, { token, body })).status).toBe(201)
}

test('with an account go the texts of pushes about it that have not left yet; those of others are sent', async () => {
  await insertDevice(world.db, barber)
  for (const [user, name] of [
    [customer, 'Zulmira'],
    [stranger, 'Quirino'],
  ] as const)
    await sql`update users set name = ${name} where id = ${user.id}`.execute(world.db)
  await sql`delete from pending_events`.execute(world.db)
  await book(customer, '2026-03-12T12:00:00Z')
  await book(stranger, '2026-03-12T14:00:00Z')
  const texts = async () =>
    JSON.stringify(await world.db.selectFrom('pending_events').select(['pushes', 'jobs']).execute())
  expect(await texts()).toMatch(/Zulmira.*Quirino/)
  await erase(customer.id)
  expect(await texts()).not.toContain('Zulmira')
  await relayAllEvents(world.db)
  const pushed = await world.db.selectFrom('push_deliveries').select('message').execute()
  expect(pushed).toEqual([{ message: expect.stringContaining('Quirino') }])
})

test('an erasure that takes long stops no event of others', async () => {
  const user = { id: stranger.id, token: await createSessionToken(world, stranger.id) }
  await insertDevice(world.db, user)
  const events = JSON.stringify([
    { userId: user.id, type: 'account_changed', dedupeKey: 'a:1', title: 'Oi', message: '' },
  ])
  await sql`insert into pending_events (jobs, published, pushes, pushes_at, created_at)
    values ('[]', '{}', ${events}, ${world.clock.now()}, ${world.clock.now()})`.execute(world.db)
  let relayed: unknown
  await erase(user.id, async () => {
    relayed = await relayEvents(world.db)
  })
  expect(relayed).toMatchObject({ isLeader: true, events: 1, pushes: 1 })
  // What was meant for the erased user is gone with the device.
  expect(await world.db.selectFrom('push_deliveries').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
})

test('with its owner go the name, the photo and the profile of a barber without an account, and the appointments stay', async () => {
  const owner = await createOwner(world)
  const colleague = await createOwner(world)
  const { db } = world
  const barber = await createBarberWithoutAccount(world, owner.shop.id)
  const other = await createBarberWithoutAccount(world, colleague.shop.id)
  const service = await createService(world, owner.shop.id)
  await db.updateTable('users').set({ name: 'Beto Erasmo' }).where('id', '=', barber.user_id).execute()
  const bio = { token: owner.token, params: { id: barber.id }, body: { bio: 'Beto corta desde 1990' } }
  expect((await world.call(membersApi.setBio, bio)).status).toBe(200)
  await db.updateTable('barbers').set({ instagram: 'beto' }).where('id', '=', barber.id).execute()
  const { user, token } = await createCaller(world)
  const body = { barberId: barber.id, serviceId: service.id, startTime: '2026-03-12T14:00:00Z' }
  expect((await world.call(appointmentsApi.create, { token, body })).status).toBe(201)
  const photo = { avatar_url: '/uploads/avatars/beto-320.webp' }
  await db.updateTable('users').set(photo).where('id', '=', barber.user_id).execute()

  await erase(owner.user.id)
  const erased = await db.selectFrom('users').selectAll().where('id', '=', barber.user_id).executeTakeFirstOrThrow()
  expect(erased).toMatchObject({ name: 'Barbeiro removido', avatar_url: null, role: 'CUSTOMER' })
  const membership = db.selectFrom('barbers').select(['bio', 'instagram']).where('id', '=', barber.id)
  expect(await membership.executeTakeFirstOrThrow()).toEqual({ bio: null, instagram: null })
  const retained = db.selectFrom('appointments').select('customer_id').where('barber_id', '=', barber.id)
  expect(await retained.execute()).toEqual([{ customer_id: user.id }])
  const untouched = db.selectFrom('users').select('email').where('id', '=', other.user_id)
  expect(await untouched.executeTakeFirstOrThrow()).toEqual({ email: null })
  const { rows: jobs } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs where payload::text like '%avatars/beto-%'`.execute(db)
  expect(jobs).toHaveLength(1)
  const texts = JSON.stringify(await db.selectFrom('notifications').select('message').execute())
  expect(texts).not.toContain('Beto Erasmo')
})
