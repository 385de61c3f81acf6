import { appointmentsApi } from '@na-regua/contract/appointments'
import { customersApi } from '@na-regua/contract/customers'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { createStatusScene } from '../../../test/status-scene.ts'
import { createApp } from '../../app.ts'
import { relayAllEvents } from '../../lib/worker/relay-events.ts'

const world = await createHarness({ environment: { RATE_LIMIT: 'on' } })
afterAll(() => world.close())

let scene: Awaited<ReturnType<typeof createStatusScene>>
beforeEach(async () => {
  await sql`delete from customer_profiles`.execute(world.db)
  await sql`delete from appointments`.execute(world.db)
  await sql`delete from notifications`.execute(world.db)
  scene = await createStatusScene(world, { barberCount: 2, durations: [30, 15] })
  const staff = [scene.barber.id, scene.owner.id]
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', 'in', staff).execute()
})

const rui = { name: 'Rui Lima', phone: '62977776666' }
const nine = '2026-03-12T12:00:00.000Z'

type Changes = { token?: string; body?: object; key?: string; id?: string }

function book({ token = scene.barber.token, body, key, id = scene.shop.id }: Changes = {}) {
  const choice = { barberId: scene.membership.id, serviceIds: [scene.service.id], startTime: nine, newCustomer: rui }
  return world.call(staffBookingsApi.book, {
    token,
    params: { id },
    body: { ...choice, ...body },
    headers: key ? { 'idempotency-key': key } : {},
  })
}

test('staff book for a new customer who called: confirmed, known by phone, with a link to send', async () => {
  const { status, body } = await book({ body: { note: 'Vem de moto' } })
  expect(status).toBe(201)
  expect(body.appointment).toMatchObject({
    status: 'CONFIRMED',
    customer: { id: null, name: 'Rui Lima', phone: '62977776666' },
    isWalkIn: false,
    confirmBy: null,
    note: 'Vem de moto',
  })
  expect(body.link.text).toContain('Olá, Rui. Seu horário na Navalha de Ouro: Corte 30 com')
  expect(body.link.url).toMatch(/\/a\/[\w-]{48}$/)
  expect(body.link.whatsAppUrl).toContain('https://wa.me/5562977776666?text=Ol%C3%A1')
  const row = await world.db.selectFrom('customer_profiles').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name: 'Rui Lima', phone: '+5562977776666', user_id: null, id: body.customerId })
  const booked = await world.db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
  expect(booked).toMatchObject({ booked_by: scene.barber.id, profile_id: body.customerId, customer_name: 'Rui Lima' })
})

test('an account without a verified e-mail books, but nothing is sent in our name', async () => {
  const sending = await createApp({
    ...world,
    config: { ...world.config, sms: { url: 'https://sms.test', token: 'x' } },
  })
  const bookAt = async (startTime: string) => {
    const payload = {
      barberId: scene.membership.id,
      serviceIds: [scene.service.id],
      startTime,
      newCustomer: rui,
    }
    const url = `/api/barbershops/${scene.shop.id}/bookings`
    const headers = { authorization: `Bearer ${scene.barber.token}` }
    const response = await sending.inject({ method: 'POST', url, headers, payload })
    return { status: response.statusCode, body: response.json() }
  }
  const listJobs = async () => {
    await relayAllEvents(world.db)
    const { rows } = await sql<{ key: string }>`
      select key from graphile_worker._private_jobs where key like 'booking-link:%'`.execute(world.db)
    return rows.map(({ key }) => key)
  }
  await world.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', scene.barber.id).execute()
  const silent = await bookAt(nine)
  expect([silent.status, silent.body.link.isSent, await listJobs()]).toEqual([201, false, []])
  await world.db
    .updateTable('users')
    .set({ email_verified_at: world.clock.now() })
    .where('id', '=', scene.barber.id)
    .execute()
  const sent = await bookAt('2026-03-13T12:00:00.000Z')
  expect([sent.status, sent.body.link.isSent]).toEqual([201, true])
  expect(await listJobs()).toEqual([`booking-link:${sent.body.appointment.id}`])
  // Who is there already needs no link.
  const there = await bookAt(world.clock.now().toISOString())
  expect([there.status, there.body.link.isSent]).toEqual([201, false])
  expect(await listJobs()).toHaveLength(1)
  await sending.close()
})

test('a known phone is the known customer of this barbershop', async () => {
  const first = await book()
  const again = await book({
    body: { startTime: '2026-03-13T12:00:00Z', newCustomer: { ...rui, name: 'Rui de Lima' } },
  })
  expect(again.body.customerId).toBe(first.body.customerId)
  expect(again.body.appointment.customer.name).toBe('Rui Lima')
})

test('at any time of any day, several services, and any barber: the one who is free', async () => {
  const startTime = '2026-06-21T02:30:00Z'
  const serviceIds = scene.shop.services.map(({ id }) => id)
  const one = await book({ body: { startTime, barberId: 'any', serviceIds } })
  const two = await book({
    body: { startTime, barberId: 'any', serviceIds, newCustomer: { ...rui, phone: '62911112222' } },
  })
  expect([one.status, two.status]).toEqual([201, 201])
  expect(one.body.appointment).toMatchObject({ durationMin: 45, service: { name: 'Corte 30 + Corte 15' } })
  const barbers = [one, two].map(({ body }) => body.appointment.barber.id)
  expect(new Set(barbers)).toEqual(new Set(scene.shop.barbers.map(({ id }) => id)))
  const third = await book({ body: { startTime, barberId: 'any', newCustomer: { ...rui, phone: '62911113333' } } })
  expect(third.body.code).toBe('SLOT_TAKEN')
  for (const wrong of ['2026-03-10T12:00:00Z', '2027-04-01T12:00:00Z', '2026-03-12T12:00:30Z'])
    expect((await book({ body: { startTime: wrong } })).body.code).toBe('SLOT_UNAVAILABLE')
})

test('a customer with an account keeps it: the appointment is theirs, and they are notified', async () => {
  const body = { barberId: scene.membership.id, serviceId: scene.service.id, startTime: '2026-03-13T12:00:00Z' }
  await world.call(appointmentsApi.create, { token: scene.customer.token, body })
  const { body: found } = await world.call(customersApi.list, {
    token: scene.barber.token,
    params: { id: scene.shop.id },
  })
  const [customer] = found.customers
  expect(customer).toMatchObject({ hasAccount: true, visits: 0 })
  const booked = await book({ token: scene.owner.token, body: { newCustomer: undefined, customerId: customer.id } })
  expect(booked.body).toMatchObject({ link: null, appointment: { customer: { id: scene.customer.id } } })
  const notified = await world.db
    .selectFrom('notifications')
    .select(['user_id', 'title'])
    .where('title', 'like', 'Horário marcado%')
    .execute()
  expect(notified.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
    { user_id: scene.barber.id, title: 'Horário marcado na sua agenda' },
    { user_id: scene.customer.id, title: 'Horário marcado para você' },
  ])
  const same = await book({
    body: { newCustomer: undefined, customerId: customer.id, barberId: scene.shop.barbers[1]?.id },
  })
  expect(same.body).toMatchObject({
    code: 'CUSTOMER_BUSY',
    message: 'Este cliente já tem um agendamento neste horário.',
  })
})

test('a repeated request is one appointment; its key is for one request', async () => {
  const first = await book({ key: 'ligacao-1' })
  const again = await book({ key: 'ligacao-1' })
  expect([first.status, again.status]).toEqual([201, 200])
  expect(again.body).toEqual(first.body)
  const other = await book({ key: 'ligacao-1', body: { startTime: '2026-03-13T12:00:00Z' } })
  expect(other.body.code).toBe('IDEMPOTENCY_CONFLICT')
})

test('a taken slot is refused with alternatives; a service, barber or customer of another barbershop is not found', async () => {
  await book()
  const taken = await book({ body: { newCustomer: { ...rui, phone: '62911112222' } } })
  expect(taken.body).toMatchObject({ code: 'SLOT_TAKEN' })
  expect(taken.body.alternatives.length).toBeGreaterThan(0)
  const other = await createStatusScene(world)
  const codeOf = async (body: object) => (await book({ body })).body.code
  expect(await codeOf({ barberId: other.membership.id })).toBe('BARBER_NOT_FOUND')
  expect(await codeOf({ serviceIds: [other.service.id], startTime: '2026-03-13T12:00:00Z' })).toBe('SERVICE_NOT_FOUND')
  expect(await codeOf({ newCustomer: undefined, customerId: crypto.randomUUID() })).toBe('CUSTOMER_NOT_FOUND')
  expect(await codeOf({ newCustomer: undefined })).toBe('INVALID_INPUT')
  expect((await book({ id: other.shop.id })).body.code).toBe('BARBERSHOP_NOT_FOUND')
})

test('a repetition that arrives while the first one is written is the same appointment', async () => {
  for (const barberId of [scene.membership.id, 'any']) {
    const startTime = barberId === 'any' ? '2026-03-14T12:00:00Z' : nine
    const bookings = await Promise.all(
      [1, 2, 3, 4].map(() =>
        book({
          key: `dois-toques-${barberId}`,
          body: { barberId, startTime, newCustomer: { name: 'Bia', phone: '62944443333' } },
        }),
      ),
    )
    expect(bookings.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
    expect(new Set(bookings.map(({ body }) => body.appointment.id)).size).toBe(1)
  }
})

test('staff read which services were booked most in 90 days, each of several of one appointment', async () => {
  const [cut, beard] = scene.shop.services.map(({ id }) => id)
  const readMostBooked = async (token: string, id = scene.shop.id) =>
    (await world.call(staffBookingsApi.mostBooked, { params: { id }, token })).body
  expect(await readMostBooked(scene.barber.token)).toEqual({ serviceIds: [] })
  const bookAt = (startTime: string, serviceIds: unknown[]) => book({ body: { startTime, serviceIds } })
  await bookAt('2026-03-12T12:00:00Z', [cut, beard])
  await bookAt('2026-03-12T14:00:00Z', [beard])
  await bookAt('2026-03-12T16:00:00Z', [beard, cut])
  // In the future they count for nothing.
  expect(await readMostBooked(scene.barber.token)).toEqual({ serviceIds: [] })
  await sql`update appointments set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days'`.execute(
    world.db,
  )
  expect(await readMostBooked(scene.owner.token)).toEqual({ serviceIds: [beard, cut] })
  const other = await createStatusScene(world)
  expect((await readMostBooked(scene.owner.token, other.shop.id)).code).toBe('BARBERSHOP_NOT_FOUND')
  expect((await readMostBooked(scene.customer.token)).code).toBe('FORBIDDEN')
  await sql`update appointments set starts_at = starts_at - interval '90 days', ends_at = ends_at - interval '90 days'`.execute(
    world.db,
  )
  expect(await readMostBooked(scene.barber.token)).toEqual({ serviceIds: [] })
})

test('staff learn nothing about a customer from another barbershop, and use up none of their limits', async () => {
  const other = await createStatusScene(world)
  const startTime = '2026-03-13T12:00:00Z'
  const elsewhere = { barberId: other.membership.id, serviceId: other.service.id, startTime }
  const token = scene.customer.token
  expect((await world.call(appointmentsApi.create, { token, body: elsewhere })).status).toBe(201)
  const profile = {
    barbershop_id: scene.shop.id,
    user_id: scene.customer.id,
    name: 'Cliente',
    created_at: world.clock.now(),
  }
  const { id: customerId } = await world.db
    .insertInto('customer_profiles')
    .values(profile)
    .returning('id')
    .executeTakeFirstOrThrow()
  const known = { newCustomer: undefined, customerId }
  const spied = await book({
    body: { ...known, barberId: other.membership.id, serviceIds: [other.service.id], startTime },
  })
  expect(spied.body.code).toBe('BARBER_NOT_FOUND')
  for (let day = 16; day <= 22; day++)
    expect((await book({ body: { ...known, startTime: `2026-03-${day}T12:00:00Z` } })).status).toBe(201)
  const own = { barberId: scene.membership.id, serviceId: scene.service.id, startTime: '2026-03-13T15:00:00Z' }
  expect((await world.call(appointmentsApi.create, { token, body: own })).status).toBe(201)
})

test('messages in our name are limited: twenty bookings a day for a phone, and no web address in a name', async () => {
  const statuses: number[] = []
  for (let minute = 0; minute < 21; minute++) {
    const startTime = new Date(Date.parse('2026-04-01T12:00:00Z') + minute * 3_600_000).toISOString()
    const newCustomer = { name: 'Ana', phone: '62955554444' }
    statuses.push((await book({ body: { startTime, newCustomer } })).status)
  }
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(201))
  expect(statuses[20]).toBe(429)
  for (const name of ['bit.ly/x', 'Prêmio em golpe.com.br'])
    expect((await book({ body: { newCustomer: { name, phone: '62922223333' } } })).status).toBe(400)
})
