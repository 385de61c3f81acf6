import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
const { put, owner, customer, shop } = await createStatusScene(world, { barberCount: 3 })
const [first, second, third] = shop.barbers.map(({ id }) => id) as [string, string, string]
const people = { customer, first: shop.staff[0], second: shop.staff[1], third: shop.staff[2] }
await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner.id).execute()
for (const [name, user] of Object.entries(people))
  await world.db
    .updateTable('users')
    .set({ name })
    .where('id', '=', (user as SceneCustomer).id)
    .execute()

beforeEach(async () => {
  mailbox.emails.length = 0
  await sql`delete from appointments; delete from pending_events; delete from graphile_worker._private_jobs`.execute(
    world.db,
  )
})

/** The owner moves it to one barber after the other, without a pause. */
async function passOn(...barberIds: string[]) {
  const id = await put({ status: 'CONFIRMED' })
  const { starts_at } = await world.db
    .selectFrom('appointments')
    .select('starts_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  for (const [index, barberId] of barberIds.entries()) {
    const body = { startTime: starts_at.toISOString(), barberId, version: index + 1 }
    const { status } = await world.call(staffBookingsApi.move, { params: { id }, token: owner.token, body })
    expect(status).toBe(200)
  }
  return { id, version: barberIds.length + 1 }
}

/** Who received which e-mail, once the moves cannot be undone any more. */
async function listReceived() {
  await mailbox.deliver(new Date(Date.now() + 60_000))
  const nameOf = (address: string) =>
    Object.entries(people).find(([, user]) => address.startsWith((user as SceneCustomer).id))?.[0]
  return mailbox.emails.map(({ to, subject }) => `${nameOf(to)}: ${subject.split(':')[0]}`).toSorted()
}

test('a barber whose appointment goes from one to the next receives one e-mail, with who has it now', async () => {
  await passOn(second, third)
  expect(await listReceived()).toEqual([
    'customer: Seu horário mudou',
    'first: Horário passado para outro barbeiro',
    'second: Horário passado para outro barbeiro',
    'third: Horário mudado pela barbearia',
  ])
  expect(mailbox.emails.find(({ to }) => to.startsWith(people.first?.id ?? ''))?.text).toContain('agora é com third')
})

test('one who had it again in between receives the last e-mail only', async () => {
  await passOn(second, first, third)
  expect((await listReceived()).filter((received) => received.startsWith('first'))).toEqual([
    'first: Horário passado para outro barbeiro',
  ])
})

test('one who has it again, by an undo or another move, receives none about losing it', async () => {
  const { id, version } = await passOn(second)
  const undo = { params: { id }, token: owner.token, body: { version } }
  expect((await world.call(staffBookingsApi.undoMove, undo)).status).toBe(200)
  expect(await listReceived()).toEqual([])
  await sql`delete from appointments`.execute(world.db)
  await passOn(second, first)
  expect((await listReceived()).filter((received) => received.startsWith('first'))).toEqual([
    'first: Horário mudado pela barbearia',
  ])
})
