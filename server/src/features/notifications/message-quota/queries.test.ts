import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { hasMessagesLeft, sendWithinQuota } from './queries.ts'

const world = await createHarness()
afterAll(() => world.close())

let scene: Awaited<ReturnType<typeof createStatusScene>>
beforeEach(async () => {
  await sql`delete from appointments; delete from message_counts`.execute(world.db)
  scene = await createStatusScene(world)
})

const nothing = async () => {}
/** How many of so many messages at once are sent. */
async function sendMany(count: number, { senderId = null as string | null, send = nothing } = {}) {
  const sender = { barbershopId: scene.shop.id, senderId }
  const sent = await Promise.all(
    Array.from({ length: count }, () => sendWithinQuota(world.db, sender, send).catch(() => 'failed')),
  )
  return sent.filter((outcome) => outcome === true).length
}
const isLeft = () => hasMessagesLeft(world.db, scene.shop.id)

/** A completed visit for each day before today. */
const complete = (visits: number) =>
  Promise.all(Array.from({ length: visits }, (_, at) => scene.put({ status: 'COMPLETED', minutes: -(at + 1) * 1440 })))

describe('the messages of a barbershop to people without an account', () => {
  test('are 30 at first, also of many at once, and three more for each completed visit', async () => {
    expect(await isLeft()).toBe(true)
    expect([await sendMany(40), await isLeft()]).toEqual([30, false])
    await complete(2)
    expect(await isLeft()).toBe(true)
    expect([await sendMany(10), await isLeft()]).toEqual([6, false])
  })

  test('have no limit once many visits were completed', async () => {
    await complete(200)
    await world.db.insertInto('message_counts').values({ barbershop_id: scene.shop.id, sent: 100_000 }).execute()
    expect([await isLeft(), await sendMany(5)]).toEqual([true, 5])
  })

  test('count only when they are sent', async () => {
    const send = async () => {
      throw new Error('outage')
    }
    expect(await sendMany(40, { send })).toBe(0)
    expect(await sendMany(40)).toBe(30)
  })

  test('are none before the owner has verified their email, and none that an unverified account causes', async () => {
    const unverified = await createUser(world, { isEmailVerified: false })
    const verified = await createUser(world)
    expect(await sendMany(1, { senderId: unverified.id })).toBe(0)
    expect(await sendMany(1, { senderId: verified.id })).toBe(1)
    await world.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', scene.owner.id).execute()
    expect([await isLeft(), await sendMany(1)]).toEqual([false, 0])
  })
})
