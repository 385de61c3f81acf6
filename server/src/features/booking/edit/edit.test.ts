import { appointmentsApi } from '@na-regua/contract/appointments'
import { editsApi } from '@na-regua/contract/edits'
import { presetPermissions } from '@na-regua/contract/permissions'
import type { Body } from '@na-regua/contract/route'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
const scene = await createStatusScene(world, { barberCount: 2, durations: [30, 20] })
const { customer, barber, owner, stranger, membership, shop } = scene
const colleague = shop.staff[1] as SceneCustomer
const colleagueBarber = shop.barbers[1] as { id: string; userId: string }
const [cut, beard] = shop.services.map(({ id }) => id) as [string, string]
for (const [name, { id }] of Object.entries({ Ana: customer, Beto: barber, Caio: colleague }))
  await world.db.updateTable('users').set({ name }).where('id', '=', id).execute()

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  mailbox.emails.length = 0
  await sql`delete from appointments; delete from customer_profiles; delete from notifications; delete from barber_services;
    delete from pending_events; delete from graphile_worker._private_jobs`.execute(world.db)
})

type Edit = Partial<Body<typeof editsApi.edit>>
const edit = (id: string, body: Edit, by = barber) =>
  world.call(editsApi.edit, { params: { id }, token: by.token, body: { version: 1, ...body } })
const undo = (id: string, version = 2, by = barber) =>
  world.call(editsApi.undoEdit, { params: { id }, token: by.token, body: { version } })
const note = (id: string, before: string, staffNote: string, by = barber) =>
  world.call(editsApi.note, { params: { id }, token: by.token, body: { before, staffNote } })
const resultOf = ({ status, body }: { status: number; body: { code?: string } }) => body.code ?? String(status)

const find = (id: string) =>
  world.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const minutesFromNow = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000)
const put = (options: Parameters<typeof scene.put>[0] = {}) =>
  scene.put({ status: 'CONFIRMED', minutes: 180, ...options })

async function listNotified() {
  const { rows } = await sql<{ notified: string }>`
    select users.name || ': ' || message as notified from notifications join users on users.id = user_id order by 1`.execute(
    world.db,
  )
  return rows.map(({ notified }) => notified)
}

/** Runs what is due by then: e-mails of an edit wait until it cannot be undone any more. */
const deliver = (seconds: number) => mailbox.deliver(new Date(Date.now() + seconds * 1000))

describe('staff edit an appointment', () => {
  test('another service: as long and at the price that the barber provides both for, and the customer sees it', async () => {
    const terms = {
      barber_id: membership.id,
      service_id: beard,
      barbershop_id: shop.id,
      duration_min: 25,
      price_cents: 3000,
    }
    await world.db.insertInto('barber_services').values(terms).execute()
    const id = await put()
    const { status, body } = await edit(id, { serviceIds: [cut, beard] })
    expect(status).toBe(200)
    const expected = {
      version: 2,
      status: 'CONFIRMED',
      startTime: minutesFromNow(180).toISOString(),
      endTime: minutesFromNow(235).toISOString(),
      durationMin: 55,
      priceCents: 8000,
      service: { id: cut, name: 'Corte 30 + Corte 20' },
    }
    expect(body.appointment).toMatchObject({ ...expected, priceChange: null })
    expect(body.appointment.services.map(({ id }: { id: string }) => id)).toEqual([cut, beard])
    const own = await world.call(appointmentsApi.get, { params: { id }, token: customer.token })
    expect(own.body.appointment).toMatchObject(expected)
    expect(await listNotified()).toEqual([
      'Ana: A Navalha de Ouro mudou o seu horário de quarta, 11/03/2026 às 15h. Agora é Corte 30 + Corte 20 com Beto, 55 min, R$\u00a080,00.',
    ])
    await mailbox.deliver()
    expect(mailbox.emails).toEqual([])
    await deliver(20)
    expect(mailbox.emails.map(({ to }) => to)).toEqual([`${customer.id}@cliente.test`])
    expect(mailbox.emails[0]?.text).toContain('55 min, R$\u00a080,00.')
    // One service again: its row says it.
    const back = await edit(id, { serviceIds: [beard], version: 2 })
    expect(back.body.appointment).toMatchObject({ durationMin: 25, priceCents: 3000, services: [{ id: beard }] })
    expect(await world.db.selectFrom('appointment_services').selectAll().execute()).toEqual([])
  })

  test('another price needs a reason, which staff see with who agreed on it, and the customer does not', async () => {
    const id = await put()
    const missing = await edit(id, { priceCents: 4000 })
    expect([missing.status, missing.body]).toEqual([
      422,
      expect.objectContaining({ code: 'PRICE_REASON_MISSING', priceCents: 5000 }),
    ])
    const { body } = await edit(id, { priceCents: 4000, priceReason: ' Atraso nosso ' })
    const priceChange = { fromCents: 5000, reason: 'Atraso nosso', by: 'Beto', at: noonInSaoPaulo }
    expect(body.appointment).toMatchObject({ priceCents: 4000, priceChange })
    const own = await world.call(appointmentsApi.get, { params: { id }, token: customer.token })
    expect(own.body.appointment).toMatchObject({ priceCents: 4000 })
    expect(own.body.appointment).not.toHaveProperty('priceChange')
    // A change of something else keeps the reason, one of the services ends it.
    const longer = await edit(id, { durationMin: 45, version: 2 })
    expect(longer.body.appointment).toMatchObject({ durationMin: 45, priceChange })
    const { body: other } = await edit(id, { serviceIds: [cut, beard], version: 3 })
    expect(other.appointment).toMatchObject({ priceCents: 10_000, priceChange: null })
  })

  test('another price is for whom the owner permits it; the price of other services is for everyone', async () => {
    const permit = (permissions: string[]) =>
      world.db.updateTable('barbers').set({ permissions }).where('id', '=', membership.id).execute()
    await permit(['customers'])
    const id = await put()
    const refused = await edit(id, { priceCents: 4000, priceReason: 'Amigo' })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'FORBIDDEN',
      'Mudar o preço é do dono, ou de quem ele permite.',
    ])
    expect(await find(id)).toMatchObject({ price_cents: 5000, version: 1 })
    expect(resultOf(await edit(id, { serviceIds: [beard] }))).toBe('200')
    expect(resultOf(await edit(id, { version: 2, priceCents: 100, priceReason: 'Cortesia' }, owner))).toBe('200')
    await permit([...presetPermissions.BARBER])
    expect(resultOf(await edit(id, { version: 3, priceCents: 200, priceReason: 'Amigo' }))).toBe('200')
  })

  test('another barber: both barbers and the customer are notified once', async () => {
    const id = await put()
    const { body } = await edit(id, { barberId: colleagueBarber.id, durationMin: 40 }, owner)
    expect(body.appointment).toMatchObject({ barber: { name: 'Caio' }, durationMin: 40, priceCents: 5000 })
    expect(await listNotified()).toEqual([
      'Ana: A Navalha de Ouro mudou o seu horário de quarta, 11/03/2026 às 15h. Agora é Corte com Caio, 40 min, R$\u00a050,00.',
      'Beto: Ana (Corte, quarta, 11/03/2026 às 15h) agora é com Caio. O horário está livre.',
      'Caio: Ana agora é com você, quarta, 11/03/2026 às 15h: Corte com Caio, 40 min, R$\u00a050,00. Estava com Beto.',
    ])
    expect(resultOf(await edit(id, { durationMin: 30, version: 2 }))).toBe('APPOINTMENT_NOT_FOUND')
    await deliver(20)
    expect(mailbox.emails).toHaveLength(3)
  })

  test('a colleague who does not do the service is refused by name', async () => {
    const row = { barber_id: colleagueBarber.id, service_id: cut, barbershop_id: shop.id, is_provided: false }
    await world.db.insertInto('barber_services').values(row).execute()
    const { status, body } = await edit(await put(), { barberId: colleagueBarber.id })
    expect([status, body.code, body.message]).toEqual([404, 'SERVICE_NOT_FOUND', 'Caio não faz Corte.'])
  })

  test('a request stays one, and a presence that was confirmed stays so', async () => {
    const id = await put({ status: 'SCHEDULED' })
    await world.db.updateTable('appointments').set({ presence_confirmed_at: noonInSaoPaulo }).execute()
    const { body } = await edit(id, { durationMin: 40 })
    expect(body.appointment).toMatchObject({ status: 'SCHEDULED', isPresenceConfirmed: true })
  })

  test('while the customer is served, and when it is over without an outcome', async () => {
    const id = await put({ minutes: -60 })
    await world.db
      .updateTable('appointments')
      .set({ serving_from: minutesFromNow(-50) })
      .execute()
    const { body } = await edit(id, { serviceIds: [cut, beard] })
    expect(body.appointment).toMatchObject({ durationMin: 50, servingFrom: minutesFromNow(-50).toISOString() })
  })

  test('a completed one gets another price until its day ends, and nothing else', async () => {
    const id = await put({ status: 'COMPLETED', minutes: -60 })
    expect(resultOf(await edit(id, { durationMin: 45 }))).toBe('STATE_CHANGED')
    const { body } = await edit(id, { priceCents: 0, priceReason: 'Cortesia' })
    expect(body.appointment).toMatchObject({ status: 'COMPLETED', priceCents: 0 })
    world.clock.advance({ minutes: 1440 })
    const late = await edit(id, { priceCents: 5000, priceReason: 'Engano', version: 2 })
    expect([late.status, late.body.message]).toEqual([
      422,
      'O preço de um atendimento finalizado muda até o fim do dia.',
    ])
  })

  test('a stale version is refused, a repetition succeeds without another version', async () => {
    const id = await put()
    await edit(id, { durationMin: 45 })
    expect(resultOf(await edit(id, { durationMin: 60 }))).toBe('STATE_CHANGED')
    const repeated = await edit(id, { durationMin: 45 })
    expect([repeated.status, repeated.body.appointment.version]).toEqual([200, 2])
    expect(await listNotified()).toHaveLength(1)
  })

  test.each<[string, SceneCustomer, string]>([
    ['the customer', customer, 'FORBIDDEN'],
    ['a colleague', colleague, 'APPOINTMENT_NOT_FOUND'],
    ['a stranger', stranger, 'APPOINTMENT_NOT_FOUND'],
  ])('not by %s', async (_, user, code) => {
    const id = await put()
    expect(resultOf(await edit(id, { durationMin: 45 }, user))).toBe(code)
    expect(resultOf(await note(id, '', 'Café', user))).toBe(code)
    expect(resultOf(await undo(id, 1, user))).toBe('APPOINTMENT_NOT_FOUND')
  })

  test('foreign ids are not found', async () => {
    const other = await createStatusScene(world)
    const id = await put()
    expect(resultOf(await edit(id, { serviceIds: [other.service.id] }))).toBe('SERVICE_NOT_FOUND')
    expect(resultOf(await edit(id, { barberId: other.membership.id }))).toBe('BARBER_NOT_FOUND')
  })
})

describe('a length that does not fit', () => {
  test('is refused with what it collides with, how long is possible, and who is free', async () => {
    const id = await put()
    await put({ minutes: 225, customer: null })
    const { status, body } = await edit(id, { durationMin: 60 })
    expect([status, body]).toEqual([
      409,
      {
        code: 'SLOT_TAKEN',
        message: 'Não cabe um atendimento de 1\u00a0h: às 15h45 Beto atende Cliente.',
        maxDurationMin: 45,
        freeBarbers: [{ id: colleagueBarber.id, name: 'Caio' }],
      },
    ])
    expect((await edit(id, { durationMin: 45 })).status).toBe(200)
    expect((await edit(id, { durationMin: 60, barberId: colleagueBarber.id, version: 2 })).status).toBe(200)
  })

  test('the buffer of the services counts, and a colleague who is busy, off or does not do them is left out', async () => {
    await world.db.updateTable('services').set({ buffer_min: 10 }).where('id', '=', beard).execute()
    const id = await put()
    await put({ minutes: 240, customer: null })
    const ofColleague = await put({ minutes: 600, customer: null })
    const place = { starts_at: minutesFromNow(215), ends_at: minutesFromNow(245) }
    const row = { ...place, barber_id: colleagueBarber.id, barber_user_id: colleagueBarber.userId }
    await world.db.updateTable('appointments').set(row).where('id', '=', ofColleague).execute()
    const { body } = await edit(id, { serviceIds: [cut, beard], durationMin: 55 })
    expect(body).toMatchObject({ code: 'SLOT_TAKEN', maxDurationMin: 50, freeBarbers: [] })
    expect((await edit(id, { serviceIds: [cut, beard] })).status).toBe(200)
    await world.db.updateTable('services').set({ buffer_min: 0 }).where('id', '=', beard).execute()
  })

  test('the customer who is with another barber then', async () => {
    const id = await put()
    const other = await put({ minutes: 210 })
    const row = { barber_id: colleagueBarber.id, barber_user_id: colleagueBarber.userId }
    await world.db.updateTable('appointments').set(row).where('id', '=', other).execute()
    const { body } = await edit(id, { durationMin: 45 })
    expect([body.code, body.message]).toEqual(['CUSTOMER_BUSY', 'Este cliente já tem outro agendamento neste horário.'])
  })
})

describe('undo', () => {
  test('gives back services, duration, price and barber, and withdraws what is unread; no e-mail leaves', async () => {
    const id = await put()
    await edit(id, { serviceIds: [cut, beard] })
    const change = { serviceIds: [beard], priceCents: 1000, priceReason: 'Cortesia', barberId: colleagueBarber.id }
    await edit(id, { ...change, version: 2 }, owner)
    world.clock.advance({ minutes: 0.1 })
    const { status, body } = await undo(id, 3, owner)
    expect(status).toBe(200)
    const before = { durationMin: 50, priceCents: 10_000, barber: { id: membership.id }, priceChange: null, version: 4 }
    expect(body.appointment).toMatchObject({ ...before, services: [{ id: cut }, { id: beard }] })
    expect(resultOf(await undo(id, 3, owner))).toBe('200')
    expect((await listNotified()).filter((text) => text.includes('Caio'))).toEqual([])
    await deliver(20)
    expect(mailbox.emails).toEqual([])
  })

  test('only by who edited it, in the time for it, and if nothing has changed since', async () => {
    const id = await put()
    await edit(id, { durationMin: 45 })
    expect(resultOf(await undo(id, 2, owner))).toBe('APPOINTMENT_NOT_FOUND')
    await edit(id, { durationMin: 50, version: 2 })
    expect(resultOf(await undo(id, 2))).toBe('STATE_CHANGED')
    world.clock.advance({ minutes: 0.2 })
    expect(resultOf(await undo(id, 3))).toBe('UNDO_TOO_LATE')
  })

  test('not when the time of before was booked', async () => {
    const id = await put()
    await edit(id, { durationMin: 10 })
    await put({ minutes: 195, customer: null })
    const { body } = await undo(id)
    expect([body.code, body.message]).toEqual([
      'SLOT_TAKEN',
      'Não dá mais para desfazer: o tempo de antes já foi ocupado.',
    ])
  })
})

describe('a note among staff', () => {
  test('is read by staff alone, notifies no customer, and leaves the version', async () => {
    const id = await put()
    const { status, body } = await note(id, '', ' Prefere café \n')
    expect([status, body.appointment.staffNote, body.appointment.version]).toEqual([200, 'Prefere café', 1])
    const own = await world.call(appointmentsApi.get, { params: { id }, token: customer.token })
    expect(own.body.appointment).not.toHaveProperty('staffNote')
    expect(await listNotified()).toEqual([])
    expect((await note(id, 'Prefere café', '', owner)).body.appointment.staffNote).toBeNull()
  })

  test('is not overwritten by who did not see it', async () => {
    const id = await put({ status: 'CANCELLED' })
    await note(id, '', 'Prefere café')
    expect(resultOf(await note(id, '', 'Prefere chá', owner))).toBe('EDIT_CONFLICT')
    expect(resultOf(await note(id, '', 'Prefere café'))).toBe('200')
    expect((await find(id)).staff_note).toBe('Prefere café')
  })
})
