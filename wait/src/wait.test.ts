import { describe, expect, it } from 'vitest'
import { createRemaining } from './draw-day.ts'
import { createEvenStream, createRandomStream, normalQuantile } from './random.ts'
import {
  CHANGEOVER_MIN,
  estimateTimes,
  estimateWaits,
  GRACE_MIN,
  learnServiceDuration,
  normalShareBelow,
  type ObservedService,
  plannedServiceDuration,
  type WaitState,
} from './wait.ts'

const SEED = 7
const cut = { medianMin: 30, spread: 0.2, medianError: 0.05 }
/** Without chance: what is expected can be computed by hand. */
const exactCut = { medianMin: 30, spread: 0, medianError: 0 }
const barber = { fromMin: 0, untilMin: 600, fixed: [] }
const empty: WaitState = { barbers: [barber], queue: [], forgottenTaps: 0, leavingPerMin: 0 }

const estimateLast = (state: Partial<WaitState>, seed = SEED) => estimateWaits({ ...empty, ...state }, { seed }).at(-1)
const queueOf = (length: number, time = exactCut, barbers = 1) =>
  Array.from({ length }, () => ({ times: Array.from({ length: barbers }, () => time) }))

describe('what is drawn', () => {
  it('has the shares of a normal distribution', () => {
    for (const share of [0.001, 0.02, 0.1, 0.5, 0.77, 0.99, 0.9999])
      expect(normalShareBelow(normalQuantile(share))).toBeCloseTo(share, 6)
  })

  it('is uniform, and the same for the same seed', () => {
    const random = createRandomStream(SEED)
    const numbers = Array.from({ length: 20_000 }, random)
    const repeated = createRandomStream(SEED)
    expect(numbers.slice(0, 100)).toEqual(Array.from({ length: 100 }, repeated))
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
    const tenths = Array.from({ length: 10 }, (_, tenth) => numbers.filter((n) => Math.floor(n * 10) === tenth).length)
    expect(Math.min(...tenths)).toBeGreaterThan(1850)
    expect(Math.max(...tenths)).toBeLessThan(2150)
  })
})

describe('what is drawn evenly', () => {
  it('has one number in each part of the whole, whatever the order', () => {
    for (const draws of [1, 2, 160]) {
      const stream = createEvenStream(draws, createRandomStream(SEED))
      const parts = Array.from({ length: draws }, (_, draw) => Math.floor(stream(draw) * draws))
      expect(parts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: draws }, (_, part) => part))
    }
  })

  it('makes an estimate vary little with the seed', () => {
    const serving = { elapsedMin: 10, time: plannedServiceDuration(30) }
    const free = Array.from({ length: 50 }, (_, seed) => {
      return estimateTimes({ ...empty, barbers: [{ ...barber, serving }] }, { seed, horizonMin: 0 }).freeAt[0] ?? 0
    })
    expect(Math.max(...free) - Math.min(...free)).toBeLessThan(0.6)
  })
})

describe('how long a service takes', () => {
  const prior = plannedServiceDuration(30)
  const taps = (minutes: readonly number[]): ObservedService[] =>
    minutes.map((one) => ({ minutes: one, isExact: true }))
  const forty = taps(Array.from({ length: 60 }, (_, index) => 36 + (index % 9)))

  it('is what is planned until something was observed', () => {
    expect(learnServiceDuration([], prior)).toEqual(prior)
    expect(learnServiceDuration([{ minutes: 90, isExact: false }], prior)).toEqual(prior)
  })

  it('moves from the plan to what is observed, and becomes more certain', () => {
    const few = learnServiceDuration(forty.slice(0, 4), prior)
    const many = learnServiceDuration(forty, prior)
    expect(few.medianMin).toBeGreaterThan(31)
    expect(few.medianMin).toBeLessThan(36)
    expect(many.medianMin).toBeGreaterThan(38)
    expect(many.medianMin).toBeLessThan(40.5)
    expect(many.medianError).toBeLessThan(few.medianError)
    expect(few.medianError).toBeLessThan(prior.medianError)
  })

  it('is not moved by forgotten taps', () => {
    const forgotten = taps([150, 170, 200, 230, 240, 1, 2, 900])
    const { medianMin, spread } = learnServiceDuration(forty, prior)
    const disturbed = learnServiceDuration([...forty, ...forgotten], prior)
    expect(disturbed.medianMin / medianMin).toBeLessThan(1.03)
    expect(disturbed.spread).toBeLessThan(spread + 0.05)
  })
})

describe('the rest of a service', () => {
  const drawMany = (elapsedMin: number, forgottenTaps: number) => {
    const random = createRandomStream(SEED)
    const draw = createRemaining({ elapsedMin, time: cut }, forgottenTaps)
    return Array.from({ length: 4000 }, () => draw(random()))
  }
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

  it('is never negative, and shorter the longer it has taken', () => {
    const [early, late, overdue] = [5, 25, 45].map((elapsed) => drawMany(elapsed, 0)) as [number[], number[], number[]]
    expect(Math.min(...early, ...late, ...overdue)).toBeGreaterThanOrEqual(0)
    expect(mean(early)).toBeGreaterThan(mean(late))
    expect(mean(late)).toBeGreaterThan(mean(overdue))
    // Not the planned end minus now: an overdue service still takes some minutes.
    expect(mean(overdue)).toBeGreaterThan(1)
  })

  it('is zero when its end was probably not tapped', () => {
    const isFree = (elapsed: number, forgotten: number) =>
      mean(drawMany(elapsed, forgotten).map((rest) => (rest === 0 ? 1 : 0)))
    expect(isFree(70, 0)).toBeLessThan(0.001)
    expect(isFree(20, 0.3)).toBeLessThan(0.02)
    expect(isFree(70, 0.3)).toBeGreaterThan(0.98)
  })
})

describe('when the queue is called', () => {
  it('is at once when a barber is free', () => {
    expect(estimateLast({ queue: queueOf(1) })).toEqual({ p10: 0, p25: 0, p50: 0, p75: 0, p90: 0 })
  })

  it('is after those who came before', () => {
    expect(estimateLast({ queue: queueOf(3) })?.p50).toBe(2 * (30 + CHANGEOVER_MIN))
    expect(estimateLast({ barbers: [barber, barber], queue: queueOf(3, exactCut, 2) })?.p50).toBe(30 + CHANGEOVER_MIN)
  })

  it('waits for the barber that the customer wants', () => {
    const serving = { elapsedMin: 0, time: exactCut }
    const barbers = [{ ...barber, serving }, barber]
    const [one] = queueOf(1, exactCut, 2)
    expect(estimateLast({ barbers, queue: [{ times: one?.times ?? [], barber: 0 }] })?.p50).toBeGreaterThan(29)
    expect(estimateLast({ barbers, queue: [{ times: one?.times ?? [] }] })?.p50).toBe(0)
  })

  it('never displaces an appointment: it fills the time before it, or comes after it', () => {
    const appointment = { startMin: 20, time: exactCut, comes: 1 }
    const barbers = [{ ...barber, fixed: [appointment] }]
    const short = { medianMin: 15, spread: 0, medianError: 0 }
    const [long, filling] = estimateWaits(
      { ...empty, barbers, queue: [{ times: [exactCut] }, { times: [short] }] },
      { seed: SEED },
    )
    expect(long?.p50).toBe(20 + 30 + CHANGEOVER_MIN)
    expect(filling?.p50).toBe(0)
  })

  it('does not wait longer than the grace period for a customer who may not come', () => {
    const fixed = [{ startMin: 0, time: exactCut, comes: 0 }]
    expect(estimateLast({ barbers: [{ ...barber, fixed }], queue: queueOf(1) })?.p50).toBe(GRACE_MIN)
  })

  it('is a wider range the less is known', () => {
    const width = (time: typeof cut) => {
      const range = estimateLast({ queue: queueOf(4, time) })
      return (range?.p75 ?? 0) - (range?.p25 ?? 0)
    }
    expect(width({ ...cut, medianError: 0.22 })).toBeGreaterThan(1.2 * width(cut))
    expect(width({ ...cut, spread: 0.4 })).toBeGreaterThan(1.4 * width(cut))
  })

  it('is shorter when those before may leave', () => {
    expect(estimateLast({ queue: queueOf(6), leavingPerMin: 0.01 })?.p50).toBeLessThan(
      estimateLast({ queue: queueOf(6) })?.p50 ?? 0,
    )
  })

  it('is unknown for a customer who is probably not called today', () => {
    const closing = [{ ...barber, untilMin: 60 }]
    const calls = estimateWaits({ ...empty, barbers: closing, queue: queueOf(5) }, { seed: SEED })
    expect(calls.map((call) => call !== undefined)).toEqual([true, true, false, false, false])
  })

  it('is unknown without barbers', () => {
    expect(estimateLast({ barbers: [], queue: queueOf(2, exactCut, 0) })).toBeUndefined()
  })

  it('is the same for the same state and seed, and in order', () => {
    const state = {
      queue: queueOf(12, cut, 3),
      barbers: [barber, { ...barber, fromMin: 12 }, barber],
      leavingPerMin: 0.002,
    }
    expect(estimateLast(state, 3)).toEqual(estimateLast(state, 3))
    expect(estimateLast(state, 3)).not.toEqual(estimateLast(state, 4))
    const { p10 = 0, p25 = 0, p50 = 0, p75 = 0, p90 = 0 } = estimateLast(state) ?? {}
    expect([p10, p25, p50, p75, p90]).toEqual([p10, p25, p50, p75, p90].toSorted((a, b) => a - b))
    expect(p10).toBeLessThan(p90)
  })
})
