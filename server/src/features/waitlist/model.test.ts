import { appointmentsApi } from '@na-regua/contract/appointments'
import { waitlistApi } from '@na-regua/contract/waitlist'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { findOfferViolations } from '../../../test/offer-violations.ts'
import { type WaitlistCommand, WaitlistModel } from '../../../test/waitlist-model.ts'
import { createWaitlistScene } from '../../../test/waitlist-scene.ts'
import { createOfferToken } from './offers/queries.ts'
import { sweepWaitlist } from './sweep-waitlist.ts'

/**
 * Random command sequences: each command is compared with the model, and each final state with the database. The sequences are the
 * same each time; others with MODEL_SEED=7. `npm run prove -- model` runs 20,000 of them.
 */
const runs = Number(process.env.MODEL_RUNS ?? 150)
const seed = Number(process.env.MODEL_SEED ?? 1)
const WORKERS = 4
const CUSTOMERS = 4
const MIDNIGHT = Date.parse('2026-03-11T03:00:00Z')
const instantAt = (minute: number) => new Date(MIDNIGHT + minute * 60_000)
const minuteOf = (instant: Date) => (instant.getTime() - MIDNIGHT) / 60_000

const closings: (() => Promise<void>)[] = []
afterAll(() => Promise.all(closings.map((close) => close())))

const two = fc.nat({ max: 1 })
const index = fc.nat({ max: 20 })
const customer = fc.nat({ max: CUSTOMERS - 1 })
const start = fc.constantFrom(750, 780, 810, 840, 1020, 1440 + 600, 1440 + 630)
const literal = <Name extends WaitlistCommand['do']>(name: Name) => fc.constant(name)
const request = fc.record({
  ...{ do: literal('request'), customer, barber: fc.constantFrom(null, null, 0, 1) },
  day: fc.constantFrom(0, 0, 1),
  from: fc.constantFrom(540, 600, 780, 810),
  hours: fc.constantFrom(1, 4, 9, 9),
  isCheap: fc.constantFrom(false, false, false, false, true),
})
const setStatus = fc.record({
  ...{ do: literal('setStatus'), index, age: fc.constantFrom(0, 0, 0, 1) },
  status: fc.constantFrom('ACTIVE', 'PAUSED', 'CANCELLED'),
})
const command: fc.Arbitrary<WaitlistCommand> = fc.oneof(
  { weight: 4, arbitrary: request },
  { weight: 2, arbitrary: setStatus },
  { weight: 5, arbitrary: fc.record({ do: literal('book'), customer, barber: two, start }) },
  { weight: 5, arbitrary: fc.record({ do: literal('cancel'), index }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('accept', 'accept', 'decline'), index }) },
  { weight: 6, arbitrary: fc.record({ do: literal('sweep') }) },
  { weight: 3, arbitrary: fc.record({ do: literal('advance'), minutes: fc.constantFrom(2, 5, 9, 16, 31, 90) }) },
)
/** So that a time that is waited for becomes free in most sequences. */
const opening = fc.tuple(request, fc.record({ do: literal('book'), customer, barber: two, start }), customer)
const sequence = fc
  .tuple(opening, fc.array(command, { minLength: 5, maxLength: 30 }))
  .map(([[wanted, booked], rest]) => [
    { ...wanted, isCheap: false },
    booked,
    { do: 'cancel' as const, index: 0 },
    { do: 'sweep' as const },
    ...rest,
  ])

/** Each has its own database. */
async function createWorker() {
  const world = await createHarness()
  closings.push(world.close)
  const { db, call, clock } = world
  const scene = await createWaitlistScene(world, { barberCount: 2 })
  await sql`update barbershops set grid_minutes = 30`.execute(db)
  const customers = await scene.customers(CUSTOMERS)
  const tokenOf = (number: number) => customers[number]?.token as string
  const barbers = scene.shop.barbers.map(({ id }) => id)
  let entries: { id: string; customer: number }[] = []
  let appointmentIds: string[] = []
  let offerIds: string[] = []

  async function reset() {
    entries = []
    appointmentIds = []
    offerIds = []
    await sql`delete from waitlist_offers; delete from appointments; delete from freed_times; delete from waitlist_entries; delete from notifications; delete from pending_events`.execute(
      db,
    )
  }

  async function add(step: WaitlistCommand & { do: 'request' }): Promise<string> {
    const { customer: number, barber, day, from, hours, isCheap } = step
    const until = Math.min(from + hours * 60, 1440)
    const { status, body } = await call(waitlistApi.create, {
      token: tokenOf(number),
      body: {
        targets: [scene.target(barber === null ? {} : { barberId: barbers[barber] })],
        wanted: [{ date: day ? '2026-03-12' : '2026-03-11', fromMin: from, untilMin: until }],
        ...(isCheap && { maxPriceCents: 4000 }),
      },
    })
    if (status !== 201) return body.code
    entries.push({ id: body.entry.id, customer: number })
    return 'ok'
  }

  async function change({ index: place, status, age }: WaitlistCommand & { do: 'setStatus' }, version: number) {
    const entry = entries[place % entries.length]
    if (!entry) return 'NOT_FOUND'
    const body = { status, version: version + (age > 0 ? 1 : 0) }
    const response = await call(waitlistApi.setStatus, {
      token: tokenOf(entry.customer),
      params: { id: entry.id },
      body,
    })
    return response.body.code ?? 'ok'
  }

  async function book({ customer: number, barber, start: minute }: WaitlistCommand & { do: 'book' }) {
    const startTime = instantAt(minute).toISOString()
    const body = { barberId: barbers[barber], serviceId: scene.service.id, startTime }
    const { status, body: found } = await call(appointmentsApi.create, { token: tokenOf(number), body })
    if (status === 201) appointmentIds.push(found.appointment.id)
    return status === 201 ? 'ok' : 'refused'
  }

  async function cancel(place: number, model: WaitlistModel) {
    const number = model.appointments[place % model.appointments.length]?.customer
    if (number === undefined) return 'refused'
    const params = { id: appointmentIds[place % appointmentIds.length] as string }
    const { status } = await call(appointmentsApi.cancel, { token: tokenOf(number), params, body: {} })
    return status === 200 ? 'ok' : 'refused'
  }

  async function respond(act: 'accept' | 'decline', place: number) {
    const id = offerIds[place % offerIds.length]
    if (!id) return 'LINK_INVALID'
    const { body } = await call(waitlistApi[act], { params: { token: await createOfferToken(db, id) } })
    if (act === 'accept' && !body.code && !appointmentIds.includes(id)) appointmentIds.push(id)
    return body.code ?? 'ok'
  }

  /** New offers are numbered in the order of their times, as the model makes them. */
  async function sweep() {
    await scene.match()
    await sweepWaitlist({ db, clock })
    const { rows } = await sql<{
      id: string
    }>`select waitlist_offers.id from waitlist_offers join freed_times on freed_times.id = freed_time_id
      order by offered_at, freed_at`.execute(db)
    offerIds = [...offerIds, ...rows.map(({ id }) => id).filter((id) => !offerIds.includes(id))]
    return 'ok'
  }

  /** `model` has not run the command yet: it knows the version that the customer sees. */
  function run(step: WaitlistCommand, model: WaitlistModel, now: number): Promise<string> | string {
    clock.set(instantAt(now))
    if (step.do === 'request') return add(step)
    if (step.do === 'setStatus') return change(step, model.entries[step.index % model.entries.length]?.version ?? 1)
    if (step.do === 'book') return book(step)
    if (step.do === 'cancel') return cancel(step.index, model)
    if (step.do === 'sweep') return sweep()
    return step.do === 'advance' ? 'ok' : respond(step.do, step.index)
  }

  async function read() {
    const found = await sql<{ status: string; version: number }>`
      select status, version from waitlist_entries order by created_at`.execute(db)
    const booked = await sql<{ id: string; barberId: string; customerId: string; starts: Date; status: string }>`
      select id, barber_id as "barberId", customer_id as "customerId", starts_at as starts, status from appointments where status <> 'HELD'`.execute(
      db,
    )
    const freed = await sql<{ status: string; starts: Date }>`
      select status, lower(during) as starts from freed_times order by freed_at`.execute(db)
    const offered = await sql<{ id: string; status: string; starts: Date; expires: Date; entryId: string }>`
      select id, status, starts_at as starts, expires_at as expires, entry_id as "entryId" from waitlist_offers`.execute(
      db,
    )
    return {
      entries: found.rows,
      appointments: booked.rows
        .toSorted((a, b) => appointmentIds.indexOf(a.id) - appointmentIds.indexOf(b.id))
        .map(({ barberId, customerId, starts, status }) => ({
          ...{ barber: barbers.indexOf(barberId), customer: customers.findIndex(({ id }) => id === customerId) },
          ...{ start: minuteOf(starts), status },
        })),
      freedTimes: freed.rows.map(({ status, starts }) => ({ status, start: minuteOf(starts) })),
      offers: offered.rows
        .toSorted((a, b) => offerIds.indexOf(a.id) - offerIds.indexOf(b.id))
        .map(({ status, starts, expires, entryId }) => ({
          entry: entries.findIndex(({ id }) => id === entryId),
          ...{ start: minuteOf(starts), expires: minuteOf(expires) },
          status: ['EXPIRED', 'WITHDRAWN'].includes(status) ? 'ENDED' : status,
        })),
    }
  }

  return { reset, run, read, db }
}

const stateOf = (model: WaitlistModel) => ({
  entries: model.entries.map(({ status, version }) => ({ status, version })),
  appointments: model.appointments,
  freedTimes: model.freedTimes.map(({ status, start: minute }) => ({ status, start: minute })),
  offers: model.offers.map(({ entry, start: minute, expires, status }) => ({
    ...{ entry: model.entries.indexOf(entry), start: minute, expires, status },
  })),
})

/** How often each command had each result. */
const seen = new Map<string, number>()

async function runSequence(worker: Awaited<ReturnType<typeof createWorker>>, steps: WaitlistCommand[]) {
  await worker.reset()
  const model = new WaitlistModel()
  for (const [place, step] of steps.entries()) {
    const result = await worker.run(step, model, model.timeOf(step))
    const expected = model.run(step)
    const kind = `${step.do} ${expected}`
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
    expect(result, `command ${place} at ${model.now}: ${JSON.stringify(step)}`).toBe(expected)
  }
  expect(await worker.read()).toEqual(stateOf(model))
  expect(await findOfferViolations(worker.db)).toEqual([])
}

test(`${runs} random sequences of requests, bookings and offers match the model (seed ${seed})`, async () => {
  const workers = await Promise.all(Array.from({ length: WORKERS }, createWorker))
  const check = (worker: (typeof workers)[number], number: number) =>
    fc.assert(
      fc.asyncProperty(sequence, (steps) => runSequence(worker, steps)),
      { numRuns: Math.ceil(runs / WORKERS), seed: seed + number, endOnFailure: false },
    )
  await Promise.all(workers.map(check))
  console.info(`waitlist model: ${runs} sequences, seed ${seed}`, Object.fromEntries(seen))
  // Sequences in which no command succeeds prove nothing.
  for (const kind of ['request ok', 'setStatus ok', 'cancel ok', 'accept ok', 'decline ok', 'accept OFFER_ENDED'])
    expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(runs / 50)
}, 7_200_000)
