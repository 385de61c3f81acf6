import { type AppointmentStatus, appointmentsApi } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness } from '../../../../test/harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'

/** The cancellation notice is two hours, the service takes half an hour. */
const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440] })
const colleague = await createStatusScene(world)
beforeEach(() => sql`delete from appointments`.execute(world.db))

const statuses = ['SCHEDULED', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] as const
const actions = [
  'confirm',
  'cancel',
  'complete',
  'noShow',
  'reschedule',
  'correctToCompleted',
  'correctToNoShow',
  'correctToCancelled',
] as const
type Action = (typeof actions)[number]

/** Minutes from now to the start, at both edges of every time limit. */
const times = {
  'long before': 1440,
  'at the notice': 120,
  'past the notice': 119,
  'at the start': 0,
  'in the last minute': -29,
  'at the end': -30,
  'a week after': -7 * 1440,
  'later than that': -7 * 1440 - 1,
}
type Time = keyof typeof times

const isIn = (time: Time, ...all: Time[]) => all.includes(time)
const isOpen = (status: AppointmentStatus) => status === 'SCHEDULED' || status === 'CONFIRMED'

/** The expected result of each transition, written independently of the implementation: 200 or the error code. */
function expected(role: string, action: Action, status: AppointmentStatus, time: Time): string {
  if (role === 'stranger') return 'APPOINTMENT_NOT_FOUND'
  if (role === 'customer') return expectedForCustomer(action, status, time)
  return action.startsWith('correct') ? expectedCorrection(action, status) : expectedForStaff(action, status, time)
}

function expectedForCustomer(action: Action, status: AppointmentStatus, time: Time): string {
  if (action !== 'cancel' && action !== 'reschedule') return 'FORBIDDEN'
  if (!isOpen(status)) return 'STATE_CHANGED'
  return isIn(time, 'long before', 'at the notice') ? '200' : 'NOTICE_PASSED'
}

/** Every appointment of this test was changed today; only a walk-in may be corrected to cancelled. */
function expectedCorrection(action: Action, status: AppointmentStatus): string {
  if (action === 'correctToCancelled') return 'STATE_CHANGED'
  return status === 'NO_SHOW' || status === 'COMPLETED' ? '200' : 'STATE_CHANGED'
}

function expectedForStaff(action: Action, status: AppointmentStatus, time: Time): string {
  if (action === 'reschedule') return 'FORBIDDEN'
  if (status === targets[action] && action !== 'cancel') return '200'
  if (!isOpen(status)) return 'STATE_CHANGED'
  const isStarted = !isIn(time, 'long before', 'at the notice', 'past the notice')
  const isOver = isIn(time, 'at the end', 'a week after', 'later than that')
  if (action === 'confirm' || action === 'cancel') return isOver ? 'APPOINTMENT_OVER' : '200'
  if (action === 'complete' && status === 'SCHEDULED') return 'STATE_CHANGED'
  if (!isStarted) return 'NOT_STARTED'
  return action === 'noShow' && time === 'later than that' ? 'NO_SHOW_TOO_LATE' : '200'
}

const users = {
  customer: scene.customer,
  barber: scene.barber,
  owner: scene.owner,
  stranger: scene.stranger,
  'another barber': colleague.barber,
  'another owner': colleague.owner,
}
const targets = {
  confirm: 'CONFIRMED',
  cancel: 'CANCELLED',
  complete: 'COMPLETED',
  noShow: 'NO_SHOW',
  reschedule: 'SCHEDULED',
  correctToCompleted: 'COMPLETED',
  correctToNoShow: 'NO_SHOW',
  correctToCancelled: 'CANCELLED',
} as const

function request(action: Action, id: string, token: string) {
  const newStartTime = new Date(world.clock.now().getTime() + 3 * 86_400_000).toISOString()
  const input = { params: { id }, token }
  if (action === 'reschedule') return world.call(appointmentsApi.reschedule, { ...input, body: { newStartTime } })
  if (action === 'confirm' || action === 'cancel' || action === 'complete' || action === 'noShow')
    return world.call(appointmentsApi[action], input)
  return world.call(appointmentsApi.correct, { ...input, body: { status: targets[action] } })
}

describe.each(Object.keys(users) as (keyof typeof users)[])('%s', (user) => {
  const role = user.startsWith('another') ? 'stranger' : user
  test.each(actions)(
    'may %s only from the statuses and at the times of the table [4.4, 4.5, 6.2, 6.3, 7.19]',
    async (action) => {
      for (const status of statuses) {
        for (const [time, minutes] of Object.entries(times) as [Time, number][]) {
          const id = await scene.put({ status, minutes })
          const { status: responseStatus, body } = await request(action, id, users[user].token)
          const result = responseStatus === 200 ? '200' : body.code
          expect(result, `${user} ${action} ${status} ${time}`).toBe(expected(role, action, status, time))
          const row = await world.db
            .selectFrom('appointments')
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          if (result !== '200') expect([row.status, row.version]).toEqual([status, 1])
          else expect([row.status, body.appointment.status]).toEqual([targets[action], targets[action]])
          await sql`delete from appointments`.execute(world.db)
        }
      }
    },
  )
})

test('a repeated change by the same side has the same response, and notifies once', async () => {
  const id = await scene.put()
  for (const action of ['confirm', 'confirm', 'cancel', 'cancel'] as const)
    expect((await request(action, id, scene.barber.token)).status).toBe(200)
  expect((await request('cancel', id, scene.customer.token)).body).toMatchObject({
    code: 'STATE_CHANGED',
    status: 'CANCELLED',
  })
  const { rows } = await sql<{ type: string }>`select type from notifications where user_id = ${scene.customer.id}
    and dedupe_key like ${`appointment:${id}:%`} order by dedupe_key`.execute(world.db)
  expect(rows.map(({ type }) => type)).toEqual(['booking_cancelled', 'booking_confirmed'])
})

test('the error message has the cancellation notice in words', async () => {
  const id = await scene.put({ minutes: 60 })
  const messages: string[] = []
  for (const minutes of [120, 90, 1440, 2880, 61]) {
    await world.db
      .updateTable('barbershops')
      .set({ cancel_notice_minutes: minutes })
      .where('id', '=', scene.shop.id)
      .execute()
    messages.push((await request('cancel', id, scene.customer.token)).body.message)
  }
  expect(messages.map((message) => message.split('pede ')[1])).toEqual([
    '2\u00a0h de antecedência.',
    '1\u00a0h\u00a030 de antecedência.',
    '1 dia de antecedência.',
    '2 dias de antecedência.',
    '1\u00a0h\u00a001 de antecedência.',
  ])
  expect((await request('reschedule', id, scene.customer.token)).body.message).toContain(
    'O prazo para remarcar terminou',
  )
  await world.db.updateTable('barbershops').set({ cancel_notice_minutes: 120 }).execute()
})

test('a user who is customer and owner acts as either, and a barber who left may not change anything', async () => {
  const id = await scene.put({ customer: scene.owner, minutes: 60 })
  expect((await request('confirm', id, scene.owner.token)).status).toBe(200)
  const { body } = await request('cancel', id, scene.owner.token)
  expect(body.appointment.status).toBe('CANCELLED')
  const row = await world.db.selectFrom('appointments').select('cancelled_by').where('id', '=', id).executeTakeFirst()
  expect(row?.cancelled_by).toBe('owner')
  const other = await scene.put({ minutes: 300 })
  await world.db
    .updateTable('barbers')
    .set({ removed_at: world.clock.now() })
    .where('id', '=', scene.membership.id)
    .execute()
  expect((await request('confirm', other, scene.barber.token)).body.code).toBe('FORBIDDEN')
  expect((await request('confirm', other, scene.owner.token)).status).toBe(200)
  await world.db.updateTable('barbers').set({ removed_at: null }).where('id', '=', scene.membership.id).execute()
})

test('staff see the customer’s phone, the reason is stored, and completing counts once', async () => {
  await world.db.updateTable('users').set({ phone: '62999990000' }).where('id', '=', scene.customer.id).execute()
  const id = await scene.put({ status: 'CONFIRMED', minutes: -10 })
  const before = await world.db
    .selectFrom('barbershops')
    .select('completed_count')
    .where('id', '=', scene.shop.id)
    .executeTakeFirstOrThrow()
  const { body } = await request('complete', id, scene.barber.token)
  expect(body.appointment.customer.phone).toBe('62999990000')
  await request('complete', id, scene.owner.token)
  const after = await world.db
    .selectFrom('barbershops')
    .select('completed_count')
    .where('id', '=', scene.shop.id)
    .executeTakeFirstOrThrow()
  expect(after.completed_count).toBe(before.completed_count + 1)
  const other = await scene.put()
  const cancel = { params: { id: other }, token: scene.customer.token, body: { reason: ' Viajei ' } }
  const cancelled = (await world.call(appointmentsApi.cancel, cancel)).body.appointment
  expect(cancelled).toMatchObject({ customer: { phone: null }, cancelledBy: 'customer', cancelReason: 'Viajei' })
  const row = await world.db.selectFrom('appointments').selectAll().where('id', '=', other).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ cancelled_by: 'customer', cancel_reason: 'Viajei' })
})
