import { confirmationDeadline } from '@na-regua/contract/confirmation'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createHarness } from '../../../../test/harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { schedule } from '../../../jobs.ts'
import { expireRequests } from './expire-requests.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world)
const noon = world.clock.now()
beforeEach(async () => {
  world.clock.set(noon)
  await sql`delete from appointments`.execute(world.db)
})

async function statusOf(id: string) {
  const { status } = await world.db
    .selectFrom('appointments')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status
}

async function statusAfter(id: string, minutes: number) {
  world.clock.set(new Date(noon.getTime() + minutes * 60_000))
  await expireRequests(world)
  return statusOf(id)
}

test.each([
  ['two hours before its start', 600, 480],
  ['after a day at most', 5000, 1440],
  ['not before the barbershop had an hour', 150, 60],
  ['an hour before its start, when it is soon', 90, 30],
])('a request expires %s', async (_, minutes, deadline) => {
  const id = await scene.put({ minutes })
  expect(await statusAfter(id, deadline - 1)).toBe('SCHEDULED')
  expect(await statusAfter(id, deadline)).toBe('CANCELLED')
  const row = await world.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ cancelled_by: 'system', version: 2 })
})

test('nothing else expires, and the job runs every minute', async () => {
  const ids = await Promise.all([
    scene.put({ status: 'CONFIRMED', minutes: 600 }),
    scene.put({ status: 'CONFIRMED', minutes: 700, customer: null }),
    scene.put({ status: 'COMPLETED', minutes: 800 }),
  ])
  await statusAfter(ids[0] as string, 5000)
  expect(await Promise.all(ids.map(statusOf))).toEqual(['CONFIRMED', 'CONFIRMED', 'COMPLETED'])
  expect(schedule).toContainEqual({ task: 'release-requests', match: '* * * * *' })
})

test('many requests expire in batches, also with two processes', async () => {
  await sql`delete from notifications`.execute(world.db)
  for (let index = 0; index < 120; index++) await scene.put({ minutes: 200 + index * 30 })
  world.clock.set(new Date(noon.getTime() + 1440 * 60_000))
  await Promise.all([expireRequests(world), expireRequests(world)])
  const { rows } = await sql<{ status: string; count: number; notified: number }>`
    select status, count(*), (select count(*) from notifications where type = 'booking_released') as notified
      from appointments group by status`.execute(world.db)
  expect(rows).toEqual([{ status: 'CANCELLED', count: 120, notified: 240 }])
})

test('the SQL condition is the same as confirmationDeadline', async () => {
  const minutes = fc.integer({ min: -60, max: 4000 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 4000 }), minutes, minutes, async (lead, offset, nudge) => {
      await sql`delete from appointments`.execute(world.db)
      world.clock.set(noon)
      const id = await scene.put({ minutes: lead })
      const startsAt = new Date(noon.getTime() + lead * 60_000)
      const deadline = confirmationDeadline({ startsAt, requestedAt: noon })
      for (const now of [
        deadline,
        new Date(deadline.getTime() + (nudge % 3) * 60_000),
        new Date(noon.getTime() + offset * 60_000),
      ]) {
        await world.db
          .updateTable('appointments')
          .set({ status: 'SCHEDULED', cancelled_by: null })
          .where('id', '=', id)
          .execute()
        const expected = now >= deadline ? 'CANCELLED' : 'SCHEDULED'
        expect(await statusAfter(id, (now.getTime() - noon.getTime()) / 60_000)).toBe(expected)
      }
    }),
    { numRuns: 60 },
  )
})
