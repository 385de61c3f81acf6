import { accountsApi } from '@na-regua/contract/accounts'
import { notificationsApi } from '@na-regua/contract/notifications'
import { privacyApi } from '@na-regua/contract/privacy'
import { profileApi } from '@na-regua/contract/profile'
import { MAX_PUSH_DEVICES, type PushSubscriptionInput, pushApi } from '@na-regua/contract/push'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller, createSessionToken } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createPushInput } from '../../../../test/push-scene.ts'
import { relayAllEvents } from '../../../lib/worker/relay-events.ts'
import { sweepAccounts } from '../../accounts/sweep-accounts.ts'
import { insertNotification } from '../events/queries.ts'
import { loadVapid } from './load-vapid.ts'

const world = await createHarness()
afterAll(() => world.close())
let ana = await createCaller(world)
let rui = await createCaller(world)
const logIn = ({ user }: typeof ana) => createSessionToken(world, user.id)

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await world.db.deleteFrom('sessions').execute()
  ana = { ...ana, token: await logIn(ana) }
  rui = { ...rui, token: await logIn(rui) }
})

const subscribe = (token: string, input: Partial<PushSubscriptionInput> = {}) =>
  world.call(pushApi.subscribe, { token, body: { ...createPushInput(), ...input } })
const devicesOf = async (token: string) => (await world.call(pushApi.devices, { token })).body.devices
const rows = () => world.db.selectFrom('push_subscriptions').selectAll().orderBy('created_at').execute()

describe('the key', () => {
  test('is a point of P-256 and stays the same, in every process', async () => {
    const { body } = await world.call(pushApi.key, { token: ana.token })
    expect(Buffer.from(body.key, 'base64url')).toHaveLength(65)
    expect((await world.call(pushApi.key, { token: rui.token })).body).toEqual(body)
    expect((await loadVapid(world.db, world.config)).publicKey).toBe(body.key)
  })

  test('may be configured', async () => {
    const vapidPrivateKey = 'ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICA'
    const vapid = await loadVapid(world.db, { vapidPrivateKey, vapidSubject: 'https://naregua.test' })
    expect(vapid).toMatchObject({ privateKey: vapidPrivateKey, subject: 'https://naregua.test' })
    expect(vapid.publicKey).toHaveLength(87)
  })
})

describe('a subscription', () => {
  test('is of the session, and changes when it is repeated', async () => {
    const input = createPushInput()
    const first = await subscribe(ana.token, input)
    expect(first).toMatchObject({ status: 200, body: { label: input.label, isCurrent: true, hidesDetails: false } })
    const second = await subscribe(ana.token, { ...input, hidesDetails: true, timeZone: 'America/Manaus' })
    expect(second.body).toEqual({ ...first.body, hidesDetails: true })
    expect(await rows()).toMatchObject([
      { endpoint: input.endpoint, time_zone: 'America/Manaus', user_id: ana.user.id },
    ])
  })

  test('with a new endpoint replaces that of the session', async () => {
    await subscribe(ana.token)
    const input = createPushInput()
    await subscribe(ana.token, input)
    expect((await rows()).map(({ endpoint }) => endpoint)).toEqual([input.endpoint])
  })

  test('of another user takes over the device, and what waited for the first one is gone', async () => {
    const input = createPushInput()
    const { body: device } = await subscribe(ana.token, input)
    const delivery = { subscription_id: device.id, user_id: ana.user.id, dedupe_key: 'a:1', type: 'booking_confirmed' }
    const times = { created_at: world.clock.now(), due_at: world.clock.now(), origin: 'https://fcm.googleapis.com' }
    await world.db
      .insertInto('push_deliveries')
      .values({ ...delivery, ...times })
      .execute()
    const { body } = await subscribe(rui.token, input)
    expect(body.id).not.toBe(device.id)
    expect(await rows()).toMatchObject([{ user_id: rui.user.id }])
    expect(await devicesOf(ana.token)).toEqual([])
    expect(await world.db.selectFrom('push_deliveries').selectAll().execute()).toEqual([])
  })

  test('of two users at the same time belongs to one of them', async () => {
    for (let round = 0; round < 20; round++) {
      const input = createPushInput()
      const responses = await Promise.all([ana.token, rui.token].map((token) => subscribe(token, input)))
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      expect((await rows()).filter(({ endpoint }) => endpoint === input.endpoint)).toHaveLength(1)
    }
  })

  test('is one of at most ten: one more replaces the oldest', async () => {
    const endpoints: string[] = []
    for (let count = 0; count < MAX_PUSH_DEVICES + 2; count++) {
      world.clock.advance({ minutes: 1 })
      const input = createPushInput()
      endpoints.push(input.endpoint)
      expect((await subscribe(await logIn(ana), input)).status).toBe(200)
    }
    expect((await rows()).map(({ endpoint }) => endpoint)).toEqual(endpoints.slice(2))
  })

  test.each<[string, Partial<PushSubscriptionInput>, string]>([
    ['an unknown push service', { endpoint: 'https://push.evil.example/1' }, 'PUSH_ENDPOINT_REFUSED'],
    ['a private address', { endpoint: 'https://192.168.0.1/1' }, 'PUSH_ENDPOINT_REFUSED'],
    ['http', { endpoint: 'http://fcm.googleapis.com/fcm/send/1' }, 'PUSH_ENDPOINT_REFUSED'],
    // Fewer than 1,500 characters, but 3,000 in the normal form.
    ['a URL that is too long', { endpoint: `https://fcm.googleapis.com/${'"'.repeat(1000)}` }, 'PUSH_ENDPOINT_REFUSED'],
    ['an unknown time zone', { timeZone: 'Marte/Norte' }, 'INVALID_INPUT'],
    [
      'a key that is no point of the curve',
      { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
      'INVALID_INPUT',
    ],
  ])('of %s is refused', async (_, input, code) => {
    expect((await subscribe(ana.token, input)).body.code).toBe(code)
    expect(await rows()).toEqual([])
  })
})

test('what is pushed counts as of the service, not of its host', async () => {
  const endpoint = `https://wns2-par02p.notify.windows.com/w/?token=${crypto.randomUUID()}`
  await subscribe(ana.token, { endpoint })
  const content = { type: 'account_changed', dedupeKey: `a:${endpoint}`, title: 'Oi', message: '' } as const
  await insertNotification(world.db, { userId: ana.user.id, ...content }, world.clock.now())
  await relayAllEvents(world.db)
  const stored = await world.db.selectFrom('push_deliveries').select('origin').execute()
  expect(stored).toEqual([{ origin: 'https://*.notify.windows.com' }])
})

describe('it ends', () => {
  test('when the user removes the device; not when another one does', async () => {
    const { body: device } = await subscribe(ana.token)
    const remove = (token: string) => world.call(pushApi.unsubscribe, { token, params: { id: device.id } })
    expect((await remove(rui.token)).body).toEqual({ removed: false })
    expect((await remove(ana.token)).body).toEqual({ removed: true })
    expect(await rows()).toEqual([])
  })

  test('with the session: on logout, and when another session ends all others', async () => {
    const one = await logIn(ana)
    const other = await logIn(ana)
    await subscribe(one)
    await subscribe(other)
    await world.call(accountsApi.logout, { token: other })
    expect(await rows()).toHaveLength(1)
    await world.call(profileApi.endOtherSessions, { token: ana.token })
    expect(await rows()).toEqual([])
  })

  test('with the account', async () => {
    const leaving = await createCaller(world)
    await subscribe(leaving.token)
    expect((await world.call(privacyApi.requestDeletion, { token: leaving.token, body: {} })).status).toBe(200)
    expect(await rows()).toEqual([])
  })

  test('not while the session is only idle: the reminder of a haircut in three weeks arrives', async () => {
    const token = await logIn(ana)
    await subscribe(token)
    world.clock.advance({ minutes: 10 * 1440 })
    await sweepAccounts(world)
    expect(await rows()).toHaveLength(1)
    expect((await world.call(pushApi.key, { token })).status).toBe(401)
    world.clock.advance({ minutes: 21 * 1440 })
    await sweepAccounts(world)
    expect(await rows()).toEqual([])
  })
})

test('the settings: emails are held by default', async () => {
  expect((await world.call(pushApi.devices, { token: rui.token })).body.settings).toEqual({ holdsEmail: true })
  const { body } = await world.call(pushApi.setSettings, { token: rui.token, body: { holdsEmail: false } })
  expect(body).toEqual({ holdsEmail: false })
  expect((await world.call(pushApi.devices, { token: rui.token })).body.settings).toEqual({ holdsEmail: false })
})

test('the channel is among the preferences', async () => {
  const preference = { topic: 'reviews', channel: 'push', isOn: false }
  const { body } = await world.call(notificationsApi.setPreferences, {
    token: rui.token,
    body: { preferences: [preference] },
  })
  expect(body.preferences).toContainEqual(preference)
})

test('the export of personal data lists devices without what one could send to them with', async () => {
  const input = createPushInput()
  const token = await logIn(rui)
  await subscribe(token, input)
  const { body } = await world.call(privacyApi.export, { token })
  expect(JSON.stringify(body)).toContain(input.label)
  expect(JSON.stringify(body)).not.toContain(input.endpoint)
  expect(JSON.stringify(body)).not.toContain(input.keys.auth)
})
