import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bookingLinkApi, staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { visitsApi } from '@na-regua/contract/visits'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { alterToken } from '../../../../test/alter-token.ts'
import { createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createStatusScene } from '../../../../test/status-scene.ts'
import { createWhatsApp } from '../../../lib/whatsapp.ts'
import { getBalance } from '../../ledger/queries.ts'
import { sendBookingLink } from '../link/send-booking-link.ts'

const NOW = '2026-03-11T15:00:00.000Z'
const world = await createHarness()
afterAll(() => world.close())

let scene: Awaited<ReturnType<typeof createStatusScene>>
let token: string
beforeEach(async () => {
  world.clock.set(NOW)
  scene = await createStatusScene(world)
  await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', scene.barber.id).execute()
  token = await bookByPhone('2026-03-13T12:00:00.000Z')
})

/** Returns the token of the link. */
async function bookByPhone(startTime: string): Promise<string> {
  const { body } = await world.call(staffBookingsApi.book, {
    token: scene.barber.token,
    params: { id: scene.shop.id },
    body: {
      barberId: scene.membership.id,
      serviceIds: [scene.service.id],
      startTime,
      newCustomer: { name: 'Rui Lima', phone: '62977776666' },
    },
  })
  return body.link.url.split('/').at(-1)
}

const show = (on = token) => world.call(bookingLinkApi.get, { params: { token: on } })
const claim = (customer: SceneCustomer, on = token) =>
  world.call(bookingLinkApi.claim, { params: { token: on }, token: customer.token })
const move = (newStartTime: string, other: { barberId?: string; priceCents?: number } = {}) =>
  world.call(bookingLinkApi.reschedule, { params: { token }, body: { newStartTime, ...other } })

test('the link shows the appointment and nothing about the customer', async () => {
  const { status, body } = await show()
  expect(status).toBe(200)
  expect(body.appointment).toMatchObject({
    status: 'CONFIRMED',
    serviceName: 'Corte 30',
    canCancel: true,
    canReschedule: true,
    isClaimed: false,
    isPresenceConfirmed: false,
  })
  expect(JSON.stringify(body)).not.toMatch(/Rui|6297777/)
})

test('confirms, once for the barber; after a move the barbershop has to confirm first', async () => {
  const confirm = () => world.call(bookingLinkApi.confirm, { params: { token } })
  expect((await confirm()).body.appointment.isPresenceConfirmed).toBe(true)
  expect((await confirm()).status).toBe(200)
  const notified = await world.db
    .selectFrom('notifications')
    .select('message')
    .where('user_id', '=', scene.barber.id)
    .where('type', '=', 'presence_confirmed')
    .execute()
  expect(notified).toHaveLength(1)
  expect(notified[0]?.message).toContain('Rui Lima confirmou que vem')
  const moved = await move('2026-03-13T14:00:00.000Z')
  expect(moved.body.appointment).toMatchObject({ status: 'SCHEDULED', startTime: '2026-03-13T14:00:00.000Z' })
  expect((await confirm()).body.code).toBe('STATE_CHANGED')
})

test('moves to a slot only, and cancels until the notice', async () => {
  expect((await move('2026-03-13T12:10:00.000Z')).body.code).toBe('SLOT_UNAVAILABLE')
  await scene.put({ minutes: 49 * 60, status: 'CONFIRMED' })
  const taken = await move('2026-03-13T16:00:00.000Z')
  expect(taken.body.code).toBe('SLOT_TAKEN')
  expect(taken.body.alternatives.length).toBeGreaterThan(0)
  const cancelled = await world.call(bookingLinkApi.cancel, { params: { token }, body: { reason: 'Viagem' } })
  expect(cancelled.body.appointment).toMatchObject({ status: 'CANCELLED', canCancel: false, canReschedule: false })
  token = await bookByPhone('2026-03-13T12:00:00.000Z')
  world.clock.set('2026-03-13T11:59:00.000Z')
  expect((await move('2026-03-13T14:00:00.000Z')).body.code).toBe('NOTICE_PASSED')
  expect((await show()).body.appointment).toMatchObject({ canCancel: false, canReschedule: false })
})

test('moves to another barber, who takes longer and costs more, as the page said before', async () => {
  scene = await createStatusScene(world, { barberCount: 3 })
  await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', scene.barber.id).execute()
  const [, dearer, without] = scene.shop.barbers.map(({ id }) => id) as [string, string, string]
  const [, dearerUser] = scene.shop.staff as [SceneCustomer, SceneCustomer]
  const ofService = { service_id: scene.service.id, barbershop_id: scene.shop.id }
  await world.db
    .insertInto('barber_services')
    .values([
      { ...ofService, barber_id: dearer, duration_min: 45, price_cents: 6000 },
      { ...ofService, barber_id: without, is_provided: false },
    ])
    .execute()
  token = await bookByPhone('2026-03-13T12:00:00.000Z')
  const { appointment } = (await show()).body
  expect(appointment.serviceIds).toEqual([scene.service.id])
  expect(appointment.otherBarbers).toMatchObject([{ id: dearer, priceCents: 6000, durationMin: 45 }])

  const to = '2026-03-13T14:00:00.000Z'
  expect((await move(to, { barberId: dearer, priceCents: 5000 })).body.code).toBe('PRICE_CHANGED')
  expect((await move(to, { barberId: without })).body.code).toBe('SERVICE_NOT_FOUND')
  const elsewhere = await createStatusScene(world)
  expect((await move(to, { barberId: elsewhere.membership.id })).body.code).toBe('BARBER_NOT_FOUND')
  const moved = await move(to, { barberId: dearer, priceCents: 6000 })
  expect(moved.body.appointment).toMatchObject({
    status: 'SCHEDULED',
    barberId: dearer,
    startTime: to,
    endTime: '2026-03-13T14:45:00.000Z',
    priceCents: 6000,
    otherBarbers: [{ id: scene.membership.id, priceCents: 5000, durationMin: 30 }],
  })
  const notified = await world.db
    .selectFrom('notifications')
    .select('user_id')
    .where('user_id', 'in', [scene.barber.id, dearerUser.id])
    .where('type', '!=', 'appointment_booked')
    .execute()
  expect(new Set(notified.map(({ user_id }) => user_id))).toEqual(new Set([scene.barber.id, dearerUser.id]))
})

test('no other barber is offered once it can no longer be rescheduled', async () => {
  scene = await createStatusScene(world, { barberCount: 2 })
  await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', scene.barber.id).execute()
  token = await bookByPhone('2026-03-13T12:00:00.000Z')
  expect((await show()).body.appointment.otherBarbers).toHaveLength(1)
  world.clock.set('2026-03-13T11:59:00.000Z')
  expect((await show()).body.appointment).toMatchObject({ canReschedule: false, otherBarbers: [] })
})

test('expires at the end; another token is not valid', async () => {
  world.clock.set('2026-03-13T12:30:00.000Z')
  expect((await show()).body.code).toBe('LINK_EXPIRED')
  expect((await show(alterToken(token))).body.code).toBe('LINK_INVALID')
  expect((await show('nada')).body.code).toBe('LINK_INVALID')
})

test('one account claims it, and with the phone of the booking both profiles become one customer', async () => {
  const rivals = await createCustomers(world.db, 6)
  const rivalIds = rivals.map(({ id }) => id)
  await world.db.updateTable('users').set({ phone: '62977776666' }).where('id', 'in', rivalIds).execute()
  await scene.put({ status: 'COMPLETED', minutes: -1440 * 9, customer: rivals[0] as SceneCustomer })
  const known = { email: 'ana@exemplo.com.br', birthday: '08-24', marketing_refused_at: world.clock.now() }
  await world.db.updateTable('customer_profiles').set(known).where('phone', '=', '+5562977776666').execute()
  const outcomes = await Promise.all(rivals.map((rival) => claim(rival)))
  const winners = outcomes.filter(({ status }) => status === 200)
  expect(winners).toHaveLength(1)
  expect(winners[0]?.body.appointment).toMatchObject({ isClaimed: true, canCancel: false })
  expect(new Set(outcomes.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['LINK_CLAIMED']),
  )
  const winner = rivals[outcomes.findIndex(({ status }) => status === 200)] as SceneCustomer
  expect((await claim(winner)).status).toBe(200)
  for (const action of ['cancel', 'confirm'] as const)
    expect((await world.call(bookingLinkApi[action], { params: { token } })).body.code).toBe('LINK_CLAIMED')
  const profiles = await world.db
    .selectFrom('customer_profiles')
    .select(['user_id', 'phone', 'email', 'birthday', 'marketing_refused_at'])
    .where('barbershop_id', '=', scene.shop.id)
    .where('user_id', '=', winner.id)
    .execute()
  expect(profiles).toEqual([{ user_id: winner.id, phone: '+5562977776666', ...known }])
  const booked = await world.db
    .selectFrom('appointments')
    .select(['customer_name', 'customer_id'])
    .where('customer_id', '=', winner.id)
    .where('status', '=', 'CONFIRMED')
    .execute()
  expect(booked).toEqual([{ customer_name: null, customer_id: winner.id }])
})

test('a merge keeps the customer in the queue of the barbershop', async () => {
  const [customer] = (await createCustomers(world.db, 1)) as [SceneCustomer]
  await world.db.updateTable('users').set({ phone: '62977776666' }).where('id', '=', customer.id).execute()
  const known = { barbershop_id: scene.shop.id, user_id: customer.id, notes: '' }
  const account = await world.db.insertInto('customer_profiles').values(known).returning('id').executeTakeFirstOrThrow()
  const byPhone = await world.db
    .selectFrom('customer_profiles')
    .select('id')
    .where('barbershop_id', '=', scene.shop.id)
    .where('phone', '=', '+5562977776666')
    .executeTakeFirstOrThrow()
  const entry = { barbershop_id: scene.shop.id, profile_id: byPhone.id, source: 'staff', status: 'WAITING', rank: 1 }
  const id = crypto.randomUUID()
  const now = world.clock.now()
  await world.db
    .insertInto('queue_entries')
    .values({ ...entry, id, joined_at: now, changed_at: now })
    .execute()
  expect((await claim(customer)).status).toBe(200)
  const rows = await world.db
    .selectFrom('queue_entries')
    .select(['profile_id', 'status'])
    .where('id', '=', id)
    .execute()
  expect(rows).toEqual([{ profile_id: account.id, status: 'WAITING' }])
})

test('a merge keeps the visits of the customer and what they owe, which a reversal takes back', async () => {
  const [customer] = (await createCustomers(world.db, 1)) as [SceneCustomer]
  await world.db.updateTable('users').set({ phone: '62977776666' }).where('id', '=', customer.id).execute()
  const known = { barbershop_id: scene.shop.id, user_id: customer.id, notes: '' }
  const account = await world.db.insertInto('customer_profiles').values(known).returning('id').executeTakeFirstOrThrow()
  const byPhone = await world.db
    .updateTable('customer_profiles')
    .set({ debt_limit_cents: 20_000 })
    .where('barbershop_id', '=', scene.shop.id)
    .where('phone', '=', '+5562977776666')
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', scene.owner.id).execute()
  const id = crypto.randomUUID()
  const closed = await world.call(visitsApi.close, {
    token: scene.owner.token,
    params: { id },
    body: {
      barbershopId: scene.shop.id,
      barberId: scene.membership.id,
      profileId: byPhone.id,
      lines: [{ kind: 'service', name: 'Corte', unitCents: 5000 }],
      payments: [{ id: crypto.randomUUID(), method: 'account', amountCents: 5000 }],
    },
  })
  expect(closed.status).toBe(200)
  expect((await claim(customer)).status).toBe(200)
  const debtOf = (ownerId: string) => getBalance(world.db, { barbershopId: scene.shop.id, kind: 'debt', ownerId })
  expect([await debtOf(account.id), await debtOf(byPhone.id)]).toEqual([5000, 0])
  const reversed = await world.call(visitsApi.reverse, {
    token: scene.owner.token,
    params: { id },
    body: { reason: 'Engano' },
  })
  expect(reversed.body.visit.profileId).toBe(account.id)
  expect([await debtOf(account.id), await debtOf(byPhone.id)]).toEqual([0, 0])
})

test('several claims of one account at once have the same success', async () => {
  const [account] = (await createCustomers(world.db, 1)) as [SceneCustomer]
  for (let round = 0; round < 40; round++) {
    await world.db.deleteFrom('appointments').execute()
    await world.db.deleteFrom('customer_profiles').execute()
    const on = await bookByPhone('2026-03-12T12:00:00.000Z')
    const claims = await Promise.all([claim(account, on), claim(account, on), claim(account, on)])
    expect(claims.map(({ status, body }) => [status, body.appointment?.isClaimed])).toEqual(Array(3).fill([200, true]))
  }
})

test('an account with another phone claims the appointment, and nothing that the barbershop knows of the phone', async () => {
  const other = await bookByPhone('2026-03-13T15:00:00.000Z')
  const known = await world.db
    .updateTable('customer_profiles')
    .set({ notes: 'Só tesoura' })
    .where('barbershop_id', '=', scene.shop.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const [stranger] = (await createCustomers(world.db, 1)) as [SceneCustomer]
  await world.db.updateTable('users').set({ phone: '62911110000' }).where('id', '=', stranger.id).execute()
  expect((await claim(stranger)).body.appointment.isClaimed).toBe(true)
  const profiles = await world.db
    .selectFrom('customer_profiles')
    .select(['id', 'user_id', 'phone', 'notes'])
    .where('barbershop_id', '=', scene.shop.id)
    .orderBy('phone')
    .execute()
  expect(profiles).toEqual([
    { id: known.id, user_id: null, phone: '+5562977776666', notes: 'Só tesoura' },
    { id: expect.any(String), user_id: stranger.id, phone: null, notes: '' },
  ])
  const appointments = await world.db
    .selectFrom('appointments')
    .select(['customer_id', 'profile_id'])
    .where('barbershop_id', '=', scene.shop.id)
    .orderBy('starts_at')
    .execute()
  expect(appointments).toEqual([
    { customer_id: stranger.id, profile_id: profiles[1]?.id },
    { customer_id: null, profile_id: known.id },
  ])
  expect((await show(other)).body.appointment.isClaimed).toBe(false)
})

test('the job sends the link once through the configured provider, and none for what was cancelled', async () => {
  const { id } = await world.db
    .selectFrom('appointments')
    .select('id')
    .where('barbershop_id', '=', scene.shop.id)
    .executeTakeFirstOrThrow()
  const requests: { authorization: string | undefined; body: string }[] = []
  const provider = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      requests.push({ authorization: request.headers.authorization, body: Buffer.concat(parts).toString() })
      response.end('{}')
    })
  })
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/sms`
  const whatsapp = createWhatsApp({ config: { whatsapp: undefined, sms: { url, token: 'segredo' } } })
  const send = () => sendBookingLink({ ...world, whatsapp, site: 'https://naregua.test' }, { appointmentId: id })
  await send()
  await world.call(bookingLinkApi.cancel, { params: { token }, body: null })
  await send()
  provider.close()
  expect(requests).toHaveLength(1)
  expect(requests[0]?.authorization).toBe('Bearer segredo')
  const sent = JSON.parse(requests[0]?.body ?? '')
  expect(sent.to).toBe('+5562977776666')
  expect(sent.text).toContain(`https://naregua.test/a/${token}`)
})

test('a claim needs a verified e-mail, and no other appointment at that time', async () => {
  const [newcomer] = (await createCustomers(world.db, 1, { isVerified: false })) as [SceneCustomer]
  expect((await claim(newcomer)).body.code).toBe('EMAIL_NOT_VERIFIED')
  const other = await createStatusScene(world)
  await other.put({ minutes: 45 * 60, customer: scene.customer, status: 'CONFIRMED' })
  expect((await claim(scene.customer)).body.code).toBe('CUSTOMER_BUSY')
  expect((await show()).body.appointment.isClaimed).toBe(false)
})
