import { appointmentsApi } from '@na-regua/contract/appointments'
import { notificationsApi } from '@na-regua/contract/notifications'
import { presetPermissions } from '@na-regua/contract/permissions'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { pauseAtLock } from '../../../../test/pause-at-lock.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
const scene = await createStatusScene(world, { barberCount: 2 })
const { customer, barber, owner, membership, shop } = scene
const colleague = shop.staff[1] as SceneCustomer
const colleagueBarber = shop.barbers[1] as { id: string; userId: string }
const staff = [owner.id, barber.id, colleague.id]
await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', 'in', staff).execute()
for (const [name, { id }] of Object.entries({ Ana: customer, Beto: barber, Caio: colleague }))
  await world.db.updateTable('users').set({ name }).where('id', '=', id).execute()

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  mailbox.emails.length = 0
  await sql`delete from appointments; delete from customer_profiles; delete from notifications; delete from account_deletions;
    delete from pending_events; delete from graphile_worker._private_jobs`.execute(world.db)
})

/** HH:MM of the next day in São Paulo; the clock is at 12:00 of the day before. */
const at = (time: string, date = '2026-03-12') => new Date(`${date}T${time}:00-03:00`).toISOString()
/** Minutes from now to that time. */
const until = (time: string) => (Date.parse(at(time)) - Date.parse(noonInSaoPaulo)) / 60_000

type Move = { startTime?: string; barberId?: string; version?: number }

const move = (id: string, { startTime = at('16:00'), version = 1, barberId }: Move = {}, by = barber) =>
  world.call(staffBookingsApi.move, { params: { id }, token: by.token, body: { startTime, barberId, version } })
const undo = (id: string, version = 2, by = barber) =>
  world.call(staffBookingsApi.undoMove, { params: { id }, token: by.token, body: { version } })
const resultOf = ({ status, body }: { status: number; body: { code?: string } }) => body.code ?? String(status)

const find = (id: string) =>
  world.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const put = (time = '15:00', options: Parameters<typeof scene.put>[0] = {}) =>
  scene.put({ status: 'CONFIRMED', minutes: until(time), ...options })

/** Titles of notifications by user, in order. */
async function listNotified() {
  const { rows } = await sql<{ notified: string }>`
    select users.name || ': ' || title as notified from notifications join users on users.id = user_id order by 1`.execute(
    world.db,
  )
  return rows.map(({ notified }) => notified)
}

/** Runs what is due by then: e-mails of a move wait until it cannot be undone any more. */
const deliver = (seconds: number) => mailbox.deliver(new Date(Date.now() + seconds * 1000))

describe('staff move an appointment', () => {
  test('to another time: confirmed, with the agreed services, duration and price', async () => {
    const id = await put('15:00', { status: 'SCHEDULED' })
    await world.db.updateTable('services').set({ duration_min: 90, price_cents: 9900 }).execute()
    const { status, body } = await move(id, { startTime: at('16:10') })
    await world.db.updateTable('services').set({ duration_min: 30, price_cents: 5000 }).execute()
    expect(status).toBe(200)
    expect(body.link).toBeNull()
    expect(body.appointment).toMatchObject({
      id,
      version: 2,
      status: 'CONFIRMED',
      startTime: at('16:10'),
      endTime: at('16:40'),
      durationMin: 30,
      priceCents: 5000,
      barber: { id: membership.id },
    })
  })

  test('to a colleague: the customer and the colleague are notified, then by e-mail', async () => {
    const id = await put()
    const { body } = await move(id, { startTime: at('15:00'), barberId: colleagueBarber.id })
    expect(body.appointment).toMatchObject({ startTime: at('15:00'), priceCents: 5000, barber: { name: 'Caio' } })
    expect(await find(id)).toMatchObject({ barber_user_id: colleague.id, presence_confirmed_at: null })
    expect(await listNotified()).toEqual(['Ana: Seu horário mudou', 'Caio: Horário mudado pela barbearia'])
    await mailbox.deliver()
    expect(mailbox.emails).toEqual([])
    await deliver(20)
    expect(mailbox.emails.map(({ to }) => to).toSorted()).toEqual(
      [customer, colleague].map((user) => `${user.id}@cliente.test`).toSorted(),
    )
    const toCustomer = mailbox.emails.find(({ to }) => to.startsWith(customer.id))
    expect(toCustomer?.text).toContain(
      'A Navalha de Ouro mudou quem atende você: Corte, quinta, 12/03/2026 às 15h, agora com Caio.',
    )
    expect(mailbox.emails.find(({ to }) => to.startsWith(colleague.id))?.text).toContain(
      'Ana agora é com você: Corte, quinta, 12/03/2026 às 15h. Estava com Beto.',
    )
    // It is the colleague's now.
    expect(resultOf(await move(id, { startTime: at('17:00'), version: 2 }))).toBe('APPOINTMENT_NOT_FOUND')
  })

  test('the owner moves it to another day: both barbers and the customer are notified', async () => {
    const id = await put()
    const change = { startTime: at('10:00', '2026-03-14'), barberId: colleagueBarber.id }
    expect((await move(id, change, owner)).status).toBe(200)
    expect(await listNotified()).toEqual([
      'Ana: Seu horário mudou',
      'Beto: Horário passado para outro barbeiro',
      'Caio: Horário mudado pela barbearia',
    ])
    const { message } = await world.db
      .selectFrom('notifications')
      .select('message')
      .where('user_id', '=', customer.id)
      .executeTakeFirstOrThrow()
    expect(message).toBe(
      'A Navalha de Ouro mudou Corte de quinta, 12/03/2026 às 15h para sábado, 14/03/2026 às 10h, agora com Caio.',
    )
  })

  test('hours, breaks and notice bind customers only', async () => {
    const id = await scene.put({ status: 'CONFIRMED', minutes: 10 })
    expect(
      (
        await world.call(appointmentsApi.reschedule, {
          params: { id },
          token: customer.token,
          body: { newStartTime: at('16:00') },
        })
      ).body.code,
    ).toBe('NOTICE_PASSED')
    expect((await move(id, { startTime: at('22:07') })).body.appointment.startTime).toBe(at('22:07'))
    expect((await move(id, { startTime: at('12:05', '2026-03-11'), version: 2 })).status).toBe(200)
    // One that has begun is moved, too: the customer is late.
    world.clock.advance({ minutes: 15 })
    expect((await move(id, { startTime: at('12:40', '2026-03-11'), version: 3 })).status).toBe(200)
  })

  test('a repeated request changes nothing', async () => {
    const id = await put()
    await move(id)
    const again = await move(id)
    expect([again.status, again.body.appointment.version]).toEqual([200, 2])
    expect(await listNotified()).toEqual(['Ana: Seu horário mudou'])
  })

  test('a walk-in moves, and there is no customer to notify', async () => {
    const id = await put('15:00', { customer: null })
    expect((await move(id)).body).toMatchObject({ appointment: { startTime: at('16:00'), isWalkIn: true }, link: null })
    expect(await listNotified()).toEqual([])
  })
})

describe('a refusal says why and changes nothing', () => {
  test.each([
    ['in the past', { startTime: at('11:00', '2026-03-11') }, barber, 'SLOT_UNAVAILABLE'],
    ['years ahead', { startTime: at('11:00', '2029-03-11') }, barber, 'SLOT_UNAVAILABLE'],
    ['not on a minute', { startTime: '2026-03-12T18:00:30Z' }, barber, 'SLOT_UNAVAILABLE'],
    ['to an unknown barber', { barberId: crypto.randomUUID() }, barber, 'BARBER_NOT_FOUND'],
    ['an older version', { version: 7 }, barber, 'STATE_CHANGED'],
    ['by the customer', {}, customer, 'FORBIDDEN'],
    ['by a colleague', {}, colleague, 'APPOINTMENT_NOT_FOUND'],
    ['by a stranger', {}, scene.stranger, 'APPOINTMENT_NOT_FOUND'],
  ] as const)('%s', async (_, change, by, code) => {
    const id = await put()
    expect(resultOf(await move(id, change, by))).toBe(code)
    expect(await find(id)).toMatchObject({ version: 1, starts_at: new Date(at('15:00')) })
    expect(await listNotified()).toEqual([])
  })

  test('the barber has another customer, or a buffer', async () => {
    const id = await put()
    const [rival] = (await createCustomers(world.db, 1)) as [SceneCustomer]
    await world.db.updateTable('users').set({ name: 'Rita' }).where('id', '=', rival.id).execute()
    const other = await put('16:00', { customer: rival })
    const { status, body } = await move(id, { startTime: at('16:15') })
    expect([status, body.code, body.message]).toEqual([409, 'SLOT_TAKEN', 'Beto já atende Rita nesse tempo.'])
    expect(body.alternatives[0]).toMatchObject({ barberId: membership.id, date: '2026-03-12' })
    await world.db.updateTable('appointments').set({ buffer_min: 20 }).where('id', '=', other).execute()
    expect(resultOf(await move(id, { startTime: at('16:40') }))).toBe('SLOT_TAKEN')
    expect(resultOf(await move(id, { startTime: at('16:50') }))).toBe('200')
  })

  test('the customer is with another barber in that time', async () => {
    const id = await put()
    await put('16:00')
    await world.db
      .updateTable('appointments')
      .set({ barber_id: colleagueBarber.id, barber_user_id: colleague.id })
      .where('starts_at', '=', new Date(at('16:00')))
      .execute()
    const { body } = await move(id, { startTime: at('16:15') })
    expect([body.code, body.message]).toEqual(['CUSTOMER_BUSY', 'Este cliente já tem outro agendamento neste horário.'])
  })

  test('the colleague does not do the service', async () => {
    const id = await put()
    await world.db
      .insertInto('barber_services')
      .values({
        barber_id: colleagueBarber.id,
        service_id: scene.service.id,
        barbershop_id: shop.id,
        is_provided: false,
      })
      .execute()
    const { body } = await move(id, { barberId: colleagueBarber.id })
    expect([body.code, body.message]).toEqual(['SERVICE_NOT_FOUND', 'Caio não faz Corte.'])
    await sql`delete from barber_services`.execute(world.db)
    expect(resultOf(await move(id, { barberId: colleagueBarber.id }))).toBe('200')
  })

  test.each(['COMPLETED', 'CANCELLED', 'NO_SHOW'] as const)('it is %s', async (status) => {
    const id = await put('15:00', { status })
    expect(resultOf(await move(id))).toBe('STATE_CHANGED')
  })

  test('it is over, or the new barber left, or is closing the account', async () => {
    const id = await put()
    const toColleague = { barberId: colleagueBarber.id }
    await world.db
      .insertInto('account_deletions')
      .values({ user_id: colleague.id, requested_at: world.clock.now(), due_at: new Date(at('15:00', '2026-03-25')) })
      .execute()
    expect(resultOf(await move(id, toColleague))).toBe('SLOT_TAKEN')
    await sql`update barbers set removed_at = now() where id = ${colleagueBarber.id}`.execute(world.db)
    expect(resultOf(await move(id, toColleague))).toBe('BARBER_NOT_FOUND')
    await sql`update barbers set removed_at = null`.execute(world.db)
    world.clock.set(at('15:30'))
    expect(resultOf(await move(id, { startTime: at('17:00') }))).toBe('APPOINTMENT_OVER')
  })

  test('a slot that the customer holds with someone else gives way', async () => {
    const id = await put()
    const body = { barberId: colleagueBarber.id, serviceId: scene.service.id, startTime: at('16:00') }
    expect((await world.call(appointmentsApi.hold, { token: customer.token, body })).status).toBe(201)
    expect((await move(id)).status).toBe(200)
  })
})

describe('undoing a move', () => {
  test('twice at once has the same success twice', async () => {
    for (let round = 0; round < 40; round++) {
      await sql`delete from appointments`.execute(world.db)
      const id = await put()
      await move(id)
      const undone = await Promise.all([undo(id), undo(id), undo(id)])
      expect(undone.map(({ status, body }) => [status, body.appointment?.startTime])).toEqual(
        Array(3).fill([200, at('15:00')]),
      )
    }
  })

  test('restores time, barber, status and replies; no one is notified', async () => {
    const id = await put('15:00', { requestedAt: new Date('2026-03-10T12:00:00Z') })
    const reply = new Date('2026-03-11T12:00:00Z')
    await world.db.updateTable('appointments').set({ presence_confirmed_at: reply }).where('id', '=', id).execute()
    await move(id, { barberId: colleagueBarber.id })
    world.clock.set(new Date(Date.parse(noonInSaoPaulo) + 6_000))
    const { status, body } = await undo(id)
    expect([status, body.appointment.version]).toEqual([200, 3])
    expect(await find(id)).toMatchObject({
      barber_id: membership.id,
      barber_user_id: barber.id,
      starts_at: new Date(at('15:00')),
      ends_at: new Date(at('15:30')),
      status: 'CONFIRMED',
      requested_at: new Date('2026-03-10T12:00:00Z'),
      presence_confirmed_at: reply,
    })
    expect((await undo(id)).status).toBe(200)
    expect(await listNotified()).toEqual([])
    await deliver(60)
    expect(mailbox.emails).toEqual([])
  })

  test('a request waits for its response again', async () => {
    const id = await put('15:00', { status: 'SCHEDULED' })
    await move(id)
    expect((await undo(id)).body.appointment).toMatchObject({ status: 'SCHEDULED', startTime: at('15:00') })
  })

  test('who has read the notification is notified of the way back', async () => {
    const id = await put()
    await move(id)
    await world.call(notificationsApi.readAll, { token: customer.token })
    await undo(id)
    const messages = await world.db
      .selectFrom('notifications')
      .select('message')
      .where('user_id', '=', customer.id)
      .orderBy('dedupe_key')
      .execute()
    expect(messages.map(({ message }) => message)).toEqual([
      'A Navalha de Ouro mudou Corte de quinta, 12/03/2026 às 15h para quinta, 12/03/2026 às 16h, com Beto.',
      'A Navalha de Ouro mudou Corte de quinta, 12/03/2026 às 16h para quinta, 12/03/2026 às 15h, com Beto.',
    ])
    await deliver(60)
    expect(mailbox.emails).toEqual([])
  })

  test('is for the one who moved it, for some seconds, and only if nothing happened since', async () => {
    const id = await put()
    await move(id)
    for (const other of [owner, colleague, customer])
      expect(resultOf(await undo(id, 2, other))).toBe('APPOINTMENT_NOT_FOUND')
    expect(resultOf(await undo(id, 1))).toBe('APPOINTMENT_NOT_FOUND')
    world.clock.set(new Date(Date.parse(noonInSaoPaulo) + 11_000))
    expect(resultOf(await undo(id))).toBe('UNDO_TOO_LATE')
    world.clock.set(noonInSaoPaulo)
    await world.call(appointmentsApi.cancel, { params: { id }, token: customer.token })
    expect(resultOf(await undo(id))).toBe('STATE_CHANGED')
  })

  test('is not for one who was removed from the barbershop since, not even while it is written', async () => {
    const role = {
      barbershop_id: shop.id,
      user_id: scene.stranger.id,
      role: 'RECEPTIONIST',
      permissions: [...presetPermissions.RECEPTIONIST],
      created_at: new Date(),
    }
    const employ = () => world.db.insertInto('barbershop_roles').values(role).execute()
    const dismiss = () => world.db.deleteFrom('barbershop_roles').execute()
    const undoIt = () => undo(id, 2, scene.stranger)
    const id = await put()
    await employ()
    expect((await move(id, {}, scene.stranger)).status).toBe(200)
    const paused = await pauseAtLock(world, { userId: customer.id, kind: 'customer' })
    const undoing = undoIt()
    await paused.untilWaiting()
    await dismiss()
    await paused.release()
    expect(resultOf(await undoing)).toBe('STATE_CHANGED')
    expect(resultOf(await undoIt())).toBe('APPOINTMENT_NOT_FOUND')
    expect(await find(id)).toMatchObject({ version: 2, starts_at: new Date(at('16:00')) })
    await employ()
    expect(resultOf(await undoIt())).toBe('200')
    world.clock.set(new Date(Date.parse(noonInSaoPaulo) + 11_000))
    expect(resultOf(await undoIt())).toBe('UNDO_TOO_LATE')
    world.clock.set(noonInSaoPaulo)
    await dismiss()
    expect(resultOf(await undoIt())).toBe('APPOINTMENT_NOT_FOUND')
  })

  test('is refused once someone has taken the earlier slot: the move stays', async () => {
    const id = await put()
    await move(id)
    const [rival] = (await createCustomers(world.db, 1)) as [SceneCustomer]
    await put('15:00', { customer: rival })
    const { body } = await undo(id)
    expect([body.code, body.message]).toEqual([
      'SLOT_TAKEN',
      'Não dá mais para desfazer: o horário de antes já foi ocupado.',
    ])
    expect(await find(id)).toMatchObject({ version: 2, starts_at: new Date(at('16:00')) })
    await deliver(60)
    expect(mailbox.emails.map(({ to }) => to)).toEqual([`${customer.id}@cliente.test`])
  })
})

test('only moves by those who may move it count against the limit of an appointment', async () => {
  const limited = await createHarness({ environment: { RATE_LIMIT: 'on' } })
  const own = await createStatusScene(limited)
  const id = await own.put({ status: 'CONFIRMED' })
  const { rows } = await sql<{
    start: string
  }>`select starts_at + interval '1 hour' as start from appointments`.execute(limited.db)
  const body = { startTime: new Date(rows[0]?.start ?? '').toISOString(), version: 1 }
  const moveBy = ({ token }: SceneCustomer) => limited.call(staffBookingsApi.move, { params: { id }, token, body })
  for (let count = 0; count < 31; count++) expect(resultOf(await moveBy(own.stranger))).toBe('APPOINTMENT_NOT_FOUND')
  for (let count = 0; count < 30; count++) {
    expect((await moveBy(own.owner)).status).toBe(200)
    const undone = { params: { id }, token: own.owner.token, body: { version: ++body.version } }
    expect((await limited.call(staffBookingsApi.undoMove, undone)).status).toBe(200)
    body.version++
  }
  expect((await moveBy(own.owner)).status).toBe(429)
  await limited.close()
})

describe('a customer who booked by phone', () => {
  async function bookByPhone() {
    const { body } = await world.call(staffBookingsApi.book, {
      token: barber.token,
      params: { id: shop.id },
      body: {
        barberId: membership.id,
        serviceIds: [scene.service.id],
        startTime: at('15:00'),
        newCustomer: { name: 'Rui Lima', phone: '62977776666' },
      },
    })
    return body as { appointment: { id: string }; link: { url: string } }
  }

  test('gets a text for WhatsApp with the link that they already have', async () => {
    const { appointment, link } = await bookByPhone()
    const { body } = await move(appointment.id)
    expect(body.link).toMatchObject({ url: link.url, isSent: false })
    expect(body.link.text).toBe(
      `Olá, Rui. Seu horário na Navalha de Ouro mudou: ${body.appointment.service.name} com Beto, quinta, 12/03/2026 às 16h. Confirme, mude ou cancele aqui: ${link.url}`,
    )
    expect(body.link.whatsAppUrl).toContain('https://wa.me/5562977776666?text=')
    expect((await undo(appointment.id)).status).toBe(200)
  })
})
