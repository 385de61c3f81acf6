import { describe, expect, it } from 'vitest'
import {
  asPriorOfBarbershop,
  type CityObservations,
  learnCityPace,
  learnServiceDuration,
  plannedServiceDuration,
} from './wait.ts'

const observe = (minutes: readonly number[], isExact = true) => minutes.map((one) => ({ minutes: one, isExact }))
/** Barbers of their own barbershops, with services around these minutes. */
const cityOf = (medians: readonly number[], services = 10): CityObservations[] =>
  medians.map((median, index) => ({
    barbershopId: String(index),
    observed: observe(
      Array.from({ length: services }, (_, number) => median * (0.9 + (0.2 * number) / (services - 1))),
    ),
  }))

describe('what a city says', () => {
  it('is the median ratio to the plan, and how services of one barber vary', () => {
    const pace = learnCityPace(cityOf([30, 33, 36, 39, 42]), 30)
    expect(pace).toMatchObject({ barbershops: 5, services: 50 })
    expect(Math.exp(pace?.median ?? 0)).toBeCloseTo(1.2, 1)
    // 0.9 to 1.1 of each median, evenly; all together vary by more than twice as much.
    expect(pace?.spread).toBeGreaterThan(0.079)
    expect(pace?.spread).toBeLessThan(0.1)
  })

  it('is nothing of four barbershops, of 29 services, or of ends without a tap', () => {
    expect(learnCityPace(cityOf([30, 30, 30, 30], 40), 30)).toBeUndefined()
    expect(
      learnCityPace([...cityOf([30, 30, 30, 30], 40), { barbershopId: '0', observed: observe([30]) }], 30),
    ).toBeUndefined()
    const many = cityOf([30, 30, 30, 30], 7)
    const fifth = (minutes: number[], isExact = true) => ({
      barbershopId: 'fifth',
      observed: observe(minutes, isExact),
    })
    expect(learnCityPace([...many, fifth([30])], 30)).toBeUndefined()
    expect(learnCityPace([...many, fifth([30, 31])], 30)).toMatchObject({ barbershops: 5, services: 30 })
    expect(learnCityPace([...many, fifth([30, 31], false)], 30)).toBeUndefined()
    expect(learnCityPace([...many, fifth([1, 600])], 30)).toBeUndefined()
  })

  it('counts barbers with few services for the median only', () => {
    expect(learnCityPace(cityOf([30, 30, 30, 30, 30], 6), 30)?.spread).toBe(plannedServiceDuration(30).spread)
  })

  it('is what few observations of a barbershop are shrunk to', () => {
    const prior = asPriorOfBarbershop({ median: Math.log(1.5), spread: 0.2 }, 30)
    expect(prior.medianMin).toBeCloseTo(45)
    expect(learnServiceDuration([], prior)).toEqual(prior)
    const own = observe([30, 30])
    const [withCity, withPlan] = [prior, plannedServiceDuration(30)].map(
      (one) => learnServiceDuration(own, one).medianMin,
    )
    expect(withPlan).toBeCloseTo(30)
    expect(withCity).toBeGreaterThan(40)
    expect(learnServiceDuration(observe(Array.from({ length: 200 }, () => 30)), prior).medianMin).toBeLessThan(31)
  })
})
