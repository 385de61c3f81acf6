import { presetPermissions } from '@na-regua/contract/permissions'
import { privacyApi } from '@na-regua/contract/privacy'
import { type Series, seriesApi } from '@na-regua/contract/series'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { pauseAtLock } from '../../../test/pause-at-lock.ts'
import { createStatusScene } from '../../../test/status-scene.ts'
import { fillDate } from './book-date.ts'
import { fillSeries } from './fill-series.ts'
import { findSeries } from './queries.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world, { barberCount: 2 })
const { customer, owner, barber, shop, membership, service, stranger } = scene
const colleague = shop.barbers[1] as { id: string; userId: string }
const [rival] = (await createCustomers(world.db, 1)) as [SceneCustomer]
await sql`update users set name = 'Ana' where id = ${customer.id}`.execute(world.db)
await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', 'in', [owner.id, barber.id]).execute()
await world.db.updateTable('barbershops').set({ auto_confirmation: 'everyone' }).where('id', '=', shop.id).execute()

/** Long ago: of a customer who was never served few dates are booked. */
const serve = () => scene.put({ status: 'COMPLETED', minutes: -300 * 1440, customer })

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await sql`delete from appointment_series; delete from appointments; delete from notifications; delete from customer_profiles;
    delete from barber_services; delete from barbershop_roles; update services set price_cents = 5000;
    update barbershops set is_active = true`.execute(world.db)
  await serve()
})

/** In São Paulo. Friday the 13th is the first. */
const at = (time: string, date = '2026-03-13') => new Date(`${date}T${time}:00-03:00`).toISOString()
const minutesUntil = (instant: string) => (Date.parse(instant) - world.clock.now().getTime()) / 60_000
const put = (date = '2026-03-13', who = customer) =>
  scene.put({ status: 'CONFIRMED', minutes: minutesUntil(at('15:00', date)), customer: who })
const create = (id: string, by = customer) =>
  world.call(seriesApi.create, { params: { id }, token: by.token, body: { intervalWeeks: 1 } })
const start = async () => (await create(await put())).body.series as Series
const get = async (id: string) =>
  (await world.call(seriesApi.get, { params: { id }, token: customer.token })).body.series as Series
const fill = (id: string) => fillSeries(world.db, id, world.clock.now())
const reply = ({ id }: Series, date: string, choice: { barberId: string; startTime: string }, by = customer) =>
  world.call(seriesApi.reply, {
    params: { id, date },
    token: by.token,
    body: { choice: { barberId: choice.barberId, startTime: choice.startTime } },
  })
async function setPrice(price_cents: number) {
  await world.db.updateTable('services').set({ price_cents }).execute()
  await sql`update barbershops set version = version + 1`.execute(world.db)
}
const setPriceOfColleague = (price_cents: number) =>
  world.db
    .insertInto('barber_services')
    .values({ barbershop_id: shop.id, barber_id: colleague.id, service_id: service.id, is_provided: true, price_cents })
    .execute()
async function notified(userId = customer.id) {
  const { rows } = await sql<{ text: string }>`
    select title || ': ' || message as text from notifications where user_id = ${userId} order by created_at`.execute(
    world.db,
  )
  return rows.map(({ text }) => text)
}
async function priceAt(startTime: string) {
  const { rows } = await sql<{ price: number }>`
    select price_cents as price from appointments where starts_at = ${startTime} and customer_id = ${customer.id}`.execute(
    world.db,
  )
  return rows.map(({ price }) => price)
}
/** With a date that must be chosen. */
async function startWithOpenDate() {
  await put('2026-03-27', rival)
  const series = await start()
  const options = series.dates.find(({ status }) => status === 'ALTERNATIVES')?.alternatives ?? []
  return { series, options, own: options[0], other: options.find(({ barberId }) => barberId === colleague.id) }
}

test('dates without a reply end it only one right after the other', async () => {
  for (const date of ['2026-03-27', '2026-04-10']) await put(date, rival)
  const series = await start()
  expect(series.dates.filter(({ status }) => status === 'ALTERNATIVES')).toHaveLength(2)
  world.clock.set(at('12:01'))
  await fill(series.id)
  const later = await get(series.id)
  expect(later.status).toBe('ACTIVE')
  expect(later.dates.filter(({ reason }) => reason === 'unanswered')).toHaveLength(2)
})

describe('no date is booked above the price that the customer was notified of', () => {
  test('when it changes while the dates are booked', async () => {
    const series = await start()
    await sql`delete from series_dates where position = 7`.execute(world.db)
    await sql`delete from appointments where starts_at = ${at('15:00', '2026-05-01')}`.execute(world.db)
    const read = await findSeries(world.db, series.id)
    if (!read) throw new Error('no series')
    await setPrice(6000)
    const planned = { position: 7, date: '2026-05-01', start: new Date(at('15:00', '2026-05-01')) }
    expect(await fillDate(world.db, read, planned, world.clock.now())).toBe('changed')
    expect(await priceAt(at('15:00', '2026-05-01'))).toEqual([])
    await fill(series.id)
    expect((await notified()).join()).toMatch(/o preço mudou: .*para R\$\s60,00/)
    expect(await priceAt(at('15:00', '2026-05-01'))).toEqual([6000])
  })

  test('when it changes before the customer chooses', async () => {
    const { series, own } = await startWithOpenDate()
    if (!own) throw new Error('no alternative')
    await setPrice(6000)
    expect((await reply(series, '2026-03-27', own)).body.code).toBe('STATE_CHANGED')
    expect((await notified()).join()).toMatch(/o preço mudou: .*para R\$\s60,00/)
    expect((await reply(series, '2026-03-27', own)).status).toBe(200)
    expect(await priceAt(own.startTime)).toEqual([6000])
  })

  test('with another barber, who is offered only if not more expensive', async () => {
    await setPriceOfColleague(7000)
    expect((await startWithOpenDate()).other).toBeUndefined()
    await sql`delete from appointment_series; delete from appointments; delete from barber_services`.execute(world.db)
    await serve()
    const { series, other } = await startWithOpenDate()
    if (!other) throw new Error('no alternative')
    await setPriceOfColleague(7000)
    expect((await reply(series, '2026-03-27', other)).body.code).toBe('SLOT_UNAVAILABLE')
    expect(await priceAt(other.startTime)).toEqual([])
    const renewed = (await get(series.id)).dates.find(({ status }) => status === 'ALTERNATIVES')
    expect(renewed?.alternatives.every(({ barberId }) => barberId === membership.id)).toBe(true)
  })

  test('a cheaper barber costs less', async () => {
    await setPriceOfColleague(4000)
    const { series, other } = await startWithOpenDate()
    if (!other) throw new Error('no alternative')
    expect((await reply(series, '2026-03-27', other)).status).toBe(200)
    expect(await priceAt(other.startTime)).toEqual([4000])
  })
})

test('it outlasts a barbershop that is not active for some days', async () => {
  const series = await start()
  await sql`update barbershops set is_active = false where id = ${shop.id}`.execute(world.db)
  world.clock.set(at('11:00', '2026-03-16'))
  await fill(series.id)
  expect((await get(series.id)).status).toBe('ACTIVE')
  await sql`update barbershops set is_active = true where id = ${shop.id}`.execute(world.db)
  world.clock.set(at('11:00', '2026-03-17'))
  await fill(series.id)
  expect((await get(series.id)).dates.at(-1)).toMatchObject({ date: '2026-05-08', status: 'BOOKED' })
})

test('another barber with whom a date was chosen is notified when it is cancelled', async () => {
  const { series, other } = await startWithOpenDate()
  if (!other) throw new Error('no alternative')
  await reply(series, '2026-03-27', other)
  const body = { version: series.version, status: 'ENDED' as const }
  await world.call(seriesApi.change, { params: { id: series.id }, token: customer.token, body })
  expect(await notified(colleague.userId)).toEqual([
    'Horário fixo: data cancelada: O horário fixo de Ana foi encerrado. 1 data marcada foi cancelada.',
  ])
  expect(await notified(barber.id)).toHaveLength(2)
})

test('a date whose appointment is cancelled before it moves is not said to go on', async () => {
  const series = await start()
  await sql`delete from notifications`.execute(world.db)
  await sql`update appointments set status = 'CANCELLED', cancelled_by = 'customer' where starts_at = ${at('15:00', '2026-04-03')}`.execute(
    world.db,
  )
  await sql`update appointment_series set minute = 960`.execute(world.db)
  await sql`update series_dates set is_moving = true where position in (3, 4)`.execute(world.db)
  await fill(series.id)
  const texts = (await notified()).join()
  expect(texts).toContain('10/04/2026')
  expect(texts).not.toContain('03/04/2026')
})

test('a start that the customer cancelled may be chosen for another date', async () => {
  const { series, own } = await startWithOpenDate()
  if (!own) throw new Error('no alternative')
  expect((await reply(series, '2026-03-27', own)).status).toBe(200)
  await sql`update appointments set status = 'CANCELLED', cancelled_by = 'customer' where starts_at = ${own.startTime}`.execute(
    world.db,
  )
  await sql`update series_dates set status = 'ALTERNATIVES', reply_by = ${at('10:00')}, alternatives = ${JSON.stringify([own])}::jsonb,
    reason = 'taken' where position = 3`.execute(world.db)
  expect((await reply(series, '2026-04-03', own)).status).toBe(200)
  expect(await priceAt(own.startTime)).toHaveLength(2)
})

test('the export of personal data has its dates, also of one that staff made for a customer known by phone', async () => {
  const series = await start()
  const load = async () => (await world.call(privacyApi.export, { token: customer.token })).body.data
  const own = await load()
  expect(own.horariosFixos).toMatchObject([{ id: series.id }])
  expect(own.datasDosHorariosFixos).toHaveLength(8)
  await sql`update appointment_series set customer_id = null,
    profile_id = (select id from customer_profiles where user_id = ${customer.id})`.execute(world.db)
  const byPhone = await load()
  expect(byPhone).toMatchObject({ horariosFixos: [], horariosFixosMarcados: [{ id: series.id }] })
  expect(byPhone.datasDosHorariosFixos).toHaveLength(8)
})

describe('staff who are removed while their request waits', () => {
  const hire = () =>
    world.db
      .insertInto('barbershop_roles')
      .values({
        barbershop_id: shop.id,
        user_id: stranger.id,
        role: 'RECEPTIONIST',
        permissions: [...presetPermissions.RECEPTIONIST],
        created_at: world.clock.now(),
      })
      .execute()
  const dismiss = () => sql`delete from barbershop_roles`.execute(world.db)
  const count = async () => {
    const { rows } = await sql<{ series: number; booked: number }>`
      select (select count(*)::int from appointment_series) as series, (select count(*)::int from appointments where status = 'CONFIRMED') as booked`.execute(
      world.db,
    )
    return rows[0]
  }

  test('repeat nothing', async () => {
    await hire()
    const id = await put()
    // A customer of the barbershop by their first appointment there.
    await sql`update appointments
      set profile_id = (select id from customer_profiles where user_id = ${customer.id})`.execute(world.db)
    const paused = await pauseAtLock(world, { userId: customer.id, kind: 'customer' })
    const waiting = create(id, stranger)
    await paused.untilWaiting()
    await dismiss()
    await paused.release()
    expect((await waiting).body.code).toBe('STATE_CHANGED')
    expect(await count()).toEqual({ series: 0, booked: 1 })
  })

  test('choose nothing', async () => {
    await put('2026-03-27', rival)
    const booked = await world.call(staffBookingsApi.book, {
      token: barber.token,
      params: { id: shop.id },
      body: {
        barberId: membership.id,
        serviceIds: [service.id],
        startTime: at('15:00'),
        newCustomer: { name: 'Rui Lima', phone: '62977776666' },
      },
    })
    const series = (await create(booked.body.appointment.id, barber)).body.series as Series
    const [option] = series.dates.find(({ status }) => status === 'ALTERNATIVES')?.alternatives ?? []
    if (!option) throw new Error('no alternative')
    await hire()
    const before = await count()
    const paused = await pauseAtLock(world, { userId: barber.id, kind: 'barber' })
    const waiting = reply(series, '2026-03-27', option, stranger)
    await paused.untilWaiting()
    await dismiss()
    await paused.release()
    expect((await waiting).body.code).toBe('STATE_CHANGED')
    expect(await count()).toEqual(before)
  })
})
