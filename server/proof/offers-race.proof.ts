// V2: everything that can happen to an offer, at once from two processes: no double offer, no orphan hold, no overlap.
import { appointmentsApi } from '@na-regua/contract/appointments'
import { staffApi } from '@na-regua/contract/staff'
import { waitlistApi } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../seed/random.ts'
import { sweepOffers } from '../src/features/waitlist/matching/sweep-offers.ts'
import { expireOffer } from '../src/features/waitlist/offers/end-offer.ts'
import { createOfferToken } from '../src/features/waitlist/offers/queries.ts'
import { sweepWaitlist } from '../src/features/waitlist/requests/sweep-waitlist.ts'
import { openDatabase } from '../src/lib/database.ts'
import type { SceneCustomer } from '../test/booking-scene.ts'
import { findOfferViolations, findUnsettled } from '../test/offer-violations.ts'
import { createRaceHarness, openSecondApp } from '../test/race-harness.ts'
import { createWaitlistScene } from '../test/waitlist-scene.ts'

const TRIES = Number(process.env.OFFER_TRIES ?? 100_000)
/** At once, and so often on one day: an offer ends the peace of a customer half an hour later, and the third is the last of the day. */
const BURST = 40
const BURSTS = 3
const LIMIT_MS = 3 * 3_600_000
const NOON = '2026-03-11T15:00:00.000Z'
const EVENING = '2026-03-11T21:01:00.000Z'
const random = createRandom(process.env.OFFER_SEED ?? '1')

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
/** The worker of the second process. */
const pool = openDatabase(harness.url, { max: 4, connectMs: 15_000 })
const workers = [harness.db, pool.db].map((db) => ({ db, clock: harness.clock }))
const scene = await createWaitlistScene(harness)
const [mover, otherMover, ...bookers] = await scene.customers(6)
const movers = [mover, otherMover] as SceneCustomer[]
const waiting: { id: string; token: string; requestId: string }[] = []

beforeAll(async () => {
  await second.warmUp()
  harness.clock.set(NOON)
  for (const customer of await scene.customers(10))
    waiting.push({ ...customer, requestId: (await scene.request(customer)).id })
})
afterAll(async () => {
  await second.close()
  await pool.close()
  await harness.close()
})

/** 14:00, 14:30 and so on, in São Paulo. */
const slotAt = (index: number) => new Date(Date.parse('2026-03-11T17:00:00Z') + index * 1_800_000).toISOString()
const SLOTS = 8
/** To the same slot of tomorrow. */
const SLOTS_A_DAY = 48
const timeOffOf = (startTime: string, endTime: string) => ({
  startDate: '2026-03-11',
  endDate: '2026-03-11',
  startTime,
  endTime,
  keepConflicts: true,
})
const staffCall = { token: scene.barberUser.token, params: { id: scene.barber.id } }

async function addTimeOff(number: number, startTime: string, endTime: string) {
  return second.send(number, staffApi.addTimeOff, { ...staffCall, body: timeOffOf(startTime, endTime) })
}

function removeTimeOff(number: number, id: string) {
  const { method, url } = staffApi.removeTimeOff
  return second.call(number, { method, url: url.replace(':timeOffId', id) }, staffCall)
}

/** Eight slots that became free, by cancellations and by time off, and their offers. Two customers have appointments to move. */
async function startDay() {
  harness.clock.set(NOON)
  await sql`delete from appointments; delete from time_off; delete from freed_times; delete from waitlist_offers; delete from pending_events;
    delete from notifications; update waitlist_requests set status = 'ACTIVE', version = 1; update waitlist_targets set is_active = true`.execute(
    harness.db,
  )
  const { body } = await addTimeOff(0, '14:00', '16:00')
  const booked = await Promise.all([4, 5, 6, 7].map((slot) => scene.book(slotAt(slot), bookers[slot - 4])))
  const moved = await Promise.all(movers.map((customer, index) => scene.book(slotAt(SLOTS_A_DAY + index), customer)))
  await removeTimeOff(0, body.timeOff.id)
  await Promise.all(booked.map((id, index) => scene.cancel(id, bookers[index])))
  return { moved }
}

type Known = {
  offers: { id: string; token: string }[]
  timeOff: string[]
  booked: { id: string; customerId: string }[]
  moved: string[]
}

/** What the clients know when they act. */
async function look({ moved }: { moved: string[] }): Promise<Known> {
  const { db } = harness
  const offers = await db.selectFrom('waitlist_offers').select('id').where('status', '=', 'OPEN').execute()
  const timeOff = await db.selectFrom('time_off').select('id').execute()
  const appointments = await sql<{ id: string; customerId: string }>`
    select id, customer_id as "customerId" from appointments where status in ('SCHEDULED', 'CONFIRMED') and customer_id is not null`.execute(
    db,
  )
  return {
    offers: await Promise.all(offers.map(async ({ id }) => ({ id, token: await createOfferToken(db, id) }))),
    timeOff: timeOff.map(({ id }) => id),
    booked: appointments.rows,
    moved,
  }
}

type Outcome = { status?: number; code?: string }
type Act = (known: Known, number: number) => Promise<Outcome>

const pick = <T>(list: readonly T[]): T | undefined => list[random.int(0, list.length - 1)]
const customerOf = (id: string) => [...waiting, ...bookers, ...movers].find((customer) => customer.id === id)
const anySlot = () => slotAt(random.int(0, SLOTS - 1))

function respond(route: { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string }): Act {
  return async ({ offers }, number) => {
    const offer = pick(offers)
    if (!offer) return { code: 'nothing to respond to' }
    return second.call(number, { ...route, url: route.url.replace(':token', offer.token) }, { token: '' })
  }
}

function setStatus(status: 'ACTIVE' | 'PAUSED' | 'CANCELLED'): Act {
  return async (_, number) => {
    const { token, requestId } = pick(waiting) as (typeof waiting)[number]
    const version = random.int(1, 2)
    return second.call(number, waitlistApi.setStatus, { token, params: { id: requestId }, body: { status, version } })
  }
}

const accept = respond(waitlistApi.accept)
const decline = respond(waitlistApi.decline)

const acts: Record<string, Act> = {
  accept,
  acceptSame: accept,
  acceptMore: accept,
  decline,
  expire: async ({ offers }) => {
    const offer = pick(offers)
    const later = new Date(harness.clock.now().getTime() + 16 * 60_000)
    if (offer) await expireOffer({ db: pool.db, clock: { now: () => later } }, { offerId: offer.id })
    return {}
  },
  cancelRequest: setStatus('CANCELLED'),
  pause: setStatus('PAUSED'),
  resume: setStatus('ACTIVE'),
  book: async (_, number) => {
    const { token } = pick(bookers) as SceneCustomer
    const body = { barberId: scene.barber.id, serviceId: scene.service.id, startTime: anySlot() }
    return second.call(number, appointmentsApi.create, { token, body })
  },
  move: async ({ moved }, number) => {
    const index = random.int(0, 1)
    const { token } = movers[index] as SceneCustomer
    const params = { id: moved[index] as string }
    return second.call(number, appointmentsApi.reschedule, { token, params, body: { newStartTime: anySlot() } })
  },
  cancel: async ({ booked }, number) => {
    const appointment = pick(booked)
    const token = appointment && customerOf(appointment.customerId)?.token
    if (!token) return { code: 'nothing to cancel' }
    return second.call(number, appointmentsApi.cancel, { token, params: { id: appointment.id }, body: {} })
  },
  walkIn: (_, number) =>
    second.call(number, appointmentsApi.walkIn, {
      token: scene.barberUser.token,
      body: { barberId: scene.barber.id, serviceId: scene.service.id, startTime: anySlot() },
    }),
  timeOff: async (_, number) => {
    const hour = random.int(14, 17)
    const { status, body } = await addTimeOff(number, `${hour}:00`, `${hour}:30`)
    return { status, code: body.code }
  },
  removeTimeOff: async ({ timeOff }, number) => {
    const id = pick(timeOff)
    return id ? removeTimeOff(number, id) : { code: 'no time off' }
  },
  sweep: async (_, number) => {
    await sweepOffers(workers[number % 2] as (typeof workers)[number])
    return {}
  },
}
const names = Object.keys(acts)

/** How often each act had each result. */
const seen = new Map<string, number>()

async function tryOnce(known: Known, number: number): Promise<void> {
  const name = pick(names) as string
  const { status = 200, code = 'ok' } = await (acts[name] as Act)(known, number)
  const kind = `${name} ${code}`
  seen.set(kind, (seen.get(kind) ?? 0) + 1)
  expect(status, kind).toBeLessThan(500)
}

async function check(when: string) {
  expect(await findOfferViolations(harness.db), when).toEqual([])
  expect(await harness.countOverlaps(), when).toBe(0)
}

async function endDay(day: number) {
  harness.clock.set(EVENING)
  await Promise.all(workers.map((worker) => sweepOffers(worker)))
  await sweepOffers({ db: pool.db, clock: harness.clock })
  await sweepWaitlist({ db: pool.db, clock: harness.clock })
  await check(`day ${day}, settled`)
  expect(await findUnsettled(harness.db), `day ${day}`).toEqual([])
}

test(
  `${TRIES} tries at the same slots from two processes: 0 double offers, 0 orphan holds, 0 overlaps`,
  async () => {
    const before = await harness.countDeadlocks()
    const started = performance.now()
    let tries = 0
    let day = 0
    let offered = 0
    for (; tries < TRIES; day++) {
      const today = await startDay()
      for (let burst = 0; burst < BURSTS; burst++) {
        await Promise.all(workers.map((worker) => sweepOffers(worker)))
        const known = await look(today)
        offered += known.offers.length
        const racing = Array.from({ length: BURST }, (_, number) => tryOnce(known, number))
        await Promise.all([...racing, check(`day ${day}, during burst ${burst}`)])
        await check(`day ${day}, after burst ${burst}`)
        tries += BURST
        harness.clock.advance({ minutes: 31 })
      }
      await endDay(day)
    }
    const seconds = Math.round((performance.now() - started) / 1000)
    console.info(`offers: ${tries} tries, ${day} days, ${offered} offers, ${seconds} s`, Object.fromEntries(seen))
    for (const name of ['accept', 'decline', 'cancelEntry', 'pause', 'book', 'move', 'walkIn', 'timeOff', 'cancel'])
      expect(seen.get(`${name} ok`) ?? 0, name).toBeGreaterThan(tries / 1000)
    expect((await harness.countDeadlocks()) - before).toBe(0)
  },
  LIMIT_MS,
)
