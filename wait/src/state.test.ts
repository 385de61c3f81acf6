import { describe, expect, it } from 'vitest'
import {
  asPriorOfBarber,
  CHANGEOVER_MIN,
  chanceOfForgottenTap,
  chanceToCome,
  estimateTimes,
  estimateWaits,
  findNextCustomer,
  GRACE_MIN,
  learnServiceDuration,
  plannedServiceDuration,
  type WaitState,
} from './wait.ts'

const SEED = 11
const cut = { medianMin: 30, spread: 0.2, medianError: 0.05 }
const exactCut = { medianMin: 30, spread: 0, medianError: 0 }
const barber = { fromMin: 0, untilMin: 600, fixed: [] }
const empty: WaitState = { barbers: [barber], queue: [], forgottenTaps: 0, leavingPerMin: 0 }
const estimate = (state: Partial<WaitState>, horizonMin = 180) =>
  estimateTimes({ ...empty, ...state }, { seed: SEED, horizonMin })
const appointment = (startMin: number, comes = 1) => ({ startMin, comes, time: exactCut })

describe('the times of a queue', () => {
  it('come from the same draws as the waits', () => {
    const queue = Array.from({ length: 6 }, () => ({ times: [cut, cut] }))
    const state = { ...empty, barbers: [barber, { ...barber, fromMin: 20 }], queue, leavingPerMin: 0.002 }
    expect(estimateTimes(state, { seed: SEED, horizonMin: 180 }).waits).toEqual(estimateWaits(state, { seed: SEED }))
  })

  it('say when a barber is free: after the present service, or when the barber begins', () => {
    const barbers = [{ ...barber, serving: { elapsedMin: 12, time: cut } }, barber, { ...barber, fromMin: 45 }]
    const [serving, free, later] = estimate({ barbers }).freeAt
    expect(serving).toBeGreaterThan(16)
    expect(serving).toBeLessThan(22)
    expect([free, later]).toEqual([0, 45])
  })

  it('say when an appointment can begin: late by those before it, early when nothing else is to do', () => {
    const barbers = [{ ...barber, fixed: [appointment(-5), appointment(20), appointment(90), appointment(400)] }]
    expect(estimate({ barbers }).readyAt).toEqual([[0, 30 + CHANGEOVER_MIN, 2 * (30 + CHANGEOVER_MIN)]])
  })

  it('do not move an appointment by the queue for more than the tolerance', () => {
    const queue = Array.from({ length: 5 }, () => ({ times: [exactCut] }))
    const barbers = [{ ...barber, fixed: [appointment(60)] }]
    // One customer fits before it; the second would end two minutes late, which is within the tolerance.
    expect(estimate({ barbers, queue }).readyAt[0]?.[0]).toBe(2 * (30 + CHANGEOVER_MIN))
    expect(estimate({ barbers: [{ ...barber, fixed: [appointment(40)] }], queue }).readyAt[0]?.[0]).toBe(31)
  })

  it('include an appointment after closing time that begins late', () => {
    const barbers = [{ ...barber, untilMin: 30, fixed: [appointment(0), appointment(29)] }]
    expect(estimate({ barbers }).readyAt).toEqual([[0, 30 + CHANGEOVER_MIN]])
  })
})

describe('a probe', () => {
  it('waits like one who joins now, and keeps no other customer waiting', () => {
    const queue = Array.from({ length: 4 }, () => ({ times: [exactCut] }))
    const probe = { times: [exactCut], isProbe: true }
    const { waits } = estimate({ queue: [...queue, probe, probe, { ...probe, barber: 0 }] })
    const alone = estimate({ queue: [...queue, { times: [exactCut] }] }).waits
    expect(waits.slice(0, 4)).toEqual(alone.slice(0, 4))
    expect(waits.slice(4)).toEqual([alone[4], alone[4], alone[4]])
  })
})

describe('who is called next', () => {
  const next = (state: Partial<WaitState>, atMin = 0, index = 0) =>
    findNextCustomer({ ...empty, ...state }, index, atMin)
  const queue = [
    { times: [exactCut, exactCut], barber: 1 },
    { times: [exactCut, exactCut] },
    { times: [{ ...exactCut, medianMin: 10 }, undefined] },
  ]

  it('is the first one who wants this barber', () => {
    const barbers = [barber, barber]
    expect([next({ barbers, queue }), next({ barbers, queue }, 0, 1)]).toEqual([1, 0])
    expect(next({ barbers, queue: queue.slice(0, 1) })).toBeUndefined()
    expect(next({ barbers, queue: queue.slice(2) }, 0, 1)).toBeUndefined()
  })

  it('fits before the next appointment, a break, and the end of the day', () => {
    const at = (startMin: number, comes = 1) => ({
      queue,
      barbers: [{ ...barber, fixed: [appointment(startMin, comes)] }],
    })
    expect([next(at(27)), next(at(26)), next(at(6)), next(at(20), 14)]).toEqual([1, 2, undefined, undefined])
    expect([next({ queue }, 580), next({ queue }, 600)]).toEqual([2, undefined])
  })

  it('is not called while an appointment is due, until its customer is no longer waited for', () => {
    const late = (startMin: number, comes: number) => ({
      queue,
      barbers: [{ ...barber, fixed: [appointment(startMin, comes)] }],
    })
    expect(next(late(-5, 0.6))).toBeUndefined()
    expect(next(late(-GRACE_MIN, 0.1))).toBe(1)
    expect(next(late(-GRACE_MIN, 1))).toBeUndefined()
  })
})

describe('chances', () => {
  it('that a customer comes are less the later they are', () => {
    const chances = [30, 0, -5, -10, -20].map((startMin) => chanceToCome(0.9, startMin))
    expect(chances[0]).toBeCloseTo(0.9, 10)
    expect(chances).toEqual(chances.toSorted((a, b) => b - a))
    expect(chances.at(-1)).toBeLessThan(0.05)
    expect(chanceToCome(1, -5)).toBe(1)
  })

  it('that a tap was forgotten grow with the time, and are none where none is', () => {
    const serving = (elapsedMin: number) => ({ elapsedMin, time: cut })
    expect(chanceOfForgottenTap(serving(10), 0.1)).toBeLessThan(0.01)
    expect(chanceOfForgottenTap(serving(70), 0.1)).toBeGreaterThan(0.9)
    expect(chanceOfForgottenTap(serving(500), 0)).toBe(0)
  })

  it('of a barber without observations are as wide as barbers differ', () => {
    const taps = Array.from({ length: 200 }, (_, index) => ({ minutes: 38 + (index % 5), isExact: true }))
    const ofBarbershop = learnServiceDuration(taps, plannedServiceDuration(30))
    const unknown = learnServiceDuration([], asPriorOfBarber(ofBarbershop))
    expect(unknown.medianMin).toBe(ofBarbershop.medianMin)
    expect(unknown.medianError).toBe(plannedServiceDuration(30).medianError)
    expect(learnServiceDuration(taps, asPriorOfBarber(ofBarbershop)).medianError).toBeLessThan(0.06)
  })
})
