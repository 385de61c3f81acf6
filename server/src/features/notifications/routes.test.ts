import { notificationsApi } from '@na-regua/contract/notifications'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller, createSessionToken } from '../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { sweepNotifications } from './delivery/sweep-notifications.ts'
import { insertNotification } from './events/queries.ts'
import { isTopicEnabled } from './queries.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(() => world.clock.set(noonInSaoPaulo))

const ana = await createCaller(world)
const rui = await createCaller(world)

let count = 0

async function notify(userId: string, fields: Partial<Parameters<typeof insertNotification>[1]> = {}) {
  world.clock.advance({ minutes: 1 })
  const dedupeKey = fields.dedupeKey ?? `event ${++count}`
  const content = {
    title: `Aviso ${dedupeKey}`,
    message: 'Seu horário foi confirmado.',
    path: '/customer/appointments',
  }
  await insertNotification(
    world.db,
    { userId, type: 'booking_confirmed', ...content, ...fields, dedupeKey },
    world.clock.now(),
  )
}

const list = async (token: string, query = {}) => (await world.call(notificationsApi.list, { token, query })).body
const clear = () => world.db.deleteFrom('notifications').execute()

describe('the list', () => {
  test('is empty at first', async () => {
    await clear()
    expect(await list(ana.token)).toEqual({
      notifications: [],
      unreadCount: 0,
      pagination: { total: 0, page: 1, perPage: 10, totalPages: 1 },
    })
  })

  test('is sorted newest first, paged, with the total unread count [3.2]', async () => {
    await clear()
    for (let made = 0; made < 12; made++) await notify(ana.user.id, { dedupeKey: `no ${made}` })
    await notify(rui.user.id)
    const first = await list(ana.token)
    expect(first.notifications.map(({ title }: { title: string }) => title)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Aviso no ${11 - index}`),
    )
    expect(first).toMatchObject({ unreadCount: 12, pagination: { total: 12, totalPages: 2 } })
    expect(first.notifications[0]).toMatchObject({
      type: 'booking_confirmed',
      read: false,
      path: '/customer/appointments',
      createdAt: '2026-03-11T15:12:00.000Z',
    })
    expect((await list(ana.token, { page: 2 })).notifications).toHaveLength(2)
  })

  test('contains one notification per event', async () => {
    await clear()
    await notify(ana.user.id, { dedupeKey: 'twice' })
    await notify(ana.user.id, { dedupeKey: 'twice' })
    expect((await list(ana.token)).notifications).toHaveLength(1)
  })

  test('drops notifications older than ninety days', async () => {
    await clear()
    await notify(ana.user.id, { dedupeKey: 'old' })
    world.clock.advance({ minutes: 60 * 24 * 90 - 1 })
    await notify(ana.user.id, { dedupeKey: 'new' })
    world.clock.advance({ minutes: 1 })
    await sweepNotifications(world)
    const token = await createSessionToken(world, ana.user.id)
    expect((await list(token)).notifications.map(({ title }: { title: string }) => title)).toEqual(['Aviso new'])
  })
})

describe('marking as read', () => {
  test('marks one, responds with the unread count, and is idempotent [4.6, 7.16]', async () => {
    await clear()
    await notify(ana.user.id)
    await notify(ana.user.id)
    const [newest] = (await list(ana.token)).notifications
    for (let times = 0; times < 2; times++) {
      const { status, body } = await world.call(notificationsApi.read, { token: ana.token, params: { id: newest.id } })
      expect([status, body]).toEqual([200, { unreadCount: 1 }])
    }
    expect((await list(ana.token)).notifications.map(({ read }: { read: boolean }) => read)).toEqual([true, false])
  })

  test('marks all of one user only [7.16]', async () => {
    await clear()
    await notify(ana.user.id)
    await notify(ana.user.id)
    await notify(rui.user.id)
    const { body } = await world.call(notificationsApi.readAll, { token: ana.token })
    expect(body).toEqual({ unreadCount: 0 })
    expect((await list(ana.token)).unreadCount).toBe(0)
    expect((await list(rui.token)).unreadCount).toBe(1)
  })

  test("rejects another user's and unknown notifications", async () => {
    await clear()
    await notify(rui.user.id)
    const [other] = (await list(rui.token)).notifications
    for (const id of [other.id, crypto.randomUUID()]) {
      const { status, body } = await world.call(notificationsApi.read, { token: ana.token, params: { id } })
      expect([status, body.code]).toEqual([404, 'NOTIFICATION_NOT_FOUND'])
    }
    expect((await list(rui.token)).unreadCount).toBe(1)
  })
})

describe('preferences', () => {
  const setAs = (token: string, preferences: unknown) =>
    world.call(notificationsApi.setPreferences, { token, body: { preferences } })

  test('are all enabled by default and change one by one', async () => {
    const { body } = await world.call(notificationsApi.preferences, { token: rui.token })
    expect(body.preferences).toHaveLength(28)
    expect(body.preferences.every(({ isOn }: { isOn: boolean }) => isOn)).toBe(true)

    const off = { topic: 'reviews', channel: 'email', isOn: false }
    const { body: changed } = await setAs(rui.token, [off])
    expect(changed.preferences.filter(({ isOn }: { isOn: boolean }) => !isOn)).toEqual([off])
    expect(await isTopicEnabled(world.db, { userId: rui.user.id, topic: 'reviews', channel: 'email' })).toBe(false)
    expect(await isTopicEnabled(world.db, { userId: ana.user.id, topic: 'reviews', channel: 'email' })).toBe(true)
    expect(await isTopicEnabled(world.db, { userId: rui.user.id, topic: 'reviews', channel: 'in-app' })).toBe(true)
    await setAs(rui.token, [off, { ...off, isOn: true }])
    expect(await isTopicEnabled(world.db, { userId: rui.user.id, topic: 'reviews', channel: 'email' })).toBe(true)
  })

  test('suppress in-app notifications, except those without a topic', async () => {
    await clear()
    await setAs(ana.token, [{ topic: 'appointments', channel: 'in-app', isOn: false }])
    await notify(ana.user.id, { topic: 'appointments' })
    await notify(ana.user.id, { topic: 'reminders', dedupeKey: 'reminded' })
    await notify(ana.user.id, { dedupeKey: 'of the account' })
    expect((await list(ana.token)).notifications).toHaveLength(2)
  })

  test.each([
    [[{ topic: 'rumours', channel: 'email', isOn: false }]],
    [[{ topic: 'reviews', channel: 'pigeon', isOn: false }]],
    [[{ topic: 'reviews', channel: 'email', isOn: 'no' }]],
    [[{ topic: 'reviews', channel: 'email', isOn: false, userId: crypto.randomUUID() }]],
    [[]],
  ])('reject %j', async (preferences) => {
    expect((await setAs(ana.token, preferences)).status).toBe(400)
  })
})
