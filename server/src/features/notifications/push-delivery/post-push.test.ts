import type { PushPayload } from '@na-regua/contract/push'
import { afterAll, expect, test } from 'vitest'
import { garbageResponses } from '../../../../test/garbage-server.ts'
import { startPushService } from '../../../../test/push-double.ts'
import { postPush } from './post-push.ts'

const service = await startPushService()
afterAll(() => service.close())

const vapid = {
  publicKey: 'BEZtZlI6rR1Yf7bD3o8n9N1W5F8T0cG9r8nQy1c0G3vQ2b6mS4rX9d7kLwPzHjTqUe1aVxYb0oMnKdIgRsZcEuA',
  privateKey: 'ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICA',
  subject: 'mailto:contato@naregua.test',
}
const payload: PushPayload = {
  deviceId: '',
  title: 'Horário confirmado',
  body: '',
  path: '/',
  tag: 'a'.repeat(32),
  notificationId: null,
  badge: 1,
  actions: [],
  readTags: [],
  createdAt: '2026-03-11T15:00:00.000Z',
}

/** These run into the timeout. */
const slowKinds = ['silence', 'one byte per second', 'an endless body']
const kinds = Object.entries(garbageResponses).filter(([kind]) => !slowKinds.includes(kind))

test.each(kinds)('a push service that responds with %s breaks nothing', async (_, respond) => {
  const { endpoint, keys } = service.createDevice({ respond }).input
  const options = { vapid, ttlSeconds: 60, urgency: 'normal' } as const
  const { outcome } = await postPush({ endpoint, ...keys }, payload, options)
  expect(['sent', 'later', 'refused']).toContain(outcome)
})

test('keys that are invalid in spite of the check are refused, without a request', async () => {
  const { endpoint } = service.createDevice().input
  const target = { endpoint, p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
  const { outcome } = await postPush(target, payload, { vapid, ttlSeconds: 60, urgency: 'normal' })
  expect(outcome).toBe('refused')
})
