import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../../../../test/harness.ts'
import { createConfirmTokens, tapAction } from '../../../../test/push-scene.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'

const world = await createHarness({ environment: { RATE_LIMIT: 'on' } })
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440] })

test('only invalid tokens count for the address: phones behind one network do not stop each other', async () => {
  const ids = [await scene.put({ status: 'CONFIRMED' }), await scene.put({ status: 'CONFIRMED', minutes: 1500 })]
  const [first, second] = await createConfirmTokens(
    world.db,
    scene.customer,
    ids.map((id) => ({ id })),
  )
  const counted = async () =>
    (await sql<{ count: number }>`select count from attempts where key like 'push-action-client:%'`.execute(world.db))
      .rows
  expect((await tapAction(world, String(first))).body.outcome).toBe('done')
  expect(await counted()).toEqual([])
  expect((await tapAction(world, 'x'.repeat(76))).body.code).toBe('LINK_INVALID')
  expect(await counted()).toMatchObject([{ count: 1 }])
  await sql`update attempts set count = 300 where key like 'push-action-client:%'`.execute(world.db)
  expect((await tapAction(world, 'y'.repeat(76))).status).toBe(429)
  expect((await tapAction(world, String(second))).body.outcome).toBe('done')
})
