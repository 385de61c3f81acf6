import { appointmentsApi } from '@na-regua/contract/appointments'
import { reminderReplyApi } from '@na-regua/contract/reminder-reply'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { signLink } from './queries.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440] })
const { customer, barber, owner, stranger } = scene
await sql`update users set name = 'Ana Souza' where id = ${customer.id}`.execute(world.db)

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  mailbox.letters.length = 0
  for (const table of ['appointments', 'notifications']) await sql`delete from ${sql.table(table)}`.execute(world.db)
  await sql`delete from graphile_worker._private_jobs`.execute(world.db)
})

async function createLink(wish: Parameters<typeof scene.put>[0] = {}) {
  const id = await scene.put({ status: 'CONFIRMED', ...wish })
  return { id, token: await signLink(world.db, { id, version: 1, customerId: customer.id }) }
}

const calls = ['get', 'confirm', 'cancel'] as const
const ask = (call: (typeof calls)[number], token: string) => world.call(reminderReplyApi[call], { params: { token } })
const refusalsOf = (token: string) =>
  Promise.all(calls.map(async (call) => (await ask(call, token)).body.code as string | undefined))

async function rowOf(id: string) {
  return await world.db
    .selectFrom('appointments')
    .select(['status', 'version', 'cancelled_by', 'presence_confirmed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function toldTo({ id }: { id: string }) {
  const rows = await world.db
    .selectFrom('notifications')
    .select(['type', 'title', 'message'])
    .where('user_id', '=', id)
    .execute()
  return rows
}

describe('the link of a reminder', () => {
  test('shows the appointment to whoever holds it, names no customer and changes nothing', async () => {
    const { id, token } = await createLink()
    const before = await rowOf(id)
    const { status, body, headers } = await ask('get', token)
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
    expect(await toldTo(barber)).toEqual([])
  })

  test('confirms presence once, and the barber hears of it once and sees it', async () => {
    const { id, token } = await createLink()
    for (let times = 0; times < 3; times++) {
      const { status, body } = await ask('confirm', token)
      expect([status, body.appointment.isPresenceConfirmed]).toEqual([200, true])
    }
    expect((await rowOf(id)).presence_confirmed_at).toEqual(new Date(noonInSaoPaulo))
    expect(await toldTo(barber)).toEqual([
      {
        type: 'presence_confirmed',
        title: 'Presença confirmada',
        message: 'Ana Souza confirmou que vem: Corte, quinta, 12/03 às 12:00.',
      },
    ])
    expect([await toldTo(customer), await toldTo(owner)]).toEqual([[], []])
    const seen = await world.call(appointmentsApi.get, { params: { id }, token: customer.token })
    expect(seen.body.appointment.isPresenceConfirmed).toBe(true)
  })

  test('still cancels after a yes, through the machine: the barber is told, the time is free', async () => {
    const { id, token } = await createLink()
    await ask('confirm', token)
    for (let times = 0; times < 2; times++) {
      const { status, body } = await ask('cancel', token)
      expect([status, body.appointment.status, body.appointment.canCancel]).toEqual([200, 'CANCELLED', false])
    }
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'customer', version: 2 })
    expect((await toldTo(barber)).map(({ title }) => title)).toEqual(['Presença confirmada', 'Horário cancelado'])
    await mailbox.deliver()
    expect(mailbox.letters).toHaveLength(1)
    const { status, body } = await ask('confirm', token)
    expect([status, body.code, body.message]).toEqual([
      409,
      'STATE_CHANGED',
      'Este agendamento foi cancelado. Agende outro horário.',
    ])
  })

  test('confirms but does not cancel after the shop’s notice', async () => {
    const { id, token } = await createLink({ minutes: 60 })
    expect((await ask('get', token)).body.appointment.canCancel).toBe(false)
    const { status, body } = await ask('cancel', token)
    expect([status, body.code]).toEqual([422, 'NOTICE_PASSED'])
    expect(await rowOf(id)).toMatchObject({ status: 'CONFIRMED', version: 1 })
    expect((await ask('confirm', token)).status).toBe(200)
  })

  test('ends with the start', async () => {
    const { token } = await createLink({ minutes: 60 })
    world.clock.advance({ minutes: 59 })
    expect((await ask('get', token)).status).toBe(200)
    world.clock.advance({ minutes: 1 })
    expect(await refusalsOf(token)).toEqual(['LINK_EXPIRED', 'LINK_EXPIRED', 'LINK_EXPIRED'])
  })

  test('opens nothing when the appointment moved, whose presence is asked for anew', async () => {
    const { id, token } = await createLink()
    await ask('confirm', token)
    const body = { newStartTime: '2026-03-12T18:00:00Z' }
    const moved = await world.call(appointmentsApi.reschedule, { params: { id }, token: customer.token, body })
    expect([moved.status, moved.body.appointment.isPresenceConfirmed]).toEqual([200, false])
    expect(await refusalsOf(token)).toEqual(['LINK_OUTDATED', 'LINK_OUTDATED', 'LINK_OUTDATED'])
    expect(await rowOf(id)).toMatchObject({ status: 'SCHEDULED', version: 2, presence_confirmed_at: null })
  })

  test('of somebody else, of another appointment or of no appointment is none', async () => {
    const { id, token } = await createLink()
    const other = await scene.put({ status: 'CONFIRMED', minutes: 2880 })
    const version = 1
    const forged = [
      await signLink(world.db, { id, version, customerId: stranger.id }),
      await signLink(world.db, { id: crypto.randomUUID(), version, customerId: customer.id }),
      await signLink(world.db, {
        id: await scene.put({ status: 'CONFIRMED', minutes: 4000, customer: null }),
        version,
        customerId: customer.id,
      }),
      (await signLink(world.db, { id: other, version, customerId: customer.id })).slice(0, 27) + token.slice(27),
      // A newer version, or another seal.
      token.slice(0, 25) + (token[25] === 'A' ? 'C' : 'A') + token.slice(26),
      `${token.slice(0, -2)}${token.endsWith('AA') ? 'BA' : 'AA'}`,
      token.slice(0, -1),
      `${token}A`,
      'x'.repeat(54),
      'nada',
      'ç'.repeat(54),
    ]
    for (const attempt of forged)
      expect(await refusalsOf(attempt), attempt).toEqual(['LINK_INVALID', 'LINK_INVALID', 'LINK_INVALID'])
    expect(await rowOf(id)).toMatchObject({ status: 'CONFIRMED', presence_confirmed_at: null })
    expect((await ask('get', 'x'.repeat(101))).body.code).toBe('INVALID_INPUT')
  })

  test('of sixteen presses at once, half of them cancelling, leaves one clear state', async () => {
    const { id, token } = await createLink()
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, press) => ask(press % 2 === 0 ? 'cancel' : 'confirm', token)),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', version: 2 })
    expect((await toldTo(barber)).filter(({ title }) => title === 'Horário cancelado')).toHaveLength(1)
  })
})
