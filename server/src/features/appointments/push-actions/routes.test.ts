import { accountsApi } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { notificationsApi } from '@na-regua/contract/notifications'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createPushToken, insertDevice, tapAction } from '../../../../test/push-scene.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { insertNotification } from '../../notifications/events/queries.ts'
import { createReminderToken } from '../reminder-reply/queries.ts'
import { confirmFromReminder } from '../reminder-reply/reply-to-reminder.ts'
import { listPushActions } from './list-push-actions.ts'
import type { PushAct } from './rules.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world, { hours: [0, 1440], barberCount: 2 })
const { customer, barber, stranger } = scene
const [, second] = scene.shop.barbers
await sql`update users set name = 'João Prado' where id = ${customer.id}`.execute(world.db)

const sessions = await world.db.selectFrom('sessions').selectAll().execute()

let devices: Record<'barber' | 'customer' | 'stranger', string>
beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  const tables = [
    'appointments',
    'notifications',
    'push_subscriptions',
    'pending_events',
    'customer_profiles',
    'sessions',
  ]
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(world.db)
  await world.db.insertInto('sessions').values(sessions).execute()
  await sql`update barbers set removed_at = null`.execute(world.db)
  devices = {
    barber: await insertDevice(world.db, barber),
    customer: await insertDevice(world.db, customer),
    stranger: await insertDevice(world.db, stranger),
  }
})

const people = { barber, customer, stranger }
type Person = keyof typeof people

/** A button for a new appointment that starts in three hours, at 15:00. */
async function insertButton(
  act: PushAct,
  options: Parameters<typeof scene.put>[0] & { by?: Person; deviceId?: string } = {},
) {
  const { by = act === 'confirm' ? 'customer' : 'barber', deviceId = devices[by], ...appointment } = options
  const status = act === 'confirm' ? 'CONFIRMED' : 'SCHEDULED'
  const id = await scene.put({ status, minutes: 180, ...appointment })
  const token = await createPushToken(world.db, { deviceId, userId: people[by].id, appointmentId: id, act })
  return { id, token }
}

const rowOf = (id: string) =>
  world.db
    .selectFrom('appointments')
    .select(['status', 'version', 'cancelled_by', 'presence_confirmed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const typesOf = async ({ id }: { id: string }) => {
  const rows = await world.db.selectFrom('notifications').select('type').where('user_id', '=', id).execute()
  return rows.map(({ type }) => type)
}

describe('a button of a push', () => {
  test('accepts a request without a session, once; the repeat gets the stored result', async () => {
    const { id, token } = await insertButton('accept')
    const dedupeKey = `appointment:${id}:received:1`
    const notification = {
      userId: barber.id,
      type: 'booking_received',
      dedupeKey,
      title: 'Novo pedido',
      message: '',
    } as const
    await insertNotification(world.db, notification, world.clock.now())
    await insertNotification(world.db, { ...notification, dedupeKey: 'review:1:received' }, world.clock.now())
    for (let times = 0; times < 3; times++) {
      const { status, body, headers } = await tapAction(world, token)
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
      expect(body).toEqual({
        outcome: 'done',
        title: 'Aceito: João, 15h',
        body: 'Corte',
        path: `/barber/appointments?agendamento=${id}`,
        badge: 1,
      })
    }
    expect(await rowOf(id)).toMatchObject({ status: 'CONFIRMED', version: 2 })
    expect(await typesOf(customer)).toEqual(['booking_confirmed'])
    const list = await world.call(notificationsApi.list, { token: barber.token })
    expect(list.body.notifications.map(({ title, read }: { title: string; read: boolean }) => [title, read])).toEqual(
      expect.arrayContaining([
        ['Novo pedido', true],
        ['Novo pedido', false],
      ]),
    )
  })

  test('refuses a request; the other button then says so', async () => {
    const { id, token } = await insertButton('reject')
    expect((await tapAction(world, token)).body).toMatchObject({ outcome: 'done', title: 'Recusado: João, 15h' })
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'barber' })
    expect(await typesOf(customer)).toEqual(['booking_rejected'])
    const subject = { deviceId: devices.barber, userId: barber.id, appointmentId: id }
    const accept = await createPushToken(world.db, { ...subject, act: 'accept' })
    expect((await tapAction(world, accept)).body).toMatchObject({ outcome: 'refused', title: 'Já tinha sido recusado' })
    expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', version: 2 })
  })

  test('confirms the presence, once, also after the link of a reminder did', async () => {
    const { id, token } = await insertButton('confirm')
    for (let times = 0; times < 2; times++) {
      const { body } = await tapAction(world, token)
      expect(body).toMatchObject({ outcome: 'done', title: 'Presença confirmada: 15h', body: 'Corte, Navalha de Ouro' })
    }
    expect(await rowOf(id)).toMatchObject({ status: 'CONFIRMED', version: 1, presence_confirmed_at: world.clock.now() })
    expect(await typesOf(barber)).toEqual(['presence_confirmed'])

    const other = await insertButton('confirm', { minutes: 1500 })
    const link = await createReminderToken(world.db, { id: other.id, version: 1, customerId: customer.id })
    await confirmFromReminder(world.db, link, world.clock.now())
    const { body } = await tapAction(world, other.token)
    expect(body).toMatchObject({ outcome: 'done', title: 'Presença confirmada: quinta, 12/03/2026 às 13h' })
    expect(await typesOf(barber)).toEqual(['presence_confirmed', 'presence_confirmed'])
  })

  test('of a second device of the same person returns the result of the first', async () => {
    const { id, token } = await insertButton('accept')
    const login = await sql<{ token_hash: Buffer }>`insert into sessions (token_hash, user_id, expires_at, last_used_at)
      values (sha256('tablet'), ${barber.id}, ${world.clock.now()}::timestamptz + interval '1 day', ${world.clock.now()}) returning token_hash`.execute(
      world.db,
    )
    const tablet = await insertDevice(world.db, barber, { session: login.rows[0]?.token_hash })
    const onTablet = await createPushToken(world.db, {
      deviceId: tablet,
      userId: barber.id,
      appointmentId: id,
      act: 'accept',
    })
    expect((await tapAction(world, token)).body.title).toBe('Aceito: João, 15h')
    expect((await tapAction(world, onTablet)).body).toMatchObject({ outcome: 'done', title: 'Aceito: João, 15h' })
  })

  test('shows no name on a device that hides details', async () => {
    await sql`update push_subscriptions set hides_details = true`.execute(world.db)
    const { token } = await insertButton('accept')
    expect((await tapAction(world, token)).body).toMatchObject({ title: 'Aceito', body: '' })
    const { token: confirm } = await insertButton('confirm', { minutes: 1500 })
    expect((await tapAction(world, confirm)).body).toMatchObject({ title: 'Presença confirmada', body: '' })
  })
})

describe('a stale button is refused with what became of the appointment', () => {
  test('cancelled by the customer in the meantime', async () => {
    const { id, token } = await insertButton('accept')
    await world.call(appointmentsApi.cancel, { params: { id }, token: customer.token, body: {} })
    const before = await rowOf(id)
    expect((await tapAction(world, token)).body).toMatchObject({
      outcome: 'refused',
      title: 'Já tinha sido cancelado pelo cliente',
      body: 'Nada mudou. Toque para ver.',
    })
    expect(await rowOf(id)).toEqual(before)
  })

  test('moved by the customer: the new time is named, and not accepted', async () => {
    const { id, token } = await insertButton('accept')
    const body = { newStartTime: '2026-03-12T18:00:00Z' }
    await world.call(appointmentsApi.reschedule, { params: { id }, token: customer.token, body })
    expect((await tapAction(world, token)).body).toMatchObject({
      outcome: 'refused',
      title: 'O pedido mudou',
      body: 'Nada mudou. Agora: quinta, 12/03/2026 às 15h. Toque para ver.',
    })
    expect(await rowOf(id)).toMatchObject({ status: 'SCHEDULED', version: 2 })
  })

  test('accepted in the app, and a presence of a cancelled appointment', async () => {
    const { id, token } = await insertButton('reject')
    await world.call(appointmentsApi.confirm, { params: { id }, token: barber.token })
    expect((await tapAction(world, token)).body).toMatchObject({ outcome: 'refused', title: 'Já tinha sido aceito' })
    expect((await rowOf(id)).status).toBe('CONFIRMED')
    const { id: visit, token: confirm } = await insertButton('confirm', { minutes: 1500 })
    await world.call(appointmentsApi.cancel, { params: { id: visit }, token: barber.token, body: {} })
    expect((await tapAction(world, confirm)).body).toMatchObject({
      outcome: 'refused',
      title: 'A barbearia cancelou este horário',
    })
  })

  test('expires at the end of the request, a presence at the start', async () => {
    const { token } = await insertButton('accept')
    const { token: confirm } = await insertButton('confirm', { minutes: 240 })
    world.clock.advance({ minutes: 240 })
    const codes = [(await tapAction(world, token)).body.code, (await tapAction(world, confirm)).body.code]
    expect(codes).toEqual(['LINK_EXPIRED', 'LINK_EXPIRED'])
  })
})

describe('authorization is checked at the tap', () => {
  const refusedCode = async (token: string) => (await tapAction(world, token)).body.code as string | undefined

  test.each([
    ['the log-out', () => world.call(accountsApi.logout, { token: barber.token })],
    ['another password', () => sql`delete from sessions where user_id = ${barber.id}`.execute(world.db)],
    ['an expired session', () => sql`update sessions set expires_at = ${world.clock.now()}`.execute(world.db)],
    [
      'an idle session, from which staff cannot act',
      () =>
        sql`update sessions set last_used_at = ${world.clock.now()}::timestamptz - interval '8 days'`.execute(world.db),
    ],
    ['the removal of the device', () => sql`delete from push_subscriptions`.execute(world.db)],
    ['the removal of the barber', () => sql`update barbers set removed_at = ${world.clock.now()}`.execute(world.db)],
    [
      'another person on the device',
      () => sql`update push_subscriptions set user_id = ${stranger.id} where id = ${devices.barber}`.execute(world.db),
    ],
    [
      'another barber',
      () =>
        sql`update appointments set barber_id = ${second?.id}, barber_user_id = ${second?.userId}`.execute(world.db),
    ],
  ])('no token survives %s', async (_what, end) => {
    const { id, token } = await insertButton('accept', { minutes: 20_000 })
    await end()
    expect(await refusedCode(token)).toBe('LINK_INVALID')
    expect(await rowOf(id)).toMatchObject({ status: 'SCHEDULED', version: 1 })
  })

  test('a result is not shown to someone who has lost their part', async () => {
    const { token } = await insertButton('accept')
    await tapAction(world, token)
    await sql`update barbers set removed_at = ${world.clock.now()}`.execute(world.db)
    expect(await refusedCode(token)).toBe('LINK_INVALID')
  })

  test('a blocked customer confirms nothing', async () => {
    const { id, token } = await insertButton('confirm')
    await sql`insert into customer_profiles (barbershop_id, user_id, name, blocked_at, created_at)
      values (${scene.shop.id}, ${customer.id}, 'João', ${world.clock.now()}, ${world.clock.now()})
      on conflict (barbershop_id, user_id) do update set blocked_at = excluded.blocked_at`.execute(world.db)
    expect(await refusedCode(token)).toBe('LINK_INVALID')
    expect((await rowOf(id)).presence_confirmed_at).toBeNull()
  })

  test('a token of another person, device, appointment, version or act is invalid', async () => {
    const { id, token } = await insertButton('accept')
    const { id: other } = await insertButton('accept', { minutes: 1500 })
    const bytes = Buffer.from(token, 'base64url')
    const changed = [0, 16, 35, 36, 37, 56].map((index) => {
      const copy = Buffer.from(bytes)
      copy.writeUInt8((copy.readUInt8(index) + 1) % 256, index)
      return copy.toString('base64url')
    })
    const subject = { deviceId: devices.stranger, userId: stranger.id, appointmentId: id, act: 'accept' } as const
    const forged = [
      ...changed,
      await createPushToken(world.db, subject),
      await createPushToken(world.db, { ...subject, deviceId: devices.barber }),
      await createPushToken(world.db, { ...subject, deviceId: devices.customer, userId: customer.id }),
      await createPushToken(world.db, { ...subject, deviceId: devices.barber, userId: barber.id, act: 'confirm' }),
      token.slice(0, -1),
      `${token}A`,
      'x'.repeat(76),
      'nada',
      'ç'.repeat(76),
    ]
    for (const attempt of forged) expect(await refusedCode(attempt), attempt).toBe('LINK_INVALID')
    expect([await rowOf(id), await rowOf(other)]).toMatchObject([{ version: 1 }, { version: 1 }])
    expect(await refusedCode('x'.repeat(201))).toBe('INVALID_INPUT')
  })
})

describe('the buttons of a push', () => {
  const list = async (by: Person, dedupeKey: string, isIdle = false) => {
    const pushes = [{ deviceId: devices[by], userId: people[by].id, dedupeKey, isIdle }]
    const [actions = []] = await listPushActions(world.db, pushes, world.clock.now())
    return actions
  }
  const idsOf = async (...args: Parameters<typeof list>) => (await list(...args)).map(({ id }) => id)

  test('a request has two for the barber, a reminder two for the customer; what changed since has none', async () => {
    const { id } = await insertButton('accept')
    expect(await idsOf('barber', `appointment:${id}:received:1`)).toEqual(['reject', 'accept'])
    expect(await idsOf('customer', `appointment:${id}:received:1`)).toEqual([])
    expect(await idsOf('stranger', `appointment:${id}:received:1`)).toEqual([])
    expect(await idsOf('barber', `appointment:${id}:received:2`)).toEqual([])
    expect(await idsOf('barber', 'review:1:received')).toEqual([])
    const { id: visit } = await insertButton('confirm', { minutes: 1500 })
    expect(await idsOf('customer', `appointment:${visit}:reminder-day:1`)).toEqual(['confirm', 'directions'])
    expect(await idsOf('customer', `appointment:${visit}:confirmed:1`)).toEqual(['directions'])
  })

  test('work on the device that gets them: an idle session confirms a presence, but accepts no request', async () => {
    const { id } = await insertButton('accept')
    const { id: visit } = await insertButton('confirm', { minutes: 1500 })
    const idle = sql`${world.clock.now()}::timestamptz - interval '8 days'`
    await sql`update sessions set last_used_at = ${idle}`.execute(world.db)
    expect(await idsOf('barber', `appointment:${id}:received:1`, true)).toEqual([])
    const [confirm] = await list('customer', `appointment:${visit}:reminder-day:1`, true)
    expect((await tapAction(world, String(confirm?.token))).body).toMatchObject({ outcome: 'done' })
    expect((await rowOf(visit)).presence_confirmed_at).toEqual(world.clock.now())
  })

  test('their tokens act, and the directions lead to the address', async () => {
    const { id } = await insertButton('confirm')
    const [confirm, directions] = await list('customer', `appointment:${id}:reminder-day:1`)
    expect(directions).toEqual({
      id: 'directions',
      title: 'Como chegar',
      token: null,
      path: 'https://www.google.com/maps/dir/?api=1&destination=Navalha%20de%20Ouro%2C%20Rua%209%2C%20100',
    })
    expect((await tapAction(world, String(confirm?.token))).body.outcome).toBe('done')
    expect(await idsOf('customer', `appointment:${id}:reminder-day:1`)).toEqual(['directions'])
  })
})
