import { setTimeout as wait } from 'node:timers/promises'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { privacyApi } from '@na-regua/contract/privacy'
import type { Route } from '@na-regua/contract/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createSessionToken, createSubscription } from '../../../test/factories.ts'
import { createRaceHarness } from '../../../test/race-harness.ts'
import { createApp } from '../../app.ts'
import { createJobHandlers } from '../../jobs.ts'
import { siteUrlOf } from '../../lib/config.ts'
import { openDatabase } from '../../lib/database.ts'

const ROUNDS = 40
const BOOKINGS = 6

const harness = await createRaceHarness()
const otherPool = openDatabase(harness.url, { max: 10, connectMs: 15_000 })
/** Like a second process: for the database these are other connections of another application. */
const second = await createApp({ ...harness, db: otherPool.db })
const eraseAccounts = prepareErasure()
let customers: SceneCustomer[]

beforeAll(async () => {
  customers = await createCustomers(harness.db, BOOKINGS)
  await Promise.all([harness.app, second].flatMap((app) => customers.map(() => app.inject({ url: '/api/plans' }))))
})
afterAll(async () => {
  await second.close()
  await otherPool.close()
  await harness.close()
})

function prepareErasure() {
  const mail = { send: async () => {}, close: () => {} }
  const { config, clock } = harness
  const handlers = createJobHandlers({ db: otherPool.db, clock, mail, config, site: siteUrlOf(config) })
  return () => (handlers['erase-accounts'] as (payload: object) => Promise<void>)({})
}

async function call(index: number, { method, url }: Pick<Route, 'method' | 'url'>, token: string, body: object) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await (index % 2 ? second : harness.app).inject({
    method,
    url: `/api${url}`,
    payload: body,
    headers,
  })
  return { status: response.statusCode, code: response.json().code as string | undefined }
}

/** A time for each of several appointments of one day. */
const startOf = (round: number, index: number) =>
  new Date(Date.parse('2026-03-12T12:00:00Z') + round * 86_400_000 + index * 30 * 60_000).toISOString()

type Booking = { token: string; barberId: string | undefined; serviceId: string | undefined; startTime: string }

/** Books half of them with a hold first, as a customer without a verified e-mail does. */
function book({ token, ...body }: Booking, index: number) {
  return call(index, index % 3 ? appointmentsApi.create : appointmentsApi.hold, token, body)
}

const leave = (token: string) => call(0, privacyApi.requestDeletion, token, {})

/** What must not exist: open appointments and holds of users who leave, and at barbers who left. */
async function countWrong() {
  const { rows } = await sql<{ ofCustomers: number; ofBarbers: number; holds: number }>`
    select count(*) filter (where status <> 'HELD' and customer_id in (select user_id from account_deletions)) as "ofCustomers",
           count(*) filter (where status <> 'HELD' and removed_at is not null) as "ofBarbers",
           count(*) filter (where status = 'HELD' and removed_at is not null) as holds
      from appointments join barbers on barbers.id = barber_id
     where status in ('HELD', 'SCHEDULED', 'CONFIRMED')`.execute(harness.db)
  return rows[0]
}

const none = { ofCustomers: 0, ofBarbers: 0, holds: 0 }

describe(`an account that is closed among bookings, ${ROUNDS} rounds on two processes`, () => {
  it('of a barber leaves no appointment at a removed barber', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: ROUNDS })
    const before = await harness.countDeadlocks()
    let booked = 0
    let wrong = 0
    for (const [round, barber] of shop.barbers.entries()) {
      const token = await createSessionToken(harness, barber.userId)
      const choice = { barberId: barber.id, serviceId: shop.services[0]?.id }
      const bookings = customers.map(({ token: customer }, index) =>
        book({ token: customer, ...choice, startTime: startOf(round % 20, index) }, index),
      )
      // By construction the bookings are first in some rounds.
      if (round % 8 === 0) await Promise.all(bookings)
      const [left, ...outcomes] = await Promise.all([leave(token), ...bookings])
      expect(left.status).toBe(200)
      expect(outcomes.filter(({ status }) => status >= 500)).toEqual([])
      booked += outcomes.filter(({ status }) => status === 201).length
      wrong += JSON.stringify(await countWrong()) === JSON.stringify(none) ? 0 : 1
      await harness.clear()
    }
    expect(wrong).toBe(0)
    expect(booked).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(before)
  })

  it('of a customer leaves no appointment of the customer', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: 3 })
    const leaving = await createCustomers(harness.db, ROUNDS)
    const before = await harness.countDeadlocks()
    let booked = 0
    let wrong = 0
    for (const [round, { id }] of leaving.entries()) {
      const token = await createSessionToken(harness, id)
      const bookings = shop.barbers.map(({ id: barberId }, index) =>
        book({ token, barberId, serviceId: shop.services[0]?.id, startTime: startOf(round % 20, index) }, index + 1),
      )
      // By construction the bookings are first in some rounds.
      if (round % 8 === 0) await Promise.all(bookings)
      const [left, ...outcomes] = await Promise.all([leave(token), ...bookings])
      expect(left.status).toBe(200)
      expect(outcomes.filter(({ status }) => ![201, 401, 409].includes(status))).toEqual([])
      booked += outcomes.filter(({ status }) => status === 201).length
      wrong += JSON.stringify(await countWrong()) === JSON.stringify(none) ? 0 : 1
      await harness.clear()
    }
    expect(wrong).toBe(0)
    expect(booked).toBeGreaterThan(0)
    expect(await harness.countDeadlocks()).toBe(before)
  })

  it('of an owner leaves no active barbershop', async () => {
    const before = await harness.countDeadlocks()
    const kinds = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round++) {
      const { id, owner_id } = await createBarbershopRow(harness)
      await createSubscription(harness, owner_id, { provider: 'free' })
      await harness.db.updateTable('barbershops').set({ is_active: false }).where('id', '=', id).execute()
      const tokens = [await createSessionToken(harness, owner_id), await createSessionToken(harness, owner_id)] as const
      const url = ownBarbershopsApi.activate.url.replace(':id', id)
      const activating = wait(round % 6).then(() => call(1, { method: 'POST', url }, tokens[0], {}))
      const outcomes = await Promise.all([leave(tokens[1]), activating])
      const kind = outcomes.map(({ status, code }) => code ?? status).join(' ')
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
    // Either the activation came first and the owner has to stay, or the owner left first.
    const possible = ['ACCOUNT_HAS_SHOPS 200', '200 PLAN_LAPSED', '200 UNAUTHENTICATED']
    expect([...kinds.keys()].filter((kind) => !possible.includes(kind))).toEqual([])
    const active = sql`select 1 from barbershops join account_deletions on user_id = owner_id where is_active`
    expect((await active.execute(harness.db)).rows).toEqual([])
    expect(await harness.countDeadlocks()).toBe(before)
  })

  it('is erased without a deadlock while it still books and is booked', async () => {
    const shop = await createBookableBarbershop(harness.db, { barberCount: ROUNDS + 1 })
    const other = shop.barbers[ROUNDS]?.id
    const before = await harness.countDeadlocks()
    for (const [round, barber] of shop.barbers.slice(0, ROUNDS).entries()) {
      const token = await createSessionToken(harness, barber.userId)
      const serviceId = shop.services[0]?.id
      const bookings = customers.map(({ token: customer }, index) => {
        const own = { token, barberId: other }
        const booking = index % 2 ? own : { token: customer, barberId: barber.id }
        return book({ ...booking, serviceId, startTime: startOf(round % 20, index) }, index)
      })
      const due = { user_id: barber.userId, requested_at: new Date('2026-03-01'), due_at: new Date('2026-03-08') }
      await harness.db.insertInto('account_deletions').values(due).execute()
      const [, ...outcomes] = await Promise.all([eraseAccounts(), ...bookings])
      expect(outcomes.filter(({ status }) => status >= 500)).toEqual([])
      await harness.clear()
    }
    expect(await harness.countDeadlocks()).toBe(before)
  })
})
