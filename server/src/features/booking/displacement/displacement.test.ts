import { appointmentsApi } from '@na-regua/contract/appointments'
import { type DisplacingChange, displacementsApi } from '@na-regua/contract/displacements'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { staffApi } from '@na-regua/contract/staff'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { displace, listDisplaced } from '../../../../test/displacement-scene.ts'
import { createSessionToken, createSubscription } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { listEndpoints } from '../../../../test/list-endpoints.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import { createApp } from '../../../app.ts'

const world = await createHarness()
afterAll(() => world.close())

/** Pedro is absent; Ana and Bia might take over. */
const shop = await createBookableBarbershop(world.db, { barberCount: 3, durations: [30, 60] })
const [pedro, ana, bia] = shop.barbers as [Barber, Barber, Barber]
type Barber = { id: string; userId: string }
const corte = shop.services[0] as { id: string }
const names = ['Pedro Paz', 'Ana Dias', 'Bia Luz']
for (const [index, { userId }] of shop.barbers.entries())
  await world.db
    .updateTable('users')
    .set({ role: 'BARBER', name: names[index] as string })
    .where('id', '=', userId)
    .execute()
const { owner_id: ownerId } = await world.db
  .selectFrom('barbershops')
  .select('owner_id')
  .where('id', '=', shop.id)
  .executeTakeFirstOrThrow()
await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', ownerId).execute()
const tokens = {
  pedro: await createSessionToken(world, pedro.userId),
  ana: await createSessionToken(world, ana.userId),
  owner: await createSessionToken(world, ownerId),
}
await createSubscription(world, ownerId, {})
const mailbox = createMailbox(world)
const customers = await createCustomers(world.db, 4)

const DAY = '2026-03-12'
const at = (hour: string) => `${DAY}T${hour}:00.000Z`
const NINE = at('12:00')
const TEN = at('13:00')
const ELEVEN = at('14:00')

beforeEach(async () => {
  await world.db.updateTable('barbers').set({ removed_at: null }).execute()
  await world.db.updateTable('services').set({ is_active: true, removed_at: null }).execute()
  for (const table of [
    'special_dates',
    'barber_hours',
    'time_off',
    'appointments',
    'notifications',
    'pending_events',
    'breaks',
    'customer_profiles',
  ] as const)
    await world.db.deleteFrom(table).execute()
})

async function book(startTime: string, barber: Barber = pedro, customer = customers[0] as SceneCustomer) {
  const body = { barberId: barber.id, serviceId: corte.id, startTime }
  const result = await world.call(appointmentsApi.create, { token: customer.token, body })
  expect(result.status, result.body.message).toBe(201)
  return result.body.id as string
}

async function bookByPhone(startTime: string) {
  const body = {
    barberId: pedro.id,
    serviceIds: [corte.id],
    startTime,
    newCustomer: { name: 'Rui Lima', phone: '62977776666' },
  }
  return (await world.call(staffBookingsApi.book, { token: tokens.owner, params: { id: shop.id }, body })).body
    .appointment.id as string
}

const off: DisplacingChange = { type: 'time-off', barberId: pedro.id, startDate: DAY, endDate: DAY, reason: 'Gripe' }
const send =
  (token = tokens.owner, shopId = shop.id) =>
  (body: object) =>
    world.call(displacementsApi.make, { token, params: { id: shopId }, body: body as never })
const sickDay = (
  decide: Parameters<typeof displace>[2],
  { token = tokens.pedro, ...options }: Parameters<typeof displace>[3] & { token?: string } = {},
) => displace(send(token), off, decide, options)

const list = async () =>
  world.db
    .selectFrom('appointments')
    .select(['id', 'barber_id', 'barber_user_id', 'status', 'version', 'cancelled_by', 'cancel_reason', 'starts_at'])
    .orderBy('starts_at')
    .execute()
const countTimeOff = async () => (await world.db.selectFrom('time_off').select('id').execute()).length

async function listNotified(userId: string) {
  const rows = await world.db
    .selectFrom('notifications')
    .select(['title', 'message', 'path'])
    .where('user_id', '=', userId)
    .where('title', 'not in', ['Horário reservado', 'Novo pedido'])
    .orderBy('id')
    .execute()
  return rows
}
const customerOf = (index: number) => customers[index] as SceneCustomer

describe('a sick day, all cancelled', () => {
  test('adds the time off, cancels everything in it and notifies the customers', async () => {
    const ids = [await book(NINE), await book(TEN, pedro, customers[1])]
    await book(`2026-03-13T12:00:00.000Z`, pedro, customers[2])
    const { status, body, settled } = await sickDay('cancel')
    expect(status, JSON.stringify(body)).toBe(201)
    expect(Value.Check(displacementsApi.make.schema.response[201], body)).toBe(true)
    expect(settled.map(({ id, action, link }) => [id, action, link])).toEqual(ids.map((id) => [id, 'cancel', null]))
    const rows = await list()
    expect(rows.map((row) => row.status)).toEqual(['CANCELLED', 'CANCELLED', 'SCHEDULED'])
    expect(rows[0]).toMatchObject({
      version: 2,
      cancelled_by: 'barber',
      cancel_reason: expect.not.stringMatching(/Gripe/),
    })
    expect(await countTimeOff()).toBe(1)
    const [notified] = await listNotified(customerOf(0).id)
    expect(notified).toMatchObject({
      title: 'Pedido recusado',
      message: expect.stringMatching(
        /Motivo: Pedro Paz não vai poder atender nesse horário\. Escolha outro horário\.$/,
      ),
    })
    // The barber did it.
    expect(await listNotified(pedro.userId)).toEqual([])
  })

  test('by the owner notifies the absent barber once', async () => {
    await book(NINE)
    await book(TEN, pedro, customers[1])
    expect((await sickDay('cancel', { token: tokens.owner })).status).toBe(201)
    expect((await list())[0]).toMatchObject({ cancelled_by: 'owner' })
    expect(await listNotified(pedro.userId)).toEqual([
      expect.objectContaining({
        title: 'Folga marcada',
        message: expect.stringMatching(/marcou a sua folga: 2 agendamentos cancelados\.$/),
      }),
    ])
  })

  test('gives a text and a link for a customer who has no account', async () => {
    await bookByPhone(NINE)
    const [settled] = (await sickDay('cancel')).settled
    expect(settled?.customer).toEqual({ name: 'Rui Lima', phone: '62977776666' })
    expect(settled?.link?.text).toMatch(
      /^Olá, Rui\. A Navalha de Ouro precisou cancelar o seu horário: .*com Pedro Paz.*http.*\/a\//,
    )
    expect(settled?.link?.whatsAppUrl).toMatch(/^https:\/\/wa\.me\/5562977776666\?text=Ol/)
    expect(settled?.link?.isSent).toBe(false)
  })

  test('changes nothing if there is an appointment that was not seen', async () => {
    const seen = await book(NINE)
    const unseen = await book(TEN, pedro, customers[1])
    const { status, body } = await send(tokens.pedro)({
      change: off,
      decisions: [{ appointmentId: seen, action: 'cancel' }],
    })
    expect([status, body.code, body.timeZone]).toEqual([409, 'DISPLACEMENT_UNDECIDED', 'America/Sao_Paulo'])
    expect(body.appointments.map(({ id }: { id: string }) => id)).toEqual([seen, unseen])
    expect((await list()).map((row) => row.version)).toEqual([1, 1])
    expect(await countTimeOff()).toBe(0)
  })

  test('only some hours: what lies beside them stays', async () => {
    await book(NINE)
    await book(TEN, pedro, customers[1])
    await book(ELEVEN, pedro, customers[2])
    const { status } = await displace(send(), { ...off, startTime: '10:00', endTime: '11:00' }, 'cancel')
    expect(status).toBe(201)
    expect((await list()).map((row) => row.status)).toEqual(['SCHEDULED', 'CANCELLED', 'SCHEDULED'])
  })

  test('without appointments is made at once; repeated it is the same time off', async () => {
    for (const _ of [1, 2]) {
      const { status, body } = await send(tokens.pedro)({ change: off, decisions: [] })
      expect([status, body.appointments]).toEqual([201, []])
    }
    expect(await countTimeOff()).toBe(1)
  })
})

describe('passing on', () => {
  test('to one barber who is free: confirmed there, with a notification to the customer and one to the barber', async () => {
    const ids = [await book(NINE), await book(TEN, pedro, customers[1])]
    const { status, settled } = await sickDay('reassign', { reassignTo: ana.id })
    expect(status).toBe(201)
    expect(settled.map(({ id, taker }) => [id, taker])).toEqual(ids.map((id) => [id, { id: ana.id, name: 'Ana Dias' }]))
    for (const row of await list())
      expect(row).toMatchObject({ barber_id: ana.id, barber_user_id: ana.userId, status: 'CONFIRMED', version: 2 })
    const [notified] = await listNotified(customerOf(0).id)
    expect(notified).toMatchObject({
      title: 'Seu horário mudou',
      message: expect.stringMatching(/agora com Ana Dias\.$/),
    })
    expect(await listNotified(ana.userId)).toEqual([
      {
        title: 'Você atende no lugar de Pedro Paz',
        message: '2 agendamentos: quinta, 12/03/2026 às 9h; quinta, 12/03/2026 às 10h.',
        path: `/barber/appointments?agendamento=${ids[0]}`,
      },
    ])
    const schedule = await world.call(staffApi.getSchedule, { token: tokens.pedro, params: { id: pedro.id } })
    expect(schedule.body.conflicts).toEqual([])
  })

  test('shows first who can take it and why no barber can; then shares the work, and does with the rest what was decided', async () => {
    await book(NINE, ana, customers[1])
    await book(NINE, bia, customers[2])
    const taken = await book(NINE)
    await book(TEN, pedro, customers[1])
    await book(ELEVEN, pedro, customers[3])
    const displaced = await listDisplaced(send(tokens.pedro), off)
    expect(displaced.map(({ taker, obstacle }) => [taker !== null, obstacle])).toEqual([
      [false, 'Quem faz este serviço não está livre nessa hora.'],
      [true, null],
      [true, null],
    ])
    const before = await list()
    const undecided = await sickDay('reassign')
    expect([undecided.status, undecided.body.code]).toEqual([409, 'DISPLACEMENT_UNDECIDED'])
    expect(await list()).toEqual(before)
    const { status, settled } = await sickDay('reassign', { otherwise: 'retain' })
    expect([status, settled.map(({ action }) => action)]).toEqual([201, ['retain', 'reassign', 'reassign']])
    expect(new Set(settled.map(({ taker }) => taker?.name))).toEqual(new Set([undefined, 'Ana Dias', 'Bia Luz']))
    expect((await list()).find(({ id }) => id === taken)).toMatchObject({ barber_id: pedro.id, version: 1 })
  })

  test.each([
    [
      'a break',
      () =>
        world.db
          .insertInto('breaks')
          .values({ barber_id: ana.id, day_of_week: 4, starts_minute: 540, ends_minute: 600 })
          .execute(),
      'Ana Dias não trabalha nessa hora.',
    ],
    [
      'time off',
      () =>
        world.db
          .insertInto('time_off')
          .values({ barber_id: ana.id, starts_at: new Date(at('11:00')), ends_at: new Date(at('13:00')) })
          .execute(),
      'Ana Dias não está livre nessa hora.',
    ],
    [
      'a hold',
      () =>
        world.call(appointmentsApi.hold, {
          token: customerOf(3).token,
          body: { barberId: ana.id, serviceId: corte.id, startTime: NINE },
        }),
      'Ana Dias não está livre nessa hora.',
    ],
  ])('not to a barber who has %s then', async (_, occupy, obstacle) => {
    await book(NINE)
    await occupy()
    const { body } = await sickDay('reassign', { reassignTo: ana.id })
    expect(body.appointments?.map((one) => (one as { obstacle: string }).obstacle)).toEqual([obstacle])
  })

  test('replaces an expired hold', async () => {
    await book(NINE)
    const hold = { barberId: ana.id, serviceId: corte.id, startTime: NINE }
    await world.call(appointmentsApi.hold, { token: customerOf(3).token, body: hold })
    await world.db
      .updateTable('appointments')
      .set({ held_until: new Date('2026-01-01') })
      .where('status', '=', 'HELD')
      .execute()
    expect((await sickDay('reassign', { reassignTo: ana.id })).status).toBe(201)
  })

  test('not to the absent barber, nor to one of another barbershop', async () => {
    const elsewhere = await createBookableBarbershop(world.db)
    await book(NINE)
    expect((await sickDay('reassign', { reassignTo: elsewhere.barbers[0]?.id as string })).status).toBe(404)
    const own = await sickDay('reassign', { reassignTo: pedro.id })
    expect([own.status, own.body.code]).toEqual([409, 'DISPLACEMENT_UNDECIDED'])
  })
})

describe('proposing another time', () => {
  test('cancels, and the message has a time that is free, which its link books; each gets another one', async () => {
    await book(NINE)
    await book(TEN, pedro, customers[1])
    const { settled } = await sickDay('propose')
    const words = settled.map(({ alternative }) => alternative)
    expect(words).toEqual(['quinta, 12/03/2026 às 9h com Ana Dias', 'quinta, 12/03/2026 às 10h com Ana Dias'])
    expect((await list()).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
    const [notified] = await listNotified(customerOf(0).id)
    expect(notified?.message).toMatch(/Está livre quinta, 12\/03\/2026 às 9h com Ana Dias: toque para marcar\.$/)
    const path = `/barbershop/${shop.id}/booking/${ana.id}/${corte.id}?date=2026-03-12&time=09:00`
    expect(notified?.path).toBe(path)
    await mailbox.deliver()
    const email = mailbox.emails.findLast(({ to }) => to.startsWith(customerOf(0).id))
    expect(email?.text).toContain(path)
    const again = { barberId: ana.id, serviceId: corte.id, startTime: NINE }
    expect((await world.call(appointmentsApi.create, { token: customerOf(0).token, body: again })).status).toBe(201)
  })

  test('says so in the text for a customer who has no account', async () => {
    await bookByPhone(NINE)
    const [settled] = (await sickDay('propose')).settled
    expect(settled?.link?.text).toContain('Temos livre quinta, 12/03/2026 às 9h com Ana Dias. Para marcar outro: ')
  })

  test('is a cancellation where nothing is free', async () => {
    await book(NINE)
    for (const { id } of shop.barbers)
      await world.db
        .insertInto('time_off')
        .values({ barber_id: id, starts_at: new Date(at('03:00')), ends_at: new Date('2026-04-30') })
        .execute()
    const { settled } = await sickDay('propose')
    expect(settled.map(({ action, alternative }) => [action, alternative])).toEqual([['propose', null]])
  })
})

const daily = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
  dayOfWeek,
  openTime: '09:00',
  closeTime: '18:00',
  isClosed: false,
}))

describe('each change', () => {
  test('a removed barber: nothing stays, what can is passed on, and calls and holds end', async () => {
    const removal: DisplacingChange = { type: 'removal', barberId: pedro.id }
    await book(NINE)
    await book(TEN, pedro, customers[1])
    await book(TEN, ana, customers[2])
    await book(TEN, bia, customers[3])
    const hold = { barberId: pedro.id, serviceId: corte.id, startTime: at('17:00') }
    await world.call(appointmentsApi.hold, { token: customerOf(3).token, body: hold })
    const first = await send()({ change: removal, decisions: [] })
    expect(first.body.actions).toEqual(['reassign', 'propose', 'cancel'])
    const unchanged = await displace(send(), removal, 'retain')
    expect([unchanged.status, unchanged.body.code]).toEqual([409, 'DISPLACEMENT_UNDECIDED'])
    const { status, settled } = await displace(send(), removal, 'reassign', { otherwise: 'propose' })
    expect([status, settled.map(({ action }) => action)]).toEqual([201, ['reassign', 'propose']])
    const left = (await list()).filter(({ barber_id }) => barber_id === pedro.id)
    expect(left.map((row) => row.status)).toEqual(['CANCELLED'])
    const barber = world.db.selectFrom('barbers').select('removed_at').where('id', '=', pedro.id)
    expect((await barber.executeTakeFirstOrThrow()).removed_at).not.toBeNull()
    expect((await listNotified(pedro.userId)).map(({ title }) => title)).toEqual(['Você saiu da equipe'])
    // As before, for the other tests.
    await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', pedro.userId).execute()
    tokens.pedro = await createSessionToken(world, pedro.userId)
  })

  test('a closed day: of all barbers, and the customer of several appointments gets one message', async () => {
    await book(NINE)
    await book(TEN)
    await book(NINE, ana, customers[1])
    await mailbox.deliver()
    const sent = mailbox.emails.length
    const change: DisplacingChange = {
      type: 'opening-hours',
      operatingHours: daily,
      specialDates: [{ date: DAY, openTime: null, closeTime: null, isClosed: true, reason: 'Feriado' }],
    }
    const displaced = await listDisplaced(send(), change)
    expect(displaced.map(({ barber, obstacle }) => [barber.name, obstacle])).toEqual([
      [expect.any(String), 'Ninguém trabalha nessa hora.'],
      [expect.any(String), 'Ninguém trabalha nessa hora.'],
      ['Pedro Paz', 'Ninguém trabalha nessa hora.'],
    ])
    const { status, settled } = await displace(send(), change, 'propose')
    expect(status).toBe(201)
    expect(settled.every(({ alternative }) => alternative && !alternative.includes('12/03/2026'))).toBe(true)
    const [notified, ...others] = await listNotified(customerOf(0).id)
    expect([notified?.title, others]).toEqual(['2 horários cancelados', []])
    await mailbox.deliver()
    const receivers = mailbox.emails.slice(sent).map(({ to }) => to.split('@')[0])
    expect(receivers.toSorted()).toEqual([customerOf(0).id, customerOf(1).id].toSorted())
    expect((await listNotified(ana.userId)).map(({ title }) => title)).toEqual(['A barbearia mudou o horário'])
    const { body } = await world.call(ownBarbershopsApi.listBarbershops, { token: tokens.owner })
    expect(body.barbershops[0].specialDates).toHaveLength(1)
  })

  test('one of two is passed on and the other cancelled: the customer gets one message of both', async () => {
    await book(NINE)
    await book(TEN)
    const late = at('13:00')
    const { status } = await sickDay(({ startTime }) => (startTime === late ? 'cancel' : 'reassign'))
    expect(status).toBe(201)
    const notified = await listNotified(customerOf(0).id)
    expect(notified).toEqual([
      expect.objectContaining({
        title: '2 horários mudaram',
        message: expect.stringMatching(/às 9h: agora com .*; quinta, 12\/03\/2026 às 10h: cancelado\)/),
      }),
    ])
    await mailbox.deliver()
    const emails = mailbox.emails.filter(
      ({ to, subject }) => to.startsWith(customerOf(0).id) && /mudaram/.test(subject),
    )
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toMatch(/agora com .*[\s\S]*: cancelado/)
  })

  test('shorter hours of a barber: only what is newly outside of them', async () => {
    await book(NINE)
    await book(at('19:00'), pedro, customers[1])
    const { body: schedule } = await world.call(staffApi.getSchedule, { token: tokens.pedro, params: { id: pedro.id } })
    const hours = [{ dayOfWeek: 4, start: 540, end: 720 }]
    const change: DisplacingChange = {
      type: 'schedule',
      barberId: pedro.id,
      version: schedule.version,
      hours,
      breaks: [],
    }
    const { status, settled } = await displace(send(tokens.pedro), change, 'reassign')
    expect([status, settled.map(({ action, startTime }) => [action, startTime])]).toEqual([
      201,
      [['reassign', at('19:00')]],
    ])
    const stale = await send(tokens.pedro)({ change, decisions: [] })
    expect([stale.status, stale.body.code]).toEqual([409, 'SCHEDULE_CHANGED'])
  })

  test('a deactivated service: its appointments stay or are cancelled, no other is displaced', async () => {
    const inactive = await book(NINE)
    const barba = shop.services[1] as { id: string }
    const other = { barberId: ana.id, serviceId: barba.id, startTime: TEN }
    await world.call(appointmentsApi.create, { token: customerOf(1).token, body: other })
    const own = await world.call(ownBarbershopsApi.listBarbershops, { token: tokens.owner })
    const services = own.body.barbershops[0].services.map((one: { id: string }) => ({
      id: one.id,
      name: 'Serviço',
      durationMin: 30,
      priceCents: 5000,
      isActive: one.id !== corte.id,
    }))
    const plain = { token: tokens.owner, params: { id: shop.id }, body: { services, keepConflicts: false } }
    const refused = await world.call(ownBarbershopsApi.setServices, plain)
    expect([refused.status, refused.body.code]).toEqual([409, 'SCHEDULE_CONFLICT'])
    const change: DisplacingChange = { type: 'services', services }
    const first = await send()({ change, decisions: [] })
    expect([first.body.actions, first.body.appointments.length]).toEqual([['cancel', 'retain'], 1])
    const { status, settled } = await displace(send(), change, 'cancel')
    expect([status, settled.map(({ id }) => id)]).toEqual([201, [inactive]])
    expect((await listNotified(customerOf(0).id))[0]?.message).toContain('A barbearia não faz mais este serviço.')
  })
})

test('is for those who may make the change', async () => {
  const make = (change: DisplacingChange, token: string, shopId?: string) =>
    send(token, shopId)({ change, decisions: [] })
  const stranger = customerOf(0).token
  for (const token of [tokens.ana, stranger]) expect((await make(off, token)).status).toBe(403)
  const removal: DisplacingChange = { type: 'removal', barberId: pedro.id }
  const hours: DisplacingChange = { type: 'opening-hours', operatingHours: daily }
  const services: DisplacingChange = { type: 'services', services: [] }
  for (const token of [tokens.ana, tokens.pedro]) {
    expect((await make(removal, token)).body.code).toBe('BARBER_NOT_FOUND')
    expect((await make(hours, token)).body.code).toBe('BARBERSHOP_NOT_FOUND')
    expect((await make(services, token)).body.code).toBe('BARBERSHOP_NOT_FOUND')
  }
  const elsewhere = await createBookableBarbershop(world.db)
  for (const change of [off, removal]) expect((await make(change, tokens.owner, elsewhere.id)).status).toBe(404)
  expect((await make(hours, tokens.owner, elsewhere.id)).status).toBe(404)
  expect((await make({ ...off, endDate: '2026-03-01' } as DisplacingChange, tokens.pedro)).body.code).toBe(
    'TIME_OFF_INVALID',
  )
  await world.db.deleteFrom('subscriptions').where('user_id', '=', ownerId).execute()
  expect((await make(hours, tokens.owner)).body.code).toBe('PLAN_LAPSED')
  await createSubscription(world, ownerId, {})
})

describe('with many appointments', () => {
  /** Books for a customer without an account, every half hour from March 12 on. */
  async function fill(count: number): Promise<string[]> {
    const first = await bookByPhone(NINE)
    const { rows } = await sql<{ id: string }>`
      insert into appointments (barbershop_id, barber_id, barber_user_id, service_id, service_name, duration_min, price_cents, starts_at,
                                ends_at, status, requested_at, created_at, updated_at, profile_id, booked_by, customer_name)
      select barbershop_id, barber_id, barber_user_id, service_id, service_name, duration_min, price_cents,
             starts_at + at * interval '30 minutes', ends_at + at * interval '30 minutes', status, requested_at, created_at, updated_at,
             profile_id, booked_by, customer_name
        from appointments, generate_series(1, ${count - 1}) at where id = ${first} returning id`.execute(world.db)
    return [first, ...rows.map(({ id }) => id)]
  }
  const long: DisplacingChange = { ...off, endDate: '2026-04-30' } as DisplacingChange
  const decide = (ids: readonly string[], action: string) => ids.map((appointmentId) => ({ appointmentId, action }))

  test('more than 1,000 are refused with the request to split the change', async () => {
    const ids = await fill(1001)
    for (const decisions of [[], decide(ids, 'cancel')])
      expect((await send()({ change: long, decisions })).body.code).toBe('TOO_MANY_DISPLACED')
    expect(await countTimeOff()).toBe(0)
    await world.db
      .deleteFrom('appointments')
      .where('id', '=', ids[1000] as string)
      .execute()
    const { status, body } = await send()({ change: long, decisions: [] })
    expect([status, body.code, body.appointments.length]).toEqual([409, 'DISPLACEMENT_UNDECIDED', 1000])
  })

  test('neither links nor proposals take a statement each', async () => {
    const counter = countStatements(world.db)
    const app = await createApp({ ...world, db: counter.db })
    const ids = await fill(60)
    let urls: string[] = []
    const statements = await counter.during(async () => {
      const response = await app.inject({
        method: 'POST',
        url: `/api/barbershops/${shop.id}/displacements`,
        payload: { change: long, decisions: decide(ids, 'reassign'), otherwise: 'propose' },
        headers: { authorization: `Bearer ${tokens.owner}` },
      })
      urls = response.json().appointments.map(({ link }: { link: { url: string } }) => link.url)
    })
    const endpoint = listEndpoints(app).find(({ name }) => name === 'POST /barbershops/{id}/displacements')
    await app.close()
    expect(new Set(urls).size).toBe(60)
    expect(statements).toBeLessThanOrEqual(endpoint?.statements ?? 0)
  })

  test('what fails, fails before the commit', async () => {
    const ids = await fill(3)
    await sql`alter table secrets rename to other_secrets`.execute(world.db)
    const failed = await send()({ change: long, decisions: decide(ids, 'cancel') })
    await sql`alter table other_secrets rename to secrets`.execute(world.db)
    expect([failed.status, await countTimeOff()]).toEqual([500, 0])
    expect((await send()({ change: long, decisions: decide(ids, 'cancel') })).body.appointments).toHaveLength(3)
  })
})
