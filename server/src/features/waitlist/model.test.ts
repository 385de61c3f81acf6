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

/** How often each command had each result. */
const seen = new Map<string, number>()

type Driver = Awaited<ReturnType<typeof createWaitlistDriver>>

async function runSequence(driver: Driver, steps: WaitlistCommand[]) {
  await driver.reset()
  const model = new WaitlistModel()
  for (const [place, step] of steps.entries()) {
    driver.clock.set(instantAt(model.timeOf(step)))
    const result = await driver.run(step, model)
    const expected = model.run(step)
    const kind = `${step.do} ${expected}`
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
    const which = `command ${place} at ${model.now}: ${JSON.stringify(step)}`
    expect(result, which).toBe(expected)
    expect(await driver.read(), which).toMatchObject(model.state())
  }
  expect(await findOfferViolations(driver.db)).toEqual([])
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
  // Sequences in which no command succeeds prove nothing.
  for (const kind of ['request ok', 'setStatus ok', 'cancel ok', 'accept ok', 'decline ok', 'accept OFFER_ENDED'])
    expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(runs / 50)
}, 7_200_000)
