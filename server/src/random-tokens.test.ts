import { randomBytes } from 'node:crypto'
import { pushApi } from '@na-regua/contract/push'
import { queueApi } from '@na-regua/contract/queue'
import { bookingLinkApi } from '@na-regua/contract/staff-bookings'
import { waitlistApi } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../test/harness.ts'

const world = await createHarness({ environment: { RATE_LIMIT: 'on' } })
afterAll(() => world.close())

/** In the form of our tokens: 48 characters, and those of a button of a push. */
const randomToken = () => randomBytes(36).toString('base64url')
const randomPushToken = () => randomBytes(64).toString('base64url').slice(0, 80)

const body = { newStartTime: '2026-03-12T15:00:00.000Z' }

const requests = {
  'a move by a link': () => world.call(bookingLinkApi.reschedule, { params: { token: randomToken() }, body }),
  'an offer that is accepted': () => world.call(waitlistApi.accept, { params: { token: randomToken() } }),
  'a place in the queue': () =>
    world.call(queueApi.fallBack, { params: { token: randomToken() }, body: { positions: 1, version: 1 } }),
  'the button of a push': () => world.call(pushApi.act, { body: { token: randomPushToken() } }),
}

test.each(Object.entries(requests))('%s with random tokens stores no row for each of them', async (_, send) => {
  await sql`delete from attempts`.execute(world.db)
  for (let at = 0; at < 20; at++) expect((await send()).body.code).toBe('LINK_INVALID')
  const { rows } = await sql`select from attempts`.execute(world.db)
  // One counts the address that guesses.
  expect(rows.length).toBeLessThanOrEqual(1)
})
