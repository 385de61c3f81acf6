import { notificationsApi } from '@na-regua/contract/notifications'
import { afterAll, describe, expect, test } from 'vitest'
import { createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { isTopicEnabled } from '../queries.ts'
import { getUnsubscribeUrl } from './queries.ts'

const world = await createHarness()
afterAll(() => world.close())

const site = 'https://naregua.test'

async function createLink() {
  const { id: userId } = await createUser(world)
  const url = await getUnsubscribeUrl(world.db, { site, userId, topic: 'reminders' })
  return { userId, url, token: new URL(url).searchParams.get('token') ?? '' }
}

const set = (token: string, isOn: boolean) =>
  world.call(notificationsApi.setEmailSubscription, { body: { token, isOn } })

describe('the unsubscribe link', () => {
  test('shows its topic, disables it without a login, and enables it again', async () => {
    const { userId, url, token } = await createLink()
    const preference = { userId, topic: 'reminders', channel: 'email' } as const
    expect(url).toMatch(/^https:\/\/naregua\.test\/descadastrar\?token=[\w.-]+$/)
    const before = await world.call(notificationsApi.emailSubscription, { query: { token } })
    expect([before.status, before.body]).toEqual([200, { topic: 'reminders', isOn: true }])
    for (const isOn of [false, false, true]) {
      expect((await set(token, isOn)).body).toEqual({ topic: 'reminders', isOn })
      expect(await isTopicEnabled(world.db, preference)).toBe(isOn)
    }
  })

  test('affects this topic, channel and user only', async () => {
    const { userId, token } = await createLink()
    await set(token, false)
    const rows = await world.db.selectFrom('notification_preferences').selectAll().where('is_on', '=', false).execute()
    expect(rows).toMatchObject([{ user_id: userId, topic: 'reminders', channel: 'email' }])
  })

  test('cannot be forged for another topic or user', async () => {
    const { token } = await createLink()
    const [userId, , mac] = token.split('.')
    const other = (await createUser(world)).id
    const forged = [`${userId}.reviews.${mac}`, `${other}.reminders.${mac}`, `${token}x`, token.slice(0, -1), '', '..']
    for (const attempt of [...forged, `${token}.`, 'ç'.repeat(60)]) {
      expect((await set(attempt, false)).body.code, attempt).toBe('LINK_INVALID')
      expect((await world.call(notificationsApi.emailSubscription, { query: { token: attempt } })).status).toBe(422)
    }
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
  ])('accepts one-click unsubscribe as %s', async (type, payload) => {
    const { userId, url } = await createLink()
    const headers = { 'content-type': type }
    const response = await world.app.inject({ method: 'POST', url: url.replace(site, ''), headers, payload })
    expect([response.statusCode, response.payload]).toEqual([200, 'Você não recebe mais estes e-mails.'])
    expect(await isTopicEnabled(world.db, { userId, topic: 'reminders', channel: 'email' })).toBe(false)
    const forged = await world.app.inject({ method: 'POST', url: '/descadastrar?token=x', headers, payload })
    expect(forged.json().code).toBe('LINK_INVALID')
  })

  test('of a deleted user changes nothing and gets the same response', async () => {
    const { userId, token } = await createLink()
    await world.db.deleteFrom('users').where('id', '=', userId).execute()
    expect((await set(token, false)).status).toBe(200)
  })
})
