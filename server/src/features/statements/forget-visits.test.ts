import { customersApi } from '@na-regua/contract/customers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'
import { createStatementScene, naming, writeOfx } from '../../../test/statement-scene.ts'
import { eraseAccountsJob } from '../privacy/erase-accounts.ts'

const world = await createHarness()
afterAll(() => world.close())

/** A visit of the customer with a typed name and one of a namesake without a profile, each with its Pix of the bank. */
async function createScene() {
  const scene = await createStatementScene(world)
  const { shop, profile } = scene
  const visit = await scene.sell(5000, { profileId: profile.id })
  await world.db.updateTable('visits').set({ customer_name: 'Ana Lima' }).where('id', '=', visit.visitId).execute()
  const other = await scene.sell(3000, { customerName: 'Ana Lima' })
  const received = [
    { cents: 5000, text: `ANA LIMA ${naming(visit.id)}` },
    { cents: 3000, text: `ANA LIMA ${naming(other.id)}` },
  ]
  expect((await scene.upload(writeOfx(received))).body.matched).toBe(2)

  async function readNames() {
    const { rows } = await sql<{ typed: string | null; cents: number; hasText: boolean; profileId: string | null }>`
      select customer_name as typed, bank_entries.cents, description is not null as "hasText", profile_id as "profileId"
        from visits join visit_payments on visit_id = visits.id join bank_entries on payment_id = visit_payments.id
       where visits.barbershop_id = ${shop.id} order by bank_entries.cents`.execute(world.db)
    return rows
  }
  return { ...scene, readNames }
}

const namesake = { typed: 'Ana Lima', cents: 3000, hasText: true, profileId: null }
const nameless = { typed: null, cents: 5000, hasText: false, profileId: null }

test('with a customer known by phone go the name on their visits and what the bank wrote; those of a namesake stay', async () => {
  const { owner, profile, readNames } = await createScene()
  expect((await world.call(customersApi.remove, { token: owner.token, params: { id: profile.id } })).status).toBe(200)
  await createMailbox(world).deliver()
  expect(await readNames()).toEqual([namesake, nameless])
})

test('with an account go the name on its visits and what the bank wrote, and not before its deletion is due', async () => {
  const { profile, readNames } = await createScene()
  const user = await createUser(world)
  await world.db.updateTable('customer_profiles').set({ user_id: user.id }).where('id', '=', profile.id).execute()
  const dueAt = new Date(world.clock.now().getTime() + 60_000)
  const deletion = { user_id: user.id, requested_at: world.clock.now(), due_at: dueAt }
  await world.db.insertInto('account_deletions').values(deletion).execute()
  const unused = { storage: {}, cancelUpcomingAppointments: async () => {} } as never
  const erase = async () => {
    await eraseAccountsJob.run(Object.assign({ db: world.db, clock: world.clock }, unused), {})
    await createMailbox(world).deliver()
  }
  await erase()
  expect(await readNames()).toMatchObject([namesake, { typed: 'Ana Lima', hasText: true }])
  world.clock.set(dueAt.toISOString())
  await erase()
  expect(await readNames()).toEqual([namesake, nameless])
})
