import { appointmentsApi } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { expireRequests } from '../status/expire-requests.ts'

// 21:00 in São Paulo, which is tomorrow in UTC, and 20:00 in Manaus.
const evening = '2026-03-12T00:00:00.000Z'
const world = await createHarness({ now: evening })
const mailbox = createMailbox(world)
afterAll(() => world.close())

type Scene = Awaited<ReturnType<typeof createStatusScene>>
type Participant = 'customer' | 'barber' | 'owner'
type Change = 'confirm' | 'cancel' | 'complete' | 'noShow' | 'reschedule'

const bodies: Partial<Record<Change, object>> = {
  cancel: { reason: 'Imprevisto' },
  reschedule: { newStartTime: new Date(Date.parse(evening) + 1470 * 60_000).toISOString() },
}

const address = ({ id }: SceneCustomer) => `${id}@cliente.test`

beforeEach(async () => {
  world.clock.set(evening)
  mailbox.emails.length = 0
  await sql`delete from appointments`.execute(world.db)
  await sql`delete from notifications`.execute(world.db)
  await sql`delete from notification_preferences`.execute(world.db)
  await sql`delete from pending_events; delete from graphile_worker._private_jobs`.execute(world.db)
})

function change(scene: Scene, action: Change, id: string, by: Participant, body?: object) {
  return world.call(appointmentsApi[action], { params: { id }, token: scene.people[by].token, body })
}

async function listNotifications({ id }: SceneCustomer) {
  return await world.db
    .selectFrom('notifications')
    .select(['type', 'title', 'message', 'path'])
    .where('user_id', '=', id)
    .execute()
}

describe.each([
  ['America/Sao_Paulo', 'quinta, 12/03/2026 às 21h', 'quinta, 12/03/2026 às 21h30', 'horário de Brasília'],
  ['America/Manaus', 'quinta, 12/03/2026 às 20h', 'quinta, 12/03/2026 às 20h30', 'horário de Manaus'],
])('in %s at 21:00 of São Paulo', async (timeZone, tomorrow, later, zone) => {
  const scene = await createStatusScene(world, { timeZone, hours: [0, 1440], barberCount: 2 })
  const { customer, barber, owner } = scene

  /** The notifications of all participants as `participant: title`. Asserts that the e-mails are the same. */
  async function listNotified() {
    await mailbox.deliver()
    // What waits until outcomes are no longer corrected, and what follows from it.
    for (const _ of [1, 2]) await mailbox.deliver(new Date(Date.now() + 660_000))
    const participants = Object.entries({ customer, barber, owner })
    const inApp = await Promise.all(
      participants.map(async ([name, user]) => (await listNotifications(user)).map(({ title }) => `${name}: ${title}`)),
    )
    const mailed = mailbox.emails.map(({ to, subject }) => {
      const name = participants.find(([, user]) => address(user) === to)?.[0]
      return `${name}: ${subject.split(':')[0]}`
    })
    expect(mailed.toSorted()).toEqual(inApp.flat().toSorted())
    return inApp.flat().toSorted()
  }

  test.each([
    ['the barber accepts', 'SCHEDULED', 1440, 'confirm', 'barber', ['customer: Horário confirmado']],
    [
      'the owner accepts',
      'SCHEDULED',
      1440,
      'confirm',
      'owner',
      ['barber: Pedido aceito pela barbearia', 'customer: Horário confirmado'],
    ],
    ['the barber declines', 'SCHEDULED', 1440, 'cancel', 'barber', ['customer: Pedido recusado']],
    [
      'the owner declines',
      'SCHEDULED',
      1440,
      'cancel',
      'owner',
      ['barber: Pedido recusado pela barbearia', 'customer: Pedido recusado'],
    ],
    ['the barber cancels', 'CONFIRMED', 1440, 'cancel', 'barber', ['customer: Horário cancelado']],
    [
      'the customer cancels',
      'CONFIRMED',
      1440,
      'cancel',
      'customer',
      ['barber: Horário cancelado', 'customer: Cancelado por você'],
    ],
    [
      'the customer reschedules',
      'CONFIRMED',
      1440,
      'reschedule',
      'customer',
      ['barber: Pedido de novo horário', 'customer: Novo horário reservado'],
    ],
    ['the barber completes', 'CONFIRMED', -30, 'complete', 'barber', ['customer: Como ficou o corte?']],
    ['a no-show', 'CONFIRMED', -30, 'noShow', 'barber', ['customer: Sentimos sua falta']],
  ] as const)('%s', async (_, status, minutes, action, by, expected) => {
    const id = await scene.put({ status, minutes })
    expect((await change(scene, action, id, by, bodies[action])).status).toBe(200)
    expect(await listNotified()).toEqual(expected)
    for (const { message } of await listNotifications(customer))
      expect(message).toContain(minutes > 0 ? tomorrow : 'Corte')
    for (const { text } of mailbox.emails) expect(text).toContain(zone)
    if (action === 'reschedule') await expectNewTimeInTexts()
    if (action === 'cancel') await expectReasonInText(by === 'customer' ? barber : customer)
  })

  async function expectNewTimeInTexts() {
    const [notification] = await listNotifications(barber)
    expect(notification?.message).toBe(
      `Cliente 1 mudou Corte de ${tomorrow} para ${later}. Responda até ${later.replace('21h30', '19h30').replace('20h30', '18h30')}.`,
    )
    expect(mailbox.emails.find(({ to }) => to === address(barber))?.text).toContain(notification?.message)
  }

  async function expectReasonInText(reader: SceneCustomer) {
    const [notification] = await listNotifications(reader)
    expect(notification?.message).toContain('Motivo: Imprevisto')
  }

  test('a customer who moves a request twice and cancels it is notified of the last state only, once', async () => {
    const id = await scene.put({ status: 'CONFIRMED' })
    const move = (minutes: number) => {
      const newStartTime = new Date(Date.parse(evening) + minutes * 60_000).toISOString()
      return change(scene, 'reschedule', id, 'customer', { newStartTime })
    }
    const ofCustomer = () => mailbox.emails.filter(({ to }) => to === address(customer)).map(({ subject }) => subject)
    for (const minutes of [1500, 1470, 1470]) expect((await move(minutes)).status).toBe(200)
    await mailbox.deliver()
    expect(ofCustomer()).toEqual([`Novo horário reservado: Corte, ${later}`])
    const texts = (await listNotifications(customer)).map(({ message }) => message)
    expect(texts).toContainEqual(
      expect.stringMatching(new RegExp(`^Você mudou Corte com .* para ${later}\\. A confirmar até `)),
    )
    mailbox.emails.length = 0
    await move(1500)
    for (const _ of [1, 2]) expect((await change(scene, 'cancel', id, 'customer')).status).toBe(200)
    await mailbox.deliver()
    expect(ofCustomer()).toHaveLength(1)
    expect(ofCustomer()[0]).toContain('Cancelado por você: Corte')
  })

  test('a receipt is by preference: no mail and nothing in the bell where both are off', async () => {
    const preferences = (['in-app', 'email'] as const).map((channel) => ({
      user_id: customer.id,
      topic: 'appointments',
      channel,
      is_on: false,
      updated_at: new Date(evening),
    }))
    await world.db.insertInto('notification_preferences').values(preferences).execute()
    const id = await scene.put({ status: 'CONFIRMED' })
    expect((await change(scene, 'cancel', id, 'customer')).status).toBe(200)
    expect(await listNotified()).toEqual(['barber: Horário cancelado'])
  })

  test('where the barbershop confirms by itself the receipt of a move says that it is confirmed', async () => {
    const setConfirmation = (value: string) =>
      world.db.updateTable('barbershops').set({ auto_confirmation: value }).where('id', '=', scene.shop.id).execute()
    const id = await scene.put({ status: 'CONFIRMED' })
    const read = async () => (await world.call(appointmentsApi.get, { params: { id }, token: customer.token })).body
    expect((await read()).automaticConfirmation).toEqual({ isAlways: false, withinMin: 120 })
    await setConfirmation('everyone')
    expect((await read()).automaticConfirmation.isAlways).toBe(true)
    const newStartTime = new Date(Date.parse(evening) + 1470 * 60_000).toISOString()
    await change(scene, 'reschedule', id, 'customer', { newStartTime })
    expect(await listNotified()).toEqual(['barber: Horário remarcado', 'customer: Horário remarcado'])
    const [receipt] = await listNotifications(customer)
    expect(receipt?.message).toContain('Já está confirmado.')
    await setConfirmation('off')
  })

  test('a new request reaches the barber with the deadline, and the customer gets a receipt with it', async () => {
    const startTime = new Date(Date.parse(evening) + 1440 * 60_000).toISOString()
    const input = { barberId: scene.membership.id, serviceId: scene.service.id, startTime }
    const { body } = await world.call(appointmentsApi.create, { token: customer.token, body: input })
    expect((await world.call(appointmentsApi.create, { token: customer.token, body: input })).body.id).toBe(body.id)
    expect(await listNotified()).toEqual(['barber: Novo pedido', 'customer: Horário reservado'])
    const [notification] = await listNotifications(barber)
    const path = `/barber/appointments?agendamento=${body.id}`
    expect(notification).toMatchObject({ type: 'booking_received', path })
    expect(notification?.message).toContain(`pediu Corte 30, ${tomorrow}. Responda até`)
    const [receipt] = await listNotifications(customer)
    const receiptPath = `/customer/appointments#cartao-${body.id}`
    expect(receipt).toMatchObject({ type: 'booking_requested', path: receiptPath })
    const deadline = tomorrow.replace('21h', '19h').replace('20h', '18h')
    expect(receipt?.message).toBe(
      `Corte 30 com Cliente 1, ${tomorrow}, na Navalha de Ouro. A confirmar até ${deadline}; avisamos você.`,
    )
    for (const [user, link] of [
      [barber, path],
      [customer, receiptPath],
    ] as const) {
      const email = mailbox.emails.find(({ to }) => to === address(user))
      const details = [`${tomorrow}, ${zone}`, 'Navalha de Ouro', 'Rua 9, 100', 'R$ 50,00', '/descadastrar?token=']
      for (const text of [...details, link]) expect(email?.text.replace(/\s/g, ' ')).toContain(text)
    }
  })

  test('a receipt is not sent to a customer who disabled it, nor after the request was confirmed', async () => {
    const request = async (hours: number) => {
      const startTime = new Date(Date.parse(evening) + hours * 3_600_000).toISOString()
      const input = { barberId: scene.membership.id, serviceId: scene.service.id, startTime }
      return (await world.call(appointmentsApi.create, { token: customer.token, body: input })).body.id
    }
    await change(scene, 'confirm', await request(24), 'barber')
    await mailbox.deliver()
    const listSubjects = () =>
      mailbox.emails.filter(({ to }) => to === address(customer)).map(({ subject }) => subject.split(':')[0])
    expect(listSubjects()).toEqual(['Horário confirmado'])
    const disabled = { user_id: customer.id, topic: 'appointments', is_on: false }
    await world.db
      .insertInto('notification_preferences')
      .values(['email', 'in-app'].map((channel) => ({ ...disabled, channel })))
      .execute()
    await request(26)
    await mailbox.deliver()
    expect(listSubjects()).toEqual(['Horário confirmado'])
    expect((await listNotifications(customer)).map(({ title }) => title)).toEqual([
      'Horário reservado',
      'Horário confirmado',
    ])
  })

  test('an expired request notifies both, and a walk-in by the owner the barber', async () => {
    await scene.put({ minutes: 240 })
    world.clock.advance({ minutes: 120 })
    await expireRequests(world)
    expect(await listNotified()).toEqual(['barber: Pedido sem resposta', 'customer: Pedido sem resposta'])
    const walkIn = { barberId: scene.membership.id, serviceId: scene.service.id, customerName: 'Seu Zé' }
    await world.call(appointmentsApi.walkIn, { token: owner.token, body: walkIn })
    expect(await listNotified()).toContain('barber: Encaixe na sua cadeira')
  })
})

describe('an e-mail', async () => {
  const scene = await createStatusScene(world, { hours: [0, 1440] })

  test('is not sent for a stale version, nor to a user who disabled it', async () => {
    const id = await scene.put()
    await change(scene, 'confirm', id, 'barber')
    await change(scene, 'cancel', id, 'customer')
    await mailbox.deliver()
    const recipients = () => mailbox.emails.map(({ to }) => to).toSorted()
    expect(recipients()).toEqual([address(scene.barber), address(scene.customer)].toSorted())
    expect(mailbox.emails.map(({ subject }) => subject).join()).not.toContain('Horário confirmado')
    mailbox.emails.length = 0
    await world.db
      .insertInto('notification_preferences')
      .values([
        { user_id: scene.customer.id, topic: 'appointments', channel: 'email', is_on: false },
        { user_id: scene.barber.id, topic: 'appointments', channel: 'in-app', is_on: false },
      ])
      .execute()
    await change(scene, 'confirm', await scene.put({ minutes: 2000 }), 'barber')
    await change(scene, 'cancel', await scene.put({ minutes: 3000 }), 'customer')
    await mailbox.deliver()
    expect(recipients()).toEqual([address(scene.barber)])
    expect((await listNotifications(scene.customer)).length).toBe(4)
    expect((await listNotifications(scene.barber)).length).toBe(1)
  })

  test.each([
    ['confirm', 'barber', 'SCHEDULED', 'CONFIRMED'],
    ['reschedule', 'customer', 'CONFIRMED', 'TENTATIVE'],
    ['cancel', 'customer', 'CONFIRMED', 'CANCELLED'],
    ['cancel', 'barber', 'CONFIRMED', 'CANCELLED'],
  ] as const)(
    'after %s by the %s carries the event of the calendar for the customer',
    async (action, by, from, status) => {
      const id = await scene.put({ status: from })
      const newStartTime = new Date(Date.parse(evening) + 1470 * 60_000).toISOString()
      await change(scene, action, id, by, action === 'reschedule' ? { newStartTime } : undefined)
      await mailbox.deliver()
      const ofCustomer = mailbox.emails.filter(({ to }) => to === address(scene.customer))
      expect(ofCustomer).toHaveLength(1)
      const { filename, content = '' } = ofCustomer[0]?.calendar ?? {}
      expect(filename).toBe('agendamento.ics')
      const start = action === 'reschedule' ? '003000Z' : '000000Z'
      for (const line of [`UID:${id}@naregua`, 'SEQUENCE:2', `STATUS:${status}`, `DTSTART:20260313T${start}`])
        expect(content).toContain(`\r\n${line}\r\n`)
      const toBarber = mailbox.emails.find(({ to }) => to === address(scene.barber))
      expect(toBarber?.calendar).toBeUndefined()
    },
  )

  test('contain no name of an account whose address is not verified', async () => {
    const named = world.db.updateTable('users').set({ name: 'Você ganhou 500 reais', email_verified_at: null })
    await named.where('id', 'in', [scene.customer.id, scene.barber.id]).execute()
    await change(scene, 'confirm', await scene.put({ minutes: 2000 }), 'owner')
    await mailbox.deliver()
    expect(mailbox.emails.map(({ to }) => to).toSorted()).toEqual(
      [address(scene.customer), address(scene.barber)].toSorted(),
    )
    expect(JSON.stringify(mailbox.emails)).not.toContain('ganhou')
    const toCustomer = mailbox.emails.find(({ to }) => to === address(scene.customer))
    expect(toCustomer?.text).toMatch(/^Olá!$/m)
    expect(toCustomer?.text).toContain('Barbeiro: Barbeiro')
    expect(mailbox.emails.find(({ to }) => to === address(scene.barber))?.text).toContain('Cliente: Cliente')
    const verified = world.db.updateTable('users').set({ name: 'Ana', email_verified_at: world.clock.now() })
    await verified.where('id', 'in', [scene.customer.id, scene.barber.id]).execute()
  })

  test('escapes names', async () => {
    const [user] = (await createCustomers(world.db, 1)) as [SceneCustomer]
    const name = '<img src=x onerror=alert(1)>\r\nBcc: a@b.c'
    await world.db.updateTable('users').set({ name }).where('id', '=', user.id).execute()
    const id = await scene.put({ customer: user })
    await world.call(appointmentsApi.cancel, { params: { id }, token: user.token, body: { reason: '<b>&' } })
    await mailbox.deliver()
    const email = mailbox.emails.find(({ to }) => to === address(scene.barber))
    expect(email?.html).not.toContain('<img src=x')
    expect(email?.html).toContain('&lt;b&gt;&amp;')
    expect(email?.subject).not.toMatch(/[\r\n]/)
  })
})
