import type { ServerResponse } from 'node:http'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { notificationsApi } from '@na-regua/contract/notifications'
import { pushApi } from '@na-regua/contract/push'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { startPushService } from '../../../../test/push-double.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { relayAllEvents } from '../../../lib/worker/relay-events.ts'
import { listPushActions } from '../../appointments/push-actions/list-push-actions.ts'
import { sweepNotifications } from '../delivery/sweep-notifications.ts'
import { insertNotification } from '../events/queries.ts'
import { createPushSender } from './create-push-sender.ts'
import { leaseDuePushes } from './queries.ts'
import type { PushKind } from './send-push.ts'

const service = await startPushService()
const other = await startPushService()
const world = await createHarness({ environment: { PUSH_HOSTS: `${service.origin},${other.origin}` } })
const warnings: object[] = []
const kinds: PushKind[] = []
const createSender = () =>
  createPushSender({
    ...world,
    listPushActions,
    log: { warn: (details) => warnings.push(details) },
    countPush: (kind) => kinds.push(kind),
  })
const sender = createSender()
afterAll(async () => {
  await world.close()
  await service.close()
  await other.close()
})
const scene = await createStatusScene(world, { hours: [0, 1440] })
const { customer, barber } = scene
const MINUTE = 1
const DAY = 1440

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  for (const table of [
    'push_subscriptions',
    'appointments',
    'notifications',
    'notification_preferences',
    'push_settings',
  ])
    await sql`delete from ${sql.table(table)}`.execute(world.db)
  await sql`delete from pending_events; delete from graphile_worker._private_jobs`.execute(world.db)
  for (const { state } of [service, other]) Object.assign(state, { received: [], rejected: [] })
  warnings.length = 0
  kinds.length = 0
})

type DeviceOptions = Parameters<typeof service.createDevice>[0] & { at?: typeof service }

async function subscribe({ token }: SceneCustomer, { at = service, ...options }: DeviceOptions = {}) {
  const device = at.createDevice(options)
  const { status, body } = await world.call(pushApi.subscribe, { token, body: device.input })
  expect(status).toBe(200)
  return { ...device, id: body.id as string }
}

async function deliver() {
  await relayAllEvents(world.db)
  await sender.sendDue()
}

const notify = (
  { id: userId }: SceneCustomer,
  fields: Partial<Parameters<typeof insertNotification>[1]> = {},
  now = world.clock.now(),
) => {
  const content = {
    title: 'Horário confirmado',
    message: 'Corte com Rui, quinta às 10h.',
    path: '/customer/appointments',
  }
  const notification = {
    userId,
    type: 'booking_confirmed',
    topic: 'appointments',
    dedupeKey: 'event:1:a',
    ...content,
  } as const
  return insertNotification(world.db, { ...notification, ...fields }, now)
}

const outcomes = async () =>
  (
    await world.db
      .selectFrom('push_deliveries')
      .select(['outcome', 'attempts', 'due_at'])
      .orderBy('created_at')
      .execute()
  ).map(({ outcome, attempts, due_at }) => ({
    outcome,
    attempts,
    dueIn: due_at && due_at.getTime() - world.clock.now().getTime(),
  }))
const setPreference = ({ token }: SceneCustomer, preference: object) =>
  world.call(notificationsApi.setPreferences, { token, body: { preferences: [preference] } })

const start = '2026-03-12T12:00:00.000Z'
async function book() {
  const [service] = scene.shop.services
  const body = { barberId: scene.membership.id, serviceId: service?.id, startTime: start }
  const booked = await world.call(appointmentsApi.create, { token: customer.token, body })
  expect(booked.status).toBe(201)
  return booked.body.appointment.id as string
}

describe('a push', () => {
  test('of a booking reaches the barber, encrypted and signed, with its buttons', async () => {
    const { body: key } = await world.call(pushApi.key, { token: barber.token })
    service.state.publicKey = key.key
    const device = await subscribe(barber)
    const id = await book()
    await deliver()
    expect(service.state.rejected).toEqual([])
    const [push] = device.received()
    expect(push).toMatchObject({ urgency: 'normal', ttl: 21 * 3600, topic: push?.payload.tag })
    expect(push?.payload).toMatchObject({
      deviceId: device.id,
      title: 'Novo pedido',
      path: `/barber/appointments?agendamento=${id}`,
      badge: 1,
      readTags: [],
      actions: [{ id: 'reject' }, { id: 'accept' }],
    })
    expect(push?.payload.body).toContain('pediu')
    expect(push?.payload.tag).toMatch(/^[0-9a-f]{32}$/)
    const [notification] = await world.db
      .selectFrom('notifications')
      .where('user_id', '=', barber.id)
      .select('id')
      .execute()
    expect(push?.payload.notificationId).toBe(notification?.id)
    expect(kinds).toEqual(['sent'])
  })

  test('goes to each device of the person once, and its text is not stored any longer', async () => {
    const phone = await subscribe(customer)
    const tablet = other.createDevice()
    const session = await sql<{
      token_hash: Buffer
    }>`insert into sessions (token_hash, user_id, created_at, last_used_at, expires_at)
      select sha256('x'), user_id, created_at, last_used_at, expires_at from sessions where user_id = ${customer.id} limit 1
      returning token_hash`.execute(world.db)
    await sql`insert into push_subscriptions (user_id, session_hash, endpoint, service, p256dh, auth, label, time_zone, hides_details, created_at)
      values (${customer.id}, ${session.rows[0]?.token_hash}, ${tablet.input.endpoint}, ${other.origin}, ${tablet.input.keys.p256dh},
        ${tablet.input.keys.auth}, 'Tablet', 'America/Sao_Paulo', false, ${world.clock.now()})`.execute(world.db)
    await notify(customer)
    await notify(customer)
    await deliver()
    await deliver()
    expect([phone.received().length, tablet.received().length]).toEqual([1, 1])
    const stored = await world.db.selectFrom('push_deliveries').select(['title', 'message', 'outcome']).execute()
    expect(stored).toEqual([1, 2].map(() => ({ title: null, message: null, outcome: 'sent' })))
    await sql`delete from sessions where token_hash = sha256('x')`.execute(world.db)
  })

  test('is sent also to those who want nothing in the product; not to those who want no push of the topic', async () => {
    const device = await subscribe(customer)
    await setPreference(customer, { topic: 'appointments', channel: 'in-app', isOn: false })
    await notify(customer)
    await deliver()
    expect(device.received()[0]?.payload).toMatchObject({ title: 'Horário confirmado', notificationId: null, badge: 0 })
    await setPreference(customer, { topic: 'appointments', channel: 'push', isOn: false })
    await notify(customer, { dedupeKey: 'event:2:a' })
    await deliver()
    expect(device.received()).toHaveLength(1)
    await notify(customer, { dedupeKey: 'event:3:a', topic: undefined })
    await deliver()
    expect(device.received()).toHaveLength(2)
  })

  test('hides details where the person wants it', async () => {
    const device = await subscribe(barber, { hidesDetails: true })
    await book()
    await deliver()
    const { payload } = device.received()[0] as NonNullable<ReturnType<typeof device.received>[0]>
    expect(payload).toMatchObject({ title: 'Novo pedido de agendamento', body: '' })
    expect(JSON.stringify({ ...payload, actions: [] })).not.toMatch(/Cliente|Corte|Navalha/)
  })

  test('contains no reason, note, phone, price or address', async () => {
    const device = await subscribe(customer)
    const id = await scene.put({ status: 'CONFIRMED' })
    await sql`update appointments set note = 'ligar no 62 99999-0000' where id = ${id}`.execute(world.db)
    const body = { reason: 'Ligue para 62 98888-7777, Rua das Flores 10, R$ 50' }
    await world.call(appointmentsApi.cancel, { params: { id }, token: barber.token, body })
    await deliver()
    const text = JSON.stringify(device.received()[0]?.payload)
    expect(text).toContain('Horário cancelado')
    expect(text).not.toMatch(/Motivo|9999|98888|Flores|R\$|Rua 9|5000/)
    const [notification] = await world.db.selectFrom('notifications').select('message').execute()
    expect(notification?.message).toContain('Ligue para')
  })

  test('with the longest texts stays under 4 KB', async () => {
    const device = await subscribe(customer)
    await notify(customer, { title: '👨‍👩‍👧‍👦'.repeat(300), message: '"ã\n'.repeat(3000), path: `/${'x'.repeat(400)}` })
    await deliver()
    expect(service.state.rejected).toEqual([])
    expect(device.received()[0]?.bytes).toBeLessThan(4096)
    expect(device.received()[0]?.payload.title).toMatch(/^(👨‍👩‍👧‍👦)+…$/u)
  })
})

describe('what is no longer true', () => {
  test('is not sent: a newer version, a read notification, a session that has ended', async () => {
    const device = await subscribe(barber)
    const id = await book()
    await relayAllEvents(world.db)
    await world.call(appointmentsApi.cancel, { params: { id }, token: customer.token, body: {} })
    await deliver()
    expect(device.received().map(({ payload }) => payload.title)).toEqual(['Horário cancelado'])
    await notify(barber, { dedupeKey: 'event:9:a' })
    await relayAllEvents(world.db)
    await world.call(notificationsApi.readAll, { token: barber.token })
    await deliver()
    expect(device.received()).toHaveLength(1)
    await notify(barber, { dedupeKey: 'event:10:a' })
    await relayAllEvents(world.db)
    await sql`update sessions set expires_at = ${new Date(noonInSaoPaulo)} where user_id = ${barber.id}`.execute(
      world.db,
    )
    await deliver()
    expect(device.received()).toHaveLength(1)
    await sql`update sessions set expires_at = '2027-01-01' where user_id = ${barber.id}`.execute(world.db)
    expect(kinds).toEqual(['stale', 'sent', 'stale', 'stale'])
  })

  test('is closed by the next push: what was read elsewhere, and earlier versions of the appointment', async () => {
    const device = await subscribe(barber)
    await notify(barber, { dedupeKey: 'event:20:a' })
    await deliver()
    await world.call(notificationsApi.readAll, { token: barber.token })
    const id = await book()
    await deliver()
    world.clock.advance({ minutes: MINUTE })
    await world.call(appointmentsApi.cancel, { params: { id }, token: customer.token, body: {} })
    await deliver()
    const [first, second, third] = device.received().map(({ payload }) => payload)
    expect(second?.readTags).toEqual([first?.tag])
    expect(third?.readTags.toSorted()).toEqual([first?.tag, second?.tag].toSorted())
  })
})

describe('at night', () => {
  const night = '2026-03-12T02:00:00.000Z'

  test('a push waits for the morning of the person, unless it starts within three hours', async () => {
    world.clock.set(night)
    const device = await subscribe(customer)
    await notify(customer)
    await notify(customer, { dedupeKey: 'event:2:a', startsAt: new Date('2026-03-12T04:30:00Z') })
    await deliver()
    expect(device.received().map(({ urgency, ttl }) => ({ urgency, ttl }))).toEqual([{ urgency: 'high', ttl: 9000 }])
    world.clock.set('2026-03-12T10:59:00.000Z')
    await deliver()
    expect(device.received()).toHaveLength(1)
    world.clock.set('2026-03-12T11:00:00.000Z')
    await deliver()
    expect(device.received()).toHaveLength(2)
    expect(kinds).toEqual(['held', 'sent', 'sent'])
  })

  test('the cancellation of an early appointment is pushed; of a later one it waits', async () => {
    world.clock.set(night)
    const device = await subscribe(customer)
    const early = await scene.put({ minutes: 150 })
    const late = await scene.put({ minutes: DAY })
    for (const id of [early, late])
      await world.call(appointmentsApi.cancel, { params: { id }, token: barber.token, body: {} })
    await deliver()
    expect(device.received()).toHaveLength(1)
    expect(await outcomes()).toContainEqual({ outcome: null, attempts: 0, dueIn: 9 * 3_600_000 })
  })
})

const responding =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end()

describe('a push service that does not accept', () => {
  test.each([404, 410])('%i: the device is removed, with what waits for it', async (status) => {
    await subscribe(customer, { respond: responding(status) })
    await notify(customer)
    await notify(customer, { dedupeKey: 'event:2:a' })
    await deliver()
    expect((await world.call(pushApi.devices, { token: customer.token })).body.devices).toEqual([])
    expect(await outcomes()).toEqual([])
    expect(kinds[0]).toBe('gone')
  })

  test('429: again when the service allows it, with jitter', async () => {
    let requests = 0
    const respond = (response: ServerResponse) =>
      void response.writeHead(++requests === 1 ? 429 : 201, { 'retry-after': '120' }).end()
    await subscribe(customer, { respond })
    await notify(customer)
    await deliver()
    const [waiting] = await outcomes()
    expect(waiting).toMatchObject({ outcome: null, attempts: 1 })
    expect(waiting?.dueIn).toBeGreaterThanOrEqual(120_000)
    expect(waiting?.dueIn).toBeLessThan(125_000)
    await deliver()
    expect(requests).toBe(1)
    world.clock.advance({ minutes: 3 })
    await deliver()
    expect(await outcomes()).toMatchObject([{ outcome: 'sent', attempts: 1 }])
  })

  test('500: again and again, until it is no longer worth it', async () => {
    await subscribe(customer, { respond: responding(500) })
    await notify(customer, { startsAt: new Date('2026-03-11T15:30:00Z') })
    for (let minute = 0; minute < 40; minute++) {
      await deliver()
      world.clock.advance({ minutes: MINUTE })
    }
    const [ended] = await outcomes()
    expect(ended?.outcome).toBe('expired')
    expect(ended?.attempts).toBeGreaterThan(4)
  })

  test.each([400, 403, 413])('%i: given up, counted and logged without the endpoint', async (status) => {
    const device = await subscribe(customer, { respond: responding(status) })
    await notify(customer)
    await deliver()
    expect(await outcomes()).toMatchObject([{ outcome: 'refused', attempts: 1 }])
    expect([kinds, warnings]).toEqual([['refused'], [{ reason: `HTTP ${status}` }]])
    expect(JSON.stringify(warnings)).not.toContain(device.input.endpoint)
  })

  test('a redirect is not followed', async () => {
    const target = await subscribe(barber)
    await subscribe(customer, { respond: responding(307, { location: target.input.endpoint }) })
    await notify(customer)
    await deliver()
    expect(target.received()).toEqual([])
    expect(service.state.rejected).toEqual([])
    expect(await outcomes()).toMatchObject([{ outcome: 'refused' }])
  })

  test('a lost connection is tried again', async () => {
    await subscribe(customer, { respond: (response) => void response.destroy() })
    await notify(customer)
    await deliver()
    expect(await outcomes()).toMatchObject([{ outcome: null, attempts: 1 }])
  })

  test('one that never responds blocks no other, and its pushes wait for another attempt', async () => {
    const slow: ServerResponse[] = []
    await subscribe(customer, { respond: (response) => void slow.push(response) })
    const quick = await subscribe(barber, { at: other })
    for (let event = 0; event < 60; event++) await notify(customer, { dedupeKey: `event:${event}:a` })
    await relayAllEvents(world.db)
    const { stop } = createSender().start()
    await expect.poll(() => slow.length, { timeout: 60_000 }).toBeGreaterThan(20)
    await notify(barber, { dedupeKey: 'event:quick:a' })
    await relayAllEvents(world.db)
    await expect.poll(() => quick.received().length, { timeout: 60_000 }).toBe(1)
    // They still wait for their responses.
    expect(slow.filter(({ closed }) => closed)).toEqual([])
    expect(slow.length).toBeLessThanOrEqual(64)
    await stop()
    expect((await outcomes()).filter(({ attempts }) => attempts === 1).length).toBe(slow.length)
  })
})

test('what was taken by a process that was killed is sent after its lease, under the same topic', async () => {
  const device = await subscribe(customer)
  await notify(customer)
  await relayAllEvents(world.db)
  const now = world.clock.now()
  const until = new Date(world.clock.now().getTime() + 15_000)
  const [taken] = await leaseDuePushes(world.db, { now, until, limit: 10, except: [] })
  expect(taken).toMatchObject({ type: 'booking_confirmed', leasedUntil: until })
  await deliver()
  expect(device.received()).toEqual([])
  world.clock.advance({ minutes: MINUTE })
  await deliver()
  expect(device.received()).toHaveLength(1)
})

test('finished pushes are forgotten after a week', async () => {
  await subscribe(customer)
  await notify(customer)
  await deliver()
  world.clock.advance({ minutes: 6 * DAY })
  await sweepNotifications(world)
  expect(await outcomes()).toHaveLength(1)
  world.clock.advance({ minutes: 2 * DAY })
  await sweepNotifications(world)
  expect(await outcomes()).toEqual([])
})
