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
  mailbox.letters.length = 0
  for (const table of [
    'appointments',
    'notifications',
    'notification_preferences',
    'whatsapp_consents',
    'outbox_messages',
  ])
    await sql`delete from ${sql.table(table)}`.execute(world.db)
  await sql`delete from graphile_worker._private_jobs`.execute(world.db)
  await sql`update users set phone = null`.execute(world.db)
})

/** An appointment that both agreed on when the test began. */
async function agree(minutes: number, options: Parameters<typeof scene.put>[0] = {}) {
  const id = await scene.put({ status: 'CONFIRMED', minutes, ...options })
  await sql`update appointments set updated_at = ${world.clock.now()} where id = ${id}`.execute(world.db)
  return id
}

/** Lets the clock run to `minutes` after the beginning, looking at each of them as the schedule does. */
async function passTo(minutes: number, step = 30) {
  for (let at = step; at <= minutes; at += step) {
    world.clock.set(new Date(Date.parse(start) + at * 60_000))
    await planNow()
  }
}

async function planNow() {
  await planReminders(world)
  await mailbox.deliver()
}

async function told({ id }: SceneCustomer = customer) {
  const rows = world.db
    .selectFrom('notifications')
    .select(['type', 'title', 'message', 'path'])
    .where('user_id', '=', id)
  return await rows.where('type', '=', 'booking_reminder').execute()
}
const subjects = () =>
  mailbox.letters.map(({ subject }) => subject).filter((subject) => subject.startsWith('Seu horário'))
const change = (action: 'confirm' | 'cancel' | 'reschedule', id: string, { token }: SceneCustomer, body?: object) =>
  world.call(appointmentsApi[action], { params: { id }, token, body })

describe('a reminder', () => {
  test('comes a day and two hours before, inside the product and by e-mail, each once', async () => {
    await agree(1500)
    await passTo(30)
    expect([await told(), subjects()]).toEqual([[], []])
    await passTo(60)
    expect(await told()).toEqual([
      {
        type: 'booking_reminder',
        title: 'Seu horário é amanhã às 10:00',
        message: expect.stringMatching(
          /^Corte com .+ na Navalha de Ouro: quinta, 12\/03 às 10:00, horário de Brasília\.$/,
        ),
        path: '/customer/appointments',
      },
    ])
    await passTo(1490)
    expect(subjects()).toEqual([
      'Seu horário é amanhã às 10:00: Corte na Navalha de Ouro',
      'Seu horário é hoje às 10:00: Corte na Navalha de Ouro',
    ])
    expect(await told()).toHaveLength(2)
    expect(await told(barber)).toEqual([])
    const [letter] = mailbox.letters
    for (const words of [
      'quinta, 12/03 às 10:00, horário de Brasília',
      'Rua 9, 100',
      '/agendamento/',
      '/descadastrar?token=',
    ])
      expect(letter?.text).toContain(words)
  })

  test('booked three hours ahead there is only the later one, accepted an hour ahead none', async () => {
    const id = await scene.put({ minutes: 180 })
    await change('confirm', id, barber)
    await passTo(170, 10)
    expect(subjects()).toEqual(['Seu horário é hoje às 12:00: Corte na Navalha de Ouro'])
    mailbox.letters.length = 0
    world.clock.set(start)
    await change('confirm', await scene.put({ minutes: 100 }), barber)
    await passTo(90, 10)
    expect(subjects()).toEqual([])
  })

  test('of a request that waits, of somebody without an account and of what is over there is none', async () => {
    await scene.put({ minutes: 1440 })
    await agree(1500, { customer: null })
    await agree(-60)
    await planNow()
    await passTo(90)
    expect([await told(), subjects()]).toEqual([[], []])
    expect(await world.db.selectFrom('reminders').selectAll().execute()).toEqual([])
  })

  test('follows the appointment to its new time, and goes with a cancelled one', async () => {
    const id = await agree(1500)
    await passTo(60)
    const newStartTime = new Date(Date.parse(start) + 3000 * 60_000).toISOString()
    expect((await change('reschedule', id, customer, { newStartTime })).status).toBe(200)
    await change('confirm', id, barber)
    await passTo(1560)
    expect(subjects()).toEqual([
      'Seu horário é amanhã às 10:00: Corte na Navalha de Ouro',
      'Seu horário é amanhã às 11:00: Corte na Navalha de Ouro',
    ])
    await change('cancel', id, barber)
    await passTo(2990, 60)
    expect(subjects()).toHaveLength(2)
  })

  test('that waited in the queue stays silent when its reason is gone or its time has passed', async () => {
    const ids = [await agree(1440), await agree(1500)]
    await planReminders(world)
    await change('cancel', ids[0] as string, barber)
    await mailbox.deliver()
    expect(subjects()).toEqual([])
    world.clock.advance({ minutes: 60 })
    await planReminders(world)
    world.clock.advance({ minutes: 6 * 60 })
    await mailbox.deliver()
    expect([await told(), subjects()]).toEqual([[], []])
  })

  test('comes late after an outage, but not twice when two processes look at once', async () => {
    await agree(1500)
    world.clock.advance({ minutes: 60 + 300 })
    await Promise.all(Array.from({ length: 4 }, () => planReminders(world)))
    await mailbox.deliver()
    expect(subjects()).toHaveLength(1)
    expect(await told()).toHaveLength(1)
  })

  test('leaves no trace a day after its appointment', async () => {
    await agree(1440)
    await planNow()
    expect(await world.db.selectFrom('reminders').selectAll().execute()).toHaveLength(2)
    world.clock.advance({ minutes: 2881 })
    await planReminders(world)
    expect(await world.db.selectFrom('reminders').selectAll().execute()).toEqual([])
  })

  test('is not for whom switched it off, by channel', async () => {
    const off = { user_id: customer.id, topic: 'reminders', is_on: false }
    await world.db
      .insertInto('notification_preferences')
      .values({ ...off, channel: 'email' })
      .execute()
    await agree(1440)
    await planNow()
    expect([subjects(), (await told()).length]).toEqual([[], 1])
    await world.db
      .insertInto('notification_preferences')
      .values({ ...off, channel: 'in-app' })
      .execute()
    await agree(1560)
    await passTo(120, 120)
    expect([subjects(), (await told()).length]).toEqual([[], 1])
  })

  test('goes to the phone of whom asked for it, and of nobody else', async () => {
    const messages = () => world.db.selectFrom('outbox_messages').select(['recipient', 'subject', 'body']).execute()
    await sql`update users set phone = '62999991234' where id = ${customer.id}`.execute(world.db)
    await agree(1440)
    await planNow()
    expect(await messages()).toEqual([])
    await world.db
      .insertInto('whatsapp_consents')
      .values({ user_id: customer.id, given_at: world.clock.now() })
      .execute()
    await agree(1500)
    await passTo(60, 60)
    const [message, ...more] = await messages()
    expect(more).toEqual([])
    expect(message).toMatchObject({ recipient: '+5562999991234', subject: 'WhatsApp: Seu horário é amanhã às 10:00' })
    expect(message?.body).toMatch(
      /^Olá, Cliente 1![\s\S]+Confirmar presença ou cancelar:\nhttp\S+\/agendamento\/[\w-]{54}$/,
    )
    await sql`update whatsapp_consents set withdrawn_at = ${world.clock.now()}`.execute(world.db)
    await agree(1560)
    await passTo(120, 120)
    expect(await messages()).toHaveLength(1)
  })
})

describe.each([
  // The instants are 20:59, 21:00 and 23:59 of São Paulo, an hour less in Manaus, the next day in UTC from 21:00 on.
  [
    'America/Sao_Paulo',
    '2026-03-11T23:59:00Z',
    '2026-03-12T23:59:00Z',
    'amanhã às 20:59',
    'quinta, 12/03 às 20:59, horário de Brasília',
  ],
  [
    'America/Sao_Paulo',
    '2026-03-12T00:00:00Z',
    '2026-03-13T00:00:00Z',
    'amanhã às 21:00',
    'quinta, 12/03 às 21:00, horário de Brasília',
  ],
  [
    'America/Sao_Paulo',
    '2026-03-12T02:59:00Z',
    '2026-03-12T04:59:00Z',
    'amanhã às 01:59',
    'quinta, 12/03 às 01:59, horário de Brasília',
  ],
  [
    'America/Manaus',
    '2026-03-12T02:59:00Z',
    '2026-03-13T02:59:00Z',
    'amanhã às 22:59',
    'quinta, 12/03 às 22:59, horário de Manaus',
  ],
  [
    'America/Manaus',
    '2026-03-12T00:00:00Z',
    '2026-03-12T02:00:00Z',
    'hoje às 22:00',
    'quarta, 11/03 às 22:00, horário de Manaus',
  ],
  [
    'America/Manaus',
    '2026-03-12T02:59:00Z',
    '2026-03-12T04:59:00Z',
    'amanhã às 00:59',
    'quinta, 12/03 às 00:59, horário de Manaus',
  ],
  // The end of a month and of a year.
  [
    'America/Sao_Paulo',
    '2026-02-28T15:00:00Z',
    '2026-03-01T15:00:00Z',
    'amanhã às 12:00',
    'domingo, 01/03 às 12:00, horário de Brasília',
  ],
  [
    'America/Noronha',
    '2026-12-31T14:00:00Z',
    '2027-01-01T14:00:00Z',
    'amanhã às 12:00',
    'sexta, 01/01 às 12:00, horário de Fernando de Noronha',
  ],
  // 4 November 2018 began at 01:00: 24 hours before 00:30 of the 5th it was still the 3rd.
  [
    'America/Sao_Paulo',
    '2018-11-04T02:30:00Z',
    '2018-11-05T02:30:00Z',
    'na segunda às 00:30',
    'segunda, 05/11 às 00:30, horário de Brasília',
  ],
  [
    'America/Sao_Paulo',
    '2018-11-03T13:00:00Z',
    '2018-11-04T13:00:00Z',
    'amanhã às 11:00',
    'domingo, 04/11 às 11:00, horário de Brasília',
  ],
  // 17 February 2018 had 25 hours.
  [
    'America/Sao_Paulo',
    '2018-02-17T03:30:00Z',
    '2018-02-18T03:30:00Z',
    'amanhã às 00:30',
    'domingo, 18/02 às 00:30, horário de Brasília',
  ],
  [
    'America/Manaus',
    '2018-11-04T04:30:00Z',
    '2018-11-05T04:30:00Z',
    'amanhã às 00:30',
    'segunda, 05/11 às 00:30, horário de Manaus',
  ],
])('in %s at %s', (timeZone, now, startsAt, day, when) => {
  test(`it says ${day}`, () => {
    const facts = {
      timeZone,
      serviceName: 'Corte',
      barberName: 'Rui',
      shopName: 'Navalha',
      startsAt: new Date(startsAt),
    }
    expect(describeReminder(facts, new Date(now))).toEqual({
      title: `Seu horário é ${day}`,
      message: `Corte com Rui na Navalha: ${when}.`,
      when,
    })
  })
})
