import { afterAll, expect, test } from 'vitest'
import { createHarness } from './harness.ts'

const first = await createHarness()
const second = await createHarness({ now: '2026-01-01T03:00:00Z' })

afterAll(async () => {
  await first.close()
  await second.close()
})

test('the app responds on a migrated database', async () => {
  const response = await first.app.inject('/health/ready')
  expect(response.statusCode).toBe(200)
  expect(await first.db.selectFrom('users').selectAll().execute()).toEqual([])
})

test('test files do not see the data of each other', async () => {
  await first.db.insertInto('users').values({ name: 'Ana', email: 'ana@naregua.test' }).execute()
  expect(await second.db.selectFrom('users').selectAll().execute()).toEqual([])
})

test('time stands still until it is moved', () => {
  expect(second.clock.now().toISOString()).toBe('2026-01-01T03:00:00.000Z')
  second.clock.advance({ minutes: 61 })
  expect(second.clock.now().toISOString()).toBe('2026-01-01T04:01:00.000Z')
})

test('an unknown endpoint gets the error body', async () => {
  const response = await first.call({ method: 'GET', url: '/nowhere' })
  expect(response.status).toBe(404)
  expect(response.body.code).toBe('NOT_FOUND')
})
