import { appointmentsApi } from '@na-regua/contract/appointments'
import { notificationsApi } from '@na-regua/contract/notifications'
import { pushApi } from '@na-regua/contract/push'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createPushInput, createPushToken, tapAction } from '../../../../test/push-scene.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { planReminders } from '../../appointments/reminders/plan-reminders.ts'
import { cancelUpcomingOfBarber } from '../../standing/cancel-upcoming.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440] })
const { customer, barber, owner, membership } = scene

let device: string
beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  const tables = ['push_subscriptions', 'push_settings', 'appointments', 'notifications', 'notification_preferences']
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(world.db)
  await sql`delete from pending_events; delete from graphile_worker._private_jobs`.execute(world.db)
  mailbox.emails.length = 0
  device = (await world.call(pushApi.subscribe, { token: customer.token, body: createPushInput() })).body.id
})

const subjects = () => mailbox.emails.filter(({ to }) => to.startsWith(customer.id)).map(({ subject }) => subject)
/** Runs what is due now, and what is due in nine or eleven minutes. */
const deliver = (minutes = 0) => mailbox.deliver(minutes ? new Date(Date.now() + minutes * 60_000) : undefined)

async function confirm() {
  const id = await scene.put()
  const confirmed = await world.call(appointmentsApi.confirm, { params: { id }, token: barber.token })
  expect(confirmed.status).toBe(200)
  return id
}

test('the email of a push waits ten minutes, and is sent if the person has not read it', async () => {
  await confirm()
  await deliver(9)
  expect(subjects()).toEqual([])
  await deliver(11)
  expect(subjects()).toEqual([expect.stringContaining('Horário confirmado')])
  await deliver(60)
  expect(subjects()).toHaveLength(1)
})

test('it is dropped when the notification was read', async () => {
  await confirm()
  await deliver()
  await world.call(notificationsApi.readAll, { token: customer.token })
  await deliver(60)
  expect(subjects()).toEqual([])
})

test('the email of a reminder is dropped when a button of the push was used', async () => {
  const id = await scene.put({ status: 'CONFIRMED', minutes: 1440, requestedAt: new Date('2026-03-01T12:00:00Z') })
  await sql`update appointments set updated_at = created_at where id = ${id}`.execute(world.db)
  await planReminders(world)
  await deliver()
  expect(subjects()).toEqual([])
  const subject = { deviceId: device, userId: customer.id, appointmentId: id, act: 'confirm' } as const
  expect((await tapAction(world, await createPushToken(world.db, subject))).body.outcome).toBe('done')
  await deliver(60)
  expect(subjects()).toEqual([])
})

test('the email of a reminder is sent otherwise', async () => {
  const id = await scene.put({ status: 'CONFIRMED', minutes: 1440, requestedAt: new Date('2026-03-01T12:00:00Z') })
  await sql`update appointments set updated_at = created_at where id = ${id}`.execute(world.db)
  await planReminders(world)
  await deliver()
  await deliver(60)
  expect(subjects()).toHaveLength(1)
})

test('also of several cancellations at once', async () => {
  for (const minutes of [1440, 2880]) await scene.put({ status: 'CONFIRMED', minutes })
  await world.db
    .transaction()
    .execute((tx) => cancelUpcomingOfBarber(tx, { barberId: membership.id, ownerId: owner.id, now: world.clock.now() }))
  await deliver()
  expect(subjects()).toEqual([])
  await deliver(60)
  expect(subjects()).toEqual([expect.stringContaining('2 horários cancelados')])
})

test('nothing waits without a device, without pushes of the topic, or where the person does not want it', async () => {
  await world.call(pushApi.setSettings, { token: customer.token, body: { holdsEmail: false } })
  await confirm()
  await deliver()
  expect(subjects()).toHaveLength(1)
  await world.call(pushApi.setSettings, { token: customer.token, body: { holdsEmail: true } })
  const preferences = [{ topic: 'appointments', channel: 'push', isOn: false }]
  await world.call(notificationsApi.setPreferences, { token: customer.token, body: { preferences } })
  await sql`delete from appointments`.execute(world.db)
  await confirm()
  await deliver()
  expect(subjects()).toHaveLength(2)
  await world.call(notificationsApi.setPreferences, {
    token: customer.token,
    body: { preferences: [{ topic: 'appointments', channel: 'push', isOn: true }] },
  })
  await world.call(pushApi.unsubscribe, { token: customer.token, params: { id: device } })
  await sql`delete from appointments`.execute(world.db)
  await confirm()
  await deliver()
  expect(subjects()).toHaveLength(3)
})

test('what changed in the meantime is not emailed as it was', async () => {
  const id = await confirm()
  await deliver()
  await world.call(appointmentsApi.cancel, { params: { id }, token: barber.token, body: {} })
  await deliver()
  await deliver(60)
  expect(subjects()).toEqual([expect.stringContaining('Horário cancelado')])
})
