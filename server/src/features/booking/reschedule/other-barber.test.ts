import { appointmentsApi } from '@na-regua/contract/appointments'
import { editsApi } from '@na-regua/contract/edits'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { createHarness } from '../../../../test/harness.ts'
import { refreshBarbershops } from '../../barbershops/queries.ts'

const world = await createHarness()
afterAll(() => world.close())

const at = (time: string) => new Date(`2026-03-12T${time}:00-03:00`).toISOString()

/** Cut of 30 and beard of 20 minutes, R$ 50 each. Ana is as the list, Beto takes 45 minutes and R$ 60 for a cut, Caio provides none. */
const shop = await createBookableBarbershop(world.db, { barberCount: 3, durations: [30, 20] })
const [cut, beard] = shop.services.map(({ id }) => id) as [string, string]
const [ana, beto, caio] = shop.barbers.map(({ id }) => id) as [string, string, string]
const [anaUser, betoUser] = shop.staff as [SceneCustomer, SceneCustomer]
const [customer, other, owner] = (await createCustomers(world.db, 3)) as [SceneCustomer, SceneCustomer, SceneCustomer]
await world.db.updateTable('barbershops').set({ owner_id: owner.id }).where('id', '=', shop.id).execute()
const names = { Ana: anaUser, Beto: betoUser, Caio: shop.staff[2] as SceneCustomer, Davi: customer }
for (const [name, { id }] of Object.entries(names))
  await world.db.updateTable('users').set({ name }).where('id', '=', id).execute()
const ofCut = { service_id: cut, barbershop_id: shop.id }
await world.db
  .insertInto('barber_services')
  .values([
    { ...ofCut, barber_id: beto, duration_min: 45, price_cents: 6000 },
    { ...ofCut, barber_id: caio, is_provided: false },
  ])
  .execute()
await refreshBarbershops(world.db, [shop.id])

beforeEach(() => sql`delete from appointments; delete from notifications; delete from pending_events`.execute(world.db))

/** With Ana at ten o'clock. */
async function book(serviceIds = [cut], by = customer) {
  const body = { barberId: ana, serviceId: serviceIds[0], serviceIds, startTime: at('10:00') }
  const { body: booked } = await world.call(appointmentsApi.create, { token: by.token, body })
  await sql`delete from notifications`.execute(world.db)
  return booked.appointment.id as string
}

type Change = { barberId?: string; newStartTime?: string; newEndTime?: string; priceCents?: number }

const reschedule = (id: string, change: Change = {}, by = customer) =>
  world.call(appointmentsApi.reschedule, {
    params: { id },
    token: by.token,
    body: { newStartTime: at('11:00'), barberId: beto, ...change },
  })
const listOthers = async (id: string) =>
  (await world.call(appointmentsApi.get, { params: { id }, token: customer.token })).body.otherBarbers
const resultOf = ({ status, body }: { status: number; body: { code?: string } }) => body.code ?? String(status)
const find = (id: string) =>
  world.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function listNotified() {
  const { rows } = await sql<{ text: string }>`
    select users.name || ': ' || message as text from notifications join users on users.id = user_id order by 1`.execute(
    world.db,
  )
  return rows.map(({ text }) => text)
}

const setPriceByHand = (id: string, version: number) =>
  world.call(editsApi.edit, {
    params: { id },
    token: owner.token,
    body: { version, priceCents: 4000, priceReason: 'Amigo da casa' },
  })

describe('a customer chooses another barber for another time', () => {
  test('those who provide everything are listed with what they take; none once it is over', async () => {
    const id = await book()
    expect(await listOthers(id)).toEqual([
      { id: beto, name: 'Beto', avatarUrl: null, priceCents: 6000, durationMin: 45 },
    ])
    await world.call(appointmentsApi.cancel, { params: { id }, token: customer.token, body: {} })
    expect(await listOthers(id)).toEqual([])
    const ofBeard = await book([beard])
    expect(await listOthers(ofBeard)).toMatchObject([{ name: 'Beto' }, { name: 'Caio', priceCents: 5000 }])
  })

  test('the price and the duration are those of the new barber, also of several services', async () => {
    const id = await book([cut, beard])
    const { status, body } = await reschedule(id, { newEndTime: at('12:05'), priceCents: 11_000 })
    expect([status, body.appointment]).toMatchObject([
      200,
      { barber: { id: beto }, startTime: at('11:00'), endTime: at('12:05'), durationMin: 65, priceCents: 11_000 },
    ])
    expect(body.appointment.services).toMatchObject([
      { id: cut, durationMin: 45, priceCents: 6000 },
      { id: beard, durationMin: 20, priceCents: 5000 },
    ])
    expect(await find(id)).toMatchObject({ version: 2, barber_user_id: betoUser.id })
  })

  test('the time of before need not change, and it is free for others then', async () => {
    const id = await book()
    expect(resultOf(await reschedule(id, { newStartTime: at('10:00') }))).toBe('200')
    const rival = { barberId: ana, serviceId: cut, startTime: at('10:00') }
    expect((await world.call(appointmentsApi.create, { token: other.token, body: rival })).status).toBe(201)
  })

  test('repeated it succeeds once; without a barber the barber and the terms stay', async () => {
    const id = await book()
    await reschedule(id)
    expect(resultOf(await reschedule(id))).toBe('200')
    expect((await find(id)).version).toBe(2)
    const { body } = await reschedule(id, { barberId: undefined, newStartTime: at('14:00') })
    expect(body.appointment).toMatchObject({ barber: { id: beto }, durationMin: 45, priceCents: 6000 })
  })

  test('a price that staff set by hand stays; back with the first barber it still does', async () => {
    const id = await book()
    expect((await setPriceByHand(id, 1)).status).toBe(200)
    expect(await listOthers(id)).toMatchObject([{ id: beto, priceCents: 4000, durationMin: 45 }])
    const { body } = await reschedule(id, { priceCents: 4000 })
    expect(body.appointment).toMatchObject({ priceCents: 4000, durationMin: 45 })
    const back = await reschedule(id, { barberId: ana })
    expect(back.body.appointment).toMatchObject({ barber: { id: ana }, priceCents: 4000, durationMin: 30 })
  })

  test('the new barber and the one of before are notified, the customer has a receipt with the new terms', async () => {
    const id = await book()
    await reschedule(id)
    const [toAna = '', toBeto = '', toCustomer = ''] = await listNotified()
    expect(toAna).toMatch(/^Ana: Davi \(.+ às 10h\) agora é com Beto\. O horário está livre\.$/)
    expect(toBeto).toMatch(/^Beto: Davi trocou de barbeiro: .+ às 11h\. Estava com Ana, .+ às 10h\./)
    expect(toCustomer).toMatch(/^Davi: Você mudou o seu horário .+ com Beto, 45 min, R\$\s60,00\./)
  })

  test('a move of staff after it is undone with barber and price of before that move', async () => {
    const id = await book()
    await reschedule(id)
    await world.call(staffBookingsApi.move, {
      params: { id },
      token: owner.token,
      body: { startTime: at('15:00'), barberId: ana, version: 2 },
    })
    await world.call(staffBookingsApi.undoMove, { params: { id }, token: owner.token, body: { version: 3 } })
    expect(await find(id)).toMatchObject({ barber_id: beto, price_cents: 6000, duration_min: 45 })
  })

  test('refused: a stranger, another price or end than shown, a barber without the service or from elsewhere', async () => {
    const id = await book()
    const elsewhere = await createBookableBarbershop(world.db, { barberCount: 1 })
    expect(resultOf(await reschedule(id, {}, other))).toBe('APPOINTMENT_NOT_FOUND')
    expect(resultOf(await reschedule(id, { priceCents: 5000 }))).toBe('PRICE_CHANGED')
    expect(resultOf(await reschedule(id, { newEndTime: at('11:30') }))).toBe('END_TIME_MISMATCH')
    expect(resultOf(await reschedule(id, { barberId: caio }))).toBe('SERVICE_NOT_FOUND')
    expect(resultOf(await reschedule(id, { barberId: elsewhere.barbers[0]?.id as string }))).toBe('BARBER_NOT_FOUND')
    expect(await find(id)).toMatchObject({ version: 1, barber_id: ana })
  })

  test('a slot that another customer has with the new barber is taken, with alternatives of that barber', async () => {
    const id = await book()
    const body = { barberId: beto, serviceId: cut, startTime: at('11:30') }
    await world.call(appointmentsApi.create, { token: other.token, body })
    // Half past eleven is within the 45 minutes that Beto takes.
    const taken = await reschedule(id)
    expect(resultOf(taken)).toBe('SLOT_TAKEN')
    expect(taken.body.alternatives?.[0]).toMatchObject({ kind: 'same-barber', barberId: beto })
    expect(await find(id)).toMatchObject({ version: 1, barber_id: ana, duration_min: 30, price_cents: 5000 })
  })
})
