import { afterAll, expect, test } from 'vitest'
import { createHarness } from './harness.ts'

const first = await createHarness()
const second = await createHarness({ now: '2026-01-01T03:00:00Z' })

afterAll(async () => {
  await first.close()
  await second.close()
})

test('the app answers on a migrated base', async () => {
  const response = await first.app.inject('/health/ready')
  expect(response.statusCode).toBe(200)
  expect(await first.db.selectFrom('users').selectAll().execute()).toEqual([])
})

test('what one file writes, another does not see', async () => {
  await first.db.insertInto('users').values({ name: 'Ana', email: 'ana@naregua.test' }).execute()
  expect(await second.db.selectFrom('users').selectAll().execute()).toEqual([])
})

test('time stands still until it is moved', () => {
  expect(second.clock.now().toISOString()).toBe('2026-01-01T03:00:00.000Z')
  second.clock.advance({ minutes: 61 })
  expect(second.clock.now().toISOString()).toBe('2026-01-01T04:01:00.000Z')
})

test('an unknown call is told in the one error body', async () => {
  const response = await first.call({ method: 'GET', url: '/nowhere' })
  expect(response.status).toBe(404)
  expect(response.body.code).toBe('NOT_FOUND')
})
