import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { findOfferViolations } from '../../../test/offer-violations.ts'
import { createWaitlistDriver, instantAt } from '../../../test/waitlist-driver.ts'
import { type WaitlistCommand, WaitlistModel } from '../../../test/waitlist-model.ts'

/**
 * Random command sequences: after each command its result and the whole state are compared with the model. The sequences are the
 * same each time; others with MODEL_SEED=7. `npm run prove -- model` runs 20,000 of them.
 */
const runs = Number(process.env.MODEL_RUNS ?? 150)
const seed = Number(process.env.MODEL_SEED ?? 1)
const WORKERS = 4
const CUSTOMERS = 4

const closings: (() => Promise<void>)[] = []
afterAll(() => Promise.all(closings.map((close) => close())))

const two = fc.nat({ max: 1 })
const index = fc.nat({ max: 20 })
const customer = fc.nat({ max: CUSTOMERS - 1 })
const start = fc.constantFrom(750, 780, 810, 840, 1020, 1440 + 600, 1440 + 630)
const literal = <Name extends WaitlistCommand['do']>(name: Name) => fc.constant(name)
const request = fc.record({
  do: literal('request'),
  customer,
  barber: fc.constantFrom(null, null, 0, 1),
  day: fc.constantFrom(0, 0, 1),
  from: fc.constantFrom(540, 600, 780, 810),
  hours: fc.constantFrom(1, 4, 9, 9),
  isCheap: fc.constantFrom(false, false, false, false, true),
})
const setStatus = fc.record({
  do: literal('setStatus'),
  index,
  age: fc.constantFrom(0, 0, 0, 1),
  status: fc.constantFrom('ACTIVE', 'PAUSED', 'CANCELLED'),
})
const respond = fc.record({ do: fc.constantFrom('accept', 'accept', 'decline'), index })
const command: fc.Arbitrary<WaitlistCommand> = fc.oneof(
  { weight: 4, arbitrary: request },
  { weight: 2, arbitrary: setStatus },
  { weight: 5, arbitrary: fc.record({ do: literal('book'), customer, barber: two, start }) },
  { weight: 5, arbitrary: fc.record({ do: literal('cancel'), index }) },
  { weight: 6, arbitrary: respond },
  { weight: 6, arbitrary: fc.record({ do: literal('sweep') }) },
  { weight: 3, arbitrary: fc.record({ do: literal('advance'), minutes: fc.constantFrom(2, 5, 9, 16, 31, 90) }) },
)
/** A time that is waited for becomes free and is offered; in most sequences there is a reply. */
const opening = fc.tuple(request, fc.record({ do: literal('book'), customer, barber: two, start }))
const replies = fc.oneof(
  { weight: 4, arbitrary: fc.array(respond, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constant<WaitlistCommand[]>([{ do: 'advance', minutes: 16 }, { do: 'sweep' }]) },
)
const sequence = fc
  .tuple(opening, replies, fc.array(command, { minLength: 5, maxLength: 30 }))
  .map(([[wanted, booked], replied, rest]): WaitlistCommand[] => [
    { ...wanted, barber: null, day: Math.floor(booked.start / 1440), from: 540, hours: 9, isCheap: false },
    ...[booked, { do: 'cancel' as const, index: 0 }, { do: 'sweep' as const }],
    ...[...replied, ...rest],
  ])

/** How often each command had each result. */
const seen = new Map<string, number>()
const count = (kind: string) => seen.set(kind, (seen.get(kind) ?? 0) + 1)

type Driver = Awaited<ReturnType<typeof createWaitlistDriver>>

async function runSequence(driver: Driver, steps: WaitlistCommand[]) {
  await driver.reset()
  const model = new WaitlistModel()
  for (const [index, step] of steps.entries()) {
    driver.clock.set(instantAt(model.timeOf(step)))
    const result = await driver.run(step, model)
    const expected = model.run(step)
    count(`${step.do} ${expected}`)
    const which = `command ${index} at ${model.now}: ${JSON.stringify(step)}`
    expect(result, which).toBe(expected)
    expect(await driver.read(), which).toMatchObject(model.state())
  }
  for (const { status } of model.offers) count(`offer ${status}`)
  expect(await findOfferViolations(driver.db)).toEqual([])
}

/** How often each happens at least, for one sequence. */
const leastShares = {
  'request ok': 1,
  'setStatus ok': 0.1,
  'cancel ok': 1,
  'accept OFFER_ENDED': 0.1,
  'offer ACCEPTED': 0.4,
  'offer DECLINED': 0.1,
  'offer ENDED': 0.1,
}

test(`${runs} random sequences of requests, bookings and offers match the model (seed ${seed})`, async () => {
  // Each has its own database.
  const drivers = await Promise.all(Array.from({ length: WORKERS }, () => createWaitlistDriver({})))
  closings.push(...drivers.map(({ world }) => world.close))
  const check = (driver: Driver, number: number) =>
    fc.assert(
      fc.asyncProperty(sequence, (steps) => runSequence(driver, steps)),
      { numRuns: Math.ceil(runs / WORKERS), seed: seed + number, endOnFailure: false },
    )
  await Promise.all(drivers.map(check))
  console.info(`waitlist model: ${runs} sequences, seed ${seed}`, Object.fromEntries(seen))
  // Sequences in which no command succeeds prove nothing, nor do those in which hardly an offer is accepted.
  for (const [kind, share] of Object.entries(leastShares))
    expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(runs * share)
}, 7_200_000)
