import { appointmentsApi } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { planReminders } from './plan-reminders.ts'
import { describeReminder } from './rules.ts'

const start = '2026-03-11T12:00:00.000Z'
const world = await createHarness({ now: start, environment: { SEED: 'demo' } })
const mailbox = createMailbox(world)
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440] })
const { customer, barber } = scene

beforeEach(async () => {
  world.clock.set(start)
  mailbox.emails.length = 0
  for (const table of [
    'appointments',
    'notifications',
    'notification_preferences',
    'whatsapp_consents',
    'outbox_messages',
  ])
    await sql`delete from ${sql.table(table)}`.execute(world.db)
  await sql`delete from pending_events; delete from graphile_worker._private_jobs`.execute(world.db)
  await sql`update users set phone = null`.execute(world.db)
})

/** An appointment that was confirmed when the test began. */
async function insertConfirmed(minutes: number, options: Parameters<typeof scene.put>[0] = {}) {
  const id = await scene.put({ status: 'CONFIRMED', minutes, ...options })
  await sql`update appointments set updated_at = ${world.clock.now()} where id = ${id}`.execute(world.db)
  return id
}

/** Advances the clock to `minutes` after the start of the test and runs the job at each step. */
async function advanceTo(minutes: number, step = 30) {
  for (let at = step; at <= minutes; at += step) {
    world.clock.set(new Date(Date.parse(start) + at * 60_000))
    await runJob()
  }
}

async function runJob() {
  await planReminders(world)
  await mailbox.deliver()
}

async function listReminders({ id }: SceneCustomer = customer) {
  const rows = world.db
    .selectFrom('notifications')
    .select(['type', 'title', 'message', 'path'])
    .where('user_id', '=', id)
  return await rows.where('type', '=', 'booking_reminder').execute()
}
const subjects = () =>
  mailbox.emails.map(({ subject }) => subject).filter((subject) => subject.startsWith('Seu horário'))
const change = (action: 'confirm' | 'cancel' | 'reschedule', id: string, { token }: SceneCustomer, body?: object) =>
  world.call(appointmentsApi[action], { params: { id }, token, body })

describe('a reminder', () => {
  test('is sent a day and two hours before, as notification and e-mail, each once', async () => {
    await insertConfirmed(1500)
    await advanceTo(30)
    expect([await listReminders(), subjects()]).toEqual([[], []])
    await advanceTo(60)
    expect(await listReminders()).toEqual([
      {
        type: 'booking_reminder',
        title: 'Seu horário é amanhã às 10h',
        message: expect.stringMatching(
          /^Corte com .+ na Navalha de Ouro: quinta, 12\/03\/2026 às 10h, horário de Brasília\.$/,
        ),
        path: '/customer/appointments',
      },
    ])
    await advanceTo(1490)
    expect(subjects()).toEqual([
      'Seu horário é amanhã às 10h: Corte na Navalha de Ouro',
      'Seu horário é hoje às 10h: Corte na Navalha de Ouro',
    ])
    expect(await listReminders()).toHaveLength(2)
    expect(await listReminders(barber)).toEqual([])
    const [email] = mailbox.emails
    for (const text of [
      'quinta, 12/03/2026 às 10h, horário de Brasília',
      'Rua 9, 100',
      '/agendamento/',
      '/descadastrar?token=',
    ])
      expect(email?.text).toContain(text)
  })

  test('is sent only two hours before when booked three hours ahead, and not when confirmed later', async () => {
    const id = await scene.put({ minutes: 180 })
    await change('confirm', id, barber)
    await advanceTo(170, 10)
    expect(subjects()).toEqual(['Seu horário é hoje às 12h: Corte na Navalha de Ouro'])
    mailbox.emails.length = 0
    world.clock.set(start)
    await change('confirm', await scene.put({ minutes: 100 }), barber)
    await advanceTo(90, 10)
    expect(subjects()).toEqual([])
  })

  test('is not sent for requests, walk-ins and past appointments', async () => {
    await scene.put({ minutes: 1440 })
    await insertConfirmed(1500, { customer: null })
    await insertConfirmed(-60)
    await runJob()
    await advanceTo(90)
    expect([await listReminders(), subjects()]).toEqual([[], []])
    expect(await world.db.selectFrom('reminders').selectAll().execute()).toEqual([])
  })

  test('follows a rescheduled appointment and is not sent for a cancelled one', async () => {
    const id = await insertConfirmed(1500)
    await advanceTo(60)
    const newStartTime = new Date(Date.parse(start) + 3000 * 60_000).toISOString()
    expect((await change('reschedule', id, customer, { newStartTime })).status).toBe(200)
    await change('confirm', id, barber)
    await advanceTo(1560)
    expect(subjects()).toEqual([
      'Seu horário é amanhã às 10h: Corte na Navalha de Ouro',
      'Seu horário é amanhã às 11h: Corte na Navalha de Ouro',
    ])
    await change('cancel', id, barber)
    await advanceTo(2990, 60)
    expect(subjects()).toHaveLength(2)
  })

  test.each([
    ['a move within the time of the reminder', 30, ['Seu horário é hoje às 10h30']],
    ['a move to a later day', 2880, []],
  ])('that waits in the queue has the present time after %s, in bell and e-mail', async (_, later, expected) => {
    const id = await insertConfirmed(1500)
    await advanceTo(1350)
    await sql`delete from notifications`.execute(world.db)
    mailbox.emails.length = 0
    world.clock.advance({ minutes: 30 })
    await planReminders(world)
    const at = new Date(Date.parse(start) + (1500 + later) * 60_000)
    await sql`update appointments set starts_at = ${at}, ends_at = ${at}::timestamptz + interval '30 minutes', version = 5,
      updated_at = ${world.clock.now()} where id = ${id}`.execute(world.db)
    if (later === 30) world.clock.advance({ minutes: 30 })
    await mailbox.deliver()
    expect(subjects().map((subject) => subject.split(':')[0])).toEqual(expected)
    expect((await listReminders()).map(({ title }) => title)).toEqual(expected)
  })

  test('of a time that is no longer true leaves the bell, when it was moved or cancelled', async () => {
    const moved = await insertConfirmed(1500)
    const cancelled = await insertConfirmed(1560)
    await advanceTo(120)
    expect((await listReminders()).map(({ title }) => title)).toHaveLength(2)
    const newStartTime = new Date(Date.parse(start) + 3000 * 60_000).toISOString()
    expect((await change('reschedule', moved, customer, { newStartTime })).status).toBe(200)
    expect((await listReminders()).map(({ title }) => title)).toEqual(['Seu horário é amanhã às 11h'])
    expect((await change('cancel', cancelled, barber)).status).toBe(200)
    expect(await listReminders()).toEqual([])
  })

  test('that was delayed in the queue is skipped when the appointment changed or it is too late', async () => {
    const ids = [await insertConfirmed(1440), await insertConfirmed(1500)]
    await planReminders(world)
    await change('cancel', ids[0] as string, barber)
    await mailbox.deliver()
    expect(subjects()).toEqual([])
    world.clock.advance({ minutes: 60 })
    await planReminders(world)
    world.clock.advance({ minutes: 6 * 60 })
    await mailbox.deliver()
    expect([await listReminders(), subjects()]).toEqual([[], []])
  })

  test('is sent late after an outage, but once when several processes plan at the same time', async () => {
    await insertConfirmed(1500)
    world.clock.advance({ minutes: 60 + 300 })
    await Promise.all(Array.from({ length: 4 }, () => planReminders(world)))
    await mailbox.deliver()
    expect(subjects()).toHaveLength(1)
    expect(await listReminders()).toHaveLength(1)
  })

  test('is deleted a day after its appointment', async () => {
    await insertConfirmed(1440)
    await runJob()
    expect(await world.db.selectFrom('reminders').selectAll().execute()).toHaveLength(2)
    world.clock.advance({ minutes: 2881 })
    await planReminders(world)
    expect(await world.db.selectFrom('reminders').selectAll().execute()).toEqual([])
  })

  test('is not sent on a channel that the user disabled', async () => {
    const off = { user_id: customer.id, topic: 'reminders', is_on: false }
    await world.db
      .insertInto('notification_preferences')
      .values({ ...off, channel: 'email' })
      .execute()
    await insertConfirmed(1440)
    await runJob()
    expect([subjects(), (await listReminders()).length]).toEqual([[], 1])
    await world.db
      .insertInto('notification_preferences')
      .values({ ...off, channel: 'in-app' })
      .execute()
    await insertConfirmed(1560)
    await advanceTo(120, 120)
    expect([subjects(), (await listReminders()).length]).toEqual([[], 1])
  })

  test('is sent by WhatsApp only with consent', async () => {
    const messages = () => world.db.selectFrom('outbox_messages').select(['recipient', 'subject', 'body']).execute()
    await sql`update users set phone = '62999991234' where id = ${customer.id}`.execute(world.db)
    await insertConfirmed(1440)
    await runJob()
    expect(await messages()).toEqual([])
    await world.db
      .insertInto('whatsapp_consents')
      .values({ user_id: customer.id, given_at: world.clock.now() })
      .execute()
    await insertConfirmed(1500)
    await advanceTo(60, 60)
    const [message, ...more] = await messages()
    expect(more).toEqual([])
    expect(message).toMatchObject({ recipient: '+5562999991234', subject: 'WhatsApp: Seu horário é amanhã às 10h' })
    expect(message?.body).toMatch(
      /^Olá, Cliente 1![\s\S]+Confirmar presença ou cancelar:\nhttp\S+\/agendamento\/[\w-]{54}$/,
    )
    await sql`update whatsapp_consents set withdrawn_at = ${world.clock.now()}`.execute(world.db)
    await insertConfirmed(1560)
    await advanceTo(120, 120)
    expect(await messages()).toHaveLength(1)
  })
})

describe.each([
  // 20:59, 21:00 and 23:59 in São Paulo, an hour earlier in Manaus. From 21:00 it is the next day in UTC.
  [
    'America/Sao_Paulo',
    '2026-03-11T23:59:00Z',
    '2026-03-12T23:59:00Z',
    'amanhã às 20h59',
    'quinta, 12/03/2026 às 20h59, horário de Brasília',
  ],
  [
    'America/Sao_Paulo',
    '2026-03-12T00:00:00Z',
    '2026-03-13T00:00:00Z',
    'amanhã às 21h',
    'quinta, 12/03/2026 às 21h, horário de Brasília',
  ],
  [
    'America/Sao_Paulo',
    '2026-03-12T02:59:00Z',
    '2026-03-12T04:59:00Z',
    'amanhã às 1h59',
    'quinta, 12/03/2026 às 1h59, horário de Brasília',
  ],
  [
    'America/Manaus',
    '2026-03-12T02:59:00Z',
    '2026-03-13T02:59:00Z',
    'amanhã às 22h59',
    'quinta, 12/03/2026 às 22h59, horário de Manaus',
  ],
  [
    'America/Manaus',
    '2026-03-12T00:00:00Z',
    '2026-03-12T02:00:00Z',
    'hoje às 22h',
    'quarta, 11/03/2026 às 22h, horário de Manaus',
  ],
  [
    'America/Manaus',
    '2026-03-12T02:59:00Z',
    '2026-03-12T04:59:00Z',
    'amanhã às 0h59',
    'quinta, 12/03/2026 às 0h59, horário de Manaus',
  ],
  // The end of a month and of a year.
  [
    'America/Sao_Paulo',
    '2026-02-28T15:00:00Z',
    '2026-03-01T15:00:00Z',
    'amanhã às 12h',
    'domingo, 01/03/2026 às 12h, horário de Brasília',
  ],
  [
    'America/Noronha',
    '2026-12-31T14:00:00Z',
    '2027-01-01T14:00:00Z',
    'amanhã às 12h',
    'sexta, 01/01/2027 às 12h, horário de Fernando de Noronha',
  ],
  // 4 November 2018 began at 01:00: 24 hours before 00:30 of the 5th it was still the 3rd.
  [
    'America/Sao_Paulo',
    '2018-11-04T02:30:00Z',
    '2018-11-05T02:30:00Z',
    'na segunda às 0h30',
    'segunda, 05/11/2018 às 0h30, horário de Brasília',
  ],
  [
    'America/Sao_Paulo',
    '2018-11-03T13:00:00Z',
    '2018-11-04T13:00:00Z',
    'amanhã às 11h',
    'domingo, 04/11/2018 às 11h, horário de Brasília',
  ],
  // 17 February 2018 had 25 hours.
  [
    'America/Sao_Paulo',
    '2018-02-17T03:30:00Z',
    '2018-02-18T03:30:00Z',
    'amanhã às 0h30',
    'domingo, 18/02/2018 às 0h30, horário de Brasília',
  ],
  [
    'America/Manaus',
    '2018-11-04T04:30:00Z',
    '2018-11-05T04:30:00Z',
    'amanhã às 0h30',
    'segunda, 05/11/2018 às 0h30, horário de Manaus',
  ],
])('in %s at %s', (timeZone, now, startsAt, day, when) => {
  test(`the text is ${day}`, () => {
    const details = {
      timeZone,
      serviceName: 'Corte',
      guestName: null,
      barberName: 'Rui',
      shopName: 'Navalha',
      startsAt: new Date(startsAt),
    }
    expect(describeReminder(details, new Date(now))).toEqual({
      title: `Seu horário é ${day}`,
      message: `Corte com Rui na Navalha: ${when}.`,
      when,
    })
    const ofGuest = describeReminder({ ...details, guestName: 'Bento' }, new Date(now))
    expect(ofGuest.message).toBe(`Corte para Bento com Rui na Navalha: ${when}.`)
  })
})
