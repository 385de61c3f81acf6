import { CHANGEOVER_MIN, estimateTimes, GRACE_MIN, OVERRUN_MIN } from '@na-regua/wait'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateLoadedQueue } from './estimate-queue.ts'
import { learnBarbershop } from './learn-durations.ts'
import type { LoadedQueue } from './queries.ts'

const NOW = new Date('2026-03-11T15:00:00Z')
const minute = (offset: number) => NOW.getTime() + offset * 60_000
const services = [15, 30, 60].map((durationMin, index) => ({ id: `service-${index}`, durationMin }))

const appointmentArbitrary = fc.record({
  gap: fc.integer({ min: 0, max: 70 }),
  service: fc.integer({ min: 0, max: 2 }),
  isArrived: fc.boolean(),
  isPresenceConfirmed: fc.boolean(),
})
const barberArbitrary = fc.record({
  first: fc.integer({ min: -50, max: 60 }),
  isServing: fc.boolean(),
  isTapping: fc.boolean(),
  breakAt: fc.option(fc.integer({ min: 730, max: 1000 }), { nil: undefined }),
  pace: fc.double({ min: 0.5, max: 2, noNaN: true }),
  appointments: fc.array(appointmentArbitrary, { maxLength: 5 }),
})
const entryArbitrary = fc.record({
  barber: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  service: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
  // One in ten is called.
  calledBy: fc.integer({ min: 0, max: 39 }).map((index) => (index < 4 ? index : undefined)),
})
const stateArbitrary = fc.record({
  barbers: fc.array(barberArbitrary, { minLength: 1, maxLength: 4 }),
  entries: fc.array(entryArbitrary, { maxLength: 8 }),
})
type Drawn = { barbers: (typeof barberArbitrary extends fc.Arbitrary<infer T> ? T : never)[] } & {
  entries: (typeof entryArbitrary extends fc.Arbitrary<infer T> ? T : never)[]
}

const daily = (...openings: [number, number][]) => Array.from({ length: 7 }, () => openings)

function toLoaded({ barbers, entries }: Drawn): LoadedQueue {
  const openings = { shopHours: daily([540, 1140]), specialDates: new Map(), barberHours: undefined }
  const schedule = { timeZone: 'America/Sao_Paulo', gridMinutes: 15, minimumNoticeMinutes: 0, bookingWindowDays: 30 }
  const bookable = barbers.map(({ breakAt }, index) => ({
    ...openings,
    ...schedule,
    walkInShare: null,
    terms: {},
    shortestService: null,
    barberId: `barber-${index}`,
    userId: `user-${index}`,
    barberName: 'Beto',
    barbershopId: 'shop',
    availabilityVersion: 1,
    barbershopVersion: 1,
    breaks: daily(...(breakAt ? [[breakAt, breakAt + 40] as [number, number]] : [])),
  }))
  const id = '00000000-0000-4000-8000-000000000000'
  return {
    shop: { ...openings, id, timeZone: schedule.timeZone, firstService: null, barbers: bookable },
    queue: null,
    tappedAt: minute(-1),
    services,
    timeOff: [],
    tappingUserIds: barbers.flatMap(({ isTapping }, index) => (isTapping ? [`user-${index}`] : [])),
    entries: entries.map(({ barber, service, calledBy }, index) => ({
      id: `entry-${index}`,
      barberId: barber === undefined ? null : `barber-${barber}`,
      serviceId: service === undefined ? null : `service-${service}`,
      calledBy: calledBy === undefined ? null : `barber-${calledBy}`,
    })),
    appointments: barbers.flatMap((barber, index) => toAppointments(barber, index, id)),
  }
}

function toAppointments(
  { first, isServing, appointments }: Drawn['barbers'][number],
  index: number,
  barbershopId: string,
) {
  let at = first
  return appointments.map(({ gap, service, isArrived, isPresenceConfirmed }, position) => {
    const durationMin = services[service]?.durationMin ?? 30
    const start = at + gap
    at = start + durationMin
    const isServed = isServing && position === 0 && start <= 0
    return {
      id: `${index}-${position}`,
      userId: `user-${index}`,
      barbershopId,
      status: 'CONFIRMED',
      isPresenceConfirmed,
      serviceId: `service-${service}`,
      durationMin,
      startsAt: minute(start),
      endsAt: minute(at),
      busyUntil: minute(at),
      isEndSettled: false,
      customerName: 'Ana',
      arrivedAt: isServed || (isArrived && start < 20) ? minute(Math.min(start, 0) - 1) : null,
      servingFrom: isServed ? minute(start) : null,
    }
  })
}

type Loaded = ReturnType<typeof toLoaded>
type Learned = ReturnType<typeof learnBarbershop>
type EstimatedBarber = ReturnType<typeof estimateLoadedQueue>['barbers'][number]

const findSuggested = ({ entries }: Loaded, { suggestedEntryId }: EstimatedBarber) =>
  entries.find(({ id }) => id === suggestedEntryId)

/** No barber has called the suggested customer, who wants this barber, no one in particular, or one who does not work here. */
function expectOwnEntry(loaded: Loaded, barber: EstimatedBarber) {
  const entry = findSuggested(loaded, barber)
  expect(entry?.calledBy).toBeNull()
  const wanted = loaded.shop.barbers.find(({ barberId }) => barberId === entry?.barberId)
  expect([barber.barberId, undefined]).toContain(wanted?.barberId)
}

function expectNotDisplaced(loaded: Loaded, learned: Learned, barber: EstimatedBarber) {
  const { barberId, userId, serving, freeAt } = barber
  // Without a tap a barber is free; minutes are rounded.
  const at = serving ? (freeAt as Date).getTime() : NOW.getTime()
  const serviceId = findSuggested(loaded, barber)?.serviceId ?? 'service-1'
  const service = services.find(({ id }) => id === serviceId)
  const needed = learned.timeOf(barberId, serviceId, service?.durationMin ?? 30)
  const ends = at + (needed.medianMin - OVERRUN_MIN - 0.5) * 60_000
  for (const one of loaded.appointments.filter((other) => other.userId === userId && other.servingFrom === null)) {
    if (mayStillBegin(one, at)) expect(ends).toBeLessThanOrEqual(one.startsAt)
    // Else the start would be refused.
    expect(one.startsAt > NOW.getTime() || one.busyUntil <= NOW.getTime()).toBe(true)
  }
}

/** True when the customer is there, or may still come. */
function mayStillBegin({ arrivedAt, startsAt, endsAt }: Loaded['appointments'][number], at: number): boolean {
  return arrivedAt !== null || (endsAt > NOW.getTime() && startsAt + (GRACE_MIN - 0.5) * 60_000 > at)
}

describe('a booking is never displaced', () => {
  it('by a suggestion: it ends before the next fixed point, by the tolerance', () => {
    let suggestions = 0
    fc.assert(
      fc.property(stateArbitrary, (drawn) => {
        const loaded = toLoaded(drawn)
        const observed = drawn.barbers.map(({ pace }, index) => {
          return { barberId: `barber-${index}`, serviceId: 'service-1', paces: Array.from({ length: 30 }, () => pace) }
        })
        const counts = [{ serviceId: 'service-1', chosen: 90, ended: 90, forgotten: 5, came: 90, missed: 9 }]
        const learned = learnBarbershop({ observed, counts, cityPaces: [] })
        const { barbers } = estimateLoadedQueue(loaded, learned, NOW)
        const suggested = barbers.filter(({ suggestedEntryId }) => suggestedEntryId !== null)
        suggestions += suggested.length
        for (const barber of suggested) {
          expectOwnEntry(loaded, barber)
          expectNotDisplaced(loaded, learned, barber)
        }
      }),
      { numRuns: 400, seed: 17 },
    )
    expect(suggestions).toBeGreaterThan(100)
  })

  it('by the queue in the draws: none begins later than without a queue, but by the tolerance', () => {
    const exact = (medianMin: number) => ({ medianMin, spread: 0, medianError: 0 })
    fc.assert(
      fc.property(stateArbitrary, ({ barbers, entries }) => {
        const planned = barbers.map(({ first, appointments }) => {
          let at = first
          const fixed = appointments.map(({ gap, service }) => {
            const time = exact(services[service]?.durationMin ?? 30)
            const startMin = at + gap
            at = startMin + time.medianMin
            return { startMin, time, comes: 1 }
          })
          return { fromMin: 0, untilMin: 420, fixed }
        })
        const queue = entries.map(({ barber, service = 1 }) => ({
          ...(barber !== undefined && { barber }),
          times: planned.map(() => exact(services[service]?.durationMin ?? 30)),
        }))
        const state = { barbers: planned, queue, forgottenTaps: 0, leavingPerMin: 0 }
        const options = { seed: 1, draws: 1, horizonMin: 400 }
        const filled = estimateTimes(state, options)
        const empty = estimateTimes({ ...state, queue: [] }, options)
        for (const [index, { fixed }] of planned.entries())
          for (const [position, { startMin }] of fixed.entries()) {
            const alone = Math.max(empty.readyAt[index]?.[position] ?? 0, startMin)
            expect(filled.readyAt[index]?.[position] ?? 0).toBeLessThanOrEqual(alone + OVERRUN_MIN + CHANGEOVER_MIN)
          }
      }),
      { numRuns: 400, seed: 17 },
    )
  })
})
