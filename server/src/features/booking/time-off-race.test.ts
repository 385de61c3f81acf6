import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { type Series, seriesApi } from '@na-regua/contract/series'
import { staffApi } from '@na-regua/contract/staff'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSessionToken, createSubscription } from '../../../test/factories.ts'
import { createLastMinuteScene } from '../../../test/last-minute-scene.ts'
import { createSeriesRace } from '../../../test/series-scene.ts'
import { createWaitlistScene } from '../../../test/waitlist-scene.ts'

const ROUNDS = 40
const race = await createSeriesRace()
const { harness, second, customer, owner, membership, service, shop, fill } = race

const lastMinute = await createLastMinuteScene(harness)
const waitlist = await createWaitlistScene(harness)
const waitlistOwner = await createSessionToken(harness, waitlist.ownerId)

beforeAll(async () => {
  await harness.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', waitlist.ownerId).execute()
  await createSubscription(harness, waitlist.ownerId, {})
  await harness.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner.id).execute()
  await createSubscription(harness, owner.id, {})
})
afterAll(() => race.close())

/** The Friday on which something is booked while the barber takes it off. */
const DATE = '2026-05-08'
const NOON = `${DATE}T15:00:00.000Z`

/** What a customer or a job does to get an appointment while the barber takes the day off: prepared before the race. */
type Attempt = {
  book: (round: number) => Promise<unknown>
  /** Who takes which day off; otherwise the barber of the scene and that Friday. */
  timeOff?: { barberId: string; token: string; date: string }
}
type WayToBook = { name: string; prepare: () => Promise<Attempt> }

const slot = { barberId: membership.id, serviceId: service.id, startTime: NOON }

/** Waits after the first eight dates for the day on which a ninth one, that Friday, is due. */
async function waitForDate(series: Series): Promise<Attempt> {
  harness.clock.set('2026-03-16T15:00:00.000Z')
  return { book: () => Promise.all(fill(series.id)) }
}

async function startSeriesOfProfile(): Promise<Series> {
  await race.start()
  const booked = await harness.call(staffBookingsApi.book, {
    token: owner.token,
    params: { id: shop.id },
    body: {
      barberId: membership.id,
      serviceIds: [service.id],
      startTime: '2026-03-13T18:00:00.000Z',
      newCustomer: { name: 'Rui Lima', phone: '62977776666' },
    },
  })
  const { body, status } = await harness.call(seriesApi.create, {
    token: owner.token,
    params: { id: booked.body.appointment.id },
    body: { intervalWeeks: 1 },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.series
}

const ways: WayToBook[] = [
  {
    name: 'a customer who books',
    prepare: async () => ({
      book: (round) => second.call(round, appointmentsApi.create, { token: customer.token, body: slot }),
    }),
  },
  {
    name: 'a customer who books with any barber',
    prepare: async () => ({
      book: (round) =>
        second.call(round, appointmentsApi.create, {
          token: customer.token,
          body: { ...slot, barberId: 'any', barbershopId: shop.id },
        }),
    }),
  },
  {
    name: 'a customer who reschedules',
    prepare: async () => {
      const { body } = await harness.call(appointmentsApi.create, {
        token: customer.token,
        body: { ...slot, startTime: '2026-05-06T15:00:00.000Z' },
      })
      return {
        book: (round) =>
          second.call(round, appointmentsApi.reschedule, {
            token: customer.token,
            params: { id: body.id },
            body: { newStartTime: NOON },
          }),
      }
    },
  },
  {
    name: 'a customer who takes a last-minute slot',
    prepare: async () => {
      const startTime = '2026-03-11T18:00:00.000Z'
      const made = await lastMinute.make(startTime, '2026-03-11T18:30:00.000Z')
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      const [{ id }] = await lastMinute.list()
      const { barber, service: cut, owner: shopOwner } = lastMinute
      const body = { barberId: barber.id, serviceId: cut.id, startTime, priceCents: 4000, lastMinuteId: id }
      return {
        book: (round) => second.call(round, appointmentsApi.create, { token: customer.token, body }),
        timeOff: { barberId: barber.id, token: shopOwner.token, date: '2026-03-11' },
      }
    },
  },
  {
    name: 'a customer who accepts the offer of a freed time',
    prepare: async () => {
      await waitlist.request(customer)
      await waitlist.free('2026-03-11T18:00:00.000Z')
      const [offer] = await waitlist.offersOf(customer)
      if (!offer) throw new Error('no offer')
      return {
        book: () => waitlist.accept(offer.token),
        timeOff: { barberId: waitlist.barber.id, token: waitlistOwner, date: '2026-03-11' },
      }
    },
  },
  {
    name: 'a standing date',
    prepare: async () => waitForDate(await race.start()),
  },
  {
    name: 'a standing date without an account',
    prepare: async () => waitForDate(await startSeriesOfProfile()),
  },
]

async function clear() {
  harness.clock.set('2026-03-11T15:00:00.000Z')
  await sql`delete from appointment_series; delete from appointments; delete from notifications; delete from time_off;
    delete from customer_profiles; delete from waitlist_requests; delete from freed_times; delete from pending_events;
    delete from last_minute_slots`.execute(harness.db)
}

async function countBookedInTimeOff(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from appointments
      join time_off on time_off.barber_id = appointments.barber_id
     where status in ('SCHEDULED', 'CONFIRMED')
       and appointments.starts_at < time_off.ends_at and appointments.ends_at > time_off.starts_at`.execute(harness.db)
  return rows[0]?.count ?? 0
}

describe(`time off among all ways to book, two processes, ${ROUNDS} rounds each`, () => {
  it.each(ways)('$name and a time off of that day are never both accepted', async ({ prepare }) => {
    const before = await harness.countDeadlocks()
    let wrong = 0
    let off = 0
    for (let round = 0; round < ROUNDS; round++) {
      await clear()
      const { book, timeOff = { barberId: membership.id, token: owner.token, date: DATE } } = await prepare()
      const takeOff = async () => {
        // So that the two meet at another point in each round.
        for (let sent = 0; sent < round % 8; sent++)
          await second.call(round, agendasApi.listOfCustomer, { token: customer.token })
        return second.call(round + 1, staffApi.addTimeOff, {
          token: timeOff.token,
          params: { id: timeOff.barberId },
          body: { startDate: timeOff.date, endDate: timeOff.date },
        })
      }
      const [{ status }] = await Promise.all([takeOff(), book(round)])
      expect([201, 409]).toContain(status)
      off += status === 201 ? 1 : 0
      wrong += await countBookedInTimeOff()
    }
    console.info(`${off} of ${ROUNDS} days off`)
    expect(wrong).toBe(0)
    expect(await harness.countDeadlocks()).toBe(before)
  })
})
