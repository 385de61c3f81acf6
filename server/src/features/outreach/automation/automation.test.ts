import { outreachApi } from '@na-regua/contract/outreach'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../../../test/factories.ts'
import { createOutreachWorld } from '../../../../test/outreach-scene.ts'
import type { WhatsAppConfig } from '../../../lib/config.ts'
import { createWhatsApp } from '../../../lib/whatsapp.ts'
import { findFreePort } from '../../../ops/free-port.ts'
import { planOutreach } from './plan-outreach.ts'
import { sendOutreach } from './send-outreach.ts'

const { world, api, mailbox, createScene, messages, reset, close } = await createOutreachWorld()
afterAll(close)
const scene = await createScene()
const { shop, addCustomer, addAppointment, automate, list, mark } = scene

beforeEach(reset)

/** Plans, and sends what was planned. */
async function run() {
  await planOutreach(world)
  await mailbox.deliver()
}

const statuses = async () => (await messages()).map(({ delivery_status }) => delivery_status)
const whatsappConfig = world.config.whatsapp as WhatsAppConfig

describe('messages that leave by themselves', () => {
  test('the question about tomorrow leaves once, at the hour of the barbershop, with its buttons and its link', async () => {
    const profile = await addCustomer()
    await addAppointment({ profile_id: profile, customer_name: 'Ana Lua' })
    expect((await automate('tomorrow', 17)).body).toEqual({ hour: 17 })
    world.clock.set('2026-03-12T19:59:00Z')
    await run()
    expect(api.state.accepted).toEqual([])
    world.clock.set('2026-03-12T20:00:00Z')
    await run()
    await run()
    world.clock.set('2026-03-12T21:30:00Z')
    await run()
    const [row] = await messages()
    expect(api.state.accepted).toEqual([
      {
        id: expect.any(String),
        waId: '556288887777',
        reference: row?.id,
        template: 'confirmar_amanha',
        parameters: ['Ana', 'Navalha de Ouro', 'sexta, 13/03/2026 às 10h', expect.any(String)],
        payloads: ['1', '2'],
        link: expect.stringMatching(/^a\/[\w-]{48}$/),
        text: undefined,
      },
    ])
    expect(row).toMatchObject({ delivery_status: 'SENT', whatsapp_number: '556288887777', sent_by: null })
    expect((await list('tomorrow')).rows[0].sent).toEqual({
      at: '2026-03-12T20:00:00.000Z',
      by: null,
      delivery: 'SENT',
    })
  })

  test('birthdays leave on the day, the lapsed once for each lapse, both without buttons to reply', async () => {
    await addCustomer({ birthday: '03-12' })
    await addCustomer({ name: 'Beto Lima', phone: '+5562911112222', birthday: '03-13' })
    const absent = await addCustomer({ name: 'Caio Dias', phone: '+5562933334444' })
    const start = '2026-01-10T13:00:00Z'
    const visit = { status: 'COMPLETED', starts_at: start, ends_at: '2026-01-10T13:30:00Z', profile_id: absent }
    await addAppointment(visit)
    await automate('birthday', 17)
    await automate('absent', 17)
    await run()
    world.clock.set('2026-03-13T20:00:00Z')
    await run()
    const sent = api.state.accepted.map(({ template, parameters, payloads, link }) => [
      template,
      parameters[0],
      payloads,
      link,
    ])
    const link = `barbershop/${shop.id}`
    expect(sent).toHaveLength(3)
    expect(sent).toEqual(
      expect.arrayContaining([
        ['feliz_aniversario', 'Ana', [], link],
        ['sentimos_sua_falta', 'Caio', [], link],
        ['feliz_aniversario', 'Beto', [], link],
      ]),
    )
  })

  test('whom the team has written to gets none, and whom it left for gets none by hand', async () => {
    const profile = await addCustomer({ birthday: '03-12' })
    const other = await addCustomer({ name: 'Beto Lima', phone: '+5562911112222', birthday: '03-12' })
    const byHand = { purpose: 'birthday', profileId: profile, isSent: true }
    await mark(byHand)
    await automate('birthday', 17)
    await run()
    expect(api.state.accepted.map(({ parameters }) => parameters[0])).toEqual(['Beto'])
    const marked = await mark({ ...byHand, profileId: other })
    expect(marked.body.sent).toMatchObject({ by: null, delivery: 'SENT' })
    // It has left: that is no mistake.
    expect((await mark({ ...byHand, profileId: other, isSent: false })).body.sent).toMatchObject({ delivery: 'SENT' })
    expect((await mark({ ...byHand, isSent: false })).body.sent).toBeNull()
  })

  test('not to who refused messages, is blocked, has no phone, has confirmed, or has reminders on WhatsApp', async () => {
    const guest = await createUser(world, { name: 'Guto Lembrado', phone: '62955550001' })
    await sql`insert into whatsapp_consents (user_id, given_at) values (${guest.id}, ${world.clock.now()})`.execute(
      world.db,
    )
    const customers = [
      { name: 'Recusa', phone: '+5562911110001', marketing_refused_at: world.clock.now() },
      { name: 'Bloqueado', phone: '+5562911110002', blocked_at: world.clock.now() },
      { name: 'Sem Fone', phone: null },
      { name: 'Confirmou', phone: '+5562911110003' },
      { user_id: guest.id, name: null, phone: null },
    ]
    for (const [at, fields] of customers.entries()) {
      const start = Date.parse('2026-03-13T12:00:00Z') + at * 1_800_000
      await addAppointment({
        profile_id: await addCustomer(fields),
        customer_name: fields.name,
        starts_at: new Date(start),
        ends_at: new Date(start + 1_800_000),
        presence_confirmed_at: fields.name === 'Confirmou' ? world.clock.now() : null,
      })
    }
    await automate('tomorrow', 17)
    await run()
    expect([await messages(), api.state.requests]).toEqual([[], 0])
  })

  test('a visit that was cancelled, moved or confirmed after the plan, a refusal and a switch-off are respected', async () => {
    const changes: ((appointmentId: string, profileId: string) => Promise<unknown>)[] = [
      (id) => world.db.updateTable('appointments').set({ status: 'CANCELLED' }).where('id', '=', id).execute(),
      (id) =>
        world.db
          .updateTable('appointments')
          .set({ starts_at: '2026-03-13T17:00:00Z', ends_at: '2026-03-13T17:30:00Z' })
          .where('id', '=', id)
          .execute(),
      (id) =>
        world.db.updateTable('appointments').set({ presence_confirmed_at: new Date() }).where('id', '=', id).execute(),
      (_, id) =>
        world.db
          .updateTable('customer_profiles')
          .set({ marketing_refused_at: new Date() })
          .where('id', '=', id)
          .execute(),
      () => automate('tomorrow', null),
    ]
    for (const change of changes) {
      await reset()
      const profile = await addCustomer()
      const appointment = await addAppointment({ profile_id: profile, customer_name: 'Ana Lua' })
      await automate('tomorrow', 17)
      await planOutreach(world)
      expect(await statuses()).toEqual(['QUEUED'])
      await change(appointment, profile)
      await mailbox.deliver()
      expect([await messages(), api.state.requests]).toEqual([[], 0])
    }
  })

  test('a customer with an account gets the link of the account', async () => {
    const ana = await createUser(world, { name: 'Ana Conta', phone: '62944440001' })
    await addAppointment({ customer_id: ana.id })
    await automate('tomorrow', 17)
    await run()
    expect(api.state.accepted[0]?.link).toMatch(/^agendamento\/[\w-]{54}$/)
  })

  test('a booking by phone of a customer who has an account since has the link of the booking', async () => {
    const ana = await createUser(world, { name: 'Ana Conta', phone: '62944440002' })
    const profile = await addCustomer({ user_id: ana.id })
    await addAppointment({ profile_id: profile, customer_name: 'Ana Lua' })
    const [row] = (await list('tomorrow')).rows
    expect(decodeURIComponent(row.whatsAppUrl)).toMatch(/\/a\/[\w-]{48}$/)
  })

  test('nothing leaves at night: who was stopped for hours does not make up for it', async () => {
    await addAppointment({ profile_id: await addCustomer(), customer_name: 'Ana Lua' })
    await automate('tomorrow', 17)
    world.clock.set('2026-03-12T23:00:00Z')
    await run()
    expect(await messages()).toEqual([])
  })
})

describe('what WhatsApp says', () => {
  const plan = async () => {
    await addAppointment({ profile_id: await addCustomer(), customer_name: 'Ana Lua' })
    await automate('tomorrow', 17)
    await planOutreach(world)
    return String((await messages())[0]?.id)
  }

  test('too many requests: it is sent again later, once', async () => {
    api.state.limited = 1
    await plan()
    await mailbox.deliver()
    expect(await statuses()).toEqual(['QUEUED'])
    await mailbox.deliver(new Date(Date.now() + 3_600_000))
    expect([await statuses(), api.state.accepted.length]).toEqual([['SENT'], 1])
  })

  test('a number that is not on WhatsApp: not delivered, and by hand from there on', async () => {
    api.state.unreachable.add('5562988887777')
    await plan()
    await mailbox.deliver()
    const [row] = (await list('tomorrow')).rows
    expect(row).toMatchObject({ sent: { delivery: 'FAILED' }, whatsAppUrl: expect.stringContaining('wa.me') })
    const marking = { purpose: 'tomorrow', profileId: row.profileId, appointmentId: row.appointment.id, isSent: true }
    expect((await mark(marking)).body.sent).toMatchObject({ delivery: null, by: expect.any(String) })
    await mailbox.deliver(new Date(Date.now() + 3_600_000))
    expect(api.state.accepted).toEqual([])
  })

  test('a token that has expired: not delivered', async () => {
    api.state.isTokenExpired = true
    await plan()
    await mailbox.deliver()
    expect(await statuses()).toEqual(['FAILED'])
  })

  test('no response: it may have left, so it is not sent again, and after an hour it is for the hands of staff', async () => {
    api.state.cut = 1
    await plan()
    await mailbox.deliver()
    await mailbox.deliver(new Date(Date.now() + 3_600_000))
    expect([await statuses(), api.state.accepted.length]).toEqual([['SENDING'], 1])
    world.clock.advance({ minutes: 61 })
    await planOutreach(world)
    expect(await statuses()).toEqual(['FAILED'])
  })

  test('no connection: it is sent again', async () => {
    const messageId = await plan()
    const url = `http://127.0.0.1:${await findFreePort()}/v23.0`
    const whatsapp = createWhatsApp({ config: { whatsapp: { ...whatsappConfig, url } } })
    await expect(sendOutreach({ ...world, whatsapp, site: '' }, { messageId })).rejects.toThrow('unreachable')
    expect(await statuses()).toEqual(['QUEUED'])
    await mailbox.deliver()
    expect(await statuses()).toEqual(['SENT'])
  })

  test('a barbershop without messages left sends none, and its team writes by hand', async () => {
    await world.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', shop.owner_id).execute()
    await plan()
    await mailbox.deliver()
    await world.db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', shop.owner_id).execute()
    expect([await messages(), api.state.requests]).toEqual([[], 0])
  })
})

describe('the switch', () => {
  test('is for who may change settings; others read it', async () => {
    expect((await list('absent')).automation).toEqual({ hour: null })
    await automate('absent', 9)
    expect((await list('absent')).automation).toEqual({ hour: 9 })
    expect((await automate('absent', 7)).status).toBe(400)
    expect((await automate('absent', null)).body).toEqual({ hour: null })
    const other = await createScene('Outra')
    const foreign = { token: other.token, params: { id: shop.id }, body: { purpose: 'absent', hour: 9 } }
    expect((await world.call(outreachApi.saveAutomation, foreign)).status).toBe(404)
  })

  test('an inactive barbershop sends nothing', async () => {
    await addCustomer({ birthday: '03-12' })
    await automate('birthday', 17)
    await world.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', shop.id).execute()
    await run()
    await world.db.updateTable('barbershops').set({ is_active: true }).where('id', '=', shop.id).execute()
    expect(await messages()).toEqual([])
  })
})

test('an appointment that was moved gets another question, for its new time', async () => {
  const ana = await createUser(world, { name: 'Ana Conta', phone: '62944440003' })
  const id = await addAppointment({ customer_id: ana.id })
  await automate('tomorrow', 17)
  await run()
  await world.db
    .updateTable('appointments')
    .set({ starts_at: '2026-03-14T13:00:00Z', ends_at: '2026-03-14T13:30:00Z' })
    .where('id', '=', id)
    .execute()
  world.clock.set('2026-03-13T20:00:00Z')
  await run()
  expect(api.state.accepted).toHaveLength(2)
})
