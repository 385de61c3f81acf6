import fc from 'fast-check'
import { FIRST_HOURS, type ModelCommand, type ModelUser } from './appointment-model.ts'

const start = fc
  .tuple(fc.constantFrom(0, 1, 1, 2), fc.constantFrom(720, 750, 780, 810, 840, 1050), fc.constantFrom(0, 0, 15, 5))
  .map(([day, minute, off]) => day * 1440 + minute + off)
const index = fc.nat({ max: 20 })
const corrections = ['correctToCompleted', 'correctToNoShow', 'correctToCancelled'] as const
const isRandomUser = fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0)
const two = fc.nat({ max: 1 })
const three = fc.nat({ max: 2 })
const user = fc.constantFrom<ModelUser[]>('c0', 'c1', 'c2', 'b0', 'b0', 'b1', 'b1', 'owner')
/** Versions that the caller is behind. */
const age = fc.constantFrom(0, 0, 0, 0, 0, 1)
const literal = <Name extends ModelCommand['do']>(name: Name) => fc.constant(name)
const booking = fc.record({ do: literal('book'), customer: three, barber: two, service: two, start })
const command: fc.Arbitrary<ModelCommand> = fc.oneof(
  { weight: 6, arbitrary: booking },
  { weight: 5, arbitrary: fc.record({ do: literal('reschedule'), customer: three, index, start, isRandomUser }) },
  { weight: 5, arbitrary: fc.record({ do: literal('move'), who: user, index, barber: two, start, age, isRandomUser }) },
  { weight: 2, arbitrary: fc.record({ do: literal('undo'), index }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: literal('change'),
      who: user,
      index,
      isRandomUser,
      action: fc.constantFrom('confirm', 'cancel', 'complete', 'noShow', ...corrections),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: literal('walkIn'),
      who: user,
      barber: two,
      service: two,
      isRandomUser,
      after: fc.constantFrom(0, 0, 20, 120, -60, -721, 1441, 366 * 1440),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: literal('tap'),
      who: user,
      index,
      action: fc.constantFrom('arrive', 'undoArrive', 'serve', 'serve', 'undoServe'),
      age,
      isRandomUser,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: literal('settle') }) },
  { weight: 2, arbitrary: fc.record({ do: literal('expire') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: literal('advance'),
      minutes: fc.constantFrom(1, 29, 60, 61, 61, 120, 120, 180, 300, 600, 1440, 9000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: literal('hours'),
      hours: fc.constantFrom<([number, number] | null)[]>(FIRST_HOURS, [780, 840], null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: literal('toggleBarber'), barber: two }) },
  { weight: 1, arbitrary: fc.record({ do: literal('toggleBarbershop') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: literal('autoConfirmation'),
      mode: fc.constantFrom('off', 'returning', 'everyone', 'everyone'),
      afterNoShows: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: literal('review'),
      customer: three,
      index,
      rating: fc.integer({ min: 1, max: 5 }),
      isRandomUser,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: literal('removeBarber'), barber: two, cancels: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: literal('lapse') }) },
  { weight: 1, arbitrary: fc.record({ do: literal('renew') }) },
)

/** An outcome that is corrected, sometimes after a review or a night. Single random commands hardly ever follow in this order. */
const correctedCourse: fc.Arbitrary<ModelCommand[]> = fc
  .record({
    index,
    before: fc.constantFrom(120, 180, 300),
    after: fc.constantFrom(1, 60, 60, 1440),
    isReviewed: fc.boolean(),
    isMissed: fc.boolean(),
  })
  .map(({ index, before, after, isReviewed, isMissed }) => {
    const by = { do: 'change', who: 'b0', index, isRandomUser: false } as const
    const review = { do: 'review', customer: 0, index, rating: 4, isRandomUser: false } as const
    return [
      { ...by, action: 'confirm' },
      { do: 'advance', minutes: before },
      { ...by, action: isMissed ? 'noShow' : 'complete' },
      ...(isReviewed ? [review] : []),
      { do: 'advance', minutes: after },
      { ...by, action: isMissed ? 'correctToCompleted' : 'correctToNoShow' },
      { ...by, action: 'correctToCancelled' },
    ]
  })

/** The usual course: confirmed, completed, reviewed. Single random commands hardly ever follow in this order. */
const usualCourse: fc.Arbitrary<ModelCommand[]> = fc
  .record({ index, minutes: fc.constantFrom(120, 180, 300), rating: fc.integer({ min: 1, max: 5 }) })
  .map(({ index, minutes, rating }) => [
    { do: 'change', who: 'b0', index, action: 'confirm', isRandomUser: false },
    { do: 'advance', minutes },
    { do: 'change', who: 'owner', index, action: 'complete', isRandomUser: false },
    { do: 'review', customer: 0, index, rating, isRandomUser: false },
  ])

/** A service of today that begins by a tap and is completed, settled by the clock, or both. */
const servedCourse: fc.Arbitrary<ModelCommand[]> = fc
  .record({ index, before: fc.constantFrom(0, 60, 120), after: fc.constantFrom(20, 45, 300), isSettled: fc.boolean() })
  .map(({ index, before, after, isSettled }) => [
    { do: 'advance', minutes: before },
    { do: 'tap', who: 'b0', index, action: 'arrive', age: 0, isRandomUser: false },
    // One of them begins, if it is today; the barber's others are refused.
    ...[index, 0, 1, 2, 3].map(
      (index) => ({ do: 'tap', who: 'b0', index, action: 'serve', age: 0, isRandomUser: false }) as const,
    ),
    { do: 'advance', minutes: after },
    ...(isSettled ? [{ do: 'settle' } as const] : []),
    { do: 'change', who: 'b0', index, action: 'complete', isRandomUser: false },
  ])

/** Two no-shows, or one completed appointment, before another one is booked under the rule that counts them. */
const knownCustomer: fc.Arbitrary<ModelCommand[]> = fc
  .record({ customer: three, barber: two, isMissed: fc.boolean(), afterNoShows: fc.boolean() })
  .map(({ customer, barber, isMissed, afterNoShows }) => {
    const mode = isMissed ? 'everyone' : 'returning'
    const book = (start: number) => ({ do: 'book', customer, barber, service: 0, start }) as const
    const by = { do: 'change', who: 'owner', isRandomUser: true } as const
    const outcome = isMissed ? 'noShow' : 'complete'
    return [
      { do: 'autoConfirmation', mode: 'everyone', afterNoShows: true },
      ...[book(720), book(840)],
      { do: 'advance', minutes: 300 },
      ...[0, 1, 2, 3, 4, 5].map((index) => ({ ...by, index, action: outcome }) as const),
      { do: 'autoConfirmation', mode, afterNoShows },
      book(1440 + 720),
      { do: 'reschedule', customer, index: 2, start: 1440 + 810, isRandomUser: false },
    ]
  })

/** A move that is undone, sometimes after someone else has changed the appointment, or too late. */
const undoneMove: fc.Arbitrary<ModelCommand[]> = fc
  .record({
    index,
    barber: two,
    start,
    between: fc.constantFrom<ModelCommand[][]>([], [], [{ do: 'advance', minutes: 1 }]),
  })
  .map(({ index, barber, start, between }) => [
    { do: 'move', who: 'owner', index, barber, start, age: 0, isRandomUser: true },
    ...between,
    ...[0, 1].map(() => ({ do: 'undo', index }) as const),
  ])

export const commandSequence: fc.Arbitrary<ModelCommand[]> = fc
  .tuple(
    fc.array(booking, { minLength: 1, maxLength: 4, size: 'max' }),
    fc.array(
      fc.oneof(
        { weight: 12, arbitrary: command.map((one) => [one]) },
        { weight: 1, arbitrary: usualCourse },
        { weight: 1, arbitrary: servedCourse },
        { weight: 1, arbitrary: correctedCourse },
        { weight: 1, arbitrary: knownCustomer },
        { weight: 1, arbitrary: undoneMove },
      ),
      { minLength: 3, maxLength: 12, size: 'max' },
    ),
  )
  .map(([bookings, rest]) => [...bookings, ...rest.flat()])
