import { appointmentsApi } from '@na-regua/contract/appointments'
import { reminderReplyApi } from '@na-regua/contract/reminder-reply'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { createReminderToken } from './queries.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440] })
const { customer, barber, owner, stranger } = scene
await sql`update users set name = 'Ana Souza' where id = ${customer.id}`.execute(world.db)

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  mailbox.emails.length = 0
  for (const table of ['appointments', 'notifications']) await sql`delete from ${sql.table(table)}`.execute(world.db)
  await sql`delete from pending_events; delete from graphile_worker._private_jobs`.execute(world.db)
})

async function createLink(options: Parameters<typeof scene.put>[0] = {}) {
  const id = await scene.put({ status: 'CONFIRMED', ...options })
  return { id, token: await createReminderToken(world.db, { id, version: 1, customerId: customer.id }) }
}

const endpoints = ['get', 'confirm', 'cancel'] as const
const request = (endpoint: (typeof endpoints)[number], token: string) =>
  world.call(reminderReplyApi[endpoint], { params: { token } })
const errorCodesOf = (token: string) =>
  Promise.all(endpoints.map(async (endpoint) => (await request(endpoint, token)).body.code as string | undefined))

async function rowOf(id: string) {
  return await world.db
    .selectFrom('appointments')
    .select(['status', 'version', 'cancelled_by', 'presence_confirmed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function listNotifications({ id }: { id: string }) {
  const rows = await world.db
    .selectFrom('notifications')
    .select(['type', 'title', 'message'])
    .where('user_id', '=', id)
    .execute()
  return rows
}

describe('the link of a reminder', () => {
  test('shows the appointment without a session, does not name the customer and changes nothing', async () => {
    const { id, token } = await createLink()
    const before = await rowOf(id)
    const { status, body, headers } = await request('get', token)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body.appointment).toEqual({
      status: 'CONFIRMED',
      startTime: '2026-03-12T15:00:00.000Z',
      endTime: '2026-03-12T15:30:00.000Z',
      timeZone: 'America/Sao_Paulo',
      serviceName: 'Corte',
      priceCents: 5000,
      barberName: expect.any(String),
      barbershop: {
        id: scene.shop.id,
        name: 'Navalha de Ouro',
        address: 'Rua 9, 100',
        phone: null,
        cancelNoticeMin: expect.any(Number),
      },
      isPresenceConfirmed: false,
      canCancel: true,
    })
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${customer.id}|Ana Souza`))
    expect(await rowOf(id)).toEqual(before)
    expect(await listNotifications(barber)).toEqual([])
  })

  test('records the confirmation once and notifies the barber once', async () => {
    const { id, token } = await createLink()
    for (let times = 0; times < 3; times++) {
      const { status, body } = await request('confirm', token)
      expect([status, body.appointment.isPresenceConfirmed]).toEqual([200, true])
    }
    expect((await rowOf(id)).presence_confirmed_at).toEqual(new Date(noonInSaoPaulo))
    expect(await listNotifications(barber)).toEqual([
      {
        type: 'presence_confirmed',
        title: 'Presença confirmada',
        message: 'Ana Souza confirmou que vem: Corte, quinta, 12/03/2026 às 12h.',
      },
    ])
    expect([await listNotifications(customer), await listNotifications(owner)]).toEqual([[], []])
    const seen = await world.call(appointmentsApi.get, { params: { id }, token: customer.token })
    expect(seen.body.appointment.isPresenceConfirmed).toBe(true)
  })

  test('still cancels after the confirmation, by the rules of the account: the barber is notified, the customer gets a receipt', async () => {
    const { id, token } = await createLink()
    await request('confirm', token)
    for (let times = 0; times < 2; times++) {
      const { status, body } = await request('cancel', token)
      expect([status, body.appointment.status, body.appointment.canCancel]).toEqual([200, 'CANCELLED', false])
    }
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'customer', version: 2 })
    expect((await listNotifications(barber)).map(({ title }) => title)).toEqual([
      'Presença confirmada',
      'Horário cancelado',
    ])
    await mailbox.deliver()
    expect(mailbox.emails.map(({ subject }) => subject.split(':')[0]).toSorted()).toEqual([
      'Cancelado por você',
      'Horário cancelado',
    ])
    const { status, body } = await request('confirm', token)
    expect([status, body.code, body.message]).toEqual([
      409,
      'STATE_CHANGED',
      'Este agendamento foi cancelado. Agende outro horário.',
    ])
  })

  test('confirms but does not cancel after the cancellation notice', async () => {
    const { id, token } = await createLink({ minutes: 60 })
    expect((await request('get', token)).body.appointment.canCancel).toBe(false)
    const { status, body } = await request('cancel', token)
    expect([status, body.code]).toEqual([422, 'NOTICE_PASSED'])
    expect(await rowOf(id)).toMatchObject({ status: 'CONFIRMED', version: 1 })
    expect((await request('confirm', token)).status).toBe(200)
  })

  test('expires at the start', async () => {
    const { token } = await createLink({ minutes: 60 })
    world.clock.advance({ minutes: 59 })
    expect((await request('get', token)).status).toBe(200)
    world.clock.advance({ minutes: 1 })
    expect(await errorCodesOf(token)).toEqual(['LINK_EXPIRED', 'LINK_EXPIRED', 'LINK_EXPIRED'])
  })

  test('is invalid after the appointment is rescheduled, which has to be confirmed again', async () => {
    const { id, token } = await createLink()
    await request('confirm', token)
    const body = { newStartTime: '2026-03-12T18:00:00Z' }
    const rescheduled = await world.call(appointmentsApi.reschedule, { params: { id }, token: customer.token, body })
    expect([rescheduled.status, rescheduled.body.appointment.isPresenceConfirmed]).toEqual([200, false])
    expect(await errorCodesOf(token)).toEqual(['LINK_OUTDATED', 'LINK_OUTDATED', 'LINK_OUTDATED'])
    expect(await rowOf(id)).toMatchObject({ status: 'SCHEDULED', version: 2, presence_confirmed_at: null })
  })

  test('of another customer, of another appointment or of none is invalid', async () => {
    const { id, token } = await createLink()
    const other = await scene.put({ status: 'CONFIRMED', minutes: 2880 })
    const version = 1
    const forged = [
      await createReminderToken(world.db, { id, version, customerId: stranger.id }),
      await createReminderToken(world.db, { id: crypto.randomUUID(), version, customerId: customer.id }),
      await createReminderToken(world.db, {
        id: await scene.put({ status: 'CONFIRMED', minutes: 4000, customer: null }),
        version,
        customerId: customer.id,
      }),
      (await createReminderToken(world.db, { id: other, version, customerId: customer.id })).slice(0, 27) +
        token.slice(27),
      // A newer version, or another MAC.
      token.slice(0, 25) + (token[25] === 'A' ? 'C' : 'A') + token.slice(26),
      `${token.slice(0, -2)}${token.endsWith('AA') ? 'BA' : 'AA'}`,
      token.slice(0, -1),
      `${token}A`,
      'x'.repeat(54),
      'nada',
      'ç'.repeat(54),
    ]
    for (const attempt of forged)
      expect(await errorCodesOf(attempt), attempt).toEqual(['LINK_INVALID', 'LINK_INVALID', 'LINK_INVALID'])
    expect(await rowOf(id)).toMatchObject({ status: 'CONFIRMED', presence_confirmed_at: null })
    expect((await request('get', 'x'.repeat(101))).body.code).toBe('INVALID_INPUT')
  })

  test('handles sixteen concurrent replies, half of them cancellations, with one consistent state', async () => {
    const { id, token } = await createLink()
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, index) => request(index % 2 === 0 ? 'cancel' : 'confirm', token)),
    )
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', version: 2 })
    expect((await listNotifications(barber)).filter(({ title }) => title === 'Horário cancelado')).toHaveLength(1)
  })
})
