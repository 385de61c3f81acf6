import { type Series, seriesApi } from '@na-regua/contract/series'
import { sql } from 'kysely'
import { fillSeries } from '../src/features/standing/fill-series.ts'
import { openDatabase } from '../src/lib/database.ts'
import type { SceneCustomer } from './booking-scene.ts'
import { createSubscription } from './factories.ts'
import { type Harness, noonInSaoPaulo } from './harness.ts'
import { createMailbox } from './mailbox.ts'
import { createRaceHarness, openSecondApp } from './race-harness.ts'
import { createStatusScene } from './status-scene.ts'

/** Ana's standing appointment with Beto, every Friday at 15:00 in São Paulo from the 13th on. The clock is at noon of the 11th. */
export async function createSeriesScene(world: Harness) {
  const { db, clock, call } = world
  const mailbox = createMailbox(world)
  const scene = await createStatusScene(world, { hours: [540, 1080] })
  const { customer, owner, barber, shop } = scene
  for (const [name, { id }] of Object.entries({ Ana: customer, Beto: barber }))
    await db.updateTable('users').set({ name }).where('id', '=', id).execute()
  await db.updateTable('users').set({ role: 'OWNER' }).where('id', 'in', [owner.id, barber.id]).execute()
  await db.updateTable('services').set({ name: 'Corte' }).execute()
  await db.updateTable('barbershops').set({ auto_confirmation: 'everyone' }).where('id', '=', shop.id).execute()
  await createSubscription(world, owner.id, {})

  const at = (time: string, date = '2026-03-13') => new Date(`${date}T${time}:00-03:00`).toISOString()
  function put(date = '2026-03-13', time = '15:00', who = customer) {
    const minutes = (Date.parse(at(time, date)) - clock.now().getTime()) / 60_000
    return scene.put({ status: 'CONFIRMED', minutes, customer: who })
  }

  /** Long ago: of a customer who was never served few dates are booked. */
  const serve = (who = customer) => scene.put({ status: 'COMPLETED', minutes: -300 * 1440, customer: who })

  async function forgetNotifications() {
    await mailbox.deliver()
    mailbox.emails.length = 0
    await db.deleteFrom('notifications').execute()
  }

  async function start(): Promise<Series> {
    const input = { params: { id: await put() }, token: customer.token, body: { intervalWeeks: 1 } }
    const { status, body } = await call(seriesApi.create, input)
    if (status !== 201) throw new Error(JSON.stringify(body))
    await forgetNotifications()
    return body.series
  }

  return {
    ...scene,
    mailbox,
    at,
    put,
    serve,
    start,
    forgetNotifications,
    /** Before each test. */
    async clear() {
      clock.set(noonInSaoPaulo)
      mailbox.emails.length = 0
      await sql`delete from appointment_series; delete from appointments; delete from notifications; delete from special_dates;
        delete from time_off; delete from breaks; delete from barber_hours; delete from customer_profiles; delete from pending_events;
        update barbershops set is_active = true; delete from graphile_worker._private_jobs`.execute(db)
      await serve()
    },
    get: async (id: string) =>
      (await call(seriesApi.get, { params: { id }, token: customer.token })).body.series as Series,
    fill: (id: string) => fillSeries(db, id, clock.now()),
    /** Titles and texts in their order. */
    async notified(userId = customer.id) {
      const { rows } = await sql<{ text: string }>`
        select title || ': ' || message as text from notifications where user_id = ${userId} order by created_at, dedupe_key`.execute(
        db,
      )
      return rows.map(({ text }) => text)
    },
  }
}

/** A standing appointment, every Friday at noon, on two processes with warm connections. Call `close()` after the last test. */
export async function createSeriesRace({ barberCount }: { barberCount?: number } = {}) {
  const harness = await createRaceHarness()
  const second = await openSecondApp(harness)
  /** The worker of the second process. */
  const pool = openDatabase(harness.url, { max: 4, connectMs: 15_000 })
  const scene = await createStatusScene(harness, { hours: [0, 1440], ...(barberCount && { barberCount }) })
  const { customer } = scene
  await sql`update barbershops set auto_confirmation = 'everyone'`.execute(harness.db)
  await second.warmUp()
  await sql`select 1`.execute(pool.db)

  /** Its next eight dates; what was there before is gone. */
  async function start(): Promise<Series> {
    harness.clock.set(noonInSaoPaulo)
    await sql`delete from appointment_series; delete from appointments; delete from notifications; delete from special_dates;
      update barbershops set is_active = true`.execute(harness.db)
    // Long ago: of a customer who was never served few dates are booked.
    await scene.put({ status: 'COMPLETED', minutes: -300 * 1440 })
    const id = await scene.put({ status: 'CONFIRMED', minutes: 2880 })
    const input = { params: { id }, token: customer.token, body: { intervalWeeks: 1 } }
    const { body } = await harness.call(seriesApi.create, input)
    await harness.db.deleteFrom('notifications').execute()
    return body.series
  }

  return {
    ...scene,
    harness,
    second,
    start,
    /** Runs the job on both processes. */
    fill: (id: string) => [harness.db, pool.db].map((db) => fillSeries(db, id, harness.clock.now())),
    change: (round: number, { id, version }: Series, status: 'PAUSED' | 'ENDED', by: SceneCustomer) =>
      second.call(round, seriesApi.change, { params: { id }, token: by.token, body: { version, status } }),
    /** After `count` requests, so that the others are at different points when it comes. */
    async later<T>(round: number, count: number, { id }: Series, act: () => Promise<T>): Promise<T> {
      for (let sent = 0; sent < count; sent++)
        await second.call(round, seriesApi.get, { params: { id }, token: customer.token })
      return act()
    },
    async close() {
      await second.close()
      await pool.close()
      await harness.close()
    },
  }
}
