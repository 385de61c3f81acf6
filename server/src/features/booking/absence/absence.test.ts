import { type AddedAbsence, absencesApi } from '@na-regua/contract/absences'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { staffApi } from '@na-regua/contract/staff'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createSessionToken } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { listEndpoints } from '../../../../test/list-endpoints.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import { createApp } from '../../../app.ts'

const world = await createHarness()
afterAll(() => world.close())

/** Pedro is absent; Ana and Bia might take over. */
const shop = await createBookableBarbershop(world.db, { barberCount: 3, durations: [30, 60] })
const [pedro, ana] = shop.barbers as [Barber, Barber]
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
const customers = await createCustomers(world.db, 4)

const DAY = '2026-03-12'
const at = (hour: string) => `${DAY}T${hour}:00.000Z`
const NINE = at('12:00')
const TEN = at('13:00')
const ELEVEN = at('14:00')

beforeEach(async () => {
  for (const table of [
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

const off = { startDate: DAY, endDate: DAY, reason: 'Gripe' }
const add = (body: object, token = tokens.pedro) =>
  world.call(absencesApi.add, { token, params: { id: pedro.id }, body: { ...off, ...body } })

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
    .where((is) => is.or([is('title', 'not in', ['Horário reservado', 'Novo pedido'])]))
    .orderBy('id')
    .execute()
  return rows
}

describe('cancelling all', () => {
  test('adds the time off, cancels everything in it and notifies the customers', async () => {
    const ids = [await book(NINE), await book(TEN, pedro, customers[1])]
    await book(`2026-03-13T12:00:00.000Z`, pedro, customers[2])
    const { status, body } = await add({ appointmentIds: ids })
    expect(status, body.message).toBe(201)
    expect(Value.Check(absencesApi.add.schema.response[201], body)).toBe(true)
    const { timeOff, cancelled, reassigned, unchanged } = body as AddedAbsence
    expect([timeOff.startDate, timeOff.reason, reassigned, unchanged]).toEqual([DAY, 'Gripe', [], []])
    expect(cancelled.map(({ id, link }) => [id, link])).toEqual(ids.map((id) => [id, null]))
    const rows = await list()
    expect(rows.map((row) => row.status)).toEqual(['CANCELLED', 'CANCELLED', 'SCHEDULED'])
    expect(rows[0]).toMatchObject({
      version: 2,
      cancelled_by: 'barber',
      cancel_reason: expect.not.stringMatching(/Gripe/),
    })
    const [notified] = await listNotified((customers[0] as SceneCustomer).id)
    expect(notified).toMatchObject({
      title: 'Pedido recusado',
      message: expect.stringMatching(/Motivo: Pedro Paz não vai poder atender nesse horário\./),
    })
    // The barber did it.
    expect(await listNotified(pedro.userId)).toEqual([])
  })

  test('by the owner notifies the absent barber once', async () => {
    const ids = [await book(NINE), await book(TEN, pedro, customers[1])]
    expect((await add({ appointmentIds: ids }, tokens.owner)).status).toBe(201)
    expect((await list())[0]).toMatchObject({ cancelled_by: 'owner' })
    expect(await listNotified(pedro.userId)).toEqual([
      expect.objectContaining({
        title: 'Folga marcada',
        message: expect.stringMatching(/marcou a sua folga: 2 agendamentos cancelados\.$/),
      }),
    ])
  })

  test('gives a text and a link for a customer who has no account', async () => {
    const id = await bookByPhone(NINE)
    const { body } = await add({ appointmentIds: [id] })
    const [{ link, customer }] = (body as AddedAbsence).cancelled as [AddedAbsence['cancelled'][number]]
    expect(customer).toEqual({ name: 'Rui Lima', phone: '62977776666' })
    expect(link?.text).toMatch(
      /^Olá, Rui\. A Navalha de Ouro precisou cancelar o seu horário: .*com Pedro Paz.*http.*\/a\//,
    )
    expect(link?.whatsAppUrl).toMatch(/^https:\/\/wa\.me\/5562977776666\?text=Ol/)
    expect(link?.isSent).toBe(false)
  })

  test('changes nothing if there is an appointment that was not seen', async () => {
    const seen = await book(NINE)
    const unseen = await book(TEN, pedro, customers[1])
    const { status, body } = await add({ appointmentIds: [seen] })
    expect([status, body.code]).toEqual([409, 'SCHEDULE_CONFLICT'])
    expect(body.conflicts.map(({ id }: { id: string }) => id)).toEqual([seen, unseen])
    expect((await list()).map((row) => row.version)).toEqual([1, 1])
    expect(await countTimeOff()).toBe(0)
  })

  test('only some hours: what lies beside them stays', async () => {
    const [, within] = [await book(NINE), await book(TEN, pedro, customers[1]), await book(ELEVEN, pedro, customers[2])]
    const { status } = await add({ startTime: '10:00', endTime: '11:00', appointmentIds: [within] })
    expect(status).toBe(201)
    expect((await list()).map((row) => row.status)).toEqual(['SCHEDULED', 'CANCELLED', 'SCHEDULED'])
  })

  test('repeated it is the same time off, and nothing more happens', async () => {
    const ids = [await book(NINE)]
    const first = await add({ appointmentIds: ids })
    const second = await add({ appointmentIds: ids })
    expect(second.body.timeOff.id).toBe(first.body.timeOff.id)
    expect([second.status, second.body.cancelled, (await list())[0]?.version]).toEqual([201, [], 2])
  })
})

describe('reassigning', () => {
  test('to a barber who is free: confirmed there, with a notification to the customer and one to the barber', async () => {
    const ids = [await book(NINE), await book(TEN, pedro, customers[1])]
    const { status, body } = await add({ appointmentIds: ids, reassignTo: ana.id })
    expect(status, body.message).toBe(201)
    expect((body as AddedAbsence).reassigned.map(({ id, barber }) => [id, barber])).toEqual(
      ids.map((id) => [id, { id: ana.id, name: 'Ana Dias' }]),
    )
    for (const row of await list())
      expect(row).toMatchObject({ barber_id: ana.id, barber_user_id: ana.userId, status: 'CONFIRMED', version: 2 })
    const [notified] = await listNotified((customers[0] as SceneCustomer).id)
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

  test('to any barber: each goes to one who is free, and the work is shared', async () => {
    await book(NINE, ana, customers[1])
    const ids = [
      await book(NINE, pedro, customers[0]),
      await book(TEN, pedro, customers[2]),
      await book(ELEVEN, pedro, customers[3]),
    ]
    const { body } = await add({ appointmentIds: ids, reassignTo: 'any' })
    const takers = (body as AddedAbsence).reassigned.map(({ barber }) => barber.name)
    expect(takers[0]).toBe('Bia Luz')
    expect(new Set(takers)).toEqual(new Set(['Bia Luz', 'Ana Dias']))
  })

  test('lists what could not be reassigned and why, and changes nothing until that is decided', async () => {
    const taken = await book(NINE)
    const free = await book(TEN, pedro, customers[1])
    await book(NINE, ana, customers[2])
    const before = await list()
    const request = { appointmentIds: [taken, free], reassignTo: ana.id }
    const { status, body } = await add(request)
    expect([status, body.code, body.assignable]).toEqual([409, 'ABSENCE_UNRESOLVED', 1])
    expect(body.conflicts).toEqual([
      expect.objectContaining({ id: taken, obstacle: 'Ana Dias não está livre nessa hora.' }),
    ])
    expect(await list()).toEqual(before)
    expect(await countTimeOff()).toBe(0)

    const decided = await add({ ...request, rest: { action: 'keep', appointmentIds: [taken] } })
    expect([decided.status, decided.body.unchanged.map(({ id }: { id: string }) => id)]).toEqual([201, [taken]])
    const rows = await list()
    expect(rows.find(({ id }) => id === taken)).toMatchObject({ barber_id: pedro.id, status: 'SCHEDULED', version: 1 })
    expect(rows.find(({ id }) => id === free)).toMatchObject({ barber_id: ana.id, status: 'CONFIRMED' })
  })

  test('cancels the rest if that was decided for exactly these', async () => {
    const taken = await book(NINE)
    const alsoTaken = await book(TEN, pedro, customers[1])
    await book(NINE, ana, customers[2])
    await book(TEN, ana, customers[3])
    const request = { appointmentIds: [taken, alsoTaken], reassignTo: ana.id }
    const decided = await add({ ...request, rest: { action: 'cancel', appointmentIds: [taken] } })
    expect([decided.status, decided.body.code]).toEqual([409, 'ABSENCE_UNRESOLVED'])
    const { status, body } = await add({ ...request, rest: { action: 'cancel', appointmentIds: [taken, alsoTaken] } })
    expect([status, body.cancelled.length, body.unchanged]).toEqual([201, 2, []])
  })

  test('gives the new barber in text and link to a customer who has no account', async () => {
    const id = await bookByPhone(NINE)
    const { body } = await add({ appointmentIds: [id], reassignTo: 'any' })
    const [{ link, barber }] = (body as AddedAbsence).reassigned as [AddedAbsence['reassigned'][number]]
    expect(link?.text).toMatch(new RegExp(`^Olá, Rui\\. .* com ${barber.name},`))
    expect(link?.whatsAppUrl).toContain('https://wa.me/5562977776666?text=')
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
          token: (customers[3] as SceneCustomer).token,
          body: { barberId: ana.id, serviceId: corte.id, startTime: NINE },
        }),
      'Ana Dias não está livre nessa hora.',
    ],
  ])('not to a barber who has %s then', async (_, occupy, obstacle) => {
    const id = await book(NINE)
    await occupy()
    const { body } = await add({ appointmentIds: [id], reassignTo: ana.id })
    expect(body.conflicts.map((one: { obstacle: string }) => one.obstacle)).toEqual([obstacle])
  })

  test('replaces an expired hold', async () => {
    const id = await book(NINE)
    const hold = { barberId: ana.id, serviceId: corte.id, startTime: NINE }
    await world.call(appointmentsApi.hold, { token: (customers[3] as SceneCustomer).token, body: hold })
    await world.db
      .updateTable('appointments')
      .set({ held_until: new Date('2026-01-01') })
      .where('status', '=', 'HELD')
      .execute()
    expect((await add({ appointmentIds: [id], reassignTo: ana.id })).status).toBe(201)
  })

  test('not to the absent barber, nor to one of another barbershop', async () => {
    const elsewhere = await createBookableBarbershop(world.db)
    const ids = [await book(NINE)]
    for (const reassignTo of [pedro.id, elsewhere.barbers[0]?.id])
      expect((await add({ appointmentIds: ids, reassignTo })).status).toBe(404)
  })
})

test('is for the barber and those who edit the schedules', async () => {
  const stranger = (customers[0] as SceneCustomer).token
  expect((await add({ appointmentIds: [] }, tokens.ana)).status).toBe(403)
  expect((await add({ appointmentIds: [] }, stranger)).status).toBe(403)
  expect((await add({ appointmentIds: [], endDate: '2026-03-01' })).body.code).toBe('TIME_OFF_INVALID')
  expect((await add({ appointmentIds: [], reassignTo: 'any' }, tokens.owner)).status).toBe(201)
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
  const long = { endDate: '2026-04-30' }

  test('more than 500 are refused with the request to split the time off, whatever the caller has seen', async () => {
    const ids = await fill(501)
    const words = 'Há mais de 500 agendamentos nesse tempo. Divida a folga em períodos menores.'
    for (const appointmentIds of [
      [],
      ids,
      Array.from({ length: 20 }, () => ids)
        .flat()
        .slice(0, 10_000),
    ])
      expect((await add({ ...long, appointmentIds })).body).toEqual({ code: 'TIME_OFF_INVALID', message: words })
    expect(await countTimeOff()).toBe(0)
    await world.db
      .deleteFrom('appointments')
      .where('id', '=', ids[500] as string)
      .execute()
    const { status, body } = await add({ ...long, appointmentIds: ids, reassignTo: ana.id })
    expect([status, body.code]).toEqual([409, 'ABSENCE_UNRESOLVED'])
    expect(body.conflicts.length + body.assignable).toBe(500)
  })

  test('the links take no statement each', async () => {
    const counter = countStatements(world.db)
    const app = await createApp({ ...world, db: counter.db })
    const ids = await fill(60)
    let cancelled: AddedAbsence['cancelled'] = []
    const statements = await counter.during(async () => {
      const response = await app.inject({
        method: 'POST',
        url: `/api/barbers/${pedro.id}/absences`,
        payload: { ...off, ...long, appointmentIds: ids },
        headers: { authorization: `Bearer ${tokens.pedro}` },
      })
      cancelled = response.json().cancelled
    })
    const endpoint = listEndpoints(app).find(({ name }) => name === 'POST /barbers/{id}/absences')
    await app.close()
    expect(new Set(cancelled.map(({ link }) => link?.url)).size).toBe(60)
    expect(statements).toBeLessThanOrEqual(endpoint?.statements ?? 0)
  })

  test('what fails, fails before the commit', async () => {
    const ids = await fill(3)
    await sql`alter table secrets rename to other_secrets`.execute(world.db)
    const failed = await add({ ...long, appointmentIds: ids })
    await sql`alter table other_secrets rename to secrets`.execute(world.db)
    expect([failed.status, await countTimeOff()]).toEqual([500, 0])
    expect((await add({ ...long, appointmentIds: ids })).body.cancelled).toHaveLength(3)
  })
})
