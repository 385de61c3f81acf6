import { appointmentsApi } from '@na-regua/contract/appointments'
import { type Series, seriesApi } from '@na-regua/contract/series'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createStatusScene } from '../../../test/status-scene.ts'
import { fillSeries } from './fill-series.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world, { barberCount: 2 })
const { customer, shop, membership, service } = scene
await world.db.updateTable('barbershops').set({ auto_confirmation: 'everyone' }).where('id', '=', shop.id).execute()

/** Long ago: of a customer who was never served few dates are booked. */
const serve = () => scene.put({ status: 'COMPLETED', minutes: -300 * 1440, customer })

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await sql`delete from appointment_series; delete from appointments; delete from notifications`.execute(world.db)
  await serve()
})

/** In São Paulo. Friday the 13th is the first. */
const at = (time: string, date = '2026-03-13') => new Date(`${date}T${time}:00-03:00`).toISOString()
const minutesUntil = (instant: string) => (Date.parse(instant) - world.clock.now().getTime()) / 60_000
const put = (time: string) => scene.put({ status: 'CONFIRMED', minutes: minutesUntil(at(time)), customer })
const create = (id: string, intervalWeeks = 1) =>
  world.call(seriesApi.create, { params: { id }, token: customer.token, body: { intervalWeeks } })
const end = ({ id, version }: Series, from?: string) =>
  world.call(seriesApi.change, {
    params: { id },
    token: customer.token,
    body: { version, status: 'ENDED', ...(from && { from }) },
  })
const book = () =>
  world.call(appointmentsApi.create, {
    token: customer.token,
    body: { barberId: membership.id, serviceId: service.id, startTime: at('10:00', '2026-03-12') },
  })

describe('of a customer whom the barbershop has never served', () => {
  const count = async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from appointments where status = 'CONFIRMED' and starts_at > ${world.clock.now()}`.execute(
      world.db,
    )
    return rows[0]?.open
  }
  const fillAll = async () => {
    const series = await world.db.selectFrom('appointment_series').select('id').execute()
    for (const { id } of series) await fillSeries(world.db, id, world.clock.now())
  }

  test('three dates are open at once, in all series together; after the first visit the others follow', async () => {
    await sql`delete from appointments`.execute(world.db)
    const { body } = await create(await put('15:00'))
    expect(body.series.dates.map(({ date }: { date: string }) => date)).toEqual([
      '2026-03-13',
      '2026-03-20',
      '2026-03-27',
    ])
    const other = await create(await put('16:00'), 2)
    expect([other.status, await count()]).toEqual([201, 4])
    await fillAll()
    expect(await count()).toBe(4)
    // A date that has passed without a visit makes place for another one, and not for more.
    world.clock.set(at('18:00'))
    await fillAll()
    expect(await count()).toBe(3)
    await serve()
    await fillAll()
    expect(await count()).toBeGreaterThanOrEqual(8 + 4)
  })
})

describe('the limits against hoarding', () => {
  test('count the dates that stay booked after the end', async () => {
    const series = (await create(await put('15:00'))).body.series as Series
    const ended = await end(series, '2099-01-01')
    expect([ended.status, ended.body.series.status]).toEqual([200, 'ENDED'])
    const { rows } = await sql`select from appointments where status = 'CONFIRMED'`.execute(world.db)
    expect(rows).toHaveLength(8)
    expect((await book()).body.code).toBe('TOO_MANY_OPEN_APPOINTMENTS')
  })

  test('do not count those that were cancelled with it', async () => {
    const series = (await create(await put('15:00'))).body.series as Series
    expect((await end(series)).status).toBe(200)
    expect((await book()).status).toBe(201)
  })

  test('count an ended one of which dates stay booked among the standing appointments', async () => {
    for (const time of ['09:00', '10:00', '11:00', '12:00', '13:00']) {
      const { status, body } = await create(await put(time), 8)
      expect([time, status]).toEqual([time, 201])
      expect((await end(body.series, '2099-01-01')).status).toBe(200)
    }
    const sixth = await put('14:00')
    expect((await create(sixth, 8)).body.code).toBe('TOO_MANY_SERIES')
    await sql`update appointments set status = 'CANCELLED', cancelled_by = 'customer' where id <> ${sixth}`.execute(
      world.db,
    )
    expect((await create(sixth, 8)).status).toBe(201)
  })
})

describe('this and the next ones', () => {
  const move = ({ id, version }: Series, from: string, startTime: string) =>
    world.call(seriesApi.move, { params: { id }, token: customer.token, body: { version, from, startTime } })

  test('keeps the order of the dates, however often the weekday changes', async () => {
    const series = (await create(await put('15:00'))).body.series as Series
    // From Friday the 27th to Saturday the 21st, the day after the date before it.
    const { body } = await move(series, '2026-03-27', at('15:00', '2026-03-21'))
    expect(body.series.dates.slice(0, 4).map(({ date }: { date: string }) => date)).toEqual([
      ...['2026-03-13', '2026-03-20', '2026-03-21', '2026-03-28'],
    ])
    for (const day of ['2026-03-20', '2026-03-17']) {
      const refused = await move(body.series, '2026-03-21', at('15:00', day))
      expect([refused.status, refused.body.code]).toEqual([422, 'SLOT_UNAVAILABLE'])
    }
    expect((await move(body.series, '2026-03-21', at('15:00', '2026-03-25'))).status).toBe(200)
  })

  test('of a position that falls on the date of another one, after a pause, nothing is booked twice', async () => {
    const series = (await create(await put('15:00'))).body.series as Series
    const change = (status: string, { version }: Series) =>
      world.call(seriesApi.change, { params: { id: series.id }, token: customer.token, body: { version, status } })
    const cancelled = series.dates[1]?.appointment?.id as string
    await world.call(appointmentsApi.cancel, { params: { id: cancelled }, token: customer.token, body: {} })
    // Six days and one: the third position is on the date of the second, which the customer cancelled.
    const moved = (await move(series, '2026-03-27', at('15:00', '2026-03-21'))).body.series as Series
    const later = (await move(moved, '2026-03-28', at('15:00', '2026-03-27'))).body.series as Series
    const paused = (await change('PAUSED', later)).body.series as Series
    const resumed = await change('ACTIVE', paused)
    expect(resumed.status).toBe(200)
    const { rows } = await sql<{ date: string }>`
      select date::text from series_dates where series_id = ${series.id} order by date`.execute(world.db)
    expect(new Set(rows.map(({ date }) => date)).size).toBe(rows.length)
    const { rows: booked } = await sql`select from appointments where status = 'CONFIRMED'
      and not exists (select from series_dates where appointment_id = appointments.id and status = 'BOOKED')`.execute(
      world.db,
    )
    expect(booked).toEqual([])
  })
})
